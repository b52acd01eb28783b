package main

import (
	"context"
	"slices"

	"sudokuoj/judge/internal/model/sudoku"
)

// maker makes the boards of a case.
type maker func() []sudoku.Board

// must returns a value. All that is made here is fixed, so an error is a mistake in this program.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// easyByRows is how many digits row-order backtracking may write for a puzzle of a case that is not
// made against it: at 80 ns each, 20 ms.
const easyByRows = 250_000

// fewClues is a puzzle of so many clues.
func fewClues(clues int, seed uint64) func() []sudoku.Board {
	return some(1, sudoku.Options{Clues: clues, Seed: seed})
}

// some takes the first n puzzles of a generator that are easy by rows and that each of ok finds good.
func some(n int, o sudoku.Options, ok ...func(sudoku.Board) bool) maker {
	return func() (out []sudoku.Board) {
		for g := must(sudoku.NewGenerator(o)); len(out) < n; {
			p, _ := next(g)
			if p.Size == 9 {
				p = easy(p)
			}
			if !slices.ContainsFunc(ok, func(good func(sudoku.Board) bool) bool { return !good(p) }) {
				out = append(out, p)
			}
		}
		return out
	}
}

// worst takes, of a pool of puzzles, the n that need the most guesses of the reference solver.
func worst(n, pool int, o sudoku.Options) maker {
	return func() []sudoku.Board {
		boards := some(pool, o)()
		var s sudoku.Solver
		guesses := map[*int]int{}
		for _, b := range boards {
			_, guesses[&b.Cells[0]] = s.Grade(b)
		}
		slices.SortStableFunc(boards, func(a, b sudoku.Board) int {
			return guesses[&b.Cells[0]] - guesses[&a.Cells[0]]
		})
		return boards[:n]
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
func together(makers ...maker) maker {
	return func() (out []sudoku.Board) {
		for _, m := range makers {
			out = append(out, m()...)
		}
		return out
	}
}

// rearranged takes one puzzle of few clues and shuffles it with a seed found to serve the purpose.
func rearranged(clues int, seed, shuffle uint64) maker {
	return func() []sudoku.Board {
		p, _ := one(sudoku.Options{Clues: clues, Seed: seed})
		return []sudoku.Board{p.Shuffled(sudoku.NewRand(shuffle))}
	}
}

// againstRowOrder takes one puzzle of few clues and turns it against row-order backtracking.
func againstRowOrder(clues int, seed, shuffle uint64) maker {
	return func() []sudoku.Board {
		p, solution := one(sudoku.Options{Clues: clues, Seed: seed})
		return []sudoku.Board{p.Descending(solution, sudoku.NewRand(shuffle))}
	}
}

func one(o sudoku.Options) (puzzle, solution sudoku.Board) { return next(must(sudoku.NewGenerator(o))) }

func next(g *sudoku.Generator) (puzzle, solution sudoku.Board) {
	puzzle, solution, err := g.Next(context.Background())
	return must(puzzle, err), solution
}

// full makes a full 9x9 board.
func full(seed uint64) sudoku.Board {
	return must(sudoku.NewGenerator(sudoku.Options{Seed: seed})).Full()
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
func boards(bs ...sudoku.Board) maker { return func() []sudoku.Board { return bs } }

// lines reads 9x9 boards as they are written here.
func lines(texts ...string) maker {
	return func() (out []sudoku.Board) {
		for _, t := range texts {
			out = append(out, must(sudoku.ParseLine(t)))
		}
		return out
	}
}
