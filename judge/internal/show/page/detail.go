package page

import (
	"html/template"
	"slices"
	"strconv"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// detailView explains one case that was not simply accepted.
type detailView struct {
	ID            string
	Case          result.Case
	Alike         []string // the cases that failed in the same way
	Reason        say.Message
	Rule          say.Message // what is wrong, in words
	Boards        []boardView // the boards of a wrong answer; nil if the lines are not boards
	Want, Got     []piece     // the lines of a wrong answer
	Input, Stderr part
	Printed       part // what a function printed beside its result
	Output        part // an output that a checker program rejected
	Dialogue      []report.Row
	Image         template.URL // what the problem's visualizer drew
}

// part is the beginning of a text.
type part struct {
	Text string
	Cut  bool
}

func partOf(text string, limit int) part {
	shown := clip(text, limit)
	return part{shown, len(shown) < len(text)}
}

// piece is a stretch of a line; a marked one differs.
type piece struct {
	Text   string
	Marked bool
}

// wantsDetail reports whether the page explains a case: it was not accepted, or not as expected.
func wantsDetail(c result.Case) bool {
	return c.Verdict.Failed() || !c.AsExpected
}

func viewDetail(id string, c result.Case) detailView {
	d := detailView{ID: id, Case: c}
	if c.Difference == nil || c.Message.String() != c.Difference.Text.String() { // otherwise the difference says it
		d.Reason = report.LastWordsOr(c.Message, c.Stderr)
	}
	d.Input, d.Stderr = partOf(c.Input, 600), partOf(c.Stderr, 2400)
	d.Printed, d.Output = partOf(c.Printed, 600), partOf(c.Output, 600)
	d.Dialogue = report.DialogueRows(c.Dialogue, true)
	if c.Difference != nil {
		d.Rule, _ = c.Difference.OnLine() // the place is shown separately
		if d.Boards = differenceBoards(c.Difference); d.Boards == nil {
			d.Want, d.Got = markDifference(*c.Difference)
		}
	}
	return d
}

// markDifference splits two lines, made visible, into pieces that differ and pieces that do not.
func markDifference(d result.Difference) (w, g []piece) {
	want, got := terminal.Escape(clip(d.Want, 600)), terminal.Escape(clip(d.Got, 600))
	wantMarks, gotMarks := make([]bool, len(want)), make([]bool, len(got))
	if report.Comparable(d) {
		wantMarks, gotMarks = report.CompareLines(want, got)
	}
	return pieces(want, wantMarks), pieces(got, gotMarks)
}

// pieces joins neighbouring characters that are marked alike. One marked byte marks its whole character.
func pieces(s string, marks []bool) []piece {
	var list []piece
	for i, r := range s {
		size := utf8.RuneLen(r)
		marked := slices.Contains(marks[i:i+size], true)
		if n := len(list); n > 0 && list[n-1].Marked == marked {
			list[n-1].Text += s[i : i+size]
			continue
		}
		list = append(list, piece{s[i : i+size], marked})
	}
	return list
}

// clip keeps the beginning of s, and does not cut a character in two.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

func itoa(n int) string { return strconv.Itoa(n) }
