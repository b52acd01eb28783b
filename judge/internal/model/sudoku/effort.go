package sudoku

import "math/bits"

// Approach is a way to search that a puzzle can be made against.
type Approach string

const (
	RowOrder   Approach = "row-order"         // the first blank in reading order, digits ascending
	Fewest     Approach = "fewest-candidates" // the cell with the fewest candidates, ties by reading order
	RandomTies Approach = "random-ties"       // as Fewest, but ties by lot
	Singles    Approach = "singles"           // as Fewest, but naked singles are filled in until nothing changes
)

// Effort returns how many digits the approach puts on a 9x9 board, guesses and inferences alike, until
// the board is full or there is nothing left to try. It stops at limit. What an approach costs grows
// with this number, whatever the program that follows it.
func (b Board) Effort(a Approach, limit int) int {
	e := effort{limit: limit, approach: a, lot: NewRand(1)}
	e.load(b)
	e.search()
	return e.placed
}

type effort struct {
	approach      Approach
	limit, placed int
	lot           *Rand // for RandomTies
	cells         [81]uint8
	row, col, box [9]uint16 // the digits still free
	blanks        int
	order         []uint8 // the blanks in reading order
}

var boxOf = func() (of [81]uint8) {
	for c := range of {
		of[c] = uint8(c/27*3 + c%9/3)
	}
	return
}()

func (e *effort) load(b Board) {
	for i := range 9 {
		e.row[i], e.col[i], e.box[i] = 0x1ff, 0x1ff, 0x1ff
	}
	for c, v := range b.Cells {
		if v == 0 {
			e.blanks++
			e.order = append(e.order, uint8(c))
			continue
		}
		e.put(c, 1<<(v-1), uint8(v))
	}
}

func (e *effort) free(c int) uint16 { return e.row[c/9] & e.col[c%9] & e.box[boxOf[c]] }

func (e *effort) put(c int, bit uint16, v uint8) {
	e.cells[c] = v
	e.row[c/9] &^= bit
	e.col[c%9] &^= bit
	e.box[boxOf[c]] &^= bit
}

func (e *effort) take(c int, bit uint16) {
	e.cells[c] = 0
	e.row[c/9] |= bit
	e.col[c%9] |= bit
	e.box[boxOf[c]] |= bit
}

// search returns true when it is over.
func (e *effort) search() bool {
	if e.blanks == 0 {
		return true
	}
	c := e.next()
	for free := e.free(c); free != 0; free &= free - 1 {
		if e.placed++; e.placed >= e.limit {
			return true
		}
		if e.approach == Singles {
			saved := *e
			e.blanks--
			e.put(c, free&-free, uint8(bits.TrailingZeros16(free)+1))
			e.fillSingles()
			if e.search() {
				return true
			}
			placed := e.placed
			*e = saved
			e.placed = placed
			continue
		}
		bit := free & -free
		e.blanks--
		e.put(c, bit, uint8(bits.TrailingZeros16(bit)+1))
		if e.search() {
			return true
		}
		e.take(c, bit)
		e.blanks++
	}
	return false
}

// fillSingles fills in naked singles until nothing changes, or a cell has no digit left.
func (e *effort) fillSingles() {
	for changed := true; changed; {
		changed = false
		for c := range e.cells {
			if e.cells[c] != 0 {
				continue
			}
			free := e.free(c)
			if free == 0 {
				return
			}
			if free&(free-1) == 0 {
				e.placed++
				e.blanks--
				e.put(c, free, uint8(bits.TrailingZeros16(free)+1))
				changed = true
			}
		}
	}
}

// next chooses the cell to fill.
func (e *effort) next() int {
	if e.approach == RowOrder {
		return int(e.order[len(e.order)-e.blanks])
	}
	best, least := -1, 10
	for c := range e.cells {
		if e.cells[c] != 0 {
			continue
		}
		n := bits.OnesCount16(e.free(c))
		switch {
		case n < least:
			best, least = c, n
		case n == least && e.approach == RandomTies && e.lot.Intn(2) == 0: // a coin for each tie, as such programs do
			best = c
		}
	}
	return best
}
