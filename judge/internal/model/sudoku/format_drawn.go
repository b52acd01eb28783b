package sudoku

import (
	"fmt"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// frame is the line above, between and below the rows of regions of a drawn board.
var frame = strings.Repeat("=", 39)

// Draw writes a 9x9 board in its frame: thirteen lines, a blank cell left empty.
func (b Board) Draw() string {
	var s strings.Builder
	s.WriteString(frame + "\n")
	line := strings.ReplaceAll(b.Line(), ".", " ")
	for r := range 9 {
		for c := range 9 {
			fmt.Fprintf(&s, "  %c ", line[9*r+c])
			if c%3 == 2 {
				s.WriteByte('|')
			}
		}
		s.WriteByte('\n')
		if r%3 == 2 {
			s.WriteString(frame + "\n")
		}
	}
	return s.String()
}

// parseDrawn reads what Draw wrote. Blanks at the end of a line do not count.
func parseDrawn(s string) (Board, error) {
	b := Empty()
	lines := splitLines(s)
	for i := range b.Cells {
		r, c := i/9, i%9
		row, at := r+r/3+1, 4*c+c/3+2
		if row < len(lines) && at < len(lines[row]) && '1' <= lines[row][at] && lines[row][at] <= '9' {
			b.Cells[i] = int(lines[row][at] - '0')
		}
	}
	drawn := splitLines(b.Draw())
	for i, line := range lines[:min(len(lines), len(drawn))] {
		if strings.TrimRight(line, " \t") != drawn[i] {
			return Board{}, atLine(i+1, "want %q", drawn[i])
		}
	}
	if len(lines) != len(drawn) {
		return Board{}, say.Errorf("%d lines, want %d", len(lines), len(drawn))
	}
	return b, nil
}
