package main

import (
	"context"
	"fmt"
	"slices"

	"sudokuoj/judge/internal/model/sudoku"
)

// easyByRows is how many digits row-order backtracking may write for a puzzle of a case that is not
// made against it: at 80 ns each, 20 ms.
const easyByRows = 250_000

// some takes the first n puzzles of a generator that are easy by rows and that ok, if it is not nil,
// finds good.
func some(n int, o sudoku.Options, ok func(sudoku.Board) bool) func() ([]sudoku.Board, error) {
	return func() ([]sudoku.Board, error) {
		g, err := sudoku.NewGenerator(o)
		if err != nil {
			return nil, err
		}
		var out []sudoku.Board
		for len(out) < n {
			p, _, err := g.Next(context.Background())
			if err != nil {
				return nil, err
			}
			if p.Size == 9 {
				p = easy(p)
			}
			if ok == nil || ok(p) {
				out = append(out, p)
			}
		}
		return out, nil
	}
}

// worst takes, of a pool of puzzles, the n that need the most guesses of the reference solver.
func worst(n, pool int, o sudoku.Options) func() ([]sudoku.Board, error) {
	return func() ([]sudoku.Board, error) {
		boards, err := some(pool, o, nil)()
		if err != nil {
			return nil, err
		}
		var s sudoku.Solver
		guesses := map[*int]int{}
		for _, b := range boards {
			_, guesses[&b.Cells[0]] = s.Grade(b)
		}
		slices.SortStableFunc(boards, func(a, b sudoku.Board) int {
			return guesses[&b.Cells[0]] - guesses[&a.Cells[0]]
		})
		return boards[:n], nil
	}
}

// easy rearranges a 9x9 puzzle until it is easy by rows.
func easy(p sudoku.Board) sudoku.Board {
	r := sudoku.NewRand(1)
	for p.Effort(easyByRows) >= easyByRows {
		p = p.Shuffled(r)
	}
	return p
}

// together runs several makers one after the other.
func together(makers ...func() ([]sudoku.Board, error)) func() ([]sudoku.Board, error) {
	return func() ([]sudoku.Board, error) {
		var out []sudoku.Board
		for _, m := range makers {
			boards, err := m()
			if err != nil {
				return nil, err
			}
			out = append(out, boards...)
		}
		return out, nil
	}
}

// rearranged takes one puzzle of few clues and shuffles it with a seed found to serve the purpose.
func rearranged(clues int, seed, shuffle uint64) func() ([]sudoku.Board, error) {
	return func() ([]sudoku.Board, error) {
		p, _, err := one(sudoku.Options{Clues: clues, Seed: seed})
		return []sudoku.Board{p.Shuffled(sudoku.NewRand(shuffle))}, err
	}
}

// againstRowOrder takes one puzzle of few clues and turns it against row-order backtracking.
func againstRowOrder(clues int, seed, shuffle uint64) func() ([]sudoku.Board, error) {
	return func() ([]sudoku.Board, error) {
		p, solution, err := one(sudoku.Options{Clues: clues, Seed: seed})
		if err != nil {
			return nil, err
		}
		return []sudoku.Board{p.Descending(solution, sudoku.NewRand(shuffle))}, nil
	}
}

func one(o sudoku.Options) (puzzle, solution sudoku.Board, err error) {
	g, err := sudoku.NewGenerator(o)
	if err != nil {
		return sudoku.Board{}, sudoku.Board{}, err
	}
	return g.Next(context.Background())
}

// full makes a full 9x9 board.
func full(seed uint64) sudoku.Board {
	g, err := sudoku.NewGenerator(sudoku.Options{Seed: seed})
	if err != nil {
		panic(err) // there is nothing to get wrong
	}
	return g.Full()
}

// without returns the board with those cells cleared.
func without(b sudoku.Board, cells ...int) sudoku.Board {
	b = b.Clone()
	for _, c := range cells {
		b.Cells[c] = 0
	}
	return b
}

// boards is a maker of boards that need no search to be made.
func boards(bs ...sudoku.Board) func() ([]sudoku.Board, error) {
	return func() ([]sudoku.Board, error) { return bs, nil }
}

// lines reads 9x9 boards as they are written here.
func lines(texts ...string) func() ([]sudoku.Board, error) {
	return func() ([]sudoku.Board, error) {
		var out []sudoku.Board
		for i, t := range texts {
			b, err := sudoku.ParseLine(t)
			if err != nil {
				return nil, fmt.Errorf("board %d: %w", i+1, err)
			}
			out = append(out, b)
		}
		return out, nil
	}
}
