package sudoku

import (
	"fmt"
	"strconv"

	"sudokuoj/judge/internal/base/say"
)

// Unit is a kind of cell group in which a value occurs once.
type Unit string

const (
	Row    Unit = "row"
	Column Unit = "column"
	Box    Unit = "box"
)

// Clash is a broken rule: a value that occurs more than once in a unit. The zero Clash is none.
type Clash struct {
	Unit    Unit
	Index   int // from 1
	Value   int
	Times   int
	Letters bool // as on its board
}

// places name a unit by its number.
var places = map[Unit]func(n int) say.Message{
	Row:    func(n int) say.Message { return say.Of("row %d", n) },
	Column: func(n int) say.Message { return say.Of("column %d", n) },
	Box:    func(n int) say.Message { return say.Of("box %d", n) },
}

// Place names the unit alone: "row 5".
func (c Clash) Place() say.Message { return places[c.Unit](c.Index) }

// Message describes the clash: "row 5 has two 3s".
func (c Clash) Message() say.Message {
	words := [...]string{2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
	times := fmt.Sprint(c.Times)
	if c.Times < len(words) {
		times = words[c.Times]
	}
	return say.Of("%s has %s %ss", c.Place(), say.Phrase(times), Board{Letters: c.Letters}.Named(c.Value))
}

// Broken finds the first contradiction between the values on the board; ok is false if there is none.
//
// The order is the one in which the problem sudokucheck asks: row i and column i are read in step, cell
// by cell, the row's cell first, for i from the top left on; the boxes come last, in reading order. The
// value that is seen again first is the one named.
func (b Board) Broken() (clash Clash, ok bool) {
	n := b.Size
	for i := range n {
		var row, column uint32
		for j := range n {
			if v := b.Cells[i*n+j]; repeated(&row, v) {
				return b.clash(Row, i, v), true
			}
			if v := b.Cells[j*n+i]; repeated(&column, v) {
				return b.clash(Column, i, v), true
			}
		}
	}
	for i := range n {
		var box uint32
		for j := range n {
			if v := b.Cells[b.boxCell(i, j)]; repeated(&box, v) {
				return b.clash(Box, i, v), true
			}
		}
	}
	return Clash{}, false
}

// repeated adds a value to the set of those seen and reports whether it was there already.
func repeated(seen *uint32, v int) bool {
	if v == 0 {
		return false
	}
	old := *seen
	*seen |= 1 << v
	return *seen == old
}

func (b Board) clash(u Unit, i, v int) Clash {
	c := Clash{Unit: u, Index: i + 1, Value: v, Letters: b.Letters}
	for j := range b.Size {
		if b.Cells[b.unitCell(u, i, j)] == v {
			c.Times++
		}
	}
	return c
}

// unitCell returns the j-th cell of the i-th unit of a kind, both from 0.
func (b Board) unitCell(u Unit, i, j int) int {
	switch u {
	case Row:
		return i*b.Size + j
	case Column:
		return j*b.Size + i
	}
	return b.boxCell(i, j)
}

// Explain says why b is not a right answer to the puzzle, in words: a changed clue, a cell left blank or a broken
// rule, whichever comes first in this order. It is empty for a right answer.
func (b Board) Explain(puzzle Board) say.Message {
	if b.W != puzzle.W || b.H != puzzle.H {
		return say.Of("the board is %s, want %s", b.shape(), puzzle.shape())
	}
	wrong := b.Wrong(puzzle)
	if wrong == nil {
		return say.Message{}
	}
	i := wrong[0]
	switch clue, got := puzzle.Cells[i], b.Cells[i]; {
	case clue != 0 && got == 0:
		return say.Of("the clue in %s was %s and is blank now", b.Place(i), b.Named(clue))
	case clue != 0 && got != clue:
		return say.Of("the clue in %s was %s and is %s now", b.Place(i), b.Named(clue), b.Named(got))
	case got == 0:
		return say.Of("the cell in %s is blank", b.Place(i))
	}
	c, _ := b.Broken()
	return c.Message()
}

// Place names a cell: "row 5, column 7".
func (b Board) Place(cell int) say.Message {
	return say.Of("row %d, column %d", cell/b.Size+1, cell%b.Size+1)
}

// Unit returns the cells of a unit, which is numbered from 1.
func (b Board) Unit(u Unit, index int) (cells []int) {
	for i := range b.Size {
		cells = append(cells, b.unitCell(u, index-1, i))
	}
	return cells
}

// Named is a value as a sentence has it: a number, or the letter.
func (b Board) Named(v int) string {
	if b.Letters {
		return b.Symbol(v)
	}
	return strconv.Itoa(v)
}

func (b Board) shape() say.Message {
	return say.Of("%dx%d with regions of %d by %d", b.Size, b.Size, b.W, b.H)
}
