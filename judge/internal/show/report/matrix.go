package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// longestName is how many columns the name of a solution takes at most in a table.
const longestName = 16

// matrix draws cases down and solutions across, below them the points of groups of cases. A solution that did not run
// has no column.
func (t *text) matrix(results []result.Solution) {
	results = slices.DeleteFunc(slices.Clone(results), func(s result.Solution) bool { return !s.Compile.OK })
	if len(results) == 0 {
		return
	}
	cases, left := t.folded(caseNames(results), results)
	if points := scored(results) >= 0; points || len(cases) > 0 { // otherwise all cases are left out
		t.blocks(t.matrixRows(cases, results), points)
	}
	if left > 0 {
		t.note(t.Palette.Dim, t.Say("%s as expected, not shown: -v shows all", say.Count(left, "more case")))
	}
}

// matrixRows returns the table. Only a row of a fleet's run names a machine.
func (t *text) matrixRows(cases []string, results []result.Solution) [][]string {
	rows := [][]string{{t.Dim(t.Say("CPU, ms"))}}
	cells, machine := map[string][]string{}, map[string]string{}
	for column, s := range results {
		rows[0] = append(rows[0], t.columnHead(s)+" ") // above the times, not the bars
		slowest := s.Sum().Slowest
		for _, c := range s.Cases {
			if cells[c.Case] == nil {
				cells[c.Case] = make([]string, len(results))
			}
			cells[c.Case][column], machine[c.Case] = t.cell(c, s.Limits.CPU, slowest), c.Machine
		}
	}
	for i, name := range cases {
		if result.Beyond(name) && (i == 0 || !result.Beyond(cases[i-1])) {
			rows = append(rows, []string{t.Dim("── " + t.Say("beyond the site") + " ──")})
		}
		row := append([]string{t.rowName(shortCase(name))}, cells[name]...)
		if on := machine[name]; on != "" {
			row = append(row, t.Dim(terminal.Escape(on)))
			rows[0] = append(rows[0], "")[:len(row)]
		}
		rows = append(rows, row)
	}
	return append(rows, t.groupRows(results)...)
}

// columnHead returns the name of a solution above its column.
func (t *text) columnHead(s result.Solution) string {
	return t.Bold(terminal.Shorten(t.label(s), longestName))
}

// rowName leaves room for a column beside the name of a row.
func (t *text) rowName(name string) string {
	return terminal.Shorten(terminal.Escape(name), max(t.Width-14, 12))
}

// shortCase returns a case's name without the folder that holds most cases or that is named above.
func shortCase(name string) string {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "secret/"), result.BeyondFolder+"/")
	return terminal.Escape(name)
}

// caseNames returns the names of all cases that some solution was given, in their order; those beyond the site come
// last. With -watch, the cases that failed the last time run first.
func caseNames(results []result.Solution) []string {
	var names []string
	for _, c := range CaseOrder(results) {
		names = append(names, c.Case)
	}
	beyond := func(name string) int { return map[bool]int{false: 0, true: 1}[result.Beyond(name)] }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(beyond(a), beyond(b)) })
	return names
}

// cell draws a case: its time in milliseconds, with the verdict if that is not AC, and a bar. It notes which marks it uses.
func (t *text) cell(c result.Case, limit, slowest time.Duration) string {
	word, paint := t.word(c)
	if !c.Verdict.Ran() && (c.CPU == 0 || c.Verdict != result.JE) {
		return paint(word) + "  "
	}
	busy, weight := " ", t.Dim
	switch {
	case c.Kept:
		busy = "^"
	case c.Contended:
		busy = "~"
	}
	t.marks[busy], t.marks["time"] = true, true
	clock, bar := inThree(c.CPU), string(bars[min(int(7*LogShare(c.CPU, time.Millisecond, max(limit, 2*time.Millisecond))+0.5), 7)])
	if c.CPU == slowest && slowest > 0 {
		clock, weight = t.Palette.Bold(clock), t.Palette.Bold
	}
	return paint(word) + clock + busy + weight(bar)
}

// word returns the verdict with its mark, or "" for an AC that is as expected.
func (t *text) word(c result.Case) (word string, paint func(string) string) {
	mark, paint := " ", t.Palette.Yellow
	switch {
	case c.Verdict == result.SK:
		return "SK", t.Dim
	case !c.AsExpected:
		mark, paint = "!", t.Palette.Red
	case c.Verdict == result.AC:
		return "", paint
	case c.Expected.Allows(c.Verdict):
		mark = "="
	} // otherwise nobody promised it: it is beyond the site, or the group around it is accepted anyway
	t.marks[mark] = true
	return string(c.Verdict) + mark, paint
}

// inThree writes a time in milliseconds with three digits: 0.93, 12.3, 456, 1230.
func inThree(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms < 9.995:
		return fmt.Sprintf("%.2f", ms)
	case ms < 99.95:
		return fmt.Sprintf("%.1f", ms)
	}
	unit := math.Pow(10, max(0, math.Floor(math.Log10(ms))-2))
	return fmt.Sprintf("%.0f", math.Round(ms/unit)*unit)
}

// bars are the heights of a time on a logarithmic scale, from 1 ms to the limit.
var bars = []rune("▁▂▃▄▅▆▇█")

// runs says how many runs each median comes from; "" if everything ran once. A case that ended at its limit was not run
// again.
func runs(results []result.Solution) say.Message {
	least, most := math.MaxInt, 1
	for _, s := range results {
		for _, c := range s.Cases {
			if c.CPU > 0 {
				n := max(len(c.Samples), 1)
				least, most = min(least, n), max(most, n)
			}
		}
	}
	switch {
	case most == 1:
		return say.Message{}
	case least < most:
		return say.Of("the median of up to %d runs", most)
	}
	return say.Of("the median of %d runs", most)
}

// legend explains the marks that were used, and the times.
func (t *text) legend(runs say.Message) {
	var words []say.Message
	if t.marks["time"] {
		words = append(words, say.Of("CPU time in ms"))
		if runs.Said() {
			words = []say.Message{say.Of("CPU time in ms, %s", runs)}
		}
		words = append(words, say.Of("the bar grows with its logarithm, full at the limit"), say.Of("no verdict: AC"))
	}
	for _, m := range []struct{ mark, means string }{{"!", t.Say("not expected")}, {"=", t.Say("expected by the solution's directive")}, {"~", t.Say("contended")}, {"^", t.Say("kept from an earlier run")}} {
		if t.marks[m.mark] {
			words = append(words, say.Text(m.mark+" "+m.means))
		}
	}
	if len(words) > 0 {
		t.printf("\n")
		t.note(t.Palette.Dim, t.Lang.Line(say.Join(words...)))
	}
}
