package explain

import (
	"context"
	"fmt"
	"io"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// Searches is what solutions did on one case of a problem, whatever it asks for.
type Searches struct {
	problem, of string
	seen        []sighting
}

// Run returns what was seen as a run, for the page.
func (x *Searches) Run() (run result.Run) {
	run.Searches = x.Searches()
	for _, s := range x.seen {
		run.Results = append(run.Results, result.Solution{Problem: x.problem, Solution: s.solution.Name, Path: s.solution.Path,
			Language: language.NameOf(s.solution.Language), Source: s.solution.Text(),
			Cases: []result.Case{{Case: x.of, Work: s.work, Cause: s.cause}}})
	}
	return run
}

// OnBoards reports whether a problem gives its programs boards, so that they can be watched on any puzzle.
func OnBoards(p problem.Problem) bool {
	_, ok := check.InputFormat(p.Check.Format)
	return ok
}

// Searches watches the calls and the tables of solutions on one case of a problem.
func (e *Explainer) Searches(ctx context.Context, solutions []solution.Solution, p problem.Problem, c problem.Case) (*Searches, error) {
	if p.Check.Talks() {
		return nil, say.Errorf("%s talks with an interactor: such programs are not watched", p.ID)
	}
	x := &Searches{problem: p.ID, of: c.Name}
	for _, s := range solutions {
		seen, err := e.look(ctx, s, p, c)
		if err != nil {
			return nil, err
		}
		x.seen = append(x.seen, seen)
	}
	return x, nil
}

// look watches one solution on a case, counts its statements, and finds out why it is slow.
func (e *Explainer) look(ctx context.Context, s solution.Solution, p problem.Problem, c problem.Case) (seen sighting, err error) {
	seen.solution = s
	e.show("watching %s", s.Name)
	t := e.tracerOf(p, s)
	seen.search, err = e.search(ctx, t, s, p, c, trace.WorkTime)
	if err := seen.note(err); err != nil {
		return seen, err
	}
	if seen.search != nil && language.WatchOf(s.Language).Lines {
		seen.work, err = e.work(ctx, t, s, c.In, trace.WorkTime)
		if err := seen.note(err); err != nil {
			return seen, err
		}
	}
	if e.finder == nil {
		return seen, nil
	}
	e.show("counting what %s does on inputs that grow", s.Name)
	seen.growth, err = e.finder.Meter.Of(ctx, p, s)
	if err := seen.note(err); err != nil {
		return seen, err
	}
	e.show("looking for what makes %s slow", s.Name)
	seen.cause, err = e.finder.Of(ctx, p, s, c)
	return seen, seen.note(err)
}

// Searches returns what was seen.
func (x *Searches) Searches() (all []result.Search) {
	for _, s := range x.seen {
		if s.search != nil {
			all = append(all, *s.search)
		}
	}
	return all
}

// Complete reports whether all were watched.
func (x *Searches) Complete() bool { return len(x.Searches()) == len(x.seen) }

// JSON writes what was seen, as docs/explain.schema.json describes it.
func (x *Searches) JSON(w io.Writer) error {
	type search result.Search // without its calls and writes
	type noted struct {
		search
		Note   string         `json:"note,omitempty"`
		Growth *result.Growth `json:"growth,omitempty"`
		Cause  *result.Cause  `json:"cause,omitempty"`
	}
	solutions := []noted{}
	for _, s := range x.seen {
		seen := result.Search{Solution: s.solution.Name, Functions: []result.Function{}, Tables: []result.Table{}}
		switch {
		case s.search != nil:
			seen = *s.search
		case s.growth == nil && s.cause == nil:
			continue
		case len(s.trouble) > 0:
			seen.Note = s.trouble[0]
		}
		one := noted{search(seen), seen.Note.String(), s.growth, s.cause}
		one.search.Note = say.Message{} // the text is enough
		solutions = append(solutions, one)
	}
	return result.WriteJSON(w, struct {
		Problem   string  `json:"problem"`
		Case      string  `json:"case"`
		Solutions []noted `json:"solutions"`
	}{x.problem, x.of, solutions}, "  ")
}

// Text returns it for a terminal.
func (x *Searches) Text(t terminal.Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n\n", terminal.Escape(x.problem), terminal.Escape(x.of))
	x.sums(&b, t)
	x.levels(&b, t)
	x.tables(&b, t)
	x.sentences(&b, t)
	for _, s := range x.seen {
		if s.search != nil && s.search.Note.Said() {
			s.trouble = append(s.trouble, say.Of("%s: %s", s.solution.Name, s.search.Note))
		}
		for _, trouble := range s.trouble {
			fmt.Fprintln(&b, t.Yellow("! "+terminal.Escape(strings.TrimSpace(t.Text(trouble)))))
		}
	}
	return b.String()
}

// sentences says why each solution is slow, and how its work grows.
func (x *Searches) sentences(b *strings.Builder, t terminal.Style) {
	for _, s := range x.seen {
		if s.cause != nil {
			fmt.Fprintln(b, t.Bold(terminal.Escape(t.Say("%s: %s", s.solution.Name, s.cause.Sentence))))
		}
		if s.growth != nil && (s.cause == nil || s.cause.Kind != result.Growing) {
			fmt.Fprintln(b, terminal.Escape(t.Say("%s: %s", s.solution.Name, s.growth.Sentence)))
		}
	}
}

// columns writes rows of cells in columns: the first to the left, the others to the right.
func columns(b *strings.Builder, rows [][]string) {
	var wide []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(wide) {
				wide = append(wide, 0)
			}
			wide[i] = max(wide[i], terminal.Width(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			if i == 0 {
				line += terminal.Pad(cell, wide[i])
			} else {
				line += "  " + terminal.PadLeft(cell, wide[i])
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString("\n")
}

func (x *Searches) sums(b *strings.Builder, t terminal.Style) {
	rows := [][]string{{t.Say("solution"), t.Say("calls"), t.Say("deepest level"), t.Say("statements")}}
	for _, s := range x.seen {
		row := []string{terminal.Escape(s.solution.Name), "-", "-", "-"}
		if s.search != nil {
			row[1], row[2] = terminal.Thousands(s.search.Calls), number(s.search.Deepest)
		}
		if s.work != nil {
			row[3] = report.StatementsOf(s.work)
		}
		rows = append(rows, row)
	}
	columns(b, rows)
}

// mostLevels is how many levels are written; the middle of a deeper recursion is left out.
const mostLevels = 30

// levels writes the calls of each solution's busiest recursive function side by side.
func (x *Searches) levels(b *strings.Builder, t terminal.Style) {
	head := []string{t.Say("level")}
	var functions []*result.Function
	var names []string
	for _, s := range x.seen {
		if s.search == nil {
			continue
		}
		if f := report.Busiest(s.search); f != nil {
			head = append(head, terminal.Escape(t.Say("%s: %s", s.solution.Name, f.Name)))
			functions, names = append(functions, f), append(names, s.solution.Name)
		} else {
			fmt.Fprintln(b, terminal.Escape(t.Say("%s calls no function from within itself.", s.solution.Name)))
		}
	}
	if len(functions) == 0 {
		b.WriteString("\n")
		return
	}
	deepest := 0
	for _, f := range functions {
		deepest = max(deepest, len(f.Levels)-1)
	}
	rows := [][]string{head}
	for level := 0; level <= deepest; level++ {
		if level == mostLevels-5 && deepest >= mostLevels {
			rows = append(rows, []string{"..."})
			level = deepest - 4
		}
		row := []string{fmt.Sprint(level)}
		for _, f := range functions {
			cell := ""
			if level < len(f.Levels) {
				cell = terminal.Thousands(f.Levels[level])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	columns(b, rows)
	if len(functions) == 2 {
		fmt.Fprintln(b, t.Bold(terminal.Escape(t.Text(report.Parting(names[0], names[1], *functions[0], *functions[1])))))
		b.WriteString("\n")
	}
}

// tables lists the tables of all solutions.
func (x *Searches) tables(b *strings.Builder, t terminal.Style) {
	rows := [][]string{{t.Say("table"), t.Say("shape"), t.Say("writes"), t.Say("changed back"), t.Say("line")}}
	for _, s := range x.seen {
		if s.search == nil {
			continue
		}
		for _, table := range s.search.Tables {
			rows = append(rows, []string{terminal.Escape(s.solution.Name + " " + table.Name), fmt.Sprintf("%d x %d", table.Rows, table.Columns),
				terminal.Thousands(table.Writes), terminal.Thousands(table.Back), fmt.Sprint(table.Line)})
		}
	}
	if len(rows) > 1 {
		columns(b, rows)
	}
}
