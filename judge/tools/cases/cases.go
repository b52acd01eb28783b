package main

import (
	"fmt"
	"slices"
	"strings"

	"sudokuoj/judge/internal/model/sudoku"
)

// classic is the board that LeetCode shows.
const classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// Which problems a case is for: those that promise a solution, those that also take boards without
// one, and all.
var (
	solvable   = []problem{acwing, leetcode, poj}
	asking     = []problem{check, size, board}
	all        = slices.Concat(solvable, asking)
	lineByLine = []problem{acwing, board}
	judged     = append([]problem{valid}, asking...)
	everywhere = append([]problem{valid}, all...)
	single     = append([]problem{luogu}, solvable...) // one board
)

// cases lists them all. A puzzle keeps its case's name in every problem of digits.
var cases = slices.Concat(ofDigits, ofLetters)

// ofDigits are in the order of their numbers.
var ofDigits = []testcase{
	{name: "sample/01-two-puzzles", of: solvable, unique: true,
		en:     "An easy puzzle and a hard one.",
		zh:     "一道容易的数独和一道难的。",
		boards: together(lines(classic), some(1, sudoku.Options{Difficulty: sudoku.Search, Seed: 1}, nil))},
	{name: "sample/01-each-answer", of: []problem{check},
		en:     "One board for each of four answers.",
		zh:     "四种答案各一个盘面。",
		boards: together(lines(classic), boards(clashInRow()), lines(empty, cornered))},
	{name: "sample/01-valid-and-not", of: []problem{valid},
		en:     "The board that LeetCode shows, and the same with an 8 in its first cell, which its column and box hold already.",
		zh:     "力扣给出的盘面，以及把第一格改成 8 之后的盘面：所在的列和宫里已经有 8 了。",
		boards: lines(classic, "8"+classic[1:])},
	{name: "sample/01-small-boards", of: []problem{size},
		en:     "A 4x4, a 6x6 with regions of three by two, and a 4x4 that has no solution.",
		zh:     "一个 4×4 的盘面、一个宫为 3×2 的 6×6 盘面，和一个无解的 4×4 盘面。",
		boards: together(some(1, sudoku.Options{Size: 4, Seed: 1}, nil), some(1, sudoku.Options{Size: 6, Seed: 1}, nil), files4("4 2, 2 1 2 3 ? ? ? ? 4 ? ? ? ? ? ? ? ?"))},
	{name: "sample/01-solved-and-not", of: []problem{board},
		en:     "A board that has a solution and one whose clues clash.",
		zh:     "一个有解的盘面和一个提示数互相冲突的盘面。",
		boards: together(lines(classic), boards(clashInRow()))},

	{name: "sample/01-one-puzzle", of: []problem{luogu}, unique: true,
		en:     "An easy puzzle of 36 clues.",
		zh:     "一道容易的数独，36 个提示数。",
		boards: some(1, sudoku.Options{Clues: 36, Difficulty: sudoku.Naked, Seed: 50}, nil)},

	{name: "sample/01-every-cell", asked: 81,
		en:     "As many questions as there are cells.",
		zh:     "有多少格就可以问多少次。",
		boards: lines(classic)},
	{name: "secret/01-three-in-four", asked: 60,
		en:     "60 questions: whoever lets single digits follow need not ask for all.",
		zh:     "可以问 60 次：只要会推唯一候选数，就不必每格都问。",
		boards: some(1, sudoku.Options{Seed: 21}, nil)},
	{name: "secret/02-half", asked: 40,
		en:     "40 questions: it matters which cell is asked for.",
		zh:     "可以问 40 次：先问哪一格就有讲究了。",
		boards: some(1, sudoku.Options{Seed: 22}, nil)},
	{name: "secret/03-few", asked: 36,
		en:     "36 questions: a digit with one place left has to be seen, too.",
		zh:     "可以问 36 次：还要看得出“某个数只剩一处可填”。",
		boards: some(1, sudoku.Options{Seed: 23}, nil)},
	{name: "secret/04-few-again", asked: 36,
		en:     "36 questions about the solution of a hard puzzle.",
		zh:     "可以问 36 次，棋盘是一道难题的解。",
		boards: some(1, sudoku.Options{Difficulty: sudoku.Search, Seed: 24}, nil)},

	{name: "sample/01-a-few-solutions", of: []problem{target},
		en:     "Seven solutions: the best one counts.",
		zh:     "有七种填法，取总分最高的。",
		boards: thinned(0, 28, 9)},
	{name: "sample/02-one-solution", of: []problem{target}, unique: true,
		en:     "One solution, so its score is the answer.",
		zh:     "只有一种填法，总分就是答案。",
		boards: thinned(0, 30, 20)},
	{name: "secret/01-one-blank", of: []problem{target}, unique: true,
		en:     "The cell in the middle is blank.",
		zh:     "只有正中间一格是空的。",
		boards: boards(without(full(14), 40))},
	{name: "secret/02-full-grid", of: []problem{target}, unique: true,
		en:     "Nothing left to fill in.",
		zh:     "没有要填的格。",
		boards: boards(full(13))},
	{name: "secret/03-minimal", of: []problem{target}, unique: true,
		en:     "A minimal puzzle of 24 clues that needs search.",
		zh:     "24 个提示数、不能再少的数独，需要搜索。",
		boards: some(1, sudoku.Options{Clues: 24, Difficulty: sudoku.Search, Seed: 1}, nil)},
	{name: "secret/04-no-solution", of: []problem{target},
		en:     "No two clues clash, but there is no solution.",
		zh:     "提示数互不冲突，却无解。",
		boards: func() []sudoku.Board { return []sudoku.Board{wrongClue(thinned(0, 30, 20)()[0])} }},
	{name: "secret/05-thirty-clues", of: []problem{target},
		en:     "347 solutions.",
		zh:     "有 347 种填法。",
		boards: thinned(0, 30, 22)},
	{name: "secret/06-twenty-eight-clues", of: []problem{target},
		en:     "2,421 solutions.",
		zh:     "有 2421 种填法。",
		boards: thinned(0, 28, 22)},
	{name: "secret/07-twenty-six-clues", of: []problem{target},
		en:     "13,219 solutions.",
		zh:     "有 13219 种填法。",
		boards: thinned(0, 26, 18)},
	{name: "secret/08-twenty-four-clues", of: []problem{target}, slow: true,
		en:     "24,427 solutions, and a long way to each.",
		zh:     "有 24427 种填法，每一种都不好找。",
		boards: thinned(0, 24, 22)},
	{name: "secret/09-against-row-order", of: []problem{target}, slow: true,
		en:     "The first two rows are empty: who goes row by row from the top places fifty million digits.",
		zh:     "前两行是空的：从上往下逐行搜索，要试填五千万个数。",
		boards: thinned(2, 24, 4)},
	{name: "secret/10-against-row-order-again", of: []problem{target}, slow: true,
		en:     "The same with other digits.",
		zh:     "同上，换了数字。",
		boards: thinned(2, 24, 9)},
	{name: "secret/11-twenty-clues", of: []problem{target}, slow: true,
		beyond: []beyond{{target.id, "AcWing 183 promises 24 clues or more.", "AcWing 183 保证提示数不少于 24 个。"}},
		en:     "20 clues, and 145,048 solutions.",
		zh:     "20 个提示数，有 145048 种填法。",
		boards: thinned(0, 20, 2)},
	{name: "secret/12-clash", of: []problem{target},
		beyond: []beyond{{target.id, "On AcWing 183 no two clues clash.", "AcWing 183 的提示数互不冲突。"}},
		en:     "Two equal clues in a row.",
		zh:     "同一行有两个相同的提示数。",
		boards: boards(clashInRow())},

	{name: "secret/01-naked-singles", of: all, unique: true,
		en:     "Minimal puzzles in which some cell always has one digit left.",
		zh:     "提示数不能再少的数独，每一步都有某格只剩一个候选数。",
		boards: some(5, sudoku.Options{Difficulty: sudoku.Naked, Seed: 1}, nil)},
	{name: "secret/02-hidden-singles", of: all, unique: true,
		en:     "Minimal puzzles that also need digits with one place left, and no guess.",
		zh:     "提示数不能再少的数独，还要用到“某个数只剩一处可填”，但不用猜。",
		boards: some(5, sudoku.Options{Difficulty: sudoku.Hidden, Seed: 2}, nil)},
	{name: "secret/03-little-search", of: all, unique: true,
		en:     "Minimal puzzles that need one to nine guesses besides singles.",
		zh:     "提示数不能再少的数独，除了唯一候选数和唯一位置，还要猜 1 到 9 次。",
		boards: some(5, sudoku.Options{Difficulty: sudoku.Little, Seed: 3}, nil)},
	{name: "secret/04-much-search", of: all, unique: true, slow: true,
		en:     "Of 1,000 minimal puzzles that need search, the five that need the most guesses.",
		zh:     "从 1000 道需要搜索、提示数不能再少的数独中，选出猜的次数最多的五道。",
		boards: worst(5, 1_000, sudoku.Options{Difficulty: sudoku.Search, Seed: 4})},
	{name: "secret/05-symmetric", of: solvable, unique: true,
		en:     "Minimal puzzles whose clues look the same after half a turn.",
		zh:     "提示数不能再少的数独，提示数的位置旋转半周后不变。",
		boards: some(5, sudoku.Options{Symmetric: true, Seed: 5}, nil)},
	{name: "secret/06-empty-box", of: solvable, unique: true,
		en:     "Minimal puzzles without a single clue in one of their boxes.",
		zh:     "提示数不能再少的数独，其中有一宫一个提示数也没有。",
		boards: some(5, sudoku.Options{Seed: 6}, hasEmptyBox)},
	{name: "secret/07-against-row-order", of: single, unique: true, slow: true,
		beyond: notAgainst("Plain backtracking passes on %s.", "朴素回溯在%s上能通过。"),
		en:     "First rows empty, first digits high: going row by row takes at least ten seconds.",
		zh:     "前几行是空的，开头的数字又大：逐行搜索至少要十秒。",
		boards: againstRowOrder(19, 25, 1)},
	{name: "secret/08-against-row-order-again", of: []problem{acwing}, unique: true, slow: true,
		en:     "The same from another puzzle.",
		zh:     "同上，换了一道数独。",
		boards: againstRowOrder(19, 20, 12)},
	{name: "secret/09-against-fewest-candidates", of: all, unique: true, slow: true,
		beyond: notAgainst("No board that is made against a method is known on %s.", "没听说%s有专门针对某种解法的盘面。"),
		en:     "Made against the fewest candidates with ties in reading order; ties at random do much better.",
		zh:     "专门针对“先填候选数最少的格，相同时按顺序取”；相同时随机取会好得多。",
		boards: together(rearranged(19, 9, 37), rearranged(19, 8, 32))},
	{name: "secret/10-against-naked-singles", of: append([]problem{luogu}, all...), unique: true, slow: true,
		beyond: notAgainst("No board that is made against a method is known on %s.", "没听说%s有专门针对某种解法的盘面。"),
		en:     "Hidden singles solve it without a guess; naked singles alone try seventy thousand digits.",
		zh:     "用唯一位置不用猜就能解；只用唯一候选数则要试填七万个数。",
		boards: rearranged(19, 1, 22)},
	{name: "secret/11-few-clues", of: append([]problem{acwing, poj}, asking...), unique: true, slow: true,
		en:     "Puzzles of 18, 19 and 20 clues.",
		zh:     "18、19、20 个提示数的数独。",
		boards: together(fewClues(18, 1), fewClues(19, 4), fewClues(20, 14))},
	// LeetCode times each board alone.
	{name: "secret/11-eighteen-clues", of: []problem{leetcode}, unique: true, slow: true,
		en:     "A puzzle of 18 clues.",
		zh:     "一道 18 个提示数的数独。",
		boards: fewClues(18, 1)},
	{name: "secret/11-nineteen-clues", of: []problem{leetcode}, unique: true, slow: true,
		en:     "A puzzle of 19 clues.",
		zh:     "一道 19 个提示数的数独。",
		boards: fewClues(19, 4)},
	{name: "secret/11-twenty-clues", of: []problem{leetcode}, unique: true, slow: true,
		en:     "A puzzle of 20 clues.",
		zh:     "一道 20 个提示数的数独。",
		boards: fewClues(20, 14)},
	{name: "secret/12-empty-grid", of: append([]problem{luogu}, everywhere...),
		beyond: []beyond{{acwing.id, "AcWing 166 gives puzzles with one solution each.", "AcWing 166 的每道数独都只有一个解。"},
			{leetcode.id, "LeetCode 37 gives boards with one solution each.", "力扣 37 的每个盘面都只有一个解。"},
			{luogu.id, "Luogu P1784 gives a puzzle with one solution.", "洛谷 P1784 的数独只有一个解。"}},
		en:     "No clue at all: the first of very many solutions is as good as any.",
		zh:     "没有任何提示数：解非常多，给出哪一个都行。",
		boards: lines(empty)},
	{name: "secret/13-full-grid", of: append([]problem{luogu}, everywhere...), unique: true,
		en:     "Nothing left to fill in.",
		zh:     "没有要填的格。",
		boards: boards(full(13))},
	{name: "secret/14-one-blank", of: all, unique: true,
		en:     "One blank, in the first cell, in the last and in the middle.",
		zh:     "只有一个空格，分别在第一格、最后一格和正中间。",
		boards: boards(without(full(14), 0), without(full(15), 80), without(full(16), 40))},
	{name: "secret/15-blank-row", of: all, unique: true,
		en:     "A row, a column and a box left blank in full grids.",
		zh:     "填满的盘面中，分别空出一行、一列和一宫。",
		boards: boards(without(full(17), unitCells(sudoku.Row, 5)...), without(full(18), unitCells(sudoku.Column, 9)...), without(full(19), unitCells(sudoku.Box, 1)...))},
	{name: "secret/16-many-solutions", of: all,
		beyond: []beyond{{acwing.id, "AcWing 166 gives puzzles with one solution each.", "AcWing 166 的每道数独都只有一个解。"},
			{leetcode.id, "LeetCode 37 gives boards with one solution each.", "力扣 37 的每个盘面都只有一个解。"}},
		en:     "Boards with two, some or very many solutions; any is right.",
		zh:     "有两个、若干个或非常多个解的盘面，给出任何一个都对。",
		boards: manySolutions},
	{name: "secret/17-one-puzzle", of: single, unique: true,
		en:     "A single puzzle of 30 clues.",
		zh:     "只有一道数独，30 个提示数。",
		boards: some(1, sudoku.Options{Clues: 30, Seed: 17}, nil)},
	{name: "secret/18-hundred-puzzles", of: everywhere, unique: true,
		en:     "A hundred puzzles of 32 clues.",
		zh:     "一百道数独，各 32 个提示数。",
		boards: some(100, sudoku.Options{Clues: 32, Seed: 18}, easyEnough(5_000))},
	{name: "secret/19-ten-thousand-puzzles", of: []problem{acwing}, unique: true, slow: true,
		beyond: []beyond{{acwing.id, "AcWing 166 does not say how many puzzles there are; so many are about input and output.", "AcWing 166 没有说有多少道数独；这么多题考的是输入输出。"}},
		en:     "Ten thousand puzzles of 50 clues: reading and printing count.",
		zh:     "一万道数独，各 50 个提示数：考验输入输出的速度。",
		boards: some(10_000, sudoku.Options{Clues: 50, Difficulty: sudoku.Naked, Seed: 19}, easyEnough(300))},
	{name: "secret/20-no-end-line", of: lineByLine, unique: true,
		beyond: []beyond{{acwing.id, "AcWing 166 always ends with a line `end`.", "AcWing 166 的输入总以单独一行 end 结束。"}},
		en:     "The input just stops behind the last puzzle, without the word end or a newline.",
		zh:     "输入在最后一道数独之后直接结束，没有 end，也没有换行。",
		boards: some(3, sudoku.Options{Clues: 28, Seed: 20}, nil),
		input:  func(s string) string { return strings.TrimSuffix(s, "\nend\n") }},
	{name: "secret/21-no-board", of: all,
		beyond: []beyond{{acwing.id, "AcWing 166 has puzzles before its line `end`.", "AcWing 166 在 end 一行之前总有数独。"},
			{leetcode.id, "LeetCode calls the function with a board.", "力扣调用函数时总会给出一个盘面。"},
			{poj.id, "POJ 2676 has at least one puzzle in an input.", "POJ 2676 的输入中至少有一道数独。"}},
		en:     "No board at all.",
		zh:     "一个盘面也没有。",
		boards: boards()},

	{name: "secret/51-naked-singles", of: []problem{luogu}, unique: true,
		en:     "A minimal puzzle in which some cell always has one digit left.",
		zh:     "一道提示数不能再少的数独，每一步都有某格只剩一个候选数。",
		boards: some(1, sudoku.Options{Difficulty: sudoku.Naked, Seed: 51}, nil)},
	{name: "secret/52-hidden-singles", of: []problem{luogu}, unique: true,
		en:     "A minimal puzzle that also needs digits with one place left, and no guess.",
		zh:     "一道提示数不能再少的数独，还要用到“某个数只剩一处可填”，但不用猜。",
		boards: some(1, sudoku.Options{Difficulty: sudoku.Hidden, Seed: 52}, nil)},
	{name: "secret/53-little-search", of: []problem{luogu}, unique: true,
		en:     "A minimal puzzle that needs one to nine guesses besides singles.",
		zh:     "一道提示数不能再少的数独，除了唯一候选数和唯一位置，还要猜 1 到 9 次。",
		boards: some(1, sudoku.Options{Difficulty: sudoku.Little, Seed: 53}, nil)},
	{name: "secret/54-much-search", of: []problem{luogu}, unique: true,
		en:     "A minimal puzzle that needs ten guesses or more besides singles.",
		zh:     "一道提示数不能再少的数独，除了唯一候选数和唯一位置，还要猜 10 次以上。",
		boards: some(1, sudoku.Options{Difficulty: sudoku.Search, Seed: 54}, easyEnough(30_000))},
	{name: "secret/55-empty-box", of: []problem{luogu}, unique: true,
		en:     "A minimal puzzle without a single clue in one of its boxes.",
		zh:     "一道提示数不能再少的数独，其中有一宫一个提示数也没有。",
		boards: some(1, sudoku.Options{Seed: 55}, hasEmptyBox)},
	{name: "secret/56-few-clues", of: []problem{luogu}, unique: true,
		en:     "A puzzle of 21 clues.",
		zh:     "一道 21 个提示数的数独。",
		boards: some(1, sudoku.Options{Clues: 21, Seed: 56}, easyEnough(30_000))},
	{name: "secret/57-blank-at-line-ends", of: []problem{luogu}, unique: true,
		en:     "A blank behind the last number of each line, as in the site's sample.",
		zh:     "每行最后一个数后面还有一个空格，与原站的样例相同。",
		boards: some(1, sudoku.Options{Clues: 32, Seed: 57}, nil),
		input:  func(s string) string { return strings.ReplaceAll(s, "\n", " \n") }},

	{name: "secret/22-row-clash", of: judged,
		en:     "Two equal clues in a row, in the same box and in different ones.",
		zh:     "一行中有两个相同的提示数，在同一宫或不同的宫。",
		boards: boards(clashInRow(), clash(0, 1), clash(72, 80))},
	{name: "secret/23-column-clash", of: judged,
		en:     "Two equal clues in a column, in the same box and in different ones.",
		zh:     "一列中有两个相同的提示数，在同一宫或不同的宫。",
		boards: boards(clash(2, 74), clash(0, 9), clash(71, 80))},
	{name: "secret/24-box-clash", of: judged,
		en:     "Two equal clues in a box, in different rows and columns.",
		zh:     "一宫中有两个相同的提示数，不同行也不同列。",
		boards: boards(clash(0, 20), clash(30, 40), clash(62, 79))},
	{name: "secret/25-no-solution", of: judged,
		en:     "No clash, but no solution: seen at once, or only after some search.",
		zh:     "没有冲突却无解：有的一眼可见，有的要搜索一番才知道。",
		boards: noSolution},
	{name: "secret/26-which-clash-first", of: []problem{check, valid},
		en:     "Several contradictions on a board: the order of the search decides which one is named.",
		zh:     "一个盘面上有多处矛盾：先查到哪一处，取决于检查的顺序。",
		boards: clashOrder},
	{name: "secret/27-one-or-two", of: []problem{check},
		en:     "Puzzles with one solution, each followed by one that lacks a clue and has several.",
		zh:     "有唯一解的数独，每道后面跟着少一个提示数、因而有多个解的同一道。",
		boards: oneClueShort},

	{name: "secret/30-size-4", of: []problem{size}, unique: true,
		en:     "Twenty minimal 4x4 boards.",
		zh:     "二十个提示数不能再少的 4×4 盘面。",
		boards: some(20, sudoku.Options{Size: 4, Seed: 30}, nil)},
	{name: "secret/31-size-6-wide", of: []problem{size}, unique: true,
		en:     "Minimal 6x6 boards with regions of three columns by two rows.",
		zh:     "提示数不能再少的 6×6 盘面，每宫三列两行。",
		boards: some(10, sudoku.Options{Size: 6, W: 3, H: 2, Seed: 31}, nil)},
	{name: "secret/32-size-6-tall", of: []problem{size}, unique: true,
		en:     "Minimal 6x6 boards with regions of two columns by three rows.",
		zh:     "提示数不能再少的 6×6 盘面，每宫两列三行。",
		boards: some(10, sudoku.Options{Size: 6, W: 2, H: 3, Seed: 32}, nil)},
	{name: "secret/33-size-12", of: []problem{size}, unique: true,
		en:     "12x12 boards with regions of four by three and of three by four.",
		zh:     "12×12 的盘面，宫为 4×3 和 3×4。",
		boards: together(some(2, sudoku.Options{Size: 12, Clues: 60, Seed: 33}, nil), some(2, sudoku.Options{Size: 12, W: 3, H: 4, Clues: 60, Seed: 33}, nil))},
	{name: "secret/34-size-16-singles", of: []problem{size}, unique: true,
		en:     "16x16 boards that naked singles solve; 16 is written 10.",
		zh:     "只用唯一候选数就能解的 16×16 盘面；16 写作 10。",
		boards: some(5, sudoku.Options{Size: 16, Clues: 120, Difficulty: sudoku.Naked, Seed: 34}, nil)},
	{name: "secret/35-size-16-search", of: []problem{size}, unique: true,
		en: "16x16 boards that need ten guesses or more besides singles.",
		zh: "除了唯一候选数和唯一位置，还要猜 10 次以上的 16×16 盘面。",
		boards: together(some(2, sudoku.Options{Size: 16, Clues: 120, Difficulty: sudoku.Search, Seed: 35}, nil),
			some(1, sudoku.Options{Size: 16, Clues: 105, Difficulty: sudoku.Search, Seed: 3}, nil),
			some(1, sudoku.Options{Size: 16, Clues: 105, Difficulty: sudoku.Search, Seed: 4}, nil))},
	{name: "secret/36-one-line", of: []problem{size}, unique: true,
		en:     "Header and cells in a single line that ends in a blank and no newline.",
		zh:     "开头和所有格子写在一行里，行末是空格，没有换行。",
		boards: some(1, sudoku.Options{Size: 16, Clues: 130, Seed: 36}, nil),
		input:  func(s string) string { return strings.ReplaceAll(s, "\n", " ") }},
	{name: "secret/37-odd-regions", of: []problem{size}, unique: true,
		en:     "Sizes 1, 2, 5, 8, 10 and 15; regions as flat as a row and as tall as a column.",
		zh:     "边长为 1、2、5、8、10 和 15；有的宫扁得就是一行，有的高得就是一列。",
		boards: oddRegions},
	{name: "secret/38-size-16-empty", of: []problem{size},
		en:     "A 16x16 and a 12x12 board without a clue.",
		zh:     "没有提示数的 16×16 和 12×12 盘面各一个。",
		boards: emptyBoards},
	{name: "secret/39-sizes-mixed", of: []problem{size},
		en:     "Boards of all sizes in one input, with and without a solution.",
		zh:     "同一个输入里有各种边长的盘面，有的有解，有的无解。",
		boards: mixedSizes},
}

const (
	empty    = "................................................................................."
	cornered = "12345678.........9..............................................................." // r1c9 has no digit left
)

// notAgainst explains for each site whose tests were not made against a method why a case that was is beyond it.
func notAgainst(en, zh string) (all []beyond) {
	for _, site := range []struct {
		of     problem
		en, zh string
	}{{leetcode, "LeetCode", "力扣"}, {poj, "POJ", " POJ "}, {luogu, "Luogu", "洛谷"}} {
		all = append(all, beyond{site.of.id, fmt.Sprintf(en, site.en), strings.TrimSpace(fmt.Sprintf(zh, site.zh))})
	}
	return all
}

// clash writes the value of one cell of a full grid into another one, and blanks the rest but for these
// two and what does not matter to them: the cells that share no unit with either.
func clash(from, to int) sudoku.Board {
	b := full(22)
	v := b.Cells[from]
	for c := range b.Cells {
		if c == from || c == to {
			continue
		}
		if b.Cells[c] == v || c%2 == 0 {
			b.Cells[c] = 0
		}
	}
	b.Cells[to] = v
	return b
}

func clashInRow() sudoku.Board { return clash(36, 43) }

// unitCells are the cells of a unit of a 9x9 board.
func unitCells(u sudoku.Unit, index int) []int { return sudoku.Empty().Unit(u, index) }

func hasEmptyBox(b sudoku.Board) bool {
	for i := range 9 {
		clue := func(cell int) bool { return b.Cells[cell] != 0 }
		if !slices.ContainsFunc(unitCells(sudoku.Box, i+1), clue) {
			return true
		}
	}
	return false
}

func easyEnough(digits int) func(sudoku.Board) bool {
	return func(b sudoku.Board) bool { return b.Effort(digits) < digits }
}

// manySolutions makes boards with two solutions (four cells that can be filled in crosswise), with as
// many as puzzles have that lack clues, and with more than anyone counts.
func manySolutions() []sudoku.Board {
	out := []sudoku.Board{twoWays(full(160)), twoWays(full(161))}
	for i, p := range some(6, sudoku.Options{Seed: 16}, nil)() {
		for range 1 + i*i/2 {
			p = lastClueGone(p)
		}
		out = append(out, easy(p))
	}
	single := sudoku.Empty()
	single.Cells[40] = 9
	return append(out, single)
}

// twoWays blanks four cells of a full grid whose two values can change places.
func twoWays(b sudoku.Board) sudoku.Board {
	for a := range 81 {
		for d := range 81 {
			r, c, s, t := a/9, a%9, d/9, d%9
			x, y := 9*r+t, 9*s+c
			crosswise := r != s && c != t && b.Cells[a] == b.Cells[d] && b.Cells[x] == b.Cells[y]
			if crosswise && (b.Box(a) == b.Box(x) || b.Box(a) == b.Box(y)) {
				return without(b, a, d, x, y)
			}
		}
	}
	return twoWays(b.Shuffled(sudoku.NewRand(1)))
}

func lastClueGone(b sudoku.Board) sudoku.Board {
	for c := 80; c >= 0; c-- {
		if b.Cells[c] != 0 {
			return without(b, c)
		}
	}
	return b
}

// noSolution gives minimal puzzles a further clue that no unit forbids and that is wrong, and adds a
// board in which one cell has no digit left.
func noSolution() []sudoku.Board {
	out := lines(cornered)()
	for _, p := range some(4, sudoku.Options{Seed: 25}, nil)() {
		out = append(out, wrongClue(p))
	}
	return out
}

// wrongClue adds the wrong clue that takes the longest to refute, among those that are refuted within
// a bounded effort.
func wrongClue(p sudoku.Board) sudoku.Board {
	const bound = 10_000
	best, most := p, -1
	for c, v := range p.Cells {
		if v != 0 {
			continue
		}
		for w := 1; w <= 9; w++ {
			q := p.Clone()
			q.Cells[c] = w
			if _, broken := q.Broken(); broken || q.Count(1) > 0 {
				continue
			}
			if e := fewest(q, bound, inOrder); e < bound && e > most {
				best, most = q, e
			}
		}
	}
	return best
}

// clashOrder makes boards with more than one contradiction.
func clashOrder() []sudoku.Board {
	put := func(cells map[int]int) sudoku.Board {
		b := sudoku.Empty()
		for c, v := range cells {
			b.Cells[c] = v
		}
		return b
	}
	sevens := sudoku.Empty()
	for c := range sevens.Cells {
		sevens.Cells[c] = 7
	}
	return []sudoku.Board{
		put(map[int]int{0: 5, 8: 5, 9: 5}),                  // row 1 at its ninth cell, column 1 at its second
		put(map[int]int{0: 5, 1: 5, 9: 5}),                  // both at the second: the row
		put(map[int]int{36: 1, 44: 1, 3: 2, 12: 2}),         // row 5 and column 4
		put(map[int]int{27: 1, 35: 1, 4: 2, 76: 2}),         // row 4 and column 5
		put(map[int]int{0: 3, 10: 3, 63: 6, 71: 6}),         // box 1 and row 8
		put(map[int]int{60: 4, 70: 4, 30: 8, 40: 8}),        // box 9 and box 5
		put(map[int]int{72: 1, 80: 1, 8: 2, 17: 2}),         // row 9 and column 9
		put(map[int]int{18: 1, 19: 2, 20: 2, 21: 1, 26: 9}), // two values in row 3
		put(map[int]int{40: 5, 41: 5, 49: 5, 50: 5, 31: 5}), // row 5, column 5 and box 5
		put(map[int]int{24: 6, 34: 6, 42: 6, 52: 6, 16: 6}), // boxes, and column 8
		sevens,
	}
}

// oneClueShort follows each of some puzzles with itself less a clue.
func oneClueShort() (out []sudoku.Board) {
	for _, p := range some(6, sudoku.Options{Seed: 27}, nil)() {
		out = append(out, p, lastClueGone(p))
	}
	return out
}

// oddRegions makes boards of unusual sizes and regions.
func oddRegions() (out []sudoku.Board) {
	for i, r := range [][2]int{{1, 1}, {2, 1}, {1, 2}, {5, 1}, {1, 5}, {4, 2}, {2, 4}, {5, 2}, {5, 3}, {3, 5}} {
		n := r[0] * r[1]
		p, _ := one(sudoku.Options{Size: n, W: r[0], H: r[1], Clues: (n*n + 1) / 2, Seed: uint64(37 + i)})
		out = append(out, p)
	}
	return out
}

func emptyBoards() []sudoku.Board {
	return []sudoku.Board{must(sudoku.New(4, 4)), must(sudoku.New(4, 3))}
}

// mixedSizes makes a solvable board and a spoilt copy of each of several sizes.
func mixedSizes() (out []sudoku.Board) {
	for i, n := range []int{16, 4, 9, 6, 12} {
		p, solution := one(sudoku.Options{Size: n, Clues: n * n / 2, Difficulty: sudoku.Naked, Seed: uint64(390 + i)})
		spoilt := p.Clone()
		c := slices.Index(p.Cells, 0) // the first blank gets its neighbour's value
		spoilt.Cells[c] = solution.Cells[(c+1)%len(p.Cells)]
		out = append(out, p, spoilt)
	}
	return out
}

// files4 reads boards in the file format as they are written here.
func files4(texts ...string) maker { return parsed(sudoku.ParseFile, texts) }
