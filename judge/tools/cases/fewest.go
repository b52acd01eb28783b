package main

import (
	"math/bits"

	"sudokuoj/judge/internal/model/sudoku"
)

// fewest returns how many digits a search puts on a board that always fills the cell with the fewest candidates,
// until the board is full or nothing is left to try. It stops at limit.
func fewest(b sudoku.Board, limit int) (placed int) {
	b = b.Clone()
	var search func() bool // it returns true when it is over
	search = func() bool {
		cell, free := fewestCell(b)
		if cell < 0 {
			return true
		}
		for ; free != 0; free &= free - 1 {
			if placed++; placed >= limit {
				return true
			}
			b.Cells[cell] = bits.TrailingZeros16(free) + 1
			if search() {
				return true
			}
		}
		b.Cells[cell] = 0
		return false
	}
	search()
	return placed
}

// fewestCell returns the first cell with the fewest candidates, and these; -1 on a full board.
func fewestCell(b sudoku.Board) (cell int, candidates uint16) {
	cell = -1
	for c, free := range b.Candidates() {
		if b.Cells[c] != 0 {
			continue
		}
		if cell < 0 || bits.OnesCount16(free) < bits.OnesCount16(candidates) {
			cell, candidates = c, free
		}
	}
	return cell, candidates
}
