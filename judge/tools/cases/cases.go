package main

import (
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
		boards: together(lines(classic), some(1, sudoku.Options{Difficulty: sudoku.Search, Seed: 1}))},
	{name: "sample/01-each-answer", of: []problem{check},
		boards: together(lines(classic), boards(clashInRow()), lines(empty, cornered))},
	{name: "sample/01-valid-and-not", of: []problem{valid}, boards: lines(classic, "8"+classic[1:])},
	{name: "sample/01-small-boards", of: []problem{size},
		boards: together(some(1, sudoku.Options{Size: 4, Seed: 1}), some(1, sudoku.Options{Size: 6, Seed: 1}),
			boards(must(sudoku.File.Parse("4 2, 2 1 2 3 ? ? ? ? 4 ? ? ? ? ? ? ? ?"))))},
	{name: "sample/01-solved-and-not", of: []problem{board}, boards: together(lines(classic), boards(clashInRow()))},

	{name: "sample/01-one-puzzle", of: []problem{luogu}, unique: true,
		boards: some(1, sudoku.Options{Clues: 36, Difficulty: sudoku.Naked, Seed: 50})},

	{name: "sample/01-every-cell", asked: 81, boards: lines(classic)},
	{name: "secret/01-three-in-four", asked: 60, boards: some(1, sudoku.Options{Seed: 21})},
	{name: "secret/02-half", asked: 40, boards: some(1, sudoku.Options{Seed: 22})},
	{name: "secret/03-few", asked: 36, boards: some(1, sudoku.Options{Seed: 23})},
	{name: "secret/04-few-again", asked: 36,
		boards: some(1, sudoku.Options{Difficulty: sudoku.Search, Seed: 24})},

	{name: "sample/01-a-few-solutions", of: []problem{target}, boards: thinned(0, 28, 9)},
	{name: "sample/02-one-solution", of: []problem{target}, unique: true, boards: thinned(0, 30, 20)},
	{name: "secret/01-one-blank", of: []problem{target}, unique: true, boards: boards(without(full(14), 40))},
	{name: "secret/02-full-grid", of: []problem{target}, unique: true, boards: boards(full(13))},
	{name: "secret/03-minimal", of: []problem{target}, unique: true,
		boards: some(1, sudoku.Options{Clues: 24, Difficulty: sudoku.Search, Seed: 1})},
	{name: "secret/04-no-solution", of: []problem{target},
		boards: func() []sudoku.Board { return []sudoku.Board{wrongClue(thinned(0, 30, 20)()[0])} }},
	{name: "secret/05-thirty-clues", of: []problem{target}, boards: thinned(0, 30, 22)},
	{name: "secret/06-twenty-eight-clues", of: []problem{target}, boards: thinned(0, 28, 22)},
	{name: "secret/07-twenty-six-clues", of: []problem{target}, boards: thinned(0, 26, 18)},
	{name: "secret/08-twenty-four-clues", of: []problem{target}, slow: true, boards: thinned(0, 24, 22)},
	{name: "secret/09-against-row-order", of: []problem{target}, slow: true, boards: thinned(2, 24, 4)},
	{name: "secret/10-against-row-order-again", of: []problem{target}, slow: true, boards: thinned(2, 24, 9)},
	{name: "secret/11-twenty-clues", of: []problem{target}, slow: true, boards: thinned(0, 20, 2)},
	{name: "secret/12-clash", of: []problem{target}, boards: boards(clashInRow())},

	{name: "secret/01-naked-singles", of: all, unique: true,
		boards: some(5, sudoku.Options{Difficulty: sudoku.Naked, Seed: 1})},
	{name: "secret/02-hidden-singles", of: all, unique: true,
		boards: some(5, sudoku.Options{Difficulty: sudoku.Hidden, Seed: 2})},
	{name: "secret/03-little-search", of: all, unique: true,
		boards: some(5, sudoku.Options{Difficulty: sudoku.Little, Seed: 3})},
	{name: "secret/04-much-search", of: all, unique: true, slow: true,
		boards: worst(5, 1_000, sudoku.Options{Difficulty: sudoku.Search, Seed: 4})},
	{name: "secret/05-symmetric", of: solvable, unique: true,
		boards: some(5, sudoku.Options{Symmetric: true, Seed: 5})},
	{name: "secret/06-empty-box", of: solvable, unique: true, boards: some(5, sudoku.Options{Seed: 6}, hasEmptyBox)},
	{name: "secret/07-against-row-order", of: single, unique: true, slow: true, boards: againstRowOrder(19, 25, 1)},
	{name: "secret/08-against-row-order-again", of: []problem{acwing}, unique: true, slow: true,
		boards: againstRowOrder(19, 20, 12)},
	{name: "secret/09-against-fewest-candidates", of: all, unique: true, slow: true,
		boards: together(rearranged(19, 9, 37), rearranged(19, 8, 32))},
	{name: "secret/10-against-naked-singles", of: append([]problem{luogu}, all...), unique: true, slow: true,
		boards: rearranged(19, 1, 22)},
	{name: "secret/11-few-clues", of: append([]problem{acwing, poj}, asking...), unique: true, slow: true,
		boards: together(fewClues(18, 1), fewClues(19, 4), fewClues(20, 14))},
	// LeetCode times each board alone.
	{name: "secret/11-eighteen-clues", of: []problem{leetcode}, unique: true, slow: true, boards: fewClues(18, 1)},
	{name: "secret/11-nineteen-clues", of: []problem{leetcode}, unique: true, slow: true, boards: fewClues(19, 4)},
	{name: "secret/11-twenty-clues", of: []problem{leetcode}, unique: true, slow: true, boards: fewClues(20, 14)},
	{name: "secret/12-empty-grid", of: append([]problem{luogu}, everywhere...), boards: lines(empty)},
	{name: "secret/13-full-grid", of: append([]problem{luogu}, everywhere...), unique: true, boards: boards(full(13))},
	{name: "secret/14-one-blank", of: all, unique: true,
		boards: boards(without(full(14), 0), without(full(15), 80), without(full(16), 40))},
	{name: "secret/15-blank-row", of: all, unique: true,
		boards: boards(without(full(17), unitCells(sudoku.Row, 5)...), without(full(18), unitCells(sudoku.Column, 9)...),
			without(full(19), unitCells(sudoku.Box, 1)...))},
	{name: "secret/16-many-solutions", of: all, boards: manySolutions},
	{name: "secret/17-one-puzzle", of: single, unique: true,
		boards: some(1, sudoku.Options{Clues: 30, Seed: 17})},
	{name: "secret/18-hundred-puzzles", of: everywhere, unique: true,
		boards: some(100, sudoku.Options{Clues: 32, Seed: 18}, easyEnough(5_000))},
	{name: "secret/19-ten-thousand-puzzles", of: []problem{acwing}, unique: true, slow: true,
		boards: some(10_000, sudoku.Options{Clues: 50, Difficulty: sudoku.Naked, Seed: 19}, easyEnough(300))},
	{name: "secret/20-no-end-line", of: lineByLine, unique: true,
		boards: some(3, sudoku.Options{Clues: 28, Seed: 20}),
		input:  func(s string) string { return strings.TrimSuffix(s, "\nend\n") }},
	{name: "secret/21-no-board", of: all, boards: boards()},

	{name: "secret/51-naked-singles", of: []problem{luogu}, unique: true,
		boards: some(1, sudoku.Options{Difficulty: sudoku.Naked, Seed: 51})},
	{name: "secret/52-hidden-singles", of: []problem{luogu}, unique: true,
		boards: some(1, sudoku.Options{Difficulty: sudoku.Hidden, Seed: 52})},
	{name: "secret/53-little-search", of: []problem{luogu}, unique: true,
		boards: some(1, sudoku.Options{Difficulty: sudoku.Little, Seed: 53})},
	{name: "secret/54-much-search", of: []problem{luogu}, unique: true,
		boards: some(1, sudoku.Options{Difficulty: sudoku.Search, Seed: 54}, easyEnough(30_000))},
	{name: "secret/55-empty-box", of: []problem{luogu}, unique: true,
		boards: some(1, sudoku.Options{Seed: 55}, hasEmptyBox)},
	{name: "secret/56-few-clues", of: []problem{luogu}, unique: true,
		boards: some(1, sudoku.Options{Clues: 21, Seed: 56}, easyEnough(30_000))},
	{name: "secret/57-blank-at-line-ends", of: []problem{luogu}, unique: true,
		boards: some(1, sudoku.Options{Clues: 32, Seed: 57}),
		input:  func(s string) string { return strings.ReplaceAll(s, "\n", " \n") }},

	{name: "secret/22-row-clash", of: judged, boards: boards(clashInRow(), clash(0, 1), clash(72, 80))},
	{name: "secret/23-column-clash", of: judged, boards: boards(clash(2, 74), clash(0, 9), clash(71, 80))},
	{name: "secret/24-box-clash", of: judged, boards: boards(clash(0, 20), clash(30, 40), clash(62, 79))},
	{name: "secret/25-no-solution", of: judged, boards: noSolution},
	{name: "secret/26-which-clash-first", of: []problem{check, valid}, boards: clashOrder},
	{name: "secret/27-one-or-two", of: []problem{check}, boards: oneClueShort},

	{name: "secret/30-size-4", of: []problem{size}, unique: true,
		boards: some(20, sudoku.Options{Size: 4, Seed: 30})},
	{name: "secret/31-size-6-wide", of: []problem{size}, unique: true,
		boards: some(10, sudoku.Options{Size: 6, W: 3, H: 2, Seed: 31})},
	{name: "secret/32-size-6-tall", of: []problem{size}, unique: true,
		boards: some(10, sudoku.Options{Size: 6, W: 2, H: 3, Seed: 32})},
	{name: "secret/33-size-12", of: []problem{size}, unique: true,
		boards: together(some(2, sudoku.Options{Size: 12, Clues: 60, Seed: 33}),
			some(2, sudoku.Options{Size: 12, W: 3, H: 4, Clues: 60, Seed: 33}))},
	{name: "secret/34-size-16-singles", of: []problem{size}, unique: true,
		boards: some(5, sudoku.Options{Size: 16, Clues: 120, Difficulty: sudoku.Naked, Seed: 34})},
	{name: "secret/35-size-16-search", of: []problem{size}, unique: true,
		boards: together(some(2, sudoku.Options{Size: 16, Clues: 120, Difficulty: sudoku.Search, Seed: 35}),
			some(1, sudoku.Options{Size: 16, Clues: 105, Difficulty: sudoku.Search, Seed: 3}),
			some(1, sudoku.Options{Size: 16, Clues: 105, Difficulty: sudoku.Search, Seed: 4}))},
	{name: "secret/36-one-line", of: []problem{size}, unique: true,
		boards: some(1, sudoku.Options{Size: 16, Clues: 130, Seed: 36}),
		input:  func(s string) string { return strings.ReplaceAll(s, "\n", " ") }},
	{name: "secret/37-odd-regions", of: []problem{size}, unique: true, boards: oddRegions},
	{name: "secret/38-size-16-empty", of: []problem{size}, boards: emptyBoards},
	{name: "secret/39-sizes-mixed", of: []problem{size}, boards: mixedSizes},
}

const (
	empty    = "................................................................................."
	cornered = "12345678.........9..............................................................." // r1c9 has no digit left
)

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
	for i, p := range some(6, sudoku.Options{Seed: 16})() {
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
	for _, p := range some(4, sudoku.Options{Seed: 25})() {
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
			if e := fewest(q, bound); e < bound && e > most {
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
	for _, p := range some(6, sudoku.Options{Seed: 27})() {
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
