package record

import (
	"slices"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// mostBars is how many bars are kept: more cannot be told apart on a screen.
const mostBars = 1600

// The looks that a program could take after each digit. Each asks what the one before it asks, and more.
const (
	noLook  = iota
	blanks  // does each blank have a digit left?
	places  // does each digit have a place left in each row, column and box?
	noLooks // their number
)

// insight follows a search that places digits and takes them back, the last one first, and counts the digits that it
// would not have placed, had it looked. All that is built on a lost board goes, so that only a digit on a board that is
// not lost needs a look. If the steps are no such search, nothing is known.
type insight struct {
	board  []int    // of the history
	full   uint32   // all digits, bit d for the digit d
	units  [][]int  // the cells of each row, column and box
	of     [][3]int // the units of each cell
	all    []int    // units
	has    []uint32 // the digits that are in a unit, until the board is lost
	stack  []held   // the digits that are beyond the clues
	gaps   int      // how many of these were taken back before one above
	off    bool
	placed [noLooks]int
	lost   [noLooks]int // how many digits stood when the board was lost for a look; 0 if it is not

	bars  []result.Bar
	least [noLooks]int // a bar is kept if it is wider for any of the looks
}

// held is a digit that is on the board.
type held struct {
	cell, digit uint8
	fresh       [3]bool // it is new in these units of the cell
	before      [noLooks]int
	top         [noLooks]int16 // how many digits stood at most while it did, until the board was lost
}

func newInsight(puzzle sudoku.Board, board []int) *insight {
	n := puzzle.Size
	in := &insight{board: board, full: uint32(2<<n - 2), of: make([][3]int, n*n)}
	for k, kind := range [...]sudoku.Unit{sudoku.Row, sudoku.Column, sudoku.Box} {
		for i := range n {
			cells, digits := puzzle.Unit(kind, i+1), uint32(0)
			for _, cell := range cells {
				in.of[cell][k] = len(in.units)
				digits |= 1 << board[cell] &^ 1
			}
			in.all = append(in.all, len(in.units))
			in.units, in.has = append(in.units, cells), append(in.has, digits)
		}
	}
	return in
}

// place notes a digit that is on the board now.
func (in *insight) place(cell, digit int) {
	if in.off = in.off || in.gaps > 0; in.off {
		return
	}
	in.stack = append(in.stack, held{cell: uint8(cell), digit: uint8(digit), before: in.placed})
	top := &in.stack[len(in.stack)-1]
	for look := range in.placed {
		if in.lost[look] == 0 {
			in.placed[look]++
			top.top[look] = int16(len(in.stack))
		}
	}
	if in.lost[blanks] > 0 {
		return
	}
	for k, unit := range in.of[cell] {
		if top.fresh[k] = in.has[unit]>>digit&1 == 0; top.fresh[k] {
			in.has[unit] |= 1 << digit
		}
	}
	in.look(cell)
}

// look looks at a board that had a digit for each blank before the cell was filled, or that was not looked at yet.
func (in *insight) look(cell int) {
	depth := len(in.stack)
	near := in.of[cell][:]
	if depth == 1 {
		near = in.all
	}
	stuck := func(c int) bool { return in.board[c] == 0 && in.fits(c) == 0 }
	if slices.ContainsFunc(near, func(u int) bool { return slices.ContainsFunc(in.units[u], stuck) }) {
		in.lost[blanks] = depth
	} else if in.lost[places] > 0 || !in.noPlace() {
		return
	}
	if in.lost[places] == 0 {
		in.lost[places] = depth
	}
}

// fits returns the digits that fit a blank.
func (in *insight) fits(cell int) uint32 {
	of := &in.of[cell]
	return in.full &^ (in.has[of[0]] | in.has[of[1]] | in.has[of[2]])
}

// noPlace reports whether a digit has no place left in a unit.
func (in *insight) noPlace() bool {
	for u, cells := range in.units {
		there := in.has[u]
		for _, cell := range cells {
			if in.board[cell] == 0 {
				there |= in.fits(cell)
			}
		}
		if there != in.full {
			return true
		}
	}
	return false
}

// back notes that a cell is blank now. Several digits may be taken back in any order, if all above them are, too.
func (in *insight) back() {
	for in.gaps++; len(in.stack) > 0 && in.board[in.stack[len(in.stack)-1].cell] == 0; in.gaps-- {
		in.pop()
	}
}

// pop takes the last digit from the stack.
func (in *insight) pop() {
	depth := len(in.stack)
	top := &in.stack[depth-1]
	if in.lost[blanks] == 0 || depth <= in.lost[blanks] {
		for k, unit := range in.of[top.cell] {
			if top.fresh[k] {
				in.has[unit] &^= 1 << top.digit
			}
		}
	}
	in.keep(top)
	if depth > 1 {
		under := &in.stack[depth-2]
		for look, high := range top.top {
			under.top[look] = max(under.top[look], high)
		}
	}
	in.stack = in.stack[:depth-1]
	for look := range in.lost {
		if in.lost[look] == depth {
			in.lost[look] = 0
		}
	}
}

// keep keeps the bar of the last digit of the stack, if it is wide enough.
func (in *insight) keep(h *held) {
	var wide [noLooks]int
	for look := range wide {
		wide[look] = in.placed[look] - h.before[look]
	}
	if in.narrow(&wide) {
		return
	}
	bar := result.Bar{Depth: len(in.stack), Cell: int(h.cell), Digit: int(h.digit), From: h.before, Wide: wide}
	for look, high := range h.top {
		bar.Top[look] = int(high)
	}
	in.bars = append(in.bars, bar)
	if len(in.bars) >= 2*mostBars {
		in.fold()
	}
}

func (in *insight) narrow(wide *[noLooks]int) bool {
	return wide[noLook] <= in.least[noLook] && wide[blanks] <= in.least[blanks] && wide[places] <= in.least[places]
}

// fold keeps an equal number of the widest bars for each look.
func (in *insight) fold() {
	if len(in.bars) <= mostBars {
		return
	}
	for look := range in.least {
		slices.SortFunc(in.bars, func(a, b result.Bar) int { return b.Wide[look] - a.Wide[look] })
		in.least[look] = in.bars[mostBars/noLooks].Wide[look]
	}
	in.bars = slices.DeleteFunc(in.bars, func(b result.Bar) bool { return in.narrow(&b.Wide) })
}

// told returns what is known at the end; nil if the steps are no search.
func (in *insight) told() *result.Insight {
	if in.off {
		return nil
	}
	in.fold()
	in.least = [noLooks]int{}
	for len(in.stack) > 0 {
		in.pop()
	}
	slices.SortFunc(in.bars, func(a, b result.Bar) int { return a.From[noLook] - b.From[noLook] })
	return &result.Insight{Blanks: in.placed[blanks], Places: in.placed[places], Bars: in.bars}
}
