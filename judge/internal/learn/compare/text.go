package compare

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/show/terminal"
)

// Text writes the comparison for people: a sentence for each pair, or for neighbours only where there are
// many on a case and verbose does not ask for all.
func (v *Result) Text(t terminal.Style, verbose bool) string {
	b := &strings.Builder{}
	if v.Interrupted {
		fmt.Fprintf(b, "%s\n\n", t.Yellow(t.Text(v.worth())))
	}
	for i, p := range v.Problems {
		if i > 0 {
			b.WriteString("\n")
		}
		p.text(b, t, verbose)
		if !v.Interrupted && p.unsettled() {
			fmt.Fprintln(b, t.Say("more rounds narrow the intervals: choose fewer cases with -case, or give more time with -budget"))
		}
	}
	return b.String()
}

// worth judges the figures of an interrupted comparison.
func (v *Result) worth() say.Message {
	for _, p := range v.Problems {
		if len(p.Cases) > 0 {
			return say.Of("interrupted: these are the figures of the finished rounds; more rounds would narrow the intervals")
		}
	}
	return say.Of("interrupted before the first round was finished: there are no figures")
}

// unsettled reports whether the budget ended before every pair had an answer.
func (p problemView) unsettled() bool {
	return p.Unmeasured > 0 || slices.ContainsFunc(p.Cases, func(of caseView) bool {
		return slices.ContainsFunc(of.Pairs, func(pair pairView) bool { return pair.Answer == "too few rounds" })
	})
}

func (p problemView) text(b *strings.Builder, t terminal.Style, verbose bool) {
	fmt.Fprintf(b, "%s\n", t.Bold(p.Problem))
	for _, of := range p.Cases {
		of.text(b, t, verbose || len(of.Solutions) <= 3)
	}
	if p.Overall != nil {
		p.Overall.text(b, t, true)
	}
	if len(p.StartUps) > 0 {
		b.WriteString("\n")
	}
	for _, m := range p.measured() {
		fmt.Fprintln(b, t.Text(m))
	}
	if len(p.Cases)+p.Unmeasured == 0 {
		fmt.Fprintln(b, t.Say("nothing to compare: no case has two right answers"))
	}
	for _, l := range p.LeftOut {
		line := terminal.Escape(t.Text(l.sentence()))
		if !l.Expected {
			line = t.Red(line)
		}
		fmt.Fprintln(b, line)
	}
}

func (v caseView) text(b *strings.Builder, t terminal.Style, allPairs bool) {
	head := t.Text(v.title)
	if v.Puzzles > 0 {
		head = t.Say("%[1]s, %[2]s", head, say.Count(v.Puzzles, "puzzle"))
	}
	fmt.Fprintf(b, "\n%s\n", t.Say("%[1]s, %[2]s", t.Bold(head), say.Count(v.Rounds, "round")))
	var rows [][]string
	for _, s := range v.Solutions {
		took := terminal.Duration(s.summary.Median)
		if v.Rounds > 1 { // one timing tells nothing of how they vary
			took += " ± " + percent(s.summary.Spread()/2)
		}
		row := []string{terminal.Escape(s.Solution), took}
		if s.PerPuzzle > 0 {
			row = append(row, t.Say("%s a puzzle", terminal.ShortDuration(time.Duration(s.PerPuzzle*float64(time.Millisecond)))))
		}
		rows = append(rows, row)
	}
	for _, line := range terminal.Columns(rows, "lr") {
		fmt.Fprintln(b, strings.TrimRight("  "+line, " "))
	}
	for _, p := range v.Pairs {
		if allPairs || p.neighbours {
			text := t.Text(p.Value)
			if p.Answer == "faster" {
				text = t.Green(text)
			}
			fmt.Fprintf(b, "  %s\n", text)
		}
	}
	for _, warning := range v.warnings {
		fmt.Fprintf(b, "  %s\n", t.Yellow("! "+t.Text(warning)))
	}
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
