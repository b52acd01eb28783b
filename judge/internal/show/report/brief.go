package report

import (
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// inBrief sums up the failures that are not shown in full: how many of each kind, and why or on which cases.
func inBrief(s result.Solution) say.Message {
	var rest []result.Case
	for _, c := range s.Cases {
		if c.Verdict != result.SK && !c.AsExpected {
			rest = append(rest, c)
		}
	}
	rest = rest[min(inFull, len(rest)):]
	var kinds []say.Message
	for _, v := range result.All {
		var cases []result.Case
		for _, c := range rest {
			if c.Verdict == v {
				cases = append(cases, c)
			}
		}
		if len(cases) > 0 {
			kinds = append(kinds, say.Of("%d more %s: %s", len(cases), string(v), inCommon(cases)))
		}
	}
	return say.Join(kinds...)
}

// inBrief writes this summary for solutions that have the same one.
func (t *text) inBrief(alike []result.Solution) {
	p := t.Palette
	t.heading(p.Red("✗"), alike, "", terminal.Escape(t.Text(inBrief(alike[0])))+"  "+p.Dim(t.Say("(in full with -v)")))
}

// inCommon returns the reason that several failures share, or else the names of the cases.
func inCommon(cases []result.Case) say.Message {
	reason := cases[0].Reason()
	for _, c := range cases {
		if c.Reason().String() != reason.String() {
			reason = say.Message{}
		}
	}
	if len(cases) > 1 && reason.Said() {
		return reason
	}
	var names []string
	for _, c := range cases {
		names = append(names, c.Case)
	}
	return few(names, 3)
}

// next writes the command that helps with a solution that is not as expected: it shows why the solution is slow, or
// finds the smallest input that fails.
func (t *text) next(s result.Solution) {
	if t.Verbose || t.Stress == nil {
		return
	}
	var slow *result.Case
	wrong := false
	for i, c := range s.Cases {
		switch {
		case c.AsExpected:
		case c.Verdict == result.TLE && slow == nil:
			slow = &s.Cases[i]
		case c.Verdict == result.WA || c.Verdict == result.RE:
			wrong = true
		}
	}
	todo := Todo{Solutions: []string{s.Solution}}
	switch {
	case slow != nil && !wrong && puzzleOf(slow.Input) != "":
		todo.Do, todo.Puzzle = "explain", puzzleOf(slow.Input)
	case slow != nil && !wrong && slow.Cause == nil:
		todo.Do, todo.Problem, todo.Case = "explain", s.Problem, slow.Case
	case (slow != nil || wrong) && t.Stress(s.Problem):
		todo.Do, todo.Problem = "stress", s.Problem
		t.printf("  %s\n", t.Dim(t.Say("the smallest input that fails: %s", t.Spell(todo))))
		return
	default:
		return
	}
	t.printf("  %s\n", t.Dim(t.Say("see why: %s", t.Spell(todo))))
}

// puzzleOf returns the first board of an input as one line; "" if it does not begin with a board of 9 x 9.
func puzzleOf(input string) string {
	first, _, _ := strings.Cut(input, "\n")
	if b, ok := sudoku.ParseAny(first); ok && b.Size == 9 {
		return b.Line()
	}
	return ""
}

// foldFrom is how many cases a matrix may have before those that came as expected are left out.
const foldFrom = 40

// folded returns the cases whose rows are drawn, and how many are left out.
func (t *text) folded(cases []string, results []result.Solution) (shown []string, left int) {
	if t.Verbose || len(cases) <= foldFrom {
		return cases, 0
	}
	failed := map[string]bool{}
	for _, s := range results {
		for _, c := range s.Cases {
			failed[c.Case] = failed[c.Case] || !c.AsExpected
		}
	}
	for _, name := range cases {
		if failed[name] {
			shown = append(shown, name)
		}
	}
	return shown, len(cases) - len(shown)
}

// alone reports whether one solution ran and failed. Then the failure comes first, without a table.
func (t *text) alone(results []result.Solution) bool {
	return len(results) == 1 && !results[0].AsExpected && !t.Verbose && !strings.Contains(string(results[0].Expected), "|") && results[0].Score == nil
}
