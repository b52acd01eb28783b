package report

import (
	"fmt"
	"io"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// A terminal shows this many lines from the beginning and from the end of a dialogue. The result is at the end.
const talkFirst, talkLast = 6, 10

// Dialogue writes a dialogue line by line, each with its time and speaker. It writes the beginning and the end, or all
// lines that are kept.
func Dialogue(w io.Writer, t terminal.Style, d *result.Dialogue, all bool) {
	fmt.Fprintf(w, "  %s\n", t.Dim(t.Say("what was said, > by the program and < by the judge:")))
	n, hidden, from, left, pass := len(d.Remarks), 0, d.From, d.Left, 0
	if n > talkFirst+talkLast && !all {
		hidden, from = n-talkFirst-talkLast, talkFirst
		left += hidden
	}
	for i, r := range d.Remarks {
		if left > 0 && i == from {
			fmt.Fprintf(w, "%14s%s\n", "", t.Dim(t.Say("and %s more", say.Count(left, "line"))))
		}
		if i >= from && i < from+hidden {
			continue
		}
		if d.Passes() > 1 && r.Pass != pass {
			fmt.Fprintf(w, "    %s\n", t.Dim(t.Say("pass %d", r.Pass)))
			pass = r.Pass
		}
		remark(w, t, r)
	}
}

func remark(w io.Writer, t terminal.Style, r result.Remark) {
	const margin = len("    1234567 ms  > ")
	sign := "<"
	if r.By == result.ByProgram {
		sign = ">"
	}
	said := terminal.Escape(r.Text)
	switch {
	case r.Gone:
		said = t.Text(SaidGone)
	case r.Open:
		said += " " + t.Text(SaidOpen)
	}
	for i, line := range terminal.Fold(said, t.Fold-margin, "") {
		if i > 0 {
			fmt.Fprintf(w, "%*s%s\n", margin, "", line)
			continue
		}
		fmt.Fprintf(w, "    %s  %s %s\n", t.Dim(fmt.Sprintf("%10s", terminal.ShortDuration(r.At))), t.Bold(sign), line)
	}
}

// What a dialogue shows for a speaker that is gone, and after a line that is still open.
var (
	SaidGone = say.Of("(ends)")
	SaidOpen = say.Of("(no newline)")
)
