package main

import (
	"slices"

	"sudokuoj/judge/internal/model/sudoku"
)

// cornered has no digit left for its ninth cell.
const cornered = "12345678.........9..............................................................."

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

func hasEmptyBox(b sudoku.Board) bool {
	for i := range 9 {
		clue := func(cell int) bool { return b.Cells[cell] != 0 }
		if !slices.ContainsFunc(b.Unit(sudoku.Box, i+1), clue) {
			return true
		}
	}
	return false
}

// manySolutions makes boards with two solutions (four cells that can be filled in crosswise), with as
// many as puzzles have that lack clues, and with more than anyone counts.
func manySolutions() []sudoku.Board {
	out := []sudoku.Board{twoWays(full(160)), twoWays(full(161))}
	for i, p := range some(6, sudoku.Options{Seed: 16}) {
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
	out := []sudoku.Board{must(sudoku.ParseLine(cornered))}
	for _, p := range some(4, sudoku.Options{Seed: 25}) {
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
	for _, p := range some(6, sudoku.Options{Seed: 27}) {
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

// largeBlanks are two boards of 16x16 with one blank each.
func largeBlanks() []sudoku.Board {
	full := some(2, sudoku.Options{Size: 16, Clues: 256, Seed: 8})
	return []sudoku.Board{without(full[0], 0), without(full[1], 255)}
}

// largeBlankRows are boards of 16x16, each with a row of its own blank.
func largeBlankRows() (out []sudoku.Board) {
	for i, p := range some(3, sudoku.Options{Size: 16, Clues: 120, Difficulty: sudoku.Hidden, Seed: 13}) {
		out = append(out, without(p, p.Unit(sudoku.Row, 4*i+1)...))
	}
	return out
}
