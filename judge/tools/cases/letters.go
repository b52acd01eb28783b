package main

import (
	"strings"

	"sudokuoj/judge/internal/model/sudoku"
)

// ofLetters are the cases of the problem whose boards are 16x16 and hold letters.
var ofLetters = []testcase{
	{name: "sample/01-one-puzzle", of: []problem{letters}, unique: true, boards: large(1, 120, sudoku.Hidden, 1)},
	{name: "sample/02-two-puzzles", of: []problem{letters}, unique: true, boards: large(2, 120, sudoku.Hidden, 2)},
	{name: "secret/01-naked-singles", of: []problem{letters}, unique: true, boards: large(3, 120, sudoku.Naked, 3)},
	{name: "secret/02-hidden-singles", of: []problem{letters}, unique: true, boards: large(3, 110, sudoku.Hidden, 3)},
	{name: "secret/03-little-search", of: []problem{letters}, unique: true, slow: true,
		boards: large(3, 110, sudoku.Little, 3)},
	{name: "secret/04-much-search", of: []problem{letters}, unique: true, slow: true,
		boards: together(large(1, 100, sudoku.Search, 1), large(1, 100, sudoku.Search, 6))},
	{name: "secret/05-places-count", of: []problem{letters}, unique: true, slow: true,
		boards: large(1, 100, sudoku.Hidden, 8)},
	{name: "secret/06-few-clues", of: []problem{letters}, unique: true, slow: true,
		boards: together(large(1, 0, sudoku.Any, 1), large(1, 0, sudoku.Any, 3), large(1, 0, sudoku.Any, 4))},
	{name: "secret/07-full-grid", of: []problem{letters}, unique: true, boards: large(1, 256, sudoku.Any, 7)},
	{name: "secret/08-one-blank", of: []problem{letters}, unique: true,
		boards: func() []sudoku.Board {
			full := large(2, 256, sudoku.Any, 8)()
			return []sudoku.Board{without(full[0], 0), without(full[1], 255)}
		}},
	{name: "secret/09-twenty-puzzles", of: []problem{letters}, unique: true, boards: large(20, 150, sudoku.Any, 9)},
	{name: "secret/10-empty-line-at-the-end", of: []problem{letters}, unique: true,
		boards: large(2, 150, sudoku.Any, 10),
		input:  func(s string) string { return s + "\n" }},
	{name: "secret/11-no-newline-at-the-end", of: []problem{letters}, unique: true,
		boards: large(2, 150, sudoku.Any, 11),
		input:  func(s string) string { return strings.TrimSuffix(s, "\n") }},
	{name: "secret/12-empty-grid", of: []problem{letters}, boards: boards(sudoku.Letters.Empty())},
	{name: "secret/13-many-solutions", of: []problem{letters},
		boards: func() (out []sudoku.Board) {
			for i, p := range large(3, 120, sudoku.Hidden, 13)() {
				out = append(out, without(p, p.Unit(sudoku.Row, 4*i+1)...))
			}
			return out
		}},
	{name: "secret/14-no-board", of: []problem{letters}, boards: boards()},
}

// large takes the first n puzzles of 16x16 with so many clues, of some difficulty.
func large(n, clues int, d sudoku.Difficulty, seed uint64) maker {
	return some(n, sudoku.Options{Size: 16, Clues: clues, Difficulty: d, Seed: seed})
}
