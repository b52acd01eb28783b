package compare

import (
	"fmt"
	"io"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
)

// Text writes the comparison for people: a sentence for each pair, or for neighbours only where there are
// many on a case and verbose does not ask for all.
func (v *Result) Text(t terminal.Style, verbose bool) string {
	b := &strings.Builder{}
	if v.Interrupted {
		fmt.Fprintf(b, "%s\n\n", t.Yellow(t.Text(v.worth())))
	}
	for i, c := range v.comparisons {
		if i > 0 {
			b.WriteString("\n")
		}
		unsettled := c.text(b, t, verbose)
		if !v.Interrupted && unsettled {
			fmt.Fprintln(b, t.Say("more rounds narrow the intervals: choose fewer cases with -case, or give more time with -budget"))
		}
	}
	return b.String()
}

// worth judges the figures of an interrupted comparison.
func (v *Result) worth() say.Message {
	for _, c := range v.comparisons {
		if len(c.compared()) > 0 {
			return say.Of("interrupted: these are the figures of the finished rounds; more rounds would narrow the intervals")
		}
	}
	return say.Of("interrupted before the first round was finished: there are no figures")
}

// text writes one comparison, and reports whether the budget ended before every pair had an answer.
func (c *comparison) text(b *strings.Builder, t terminal.Style, verbose bool) (unsettled bool) {
	fmt.Fprintf(b, "%s\n", t.Bold(c.problem.ID))
	unsettled = c.unmeasured() > 0
	for _, of := range c.compared() {
		v := c.figures(of)
		v.text(b, t, verbose || len(v.solutions) <= 3)
		for _, p := range v.pairs {
			unsettled = unsettled || p.unsure
		}
	}
	if all := c.all(); all != nil {
		c.figures(all).text(b, t, true)
	}
	if len(c.compared()) > 0 {
		b.WriteString("\n")
	}
	for _, m := range c.measured() {
		fmt.Fprintln(b, t.Text(m))
	}
	if len(c.compared())+c.unmeasured() == 0 {
		fmt.Fprintln(b, t.Say("nothing to compare: no case has two right answers"))
	}
	for _, l := range c.leftOut() {
		line := terminal.Escape(t.Text(l.message()))
		if !l.AsExpected {
			line = t.Red(line)
		}
		fmt.Fprintln(b, line)
	}
	return unsettled
}

func (v figures) text(b *strings.Builder, t terminal.Style, allPairs bool) {
	head, rounds := t.Text(v.title), v.rounds()
	if v.puzzles > 0 {
		head = t.Say("%[1]s, %[2]s", head, say.Count(v.puzzles, "puzzle"))
	}
	fmt.Fprintf(b, "\n%s\n", t.Say("%[1]s, %[2]s", t.Bold(head), say.Count(rounds, "round")))
	var rows [][]string
	for _, s := range v.solutions {
		row := []string{terminal.Escape(s.name), took(s.Summary, rounds)}
		if s.puzzle > 0 {
			row = append(row, t.Say("%s a puzzle", terminal.ShortDuration(s.puzzle)))
		}
		rows = append(rows, row)
	}
	for _, line := range terminal.Columns(rows, "lr") {
		fmt.Fprintln(b, strings.TrimRight("  "+line, " "))
	}
	for _, p := range v.pairs {
		if allPairs || p.neighbours {
			text := t.Text(p.says)
			if p.faster {
				text = t.Green(text)
			}
			fmt.Fprintf(b, "  %s\n", text)
		}
	}
	for _, warning := range v.warnings {
		fmt.Fprintf(b, "  %s\n", t.Yellow("! "+t.Text(warning)))
	}
}

// HTML writes the comparison as a page: the report of a run, with a sentence for each pair. Generated is the
// command that made it.
func (v *Result) HTML(w io.Writer, generated string) error {
	told := map[string]page.Told{}
	for _, c := range v.comparisons {
		told[c.problem.ID] = c.told()
	}
	return page.HTML(w, v.Run(), page.Extras{Compared: told, Generated: generated})
}

// told returns the sentences about the pairs and about what was left out. Without a figure over all cases, it
// uses those of the single cases.
func (c *comparison) told() (t page.Told) {
	for _, of := range c.compared() {
		v := c.figures(of)
		t.Cases = append(t.Cases, v.sentences(len(v.solutions) <= 3)...)
	}
	if all := c.all(); all != nil {
		t.Overall = c.figures(all).sentences(true)
	} else {
		t.Overall, t.Cases = t.Cases, nil
	}
	t.Overall = append(t.Overall, c.measured()...)
	for _, l := range c.leftOut() {
		t.Overall = append(t.Overall, l.message())
	}
	return t
}

func (v figures) sentences(allPairs bool) (all []say.Message) {
	for _, p := range v.pairs {
		if allPairs || p.neighbours {
			all = append(all, p.says)
		}
	}
	return append(all, v.warnings...)
}
