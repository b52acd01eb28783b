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

// ParseDrawn reads what Draw wrote. Blanks at the end of a line do not count.
func ParseDrawn(s string) (Board, error) {
	b := Empty()
	lines := splitLines(s)
	for i, line := range lines {
		line = strings.TrimRight(line, " \t")
		if i == 13 {
			break
		}
		if i%4 == 0 {
			if line != frame {
				return Board{}, atLine(i+1, "want %d signs =", len(frame))
			}
			continue
		}
		if err := b.parseDrawnRow(i-i/4-1, line); err != nil {
			return Board{}, atLine(i+1, "%w", err)
		}
	}
	if len(lines) != 13 {
		return Board{}, say.Errorf("%d lines, want 13", len(lines))
	}
	return b, nil
}

// parseDrawnRow compares the line with how the row would be drawn, the digits apart.
func (b Board) parseDrawnRow(r int, line string) error {
	if len(line) != len(frame) {
		return say.Errorf("%d characters, want %d", len(line), len(frame))
	}
	for i := range line {
		c, at := i/13*3+i%13/4, i%13 // thirteen characters a region: three cells and a bar
		switch ch := line[i]; {
		case at == 12 && ch != '|':
			return say.Errorf("character %d is %q, want |", i+1, rune(ch))
		case at != 12 && at%4 == 2 && '1' <= ch && ch <= '9':
			b.Cells[9*r+c] = int(ch - '0')
		case at != 12 && ch != ' ':
			return say.Errorf("character %d is %q, want a blank", i+1, rune(ch))
		}
	}
	return nil
}
