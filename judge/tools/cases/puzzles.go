package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"sudokuoj/judge/internal/model/sudoku"
)

// must returns a value. All that is made here is fixed, so an error is a mistake in this program.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// maker makes the boards that a clause asks for, by its first word; nil for a clause that asks for none.
func maker(c clause) func(clause) []sudoku.Board {
	word, _, _ := strings.Cut(c["text"], " ")
	special := map[string]func() []sudoku.Board{"many-solutions": manySolutions, "no-solution": noSolution,
		"clash-order": clashOrder, "one-clue-short": oneClueShort, "odd-regions": oddRegions, "mixed-sizes": mixedSizes,
		"one-blank": largeBlanks, "blank-rows": largeBlankRows}
	if make := special[word]; make != nil {
		return func(clause) []sudoku.Board { return make() }
	}
	one := map[string]func(clause) sudoku.Board{"line": line, "file": file, "empty": empty, "full": filled, "clash": clashed,
		"thinned": thinned, "wrong-clue": spoilt, "shuffled": shuffled, "descending": descending}
	if make := one[word]; make != nil {
		return func(c clause) []sudoku.Board { return []sudoku.Board{make(c)} }
	}
	return map[string]func(clause) []sudoku.Board{"puzzles": puzzles, "hardest": hardest}[word]
}

// options are those of a generator.
func (c clause) options() sudoku.Options {
	return sudoku.Options{Seed: uint64(c.number("seed")), Size: c.number("size"), W: c.number("w"), H: c.number("h"),
		Clues: c.number("clues"), Difficulty: sudoku.Difficulty(c["difficulty"]), Symmetric: c.has("symmetric")}
}

// puzzles takes the first n of a generator that are easy by rows and as wanted.
func puzzles(c clause) []sudoku.Board {
	return some(c.number("n"), c.options(), func(b sudoku.Board) bool {
		most := c.number("easy")
		return (most == 0 || b.Effort(most) < most) && (!c.has("empty-box") || hasEmptyBox(b))
	})
}

// hardest takes, of the first puzzles of a generator, the n that need the most guesses of the reference solver.
func hardest(c clause) []sudoku.Board {
	boards := some(c.number("of"), c.options())
	var s sudoku.Solver
	guesses := map[*int]int{}
	for _, b := range boards {
		_, guesses[&b.Cells[0]] = s.Grade(b)
	}
	slices.SortStableFunc(boards, func(a, b sudoku.Board) int { return cmp.Compare(guesses[&b.Cells[0]], guesses[&a.Cells[0]]) })
	return boards[:c.number("n")]
}

// easyByRows is how many digits row-order backtracking may write for a puzzle of a case that is not
// made against it: at 80 ns each, 20 ms.
const easyByRows = 250_000

// some takes the first n puzzles of a generator that are easy by rows and that each of ok finds good.
func some(n int, o sudoku.Options, ok ...func(sudoku.Board) bool) (out []sudoku.Board) {
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

// easy rearranges a 9x9 puzzle until it is easy by rows.
func easy(p sudoku.Board) sudoku.Board {
	r := sudoku.NewRand(1)
	for p.Effort(easyByRows) >= easyByRows {
		p = p.Shuffled(r)
	}
	return p
}

// line is a board as it is written in cases.txt, and file one in the file format.
func line(c clause) sudoku.Board {
	b, _ := sudoku.ParseAny(strings.TrimPrefix(c["text"], "line "))
	return b
}
func file(c clause) sudoku.Board {
	return must(sudoku.File.Parse(strings.TrimPrefix(c["text"], "file ")))
}

func empty(c clause) sudoku.Board { return must(sudoku.New(c.number("w"), c.number("h"))) }

// filled is a full board with a cell, a row, a column or a box blank, if that is asked for.
func filled(c clause) sudoku.Board {
	b := full(uint64(c.number("seed")))
	for _, unit := range []sudoku.Unit{sudoku.Row, sudoku.Column, sudoku.Box} {
		if c.has(string(unit)) {
			b = without(b, b.Unit(unit, c.number(string(unit)))...)
		}
	}
	if c.has("blank") {
		b = without(b, c.number("blank"))
	}
	return b
}

func clashed(c clause) sudoku.Board { return clash(c.number("from"), c.number("to")) }

// spoilt is a thinned board with a wrong clue.
func spoilt(c clause) sudoku.Board { return wrongClue(thinned(c)) }

// shuffled is a puzzle shuffled with a seed that was found to serve the purpose, and descending one that is turned against
// row-order backtracking.
func shuffled(c clause) sudoku.Board {
	p, _ := one(c.options())
	return p.Shuffled(sudoku.NewRand(uint64(c.number("shuffle"))))
}
func descending(c clause) sudoku.Board {
	p, solution := one(c.options())
	return p.Descending(solution, sudoku.NewRand(uint64(c.number("shuffle"))))
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
