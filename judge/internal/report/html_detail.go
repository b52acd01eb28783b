package report

import (
	"strconv"
	"strings"

	"sudokuoj/judge/internal/verdict"
)

// detailView explains one case that was not simply accepted.
type detailView struct {
	ID                 string
	Case               verdict.Case
	Reason             string
	Rule               string // what is wrong, in words
	Line, Column       int
	Boards             []boardView // the boards of a wrong answer; nil if the lines are not boards
	Want, Got          []piece     // the lines of a wrong answer
	HasDifference      bool
	Input, Stderr      string
	InputCut, ErrorCut bool
}

// piece is a stretch of a line; a marked one differs.
type piece struct {
	Text   string
	Marked bool
}

// wantsDetail: everything that was not accepted, and whatever came unexpected.
func wantsDetail(c verdict.Case) bool {
	return (c.Verdict != verdict.AC && c.Verdict != verdict.SK) || !c.AsExpected
}

func viewDetail(id string, c verdict.Case) detailView {
	d := detailView{ID: id, Case: c, Reason: clip(c.Message, 600)}
	d.Input, d.Stderr = clip(c.Input, 600), clip(c.Stderr, 1200)
	d.InputCut, d.ErrorCut = len(d.Input) < len(c.Input), len(d.Stderr) < len(c.Stderr)
	if c.Difference == nil {
		return d
	}
	diff := c.Difference
	d.HasDifference = true
	d.Rule, d.Line, d.Column = clip(diff.Text, 300), diff.Line, diff.Column
	d.Boards = differenceBoards(diff)
	if d.Boards == nil {
		d.Want, d.Got = markDifference(clip(diff.Want, 600), clip(diff.Got, 600))
	}
	return d
}

// markDifference marks what lies between the common head and the common tail of two lines.
func markDifference(want, got string) (w, g []piece) {
	head := 0
	for head < len(want) && head < len(got) && want[head] == got[head] {
		head++
	}
	for head > 0 && (continues(want, head) || continues(got, head)) {
		head--
	}
	tail := 0
	for tail < len(want)-head && tail < len(got)-head && want[len(want)-1-tail] == got[len(got)-1-tail] {
		tail++
	}
	for tail > 0 && (continues(want, len(want)-tail) || continues(got, len(got)-tail)) {
		tail--
	}
	split := func(s string) []piece {
		return []piece{{s[:head], false}, {s[head : len(s)-tail], true}, {s[len(s)-tail:], false}}
	}
	return split(want), split(got)
}

// continues tells whether s[i] is inside a UTF-8 sequence.
func continues(s string, i int) bool { return i < len(s) && s[i]&0xC0 == 0x80 }

// clip keeps the head of s, and does not cut a character in two.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && continues(s, limit) {
		limit--
	}
	return s[:limit]
}

func itoa(n int) string { return strconv.Itoa(n) }

// parseBoard reads a line as a board in the 81-character form, or as the JSON form of the same, for
// sizes 4, 9 and 16. Blanks are 0.
func parseBoard(line string) (cells []int, size int) {
	line = strings.NewReplacer("[", "", "]", "", `"`, "", ",", "", " ", "", "\r", "").Replace(line)
	for _, n := range []int{4, 9, 16} {
		if len(line) == n*n {
			size = n
		}
	}
	for _, c := range []byte(line) {
		value := strings.IndexByte(".123456789ABCDEFG", c)
		if c == '0' {
			value = 0
		}
		if value < 0 || value > size {
			return nil, 0
		}
		cells = append(cells, value)
	}
	return cells, size
}

// cellLetter is how a value is drawn.
func cellLetter(value int) byte { return " 123456789ABCDEFG"[value] }
