package report

import (
	"strings"

	"sudokuoj/judge/internal/show/terminal"
)

// gutter stands between two columns of a table.
const gutter = "  "

// widthsOf returns how wide the columns of a table are. Cells may be painted.
func widthsOf(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], terminal.Width(cell))
		}
	}
	return widths
}

// fitting returns how many columns of a table fit into a width, at least some.
func fitting(rows [][]string, width, least int) (n int) {
	used := -len(gutter)
	for _, wide := range widthsOf(rows) {
		if used += len(gutter) + wide; used > width && n >= least {
			break
		}
		n++
	}
	return n
}

// lines writes the rows of a table, all equally wide. Align has l or r for each column.
func lines(rows [][]string, align string) (all []string) {
	widths := widthsOf(rows)
	for _, row := range rows {
		var cells []string
		for i, wide := range widths {
			cell := ""
			if i < len(row) {
				cell = row[i]
			}
			if align[i] == 'r' {
				cells = append(cells, terminal.PadLeft(cell, wide))
			} else {
				cells = append(cells, terminal.Pad(cell, wide))
			}
		}
		all = append(all, strings.Join(cells, gutter))
	}
	return all
}

// table prints a table, the first row as its heading, and returns the number of columns. It leaves out columns that do
// not fit, the last first.
func (t *text) table(rows [][]string, align string) (columns int) {
	columns = fitting(rows, t.Width, 3)
	for i := range rows {
		rows[i] = rows[i][:columns]
	}
	for i, line := range lines(rows, align) {
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
	all := lines(shown, "l"+strings.Repeat("r", n-1))
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
