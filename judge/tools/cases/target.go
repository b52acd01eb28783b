package main

import (
	"fmt"
	"math/bits"

	"sudokuoj/judge/internal/model/sudoku"
)

// scores answers Target Sudoku: the highest score of each board, -1 for one without a solution. It looks at every
// solution.
func scores(boards []sudoku.Board) (text string) {
	for _, b := range boards {
		best := -1
		if _, broken := b.Broken(); !broken {
			highest(b.Clone(), &best)
		}
		text += fmt.Sprintln(best)
	}
	return text
}

// highest completes a board in every way, and keeps the best score.
func highest(b sudoku.Board, best *int) {
	cell, free := fewestCell(b)
	if cell < 0 {
		score := 0
		for i, digit := range b.Cells {
			score += digit * worth(i)
		}
		*best = max(*best, score)
		return
	}
	for ; free != 0; free &= free - 1 {
		b.Cells[cell] = bits.TrailingZeros16(free) + 1
		highest(b, best)
	}
	b.Cells[cell] = 0
}

// worth is what a cell is worth: 10 in the middle, 6 at the rim.
func worth(cell int) int {
	row, column := cell/9-4, cell%9-4
	return 10 - max(row, -row, column, -column)
}

// thinned is a full board with so many of its digits left, no matter how many solutions that has. The first rows are
// empty.
func thinned(c clause) sudoku.Board {
	seed, left := uint64(c.number("seed")), c.number("clues")
	b := full(seed)
	for _, cell := range sudoku.NewRand(seed).Perm(81) {
		if cell < 9*c.number("rows") || left == 0 {
			b.Cells[cell] = 0
		} else {
			left--
		}
	}
	return b
}
