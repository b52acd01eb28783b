package sudoku

import (
	"context"
	"math/bits"
)

// Random removal of clues seldom leaves fewer than 22. To get lower, remove two clues, look at all solutions of the rest,
// and find a value in a cell that only one of them has. With that clue the puzzle is unique again and has one clue less.
// If no pair works, stir: add some clues, remove others, and try again.

// enough bounds the solutions looked at for one pair: with more there is hardly a value that decides.
const enough = 300

// single returns a clue that makes a board of several solutions unique, chosen at random; ok is false
// if there is none or there are too many solutions to tell.
func (g *Generator) single(b Board) (cell, v int, ok bool) {
	clear(g.times)
	g.counter.each = func(sets []uint16) {
		for c, set := range sets {
			g.times[c*b.Size+bits.TrailingZeros16(set)]++
		}
	}
	if g.counter.Count(b, enough) >= enough {
		return 0, 0, false
	}
	var deciding int
	for i, times := range g.times {
		if times != 1 {
			continue
		}
		if deciding++; g.rand.Intn(deciding) == 0 {
			cell, v, ok = i/b.Size, i%b.Size+1, true
		}
	}
	return cell, v, ok
}

// patience is how often lower looks in vain for two clues to give for one, since it last had as few
// clues as never before, until it gives a puzzle up.
const patience = 60

// lower rewrites a puzzle until it has no more than the wanted number of clues, or gives it up.
func (g *Generator) lower(ctx context.Context, puzzle Board, clues int) bool {
	fewest := puzzle.Clues()
	for left := patience; puzzle.Clues() > clues; {
		if g.dropOne(puzzle) {
			if n := puzzle.Clues(); n < fewest {
				fewest, left = n, patience
			}
			continue
		}
		if left--; left < 0 || ctx.Err() != nil {
			return false
		}
		g.stir(puzzle)
	}
	return true
}

// dropOne replaces two clues by one.
func (g *Generator) dropOne(puzzle Board) bool {
	given := g.given(puzzle)
	for i, a := range given {
		for _, b := range given[:i] {
			va, vb := puzzle.Cells[a], puzzle.Cells[b]
			puzzle.Cells[a], puzzle.Cells[b] = 0, 0
			if c, v, ok := g.single(puzzle); ok {
				puzzle.Cells[c] = v
				return true
			}
			puzzle.Cells[a], puzzle.Cells[b] = va, vb
		}
	}
	return false
}

// stirred is how many clues stir adds: with fewer it seldom leaves the place where lower got stuck.
const stirred = 8

// stir adds some clues of the solution and then removes needless ones in random order.
func (g *Generator) stir(puzzle Board) {
	solution, _ := puzzle.Solve()
	for range stirred {
		c := g.rand.Intn(len(puzzle.Cells))
		puzzle.Cells[c] = solution.Cells[c]
	}
	for _, c := range g.given(puzzle) {
		v := puzzle.Cells[c]
		puzzle.Cells[c] = 0
		if g.solver.differs(puzzle, c, v) {
			puzzle.Cells[c] = v
		}
	}
}

// given returns the cells that hold a clue, in random order.
func (g *Generator) given(puzzle Board) []int {
	var cells []int
	for _, c := range g.rand.Perm(len(puzzle.Cells)) {
		if puzzle.Cells[c] != 0 {
			cells = append(cells, c)
		}
	}
	return cells
}
