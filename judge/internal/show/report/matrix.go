package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// headRoom is how wide a heading of the matrix may be.
const headRoom = 12

// matrix draws cases down and solutions across. It draws as many solutions as fit, and the rest below. A solution that
// did not run has no column.
func (t *text) matrix(results []result.Solution) {
	results = ranAtAll(results)
	if len(results) == 0 {
		return
	}
	cases, left := t.folded(caseNames(results), results)
	label := terminal.Width(t.Say("CPU, ms"))
	for _, name := range cases {
		label = max(label, terminal.Width(shortCase(name)))
	}
	for _, name := range groupNames(results) {
		label = max(label, terminal.Width(terminal.Escape(name)))
	}
	label = min(label, max(t.Width-headRoom, 12))
	var columns []column
	if len(cases) > 0 || scored(results) { // otherwise all cases are left out
		columns = t.columns(results)
	}
	for len(columns) > 0 {
		n := fitting(columns, t.Width-label, 0)
		bars := 0
		if fitting(columns[:n], t.Width-label, 1) == n && n == len(columns) {
			bars = 1
		}
		t.block(cases, columns[:n], label, bars)
		if columns = columns[n:]; len(columns) > 0 {
			t.printf("\n")
		}
	}
	if left > 0 {
		t.note(t.Palette.Dim, t.Say("%s as expected, not shown: -v shows all", say.Count(left, "more case")))
	}
}

func ranAtAll(results []result.Solution) (ran []result.Solution) {
	for _, s := range results {
		if s.Compile.OK {
			ran = append(ran, s)
		}
	}
	return ran
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

// column is one solution in the matrix.
type column struct {
	of      result.Solution
	head    string
	cells   map[string]cell // by case
	machine map[string]string
	width   int
}

// cell is a case of the matrix: its time in milliseconds, with the verdict if that is not AC.
type cell struct {
	text, painted string
	share         float64 // of the limit, on a logarithmic scale; below 0 there is no time
	slowest       bool
}

// columns prepares the columns, and notes which marks they use.
func (t *text) columns(results []result.Solution) (all []column) {
	heads := headings(results, t.labels, headRoom)
	for i, s := range results {
		c := column{of: s, head: heads[i], cells: map[string]cell{}, machine: map[string]string{}, width: terminal.Width(heads[i])}
		slowest := s.Sum().Slowest
		for _, one := range s.Cases {
			drawn := t.cell(one, s.Limits.CPU, slowest)
			c.cells[one.Case], c.machine[one.Case] = drawn, one.Machine
			c.width = max(c.width, terminal.Width(drawn.text))
		}
		for _, text := range scoreCells(s) {
			c.width = max(c.width, terminal.Width(text))
		}
		all = append(all, c)
	}
	return all
}

// fitting returns how many columns fit into the room if each has some space beside it; at least one.
func fitting(columns []column, room, beside int) (n int) {
	for n < len(columns) && (room >= 1+columns[n].width+beside || n == 0) {
		room -= 1 + columns[n].width + beside
		n++
	}
	return n
}

// block draws some columns. If the table is narrow, it continues beside itself as often as there is room.
func (t *text) block(cases []string, columns []column, label, bars int) {
	width := label
	for _, c := range columns {
		width += 1 + c.width + bars
	}
	head := terminal.Pad(t.Dim(t.Say("CPU, ms")), label)
	for _, c := range columns {
		head += " " + t.Palette.Bold(terminal.PadLeft(c.head, c.width)) + strings.Repeat(" ", bars)
	}
	const between = "   "
	beside := 1
	if !scored(results(columns)) && columns[0].machine[cases[0]] == "" {
		beside = max(1, min((t.Width+len(between))/(width+len(between)), (len(cases)+7)/8))
	}
	rows := t.rows(cases, columns, label, width, bars)
	tall := (len(rows) + beside - 1) / beside
	t.printf("%s\n", strings.TrimRight(strings.Repeat(head+between, beside), " "))
	for i := range tall {
		line := ""
		for at := i; at < len(rows); at += tall {
			if line != "" {
				line += between
			}
			line += rows[at]
		}
		t.printf("%s\n", strings.TrimRight(line, " "))
	}
}

func results(columns []column) (all []result.Solution) {
	for _, c := range columns {
		all = append(all, c.of)
	}
	return all
}

// rows returns the lines of a block, all equally wide: its cases, a rule above those beyond the site, and the points of
// groups of cases.
func (t *text) rows(cases []string, columns []column, label, width, bars int) (rows []string) {
	above := true
	for _, name := range cases {
		if above && result.Beyond(name) {
			above = false
			title := "── " + terminal.Shorten(t.Say("beyond the site"), width-4) + " "
			rows = append(rows, t.Dim(title+strings.Repeat("─", max(0, width-terminal.Width(title)))))
		}
		line, machine := terminal.Pad(terminal.Shorten(shortCase(name), label), label), ""
		for _, c := range columns {
			one, given := c.cells[name]
			if !given {
				one.share = -1
			}
			line += " " + strings.Repeat(" ", c.width-terminal.Width(one.text)) + one.painted
			if bars > 0 {
				line += t.gauge(one)
			}
			machine = max(machine, c.machine[name]) // a row has only one
		}
		if machine != "" {
			line += "  " + t.Dim(terminal.Escape(machine))
		}
		rows = append(rows, line)
	}
	return append(rows, t.groupRows(columns, label)...)
}

// headings returns the solutions' names, as wide as their columns. No two are equal: names that differ only in a part
// without room get numbers.
func headings(results []result.Solution, labels map[string]string, room int) []string {
	heads := make([]string, len(results))
	same := map[string]int{}
	for i, s := range results {
		heads[i] = terminal.Shorten((&text{labels: labels}).label(s), room)
		same[heads[i]]++
	}
	last := map[string]int{}
	for i, head := range heads {
		if same[head] > 1 {
			last[head]++
			number := strconv.Itoa(last[head])
			heads[i] = terminal.Shorten(head+"…", room-len(number)) + number
		}
	}
	return heads
}

// cell draws a case, and notes which marks it uses.
func (t *text) cell(c result.Case, limit, slowest time.Duration) cell {
	if c.Verdict == "" {
		return cell{share: -1}
	}
	word, paint := t.word(c)
	if !c.Verdict.Ran() && (c.CPU == 0 || c.Verdict != result.JE) {
		return cell{text: word + " ", painted: paint(word) + " ", share: -1}
	}
	busy := " "
	switch {
	case c.Kept:
		busy = "^"
	case c.Contended:
		busy = "~"
	}
	t.marks[busy], t.marks["time"] = true, true
	out := cell{text: word + inThree(c.CPU) + busy, share: logOf(c.CPU, limit), slowest: c.CPU == slowest && slowest > 0}
	clock := inThree(c.CPU)
	if out.slowest {
		clock = t.Palette.Bold(clock)
	}
	out.painted = clock + busy
	if word != "" {
		out.painted = paint(word) + out.painted
	}
	return out
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

var bars = []rune("▁▂▃▄▅▆▇█")

// logOf returns where a time lies between 1 ms and the limit on a logarithmic scale, 0 to 1.
func logOf(d, limit time.Duration) float64 {
	return LogShare(d, time.Millisecond, max(limit, 2*time.Millisecond))
}

// gauge returns one of eight heights.
func (t *text) gauge(c cell) string {
	if c.share < 0 {
		return " "
	}
	t.marks["bar"] = true
	bar := string(bars[max(0, min(int(c.share*7+0.5), 7))])
	if c.slowest {
		return t.Palette.Bold(bar)
	}
	return t.Dim(bar)
}

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
		if t.marks["bar"] {
			words = append(words, say.Of("the bar grows with its logarithm, full at the limit"))
		}
		words = append(words, say.Of("no verdict: AC"))
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
