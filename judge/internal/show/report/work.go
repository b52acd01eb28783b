package report

import (
	"bufio"
	"cmp"
	"io"
	"slices"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Work writes how many statements each solution executed on each case, if they were counted.
func Work(w io.Writer, run result.Run, opt TextOptions) error {
	t := &text{Writer: bufio.NewWriter(w), TextOptions: opt, labels: LabelsOf(run.Results)}
	for _, results := range ByProblem(run.Results) {
		t.work(results)
	}
	return t.Flush()
}

func (t *text) work(results []result.Solution) {
	var counted []result.Solution
	var not []string                     // why something was not counted, and other remarks
	statements := map[[2]string]string{} // by solution and case
	for _, s := range results {
		n := len(statements)
		for _, c := range s.Cases {
			if why := t.Say("%s", c.Uncounted); c.Uncounted.Said() && !slices.Contains(not, why) {
				not = append(not, why)
			}
			if c.Work != nil {
				statements[[2]string{s.Solution, c.Case}] = StatementsOf(c.Work)
			}
		}
		if len(statements) > n {
			counted = append(counted, s)
		}
	}
	if len(counted) == 0 && len(not) == 0 && !dialogues(results) {
		return
	}
	t.printf("\n%s\n", t.Bold(t.Say("statements executed · %s", results[0].Problem)))
	if len(counted) == 0 && len(not) == 0 {
		not = append(not, t.Say("not counted: no interactor runs while statements are counted"))
	}
	t.counts(counted, statements)
	if slices.ContainsFunc(counted, func(s result.Solution) bool { return s.Language != counted[0].Language }) {
		not = append(not, t.Say("Statements are each language's own: compare digits across languages, not statements."))
	}
	for _, why := range not {
		t.note(t.Palette.Dim, terminal.Escape(why))
	}
	if len(not) > 0 {
		t.printf("\n")
	}
}

// counts writes the table of the solutions whose statements were counted.
func (t *text) counts(counted []result.Solution, statements map[[2]string]string) {
	if len(counted) == 0 {
		return
	}
	rows := [][]string{{""}}
	for _, s := range counted {
		rows[0] = append(rows[0], t.columnHead(s))
	}
	for _, name := range caseNames(counted) {
		row := []string{t.rowName(name)}
		for _, s := range counted {
			row = append(row, cmp.Or(statements[[2]string{s.Solution, name}], "-"))
		}
		rows = append(rows, row)
	}
	t.blocks(rows, false)
	t.printf("\n")
}

// dialogues reports whether a program talked with a program of the judge.
func dialogues(results []result.Solution) bool {
	return slices.ContainsFunc(results, func(s result.Solution) bool {
		return slices.ContainsFunc(s.Cases, func(c result.Case) bool { return c.Dialogue != nil })
	})
}

// StatementsOf writes how many statements were executed. If the program was stopped, it writes that there were at least
// that many.
func StatementsOf(w *result.Work) string {
	if w.Stopped > 0 {
		return "≥ " + terminal.Thousands(w.Statements)
	}
	return terminal.Thousands(w.Statements)
}
