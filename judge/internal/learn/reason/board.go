package reason

import (
	"math/bits"

	"sudokuoj/judge/internal/model/sudoku"
)

// watched is a board, and counts of all that a glance at it shows. Each change of a cell updates them.
type watched struct {
	sudoku.Board
	units  [][]int  // the cells of each row, column and box
	of     [][3]int // the units of each cell
	full   uint32   // all digits, bit d for the digit d
	fits   []uint32 // the digits that fit a blank; 0 for a cell that is filled
	times  [][]int  // times[unit][digit]: how often it stands there
	has    []uint32 // the digits that stand in a unit
	places [][]int  // places[unit][digit]: how many of the unit's blanks it fits

	clashes  int // units and digits that stand there twice
	noDigit  int // blanks without a digit
	oneDigit int // blanks with one
	noPlace  int // units and digits that are missing there and fit nowhere
	onePlace int // ... and fit one blank
}

func watch(puzzle sudoku.Board) *watched {
	n := puzzle.Size
	empty := sudoku.Board{Size: n, W: puzzle.W, H: puzzle.H, Cells: make([]int, n*n), Letters: puzzle.Letters}
	w := &watched{Board: empty, of: make([][3]int, n*n), full: uint32(2<<n - 2), fits: make([]uint32, n*n), noPlace: 3 * n * n}
	for k, kind := range kinds {
		for i := range n {
			cells := empty.Unit(kind, i+1)
			for _, cell := range cells {
				w.of[cell][k] = len(w.units)
			}
			w.units = append(w.units, cells)
			w.times, w.places = append(w.times, make([]int, n+1)), append(w.places, make([]int, n+1))
			w.has = append(w.has, 0)
		}
	}
	for cell := range w.fits {
		w.noDigit++ // a blank that no digit fits, until refresh corrects it
		w.refresh(cell)
	}
	for cell, digit := range puzzle.Cells {
		w.set(cell, digit)
	}
	return w
}

var kinds = [3]sudoku.Unit{sudoku.Row, sudoku.Column, sudoku.Box}

// set puts a digit into a cell, or with 0 takes it out.
func (w *watched) set(cell, digit int) {
	old := w.Cells[cell]
	if old == digit {
		return
	}
	before := w.fits[cell]
	w.tallyCell(old == 0, before, -1)
	w.Cells[cell] = digit
	w.tallyCell(digit == 0, before, 1)
	for _, u := range w.of[cell] {
		had := w.has[u]
		w.stand(u, old, -1)
		w.stand(u, digit, 1)
		if w.has[u] == had {
			continue
		}
		for _, other := range w.units[u] {
			w.refresh(other)
		}
	}
	w.refresh(cell)
}

// stand counts a digit that comes to stand in a unit, or leaves it.
func (w *watched) stand(u, digit, by int) {
	if digit == 0 {
		return
	}
	w.tallyPlaces(u, digit, -1)
	if w.times[u][digit] > 1 {
		w.clashes--
	}
	w.times[u][digit] += by
	if w.times[u][digit] > 1 {
		w.clashes++
	}
	w.has[u] &^= 1 << digit
	if w.times[u][digit] > 0 {
		w.has[u] |= 1 << digit
	}
	w.tallyPlaces(u, digit, 1)
}

// refresh recomputes the digits that fit a cell.
func (w *watched) refresh(cell int) {
	fits := uint32(0)
	if w.Cells[cell] == 0 {
		of := &w.of[cell]
		fits = w.full &^ (w.has[of[0]] | w.has[of[1]] | w.has[of[2]])
	}
	old := w.fits[cell]
	if fits == old {
		return
	}
	blank := w.Cells[cell] == 0
	w.tallyCell(blank, old, -1)
	w.tallyCell(blank, fits, 1)
	w.fits[cell] = fits
	for m := old ^ fits; m != 0; m &= m - 1 {
		digit := bits.TrailingZeros32(m)
		by := -1
		if fits&(m&-m) != 0 {
			by = 1
		}
		for _, u := range w.of[cell] {
			w.tallyPlaces(u, digit, -1)
			w.places[u][digit] += by
			w.tallyPlaces(u, digit, 1)
		}
	}
}

func (w *watched) tallyCell(blank bool, fits uint32, by int) {
	switch {
	case !blank:
	case fits == 0:
		w.noDigit += by
	case fits&(fits-1) == 0:
		w.oneDigit += by
	}
}

func (w *watched) tallyPlaces(u, digit, by int) {
	switch {
	case w.times[u][digit] > 0:
	case w.places[u][digit] == 0:
		w.noPlace += by
	case w.places[u][digit] == 1:
		w.onePlace += by
	}
}

// forced reports whether a blank is the only place for a digit in a unit.
func (w *watched) forced(cell, digit int) bool {
	for _, u := range w.of[cell] {
		if w.fits[cell]>>digit&1 != 0 && w.places[u][digit] == 1 {
			return true
		}
	}
	return false
}
