package report

import (
	"fmt"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// A margin is told where an accepted case took this share of its limit, or a checker this share of its program's time.
const worthMargin = 0.1

// margin says how near to its limit the slowest accepted case came, and where a problem's checker takes long itself.
func (t *text) margin(run result.Run) {
	var slowest, checked result.Case
	var of, whose result.Solution
	share := 0.0
	for _, s := range run.Results {
		for _, c := range s.Cases {
			if at := float64(c.CPU) / float64(max(s.Limits.CPU, 1)); c.Verdict == result.AC && !c.Beyond() && at > share {
				share, slowest, of = at, c, s
			}
			if c.Checker > checked.Checker {
				checked, whose = c, s
			}
		}
	}
	if share >= worthMargin && share <= 1 {
		about := terminal.Escape(slowest.Case)
		if len(run.Results) > 1 {
			about = terminal.Escape(fmt.Sprintf("%s %s %s", of.Solution, of.Problem, slowest.Case))
		}
		t.note(t.Dim, t.Say("slowest accepted: %.2f of the limit, on %s", share, about))
	}
	if checked.Checker > 10*time.Millisecond && float64(checked.Checker) > worthMargin*float64(checked.CPU) {
		t.note(t.Dim, t.Say("the checker of %s took %s of its own on %s, where the program took %s", whose.Problem, terminal.Duration(checked.Checker),
			terminal.Escape(checked.Case), terminal.Duration(checked.CPU)))
	}
}
