package report

import (
	"fmt"
	"io"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// A terminal shows this many lines from the beginning and from the end of a dialogue. The result is at the end.
const talkFirst, talkLast = 6, 10

// Row is a line of a dialogue as it is shown.
type Row struct {
	result.Remark
	Sign string      // > for the program, < for the judge
	Pass int         // the pass that begins here; 0 if none does, or if there is only one
	Gap  say.Message // how many lines are left out before it
	More say.Message // a note behind its text
}

// DialogueRows returns the lines that are kept, or only the beginning and the end.
func DialogueRows(d *result.Dialogue, all bool) (rows []Row) {
	if d == nil {
		return nil
	}
	hidden, from, left, pass := 0, d.From, d.Left, 0
	if n := len(d.Remarks); n > talkFirst+talkLast && !all {
		hidden, from = n-talkFirst-talkLast, talkFirst
		left += hidden
	}
	for i, r := range d.Remarks {
		if from <= i && i < from+hidden {
			continue
		}
		row := Row{Remark: r, Sign: "<"}
		if r.By == result.ByProgram {
			row.Sign = ">"
		}
		if left > 0 && i == from+hidden {
			row.Gap = say.Of("and %s more", say.Count(left, "line"))
		}
		if d.Passes() > 1 && r.Pass != pass {
			row.Pass, pass = r.Pass, r.Pass
		}
		switch {
		case r.Gone:
			row.More = say.Of("(ends)")
		case r.Open:
			row.More = say.Of("(no newline)")
		}
		rows = append(rows, row)
	}
	return rows
}

// Dialogue writes a dialogue line by line, each with its time and speaker. It writes the beginning and the end, or all
// lines that are kept.
func Dialogue(w io.Writer, t terminal.Style, d *result.Dialogue, all bool) {
	const margin = len("    1234567 ms  > ")
	fmt.Fprintf(w, "  %s\n", t.Dim(t.Say("what was said, > by the program and < by the judge:")))
	for _, r := range DialogueRows(d, all) {
		if r.Gap.Said() {
			fmt.Fprintf(w, "%14s%s\n", "", t.Dim(t.Text(r.Gap)))
		}
		if r.Pass > 0 {
			fmt.Fprintf(w, "    %s\n", t.Dim(t.Say("pass %d", r.Pass)))
		}
		said := terminal.Escape(r.Text)
		if r.More.Said() {
			said = strings.TrimLeft(said+" "+t.Text(r.More), " ")
		}
		for i, line := range terminal.Fold(said, t.Fold-margin, "") {
			if i > 0 {
				fmt.Fprintf(w, "%*s%s\n", margin, "", line)
				continue
			}
			fmt.Fprintf(w, "    %s  %s %s\n", t.Dim(fmt.Sprintf("%10s", terminal.ShortDuration(r.At))), t.Bold(r.Sign), line)
		}
	}
}
