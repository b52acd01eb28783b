package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// A cell of the matrix is as wide as "TLE! 12.3 ms~█" and a gap.
const cellWidth = 16

// matrix draws cases down and solutions across, as many across as fit; the rest follows below.
func (t *text) matrix(results []result.Solution) {
	cases, left := t.folded(caseNames(results), results)
	label := 0
	for _, name := range cases {
		label = max(label, terminal.Width(terminal.Escape(name)))
	}
	label = min(label, max(t.Width-cellWidth-2, 12))
	across := max((t.Width-label-2)/cellWidth, 1)
	marks := map[string]bool{}
	heads := headings(results)
	for n := 0; n < len(results); n += across {
		end := min(n+across, len(results))
		t.block(cases, results[n:end], heads[n:end], label, marks)
	}
	if left > 0 {
		t.note(t.Palette.Dim, t.Say("%s as expected, not shown: -v shows all", say.Count(left, "more case")))
	}
	words, names := t.legend(marks, runs(results)), t.shortened(results, heads)
	if words != "" {
		t.note(t.Palette.Dim, words)
	}
	if names != "" {
		t.note(t.Palette.Dim, names)
	}
	if words+names != "" {
		t.printf("\n")
	}
}

// caseNames are the names of all cases that some solution was given, in their order.
func caseNames(results []result.Solution) []string {
	var names []string
	seen := map[string]bool{}
	for _, s := range results {
		for _, c := range s.Cases {
			if !seen[c.Case] {
				seen[c.Case] = true
				names = append(names, c.Case)
			}
		}
	}
	return names
}

// block draws the columns of some solutions, and notes which marks it used.
func (t *text) block(cases []string, results []result.Solution, heads []string, label int, marks map[string]bool) {
	p := t.Palette
	t.printf("%s", strings.Repeat(" ", label))
	for _, head := range heads {
		t.printf("  %s", p.Bold(terminal.Pad(head, cellWidth-2)))
	}
	t.printf("\n")
	columns := make([]map[string]*result.Case, len(results))
	worst := make([]time.Duration, len(results))
	for i, s := range results {
		columns[i] = map[string]*result.Case{}
		for j := range s.Cases {
			columns[i][s.Cases[j].Case] = &s.Cases[j]
		}
		worst[i] = s.Sum().Slowest
	}
	for _, name := range cases {
		t.printf("%s", terminal.Pad(terminal.Shorten(terminal.Escape(name), label), label))
		machine := ""
		for i, s := range results {
			t.printf("  %s", t.cell(columns[i][name], s.Limits.CPU, worst[i], marks))
			if c := columns[i][name]; c != nil {
				machine = c.Machine // a row has one
			}
		}
		if machine != "" {
			t.printf("  %s", p.Dim(terminal.Escape(machine)))
		}
		t.printf("\n")
	}
	t.printf("\n")
	t.groupRows(results, label)
}

// headings are the solutions' names as wide as their columns, no two the same: where names differ only in
// what has no room, they are numbered.
func headings(results []result.Solution) []string {
	heads := make([]string, len(results))
	same := map[string]int{}
	for i, s := range results {
		heads[i] = heading(s.Solution)
		same[heads[i]]++
	}
	last := map[string]int{}
	for i, head := range heads {
		if same[head] > 1 {
			last[head]++
			number := strconv.Itoa(last[head])
			heads[i] = terminal.Shorten(head+"…", cellWidth-2-len(number)) + number
		}
	}
	return heads
}

// shortened says which names the headings stand for that are none.
func (t *text) shortened(results []result.Solution, heads []string) string {
	var words []string
	for i, s := range results {
		if name := terminal.Escape(s.Solution); heads[i] != name {
			words = append(words, t.Say("%s is %s", heads[i], name))
		}
	}
	return t.Lang.Text(say.Join(spokenAll(words)...))
}

// heading is a solution's name as wide as its column. Of a path that is too long the end is kept: forty
// students' programs lie in one folder.
func heading(name string) string {
	name = terminal.Escape(name)
	if !strings.Contains(name, "/") {
		return terminal.Shorten(name, cellWidth-2)
	}
	for terminal.Width(name) > cellWidth-2 {
		_, size := utf8.DecodeRuneInString(strings.TrimPrefix(name, "…"))
		name = "…" + strings.TrimPrefix(name, "…")[size:]
	}
	return name
}

// cell is one verdict with its time: the bar grows with the logarithm of the time, up to the limit.
func (t *text) cell(c *result.Case, limit, worst time.Duration, marks map[string]bool) string {
	p := t.Palette
	if c == nil || c.Verdict == "" {
		return strings.Repeat(" ", cellWidth-2)
	}
	mark, paint := " ", p.Green
	switch {
	case c.Verdict == result.SK:
		paint = p.Dim
	case !c.AsExpected:
		mark, paint = "!", p.Red
	case c.Verdict != result.AC && c.Expected.Allows(c.Verdict):
		mark, paint = "=", p.Yellow
	case c.Verdict != result.AC:
		paint = p.Yellow // nobody promised it, but a group around it is accepted all the same
	}
	marks[mark] = true
	word := paint(fmt.Sprintf("%-4s", string(c.Verdict)+mark))
	if !c.Verdict.Ran() && (c.CPU == 0 || c.Verdict != result.JE) {
		return word + strings.Repeat(" ", cellWidth-2-4)
	}
	busy := " "
	switch {
	case c.Kept:
		busy = "^"
	case c.Contended:
		busy = "~"
	}
	marks[busy] = true
	marks["time"] = true
	clock := fmt.Sprintf("%8s", terminal.Duration(c.CPU))
	gauge := bar(c.CPU, limit)
	if c.CPU == worst && worst > 0 {
		clock, gauge = p.Bold(clock), p.Bold(gauge)
	} else {
		gauge = p.Dim(gauge)
	}
	return word + clock + busy + gauge
}

var bars = []rune("▁▂▃▄▅▆▇█")

// bar is one of eight heights: the lowest up to 1 ms, the highest at the limit.
func bar(d, limit time.Duration) string {
	low, high := math.Log(float64(time.Millisecond)), math.Log(float64(max(limit, 2*time.Millisecond)))
	at := (math.Log(float64(max(d, 1))) - low) / (high - low)
	return string(bars[max(0, min(int(at*7+0.5), 7))])
}

// runs says of how many runs the times are medians; "" if everything ran once. A case that ended at its
// limit was not run again.
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
func (t *text) legend(marks map[string]bool, runs say.Message) string {
	var words []string
	if marks["time"] {
		if runs.Said() {
			words = append(words, t.Say("CPU time, %s", runs))
		} else {
			words = append(words, t.Say("CPU time"))
		}
		words = append(words, t.Say("the bar grows with its logarithm, full at the limit"))
	}
	for _, m := range []struct{ mark, means string }{{"!", t.Say("not expected")}, {"=", t.Say("expected by the solution's directive")}, {"~", t.Say("contended")}, {"^", t.Say("kept from an earlier run")}} {
		if marks[m.mark] {
			words = append(words, m.mark+" "+m.means)
		}
	}
	return t.Lang.Text(say.Join(spokenAll(words)...))
}

func spokenAll(words []string) (all []say.Message) {
	for _, w := range words {
		all = append(all, say.Text(w))
	}
	return all
}
