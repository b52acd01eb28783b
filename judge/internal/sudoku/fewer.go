package sudoku

import (
	"context"
	"math/bits"
)

// Random removal of clues seldom leaves fewer than 22. To get lower, take two clues away, look at all
// solutions of what is left, and find a value in a cell that only one of them has: with that one clue
// the puzzle is unique again, and has one clue less. Where no pair works, exchange one clue for another
// in the same way, at random, and try again.

// tally counts how many solutions have a value in a cell.
type tally struct {
	size  int
	times []int // by cell and value
}

func (t *tally) add(sets []uint16) {
	for c, set := range sets {
		t.times[c*t.size+bits.TrailingZeros16(set)]++
	}
}

// enough bounds the solutions looked at for one pair: with more there is hardly a value that decides.
const enough = 300

// single returns a clue that makes a board of several solutions unique, chosen at random; ok is false
// if there is none or there are too many solutions to tell.
func (g *Generator) single(b Board) (cell, v int, ok bool) {
	if g.counter.tally == nil {
		g.counter.tally = &tally{size: b.Size, times: make([]int, len(b.Cells)*b.Size)}
	}
	clear(g.counter.tally.times)
	if g.counter.Count(b, enough) >= enough {
		return 0, 0, false
	}
	var deciding int
	for i, times := range g.counter.tally.times {
		if times != 1 {
			continue
		}
		if deciding++; g.rand.Intn(deciding) == 0 {
			cell, v, ok = i/b.Size, i%b.Size+1, true
		}
	}
	return cell, v, ok
}

// exchanges is how often lower looks in vain for two clues to give for one, and exchanges some at
// random, before it gives a puzzle up.
const exchanges = 20

// lower rewrites a puzzle until it has no more than the wanted number of clues, or gives it up.
func (g *Generator) lower(ctx context.Context, puzzle Board, clues int) bool {
	for left := exchanges; puzzle.Clues() > clues; left-- {
		if left == 0 || ctx.Err() != nil {
			return false
		}
		if g.dropOne(puzzle) {
			left = exchanges
		} else {
			g.exchange(puzzle, 1+g.rand.Intn(3))
		}
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

// exchange replaces a clue by another, so many times.
func (g *Generator) exchange(puzzle Board, times int) {
	for range times {
		given := g.given(puzzle)
		a := given[0]
		v := puzzle.Cells[a]
		puzzle.Cells[a] = 0
		if c, w, ok := g.single(puzzle); ok {
			puzzle.Cells[c] = w
		} else {
			puzzle.Cells[a] = v
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
