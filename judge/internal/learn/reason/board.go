package reason

import (
	"math/bits"

	"sudokuoj/judge/internal/model/sudoku"
)

// watched is a board, and what the last look at it showed. Digits are bits: bit d for the digit d.
type watched struct {
	sudoku.Board
	units [][]int  // the cells of each row, column and box
	of    [][3]int // the units of each cell

	fits   []uint32 // the digits that fit a blank; none for a cell that is filled
	has    []uint32 // the digits of each unit,
	twice  []uint32 // those that a unit has twice,
	none   []uint32 // those that are missing and fit none of its blanks,
	single []uint32 // and those that fit one

	clash, noDigit, oneDigit, noPlace, onePlace bool
}

func watch(puzzle sudoku.Board) *watched {
	n := puzzle.Size
	masks := func(n int) []uint32 { return make([]uint32, n) }
	w := &watched{Board: puzzle.Clone(), of: make([][3]int, n*n), fits: masks(n * n), has: masks(3 * n), twice: masks(3 * n), none: masks(3 * n), single: masks(3 * n)}
	for k, kind := range kinds {
		for i := range n {
			cells := puzzle.Unit(kind, i+1)
			for _, cell := range cells {
				w.of[cell][k] = len(w.units)
			}
			w.units = append(w.units, cells)
		}
	}
	return w
}

var kinds = [3]sudoku.Unit{sudoku.Row, sudoku.Column, sudoku.Box}

// look finds out what a glance at the board shows.
func (w *watched) look() {
	w.clash, w.noDigit, w.oneDigit, w.noPlace, w.onePlace = false, false, false, false, false
	full := uint32(2<<w.Size - 2)
	for u, cells := range w.units {
		w.has[u], w.twice[u] = 0, 0
		for _, cell := range cells {
			digit := uint32(1) << w.Cells[cell] & full
			w.twice[u] |= w.has[u] & digit
			w.has[u] |= digit
		}
		w.clash = w.clash || w.twice[u] != 0
	}
	for cell, digit := range w.Cells {
		w.fits[cell] = 0
		if digit != 0 {
			continue
		}
		of := w.of[cell]
		fits := full &^ (w.has[of[0]] | w.has[of[1]] | w.has[of[2]])
		w.fits[cell] = fits
		w.noDigit = w.noDigit || fits == 0
		w.oneDigit = w.oneDigit || bits.OnesCount32(fits) == 1
	}
	for u, cells := range w.units {
		once, more := uint32(0), uint32(0)
		for _, cell := range cells {
			more |= once & w.fits[cell]
			once |= w.fits[cell]
		}
		w.none[u], w.single[u] = full&^(w.has[u]|once), once&^more
		w.noPlace = w.noPlace || w.none[u] != 0
		w.onePlace = w.onePlace || w.single[u] != 0
	}
}

// forced reports whether a blank is the only place for a digit in a unit.
func (w *watched) forced(cell, digit int) bool {
	of := w.of[cell]
	return w.fits[cell]&(w.single[of[0]]|w.single[of[1]]|w.single[of[2]])>>digit&1 != 0
}
