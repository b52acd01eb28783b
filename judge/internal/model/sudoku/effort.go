package sudoku

// Effort returns how many digits plain backtracking puts on a 9x9 board: it fills the first blank in reading order with
// the lowest digit that fits, until the board is full or nothing is left to try. It stops at limit. What such a search
// costs grows with this number, whatever the program.
func (b Board) Effort(limit int) (placed int) {
	var taken [27]uint16 // the digits in each row, column and box
	unitsOf := func(c int) [3]int { return [...]int{c / 9, 9 + c%9, 18 + c/27*3 + c%9/3} }
	var blanks []int
	for c, v := range b.Cells {
		if v == 0 {
			blanks = append(blanks, c)
			continue
		}
		for _, unit := range unitsOf(c) {
			taken[unit] |= 1 << (v - 1)
		}
	}
	var search func(blanks []int) bool // it returns true when it is over
	search = func(blanks []int) bool {
		if len(blanks) == 0 {
			return true
		}
		units := unitsOf(blanks[0])
		for free := 0x1ff &^ (taken[units[0]] | taken[units[1]] | taken[units[2]]); free != 0; free &= free - 1 {
			if placed++; placed >= limit {
				return true
			}
			for _, unit := range units {
				taken[unit] |= free & -free
			}
			if search(blanks[1:]) {
				return true
			}
			for _, unit := range units {
				taken[unit] &^= free & -free
			}
		}
		return false
	}
	search(blanks)
	return placed
}
