package report

import (
	"strings"

	"sudokuoj/judge/internal/show/terminal"
)

// fitting returns how many columns of a table fit into a width, at least some.
func fitting(rows [][]string, width, least int) (n int) {
	used := -len(terminal.Gutter)
	for _, wide := range terminal.ColumnWidths(rows) {
		if used += len(terminal.Gutter) + wide; used > width && n >= least {
			break
		}
		n++
	}
	return n
}

// table prints a table, the first row as its heading, and returns the number of columns. It leaves out columns that do
// not fit, the last first.
func (t *text) table(rows [][]string, align string) (columns int) {
	columns = fitting(rows, t.Width, 3)
	for i := range rows {
		rows[i] = rows[i][:columns]
	}
	for i, line := range terminal.Columns(rows, align) {
		if line = strings.TrimRight(line, " "); i == 0 {
			line = t.Dim(line)
		}
		t.printf("%s\n", line)
	}
	return columns
}

// blocks prints a table of cases and solutions. Solutions that do not fit follow below. A narrow table continues beside
// itself as often as there is room, unless it must stay in one piece.
func (t *text) blocks(rows [][]string, whole bool) {
	n := fitting(rows, t.Width, 2)
	var shown, rest [][]string
	for _, row := range rows {
		shown = append(shown, row[:min(n, len(row))])
		rest = append(rest, append(row[:1:1], row[min(n, len(row)):]...))
	}
	const apart = "   "
	all := terminal.Columns(shown, "lr")
	head, all := all[0], all[1:]
	beside := 1
	if !whole {
		beside = max(1, min((t.Width+len(apart))/(terminal.Width(head)+len(apart)), (len(all)+7)/8))
	}
	tall := (len(all) + beside - 1) / beside
	t.printf("%s\n", strings.TrimRight(strings.Repeat(head+apart, beside), " "))
	for i := range tall {
		var parts []string
		for at := i; at < len(all); at += tall {
			parts = append(parts, all[at])
		}
		t.printf("%s\n", strings.TrimRight(strings.Join(parts, apart), " "))
	}
	if len(rest[0]) > 1 {
		t.printf("\n")
		t.blocks(rest, whole)
	}
}
