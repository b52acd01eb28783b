package main

import (
	"strings"

	"sudokuoj/judge/internal/model/sudoku"
)

// ofLetters are the cases of the problem whose boards are 16x16 and hold letters.
var ofLetters = []testcase{
	{name: "sample/01-one-puzzle", of: []problem{letters}, unique: true,
		en:     "A puzzle of 120 clues.",
		zh:     "一道数独，120 个提示字母。",
		boards: large(1, 120, sudoku.Hidden, 1)},
	{name: "sample/02-two-puzzles", of: []problem{letters}, unique: true,
		en:     "Two puzzles, with an empty line between them.",
		zh:     "两道数独，中间隔一个空行。",
		boards: large(2, 120, sudoku.Hidden, 2)},
	{name: "secret/01-naked-singles", of: []problem{letters}, unique: true,
		en:     "Three puzzles in which some cell always has one letter left.",
		zh:     "三道数独，每一步都有某格只剩一个字母可填。",
		boards: large(3, 120, sudoku.Naked, 3)},
	{name: "secret/02-hidden-singles", of: []problem{letters}, unique: true,
		en:     "Three puzzles that also need letters with one place left, and no guess.",
		zh:     "三道数独，还要用到“某个字母只剩一处可填”，但不用猜。",
		boards: large(3, 110, sudoku.Hidden, 3)},
	{name: "secret/03-little-search", of: []problem{letters}, unique: true, slow: true,
		en:     "Three puzzles that need one to nine guesses besides singles.",
		zh:     "三道数独，除了只剩一个字母的格、只剩一处的字母，还要猜 1 到 9 次。",
		boards: large(3, 110, sudoku.Little, 3)},
	{name: "secret/04-much-search", of: []problem{letters}, unique: true, slow: true,
		en:     "Two puzzles of 100 clues that need ten guesses or more.",
		zh:     "两道 100 个提示字母的数独，要猜 10 次以上。",
		boards: together(large(1, 100, sudoku.Search, 1), large(1, 100, sudoku.Search, 6))},
	{name: "secret/05-places-count", of: []problem{letters}, unique: true, slow: true,
		en:     "Whoever asks where a letter can still go need not guess; whoever only fills the cell with the fewest letters tries fifty million.",
		zh:     "会问“这个字母还能填在哪里”，就不用猜；只会先填可选字母最少的格，要试填五千万次以上。",
		boards: large(1, 100, sudoku.Hidden, 8)},
	{name: "secret/06-few-clues", of: []problem{letters}, unique: true, slow: true,
		en:     "Three puzzles of 92 to 95 clues, hardly one too many.",
		zh:     "三道数独，各有 92 到 95 个提示字母，几乎一个也不能再少。",
		boards: together(large(1, 0, sudoku.Any, 1), large(1, 0, sudoku.Any, 3), large(1, 0, sudoku.Any, 4))},
	{name: "secret/07-full-grid", of: []problem{letters}, unique: true,
		en:     "Nothing left to fill in.",
		zh:     "没有要填的格。",
		boards: large(1, 256, sudoku.Any, 7)},
	{name: "secret/08-one-blank", of: []problem{letters}, unique: true,
		en: "One blank, in the first cell and in the last.",
		zh: "只有一个空格，分别在第一格和最后一格。",
		boards: func() []sudoku.Board {
			full := large(2, 256, sudoku.Any, 8)()
			return []sudoku.Board{without(full[0], 0), without(full[1], 255)}
		}},
	{name: "secret/09-twenty-puzzles", of: []problem{letters}, unique: true,
		en:     "Twenty puzzles of 150 clues.",
		zh:     "二十道数独，各 150 个提示字母。",
		boards: large(20, 150, sudoku.Any, 9)},
	{name: "secret/10-empty-line-at-the-end", of: []problem{letters}, unique: true,
		beyond: []beyond{{letters.id, "AcWing 169 has empty lines between puzzles.", "AcWing 169 的空行只出现在数独之间。"}},
		en:     "An empty line behind the last puzzle, too.",
		zh:     "最后一道数独后面也有一个空行。",
		boards: large(2, 150, sudoku.Any, 10),
		input:  func(s string) string { return s + "\n" }},
	{name: "secret/11-no-newline-at-the-end", of: []problem{letters}, unique: true,
		beyond: []beyond{{letters.id, "A line of AcWing 169 ends in a newline.", "AcWing 169 的每一行都以换行结束。"}},
		en:     "The input just stops behind the last letter.",
		zh:     "输入在最后一个字母之后直接结束，没有换行。",
		boards: large(2, 150, sudoku.Any, 11),
		input:  func(s string) string { return strings.TrimSuffix(s, "\n") }},
	{name: "secret/12-empty-grid", of: []problem{letters},
		beyond: []beyond{{letters.id, "AcWing 169 gives puzzles with one solution each.", "AcWing 169 的每道数独都只有一个解。"}},
		en:     "No clue at all: the first of very many solutions is as good as any.",
		zh:     "没有任何提示字母：解非常多，给出哪一个都行。",
		boards: boards(sudoku.Letters.Empty())},
	{name: "secret/13-many-solutions", of: []problem{letters},
		beyond: []beyond{{letters.id, "AcWing 169 gives puzzles with one solution each.", "AcWing 169 的每道数独都只有一个解。"}},
		en:     "Three puzzles that lack clues; any solution is right.",
		zh:     "三道缺了提示字母的数独，给出任何一个解都对。",
		boards: func() (out []sudoku.Board) {
			for i, p := range large(3, 120, sudoku.Hidden, 13)() {
				out = append(out, without(p, p.Unit(sudoku.Row, 4*i+1)...))
			}
			return out
		}},
	{name: "secret/14-no-board", of: []problem{letters},
		beyond: []beyond{{letters.id, "An input of AcWing 169 has at least one puzzle.", "AcWing 169 的输入中至少有一道数独。"}},
		en:     "No board at all.",
		zh:     "一个盘面也没有。",
		boards: boards()},
}

// large takes the first n puzzles of 16x16 with so many clues, of some difficulty.
func large(n, clues int, d sudoku.Difficulty, seed uint64) maker {
	return some(n, sudoku.Options{Size: 16, Clues: clues, Difficulty: d, Seed: seed}, nil)
}
