package sudoku

import (
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Wrong returns the cells, in reading order, at which b fails as an answer to the puzzle: all the clues
// that were changed; if there is none, all the blanks; if there is none, all the cells of the clash that
// Broken finds. It returns nil for a right answer, and for a board of another shape.
func (b Board) Wrong(puzzle Board) []int {
	if b.W != puzzle.W || b.H != puzzle.H {
		return nil
	}
	if changed := b.where(func(i, v int) bool { return puzzle.Cells[i] != 0 && v != puzzle.Cells[i] }); changed != nil {
		return changed
	}
	if blank := b.where(func(i, v int) bool { return v == 0 }); blank != nil {
		return blank
	}
	c, ok := b.Broken()
	if !ok {
		return nil
	}
	return b.where(func(i, v int) bool { return v == c.Value && b.unitOf(c.Unit, i) == c.Index-1 })
}

func (b Board) where(f func(cell, value int) bool) (cells []int) {
	for i, v := range b.Cells {
		if f(i, v) {
			cells = append(cells, i)
		}
	}
	return cells
}

// unitOf returns the number, from 0, of the unit of a kind that holds the cell.
func (b Board) unitOf(u Unit, cell int) int {
	switch u {
	case Row:
		return cell / b.Size
	case Column:
		return cell % b.Size
	}
	return b.Box(cell)
}

// ParseAny reads a board that is in one line and tells its own size: a JSON board, or as many characters as it has
// cells, in the symbols that Line writes ('0' is a blank, too). The regions are the usual ones.
func ParseAny(s string) (Board, bool) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "[") {
		b, err := parseJSON(s)
		return b, err == nil
	}
	size := 1
	for size < MaxSize && size*size < len(s) {
		size++
	}
	b, err := New(Regions(size))
	if err != nil || size*size != len(s) {
		return Board{}, false
	}
	b.Letters = size == MaxSize && !strings.ContainsAny(s, ".0123456789")
	symbols := letters
	if !b.Letters {
		symbols, s = "0123456789ABCDEFG"[:size+1], strings.ReplaceAll(s, ".", "0")
	}
	if readSymbols(b.Cells, s, symbols, say.Message{}) != nil {
		return Board{}, false
	}
	return b, true
}
