package sudoku

// Effort returns how many digits plain backtracking puts on a 9x9 board: it fills the first blank in reading order with
// the lowest digit that fits, until the board is full or nothing is left to try. It stops at limit. What such a search
// costs grows with this number, whatever the program.
func (b Board) Effort(limit int) int {
	e := effort{limit: limit}
	for i := range 9 {
		e.row[i], e.column[i], e.box[i] = 0x1ff, 0x1ff, 0x1ff
	}
	var blanks []int
	for c, v := range b.Cells {
		if v == 0 {
			blanks = append(blanks, c)
			continue
		}
		for _, unit := range e.unitsOf(c) {
			*unit &^= 1 << (v - 1)
		}
	}
	e.search(blanks)
	return e.placed
}

type effort struct {
	limit, placed    int
	row, column, box [9]uint16 // the digits still free
}

func (e *effort) unitsOf(c int) [3]*uint16 {
	return [...]*uint16{&e.row[c/9], &e.column[c%9], &e.box[c/27*3+c%9/3]}
}

// search returns true when it is over.
func (e *effort) search(blanks []int) bool {
	if len(blanks) == 0 {
		return true
	}
	units := e.unitsOf(blanks[0])
	for free := *units[0] & *units[1] & *units[2]; free != 0; free &= free - 1 {
		if e.placed++; e.placed >= e.limit {
			return true
		}
		for _, unit := range units {
			*unit ^= free & -free
		}
		if e.search(blanks[1:]) {
			return true
		}
		for _, unit := range units {
			*unit ^= free & -free
		}
	}
	return false
}
