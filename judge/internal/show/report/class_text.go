package report

import (
	"bufio"
	"io"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// leastReason is the room that a reason needs beside a row; else it stands below.
const leastReason = 30

// ClassText writes the results of a class for a terminal: a row for each student with the first reason why something
// is not accepted, then a line for each problem.
func ClassText(w io.Writer, c result.Class, run result.Run, opt TextOptions) error {
	t := &text{Writer: bufio.NewWriter(w), TextOptions: opt}
	table := NewClassTable(c, run)
	if !opt.Quiet {
		t.classRows(table)
		t.printf("\n")
	}
	for _, s := range table.Sums {
		t.line(0, t.Palette.Bold(terminal.Escape(s.Problem))+"  "+t.Text(s.Words(len(table.Rows))))
	}
	if len(c.Problems) > 1 {
		t.line(0, t.Say("%d of %s have everything accepted", table.Solved, say.Count(len(table.Rows), "student")))
	}
	t.atTheEnd(run)
	return t.Flush()
}

func (t *text) classRows(table ClassTable) {
	names := terminal.Width(t.Say("student"))
	widths := make([]int, len(table.Problems))
	for i, id := range table.Problems {
		widths[i] = terminal.Width(id)
	}
	for _, row := range table.Rows {
		names = max(names, terminal.Width(terminal.Escape(row.Label)))
		for i, c := range row.Cells {
			widths[i] = max(widths[i], 4+terminal.Width(c.Passed()))
		}
	}
	names = min(names, max(t.Width/3, 12))
	head, used := terminal.Pad(t.Say("student"), names), names
	for i, id := range table.Problems {
		head += "  " + terminal.Pad(terminal.Escape(id), widths[i])
		used += 2 + widths[i]
	}
	t.printf("%s\n", t.Dim(strings.TrimRight(head, " ")))
	for _, row := range table.Rows {
		t.classRow(row, names, widths, used+2)
	}
}

// classRow writes a row, and beside or below it the reasons.
func (t *text) classRow(row ClassRow, names int, widths []int, used int) {
	line := terminal.Pad(terminal.Shorten(terminal.Escape(row.Label), names), names)
	var reasons []string
	for i, c := range row.Cells {
		gap := strings.Repeat(" ", widths[i]-4-terminal.Width(c.Passed()))
		line += "  " + t.painted(c)(terminal.Pad(c.Word(), 4)) + gap + c.Passed()
	}
	for _, why := range row.Reasons() {
		reasons = append(reasons, terminal.Escape(result.FirstLine(t.Lang.Line(why))))
	}
	room := t.Width - used
	if room < leastReason {
		t.printf("%s\n", strings.TrimRight(line, " "))
		line, used, room = "    ", 4, t.Width-4
	}
	if len(reasons) == 0 && strings.TrimSpace(line) != "" {
		t.printf("%s\n", strings.TrimRight(line, " "))
	}
	for i, why := range reasons {
		switch {
		case t.Fold == 0: // a program reads it, and its lines have no end
		case t.Verbose:
			why = strings.Join(terminal.Fold(why, room, ""), "\n"+strings.Repeat(" ", used))
		default:
			why = terminal.Shorten(why, room)
		}
		if i > 0 {
			line = strings.Repeat(" ", used-2)
		}
		t.printf("%s  %s\n", line, t.Dim(why))
	}
}

func (t *text) painted(c ClassCell) func(string) string {
	switch {
	case c.Nothing():
		return t.Dim
	case c.Result.Verdict == result.AC:
		return t.Palette.Green
	case c.Sum.Accepted > 0:
		return t.Palette.Yellow
	}
	return t.Palette.Red
}
