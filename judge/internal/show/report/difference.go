package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Difference draws the first place where an output is wrong: a sentence, then either two boards side by side or the
// two lines with their differing characters marked. It never uses more columns than the terminal has.
func Difference(w io.Writer, t terminal.Style, d result.Difference) error {
	var b strings.Builder
	for _, line := range terminal.Fold("  "+t.Text(Place(d)), t.Width, "  ") {
		fmt.Fprintf(&b, "%s\n", line)
	}
	if !drawBoards(&b, t, d) {
		if d.Want != "" || d.Got != "" {
			drawLines(&b, t, d)
		}
		drawPuzzle(&b, t, d.Puzzle)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Place gives the place and the reason: "line 3, column 5: row 5 has two 3s".
func Place(d result.Difference) say.Message {
	if what, ok := d.OnLine(); ok {
		return say.Of("line %d, column %d: %s", d.Line, d.Column, what)
	}
	return d.Text // names its line itself, or has none
}

// Comparable reports whether it helps to mark the characters that differ. It does not if one of the lines is missing, or
// if the answer to a puzzle is only too long or too short: the puzzle may have several answers.
func Comparable(d result.Difference) bool {
	if d.Want == "" || d.Got == "" {
		return strings.Trim(d.Want+d.Got, " ") == "" // only blanks: without marks they are invisible
	}
	return d.Puzzle == "" || d.Column <= min(utf8.RuneCountInString(d.Want), utf8.RuneCountInString(d.Got))
}

// drawLines shows the wanted line above the printed one. Without colours, carets point at what differs.
func drawLines(b *strings.Builder, p terminal.Style, d result.Difference) {
	const margin = len("    want  ")
	room := max(p.Width-margin, 10)
	w, g := focus(terminal.Escape(d.Want), terminal.Escape(d.Got), room)
	var wantMarks, gotMarks []bool
	if Comparable(d) {
		wantMarks, gotMarks = CompareLines(w, g)
	}
	drawLine(b, p, p.Say("want"), w, wantMarks, p.GreenBlock, room)
	drawLine(b, p, p.Say("got"), g, gotMarks, p.RedBlock, room)
}

func drawLine(b *strings.Builder, p terminal.Style, title, s string, marks []bool, paint func(string) string, room int) {
	line, pointers := paintMarked(s, marks, paint, room)
	if s == "" {
		line = p.Dim(p.Say("(nothing)"))
	}
	fmt.Fprintf(b, "    %s  %s\n", p.Dim(terminal.Pad(title, 4)), line)
	if !p.On() && pointers != "" {
		fmt.Fprintf(b, "          %s\n", pointers)
	}
}

// focus cuts a long common beginning from both lines, so that the first difference is in view. It also cuts what does
// not fit at the end. So the compared lines stay short whatever was printed.
func focus(want, got string, room int) (string, string) {
	n := 0 // the common beginning in bytes, and its last characters
	var starts []int
	for n < len(want) && n < len(got) {
		r, size := utf8.DecodeRuneInString(want[n:])
		if q, _ := utf8.DecodeRuneInString(got[n:]); q != r {
			break
		}
		starts = append(starts, n)
		n += size
	}
	if terminal.Width(want) > room || terminal.Width(got) > room {
		if before := room / 3; len(starts) > before {
			cut := starts[len(starts)-before]
			want, got = "…"+want[cut:], "…"+got[cut:]
		}
	}
	return terminal.Shorten(want, 2*room), terminal.Shorten(got, 2*room)
}

// CompareLines returns, for each byte of both lines, whether it differs: each that another one represents in lines of one
// length, else all between the common begin and the common end.
func CompareLines(want, got string) (wantMarks, gotMarks []bool) {
	wantMarks, gotMarks = make([]bool, len(want)), make([]bool, len(got))
	short, begin, end := min(len(want), len(got)), 0, 0
	for begin < short && want[begin] == got[begin] {
		begin++
	}
	for end < short-begin && want[len(want)-1-end] == got[len(got)-1-end] {
		end++
	}
	alike := func(i int) bool { return len(want) == len(got) && want[i] == got[i] }
	for i := begin; i < len(want)-end; i++ {
		wantMarks[i] = !alike(i)
	}
	for i := begin; i < len(got)-end; i++ {
		gotMarks[i] = !alike(i)
	}
	return wantMarks, gotMarks
}

// paintMarked paints the marked characters of a line, which it cuts to the room there is. It also returns a line of
// carets to print below.
func paintMarked(s string, marks []bool, paint func(string) string, room int) (line, pointers string) {
	shown := terminal.Shorten(s, room)
	var out, below, run strings.Builder
	flush := func() {
		out.WriteString(paint(run.String()))
		run.Reset()
	}
	for i, r := range shown {
		if from := min(i, len(marks)); slices.Contains(marks[from:min(i+utf8.RuneLen(r), len(marks))], true) { // some of its bytes
			run.WriteRune(r)
			below.WriteString(strings.Repeat("^", terminal.RuneWidth(r)))
			continue
		}
		flush()
		out.WriteRune(r)
		below.WriteString(strings.Repeat(" ", terminal.RuneWidth(r)))
	}
	flush()
	return out.String(), strings.TrimRight(below.String(), " ")
}
