package terminal

import "strings"

// Gutter is between two columns of a table.
const Gutter = "  "

// ColumnWidths returns how wide the columns of a table are. Cells may be painted.
func ColumnWidths(rows [][]string) (widths []int) {
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell))
		}
	}
	return widths
}

// Columns returns the lines of a table, all equally wide. Align has l or r for each column; its last one is that of all that
// follow.
func Columns(rows [][]string, align string) (lines []string) {
	widths := ColumnWidths(rows)
	for _, row := range rows {
		cells := make([]string, len(widths))
		copy(cells, row)
		for i, wide := range widths {
			if align[min(i, len(align)-1)] == 'r' {
				cells[i] = PadLeft(cells[i], wide)
			} else {
				cells[i] = Pad(cells[i], wide)
			}
		}
		lines = append(lines, strings.Join(cells, Gutter))
	}
	return lines
}
