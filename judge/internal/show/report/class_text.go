package report

import (
	"bufio"
	"io"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// leastReason is the room that a reason needs beside a row; else it is below.
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
	rows := [][]string{append([]string{t.Say("student")}, table.Problems...)}
	for _, row := range table.Rows {
		cells := []string{terminal.Shorten(terminal.Escape(row.Label), max(t.Width/3, 12))}
		for _, c := range row.Cells {
			cells = append(cells, t.painted(c)(terminal.Pad(c.Word(), 4))+c.Passed())
		}
		rows = append(rows, cells)
	}
	all := terminal.Columns(rows, "l")
	t.printf("%s\n", t.Dim(strings.TrimRight(all[0], " ")))
	for i, row := range table.Rows {
		t.classRow(row, all[i+1])
	}
}

// classRow writes a row, and beside or below it the reasons.
func (t *text) classRow(row ClassRow, line string) {
	var reasons []string
	for _, why := range row.Reasons() {
		reasons = append(reasons, terminal.Escape(result.FirstLine(t.Lang.Line(why))))
	}
	used := terminal.Width(line) + len(terminal.Gutter)
	if t.Width-used < leastReason || len(reasons) == 0 {
		t.printf("%s\n", strings.TrimRight(line, " "))
		line, used = "  ", 4
	}
	room := t.Width - used
	for i, why := range reasons {
		switch {
		case t.Fold == 0: // a program reads it, and its lines have no end
		case t.Verbose:
			why = strings.Join(terminal.Fold(why, room, ""), "\n"+strings.Repeat(" ", used))
		default:
			why = terminal.Shorten(why, room)
		}
		if i > 0 {
			line = strings.Repeat(" ", used-len(terminal.Gutter))
		}
		t.printf("%s%s%s\n", line, terminal.Gutter, t.Dim(why))
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
