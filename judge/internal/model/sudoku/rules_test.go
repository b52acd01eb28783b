package sudoku_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// with returns a board of the given shape with these values: cell, value, cell, value, ...
func with(b Board, cells ...int) Board {
	b = b.Clone()
	for i := 0; i < len(cells); i += 2 {
		b.Cells[cells[i]] = cells[i+1]
	}
	return b
}

func mustNew(t testing.TB, w, h int) Board {
	t.Helper()
	b := must.Get(New(w, h))(t)
	return b
}

func TestBroken(t *testing.T) {
	six := mustNew(t, 3, 2)
	sixteen := mustNew(t, 4, 4)
	sevens := Empty()
	for c := range sevens.Cells {
		sevens.Cells[c] = 7
	}
	tests := []struct {
		name  string
		board Board
		want  string // "" for a board without a clash
	}{
		{"empty", Empty(), ""},
		{"equal values that do not meet", with(Empty(), 0, 5, 12, 5, 24, 5), ""},
		{"row", with(Empty(), 36, 3, 44, 3), "row 5 has two 3s"},
		{"column", with(Empty(), 8, 1, 80, 1), "column 9 has two 1s"},
		{"box", with(Empty(), 60, 4, 70, 4), "box 9 has two 4s"},
		{"three of a kind", with(Empty(), 0, 3, 4, 3, 8, 3), "row 1 has three 3s"},
		{"row and column at the same step: the row", with(Empty(), 0, 5, 1, 5, 9, 5), "row 1 has two 5s"},
		{"column one step before the row", with(Empty(), 0, 5, 2, 5, 9, 5), "column 1 has two 5s"},
		{"column 4 before row 5", with(Empty(), 36, 1, 44, 1, 3, 2, 30, 2), "column 4 has two 2s"},
		{"row 4 before column 5", with(Empty(), 27, 1, 35, 1, 4, 2, 76, 2), "row 4 has two 1s"},
		{"any column before any box", with(Empty(), 0, 3, 10, 3, 8, 6, 80, 6), "column 9 has two 6s"},
		{"the value seen again first", with(Empty(), 18, 1, 19, 2, 20, 2, 21, 1), "row 3 has two 2s"},
		{"all the same", sevens, "row 1 has nine 7s"},
		{"6x6: box of three by two", with(six, 6+3, 2, 5, 2), "box 2 has two 2s"},
		{"6x6: neighbours of two boxes", with(six, 2, 4, 6+3, 4), ""},
		{"6x6: box of two by three", with(mustNew(t, 2, 3), 0, 6, 13, 6), "box 1 has two 6s"},
		{"16x16: a two-figure value", with(sixteen, 240, 16, 255, 16), "row 16 has two 16s"},
		{"16x16: last box", with(sixteen, 204, 10, 255, 10), "box 16 has two 10s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			clash, ok := tt.board.Broken()
			if ok != (tt.want != "") || ok && clash.Message().String() != tt.want {
				t.Errorf("got %+v, %v; want %q", clash, ok, tt.want)
			}
			if ok && !strings.HasPrefix(tt.want, clash.Place().String()+" has ") {
				t.Errorf("Place() = %q, want the beginning of %q", clash.Place(), tt.want)
			}
		})
	}
}

func TestExplain(t *testing.T) {
	puzzle, err := ParseLine("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	must.Succeed(t, err)
	solved, _ := puzzle.Solve()
	tests := []struct {
		name   string
		answer Board
		want   string
	}{
		{"right", solved, ""},
		{"a clue changed", with(solved, 1, 9), "the clue in row 1, column 2 was 3 and is 9 now"},
		{"a clue blank", with(solved, 80, 0), "the clue in row 9, column 9 was 9 and is blank now"},
		{"a blank left", with(solved, 10, 0), "the cell in row 2, column 2 is blank"},
		{"a clue before a blank before it", with(solved, 2, 0, 4, 1), "the clue in row 1, column 5 was 7 and is 1 now"},
		{"a wrong digit", with(solved, 2, solved.Cells[3]), "row 1 has two 6s"},
		{"another shape", mustNew(t, 3, 2), "the board is 6x6 with regions of 3 by 2, want 9x9 with regions of 3 by 3"},
	}
	for _, tt := range tests {
		must.Equal(t, tt.want, tt.answer.Explain(puzzle).String(), tt.name)
	}
}

// TestExplainLetters: values of a board of letters are named by their letters.
func TestExplainLetters(t *testing.T) {
	solved, _ := Letters.Empty().Solve()
	puzzle := with(solved, 5, 0)
	for want, answer := range map[string]Board{
		"row 1 has two Gs": with(solved, 5, 7),
		"the clue in row 1, column 1 was A and is P now":     with(solved, 0, 16),
		"the clue in row 1, column 1 was A and is blank now": with(solved, 0, 0),
	} {
		must.Equal(t, want, answer.Explain(puzzle).String(), "the first row", solved.Line()[:16])
	}
}

// TestShape: boards of all sizes, each cell in one box; and those that cannot be.
func TestShape(t *testing.T) {
	for size := 1; size <= MaxSize; size++ {
		w, h := Regions(size)
		if w*h != size || h > w || size == 6 && w != 3 {
			t.Errorf("Regions(%d) = %d, %d", size, w, h)
		}
		b := mustNew(t, w, h)
		seen := map[int]bool{}
		for box := 1; box <= size; box++ {
			for _, cell := range b.Unit(Box, box) {
				if b.Box(cell) != box-1 || seen[cell] {
					t.Errorf("size %d: cell %d of box %d lies in box %d", size, cell, box, b.Box(cell)+1)
				}
				seen[cell] = true
			}
		}
		must.Equal(t, size*size, len(seen), size)
		must.Equal(t, size*size, len(b.Cells), size)
	}
	for _, wh := range [][2]int{{17, 1}, {1, 17}, {5, 4}, {0, 9}, {9, 0}, {-3, -3}, {1 << 62, 4}, {4, 1 << 62}, {1 << 40, 1 << 40}} {
		if b, err := New(wh[0], wh[1]); err == nil {
			t.Errorf("%v: %+v", wh, b)
		}
	}
}

func TestWrong(t *testing.T) {
	puzzle := must.Get(ParseLine(hard))(t)
	solved, _ := puzzle.Solve()
	six, _ := New(3, 2)
	tests := []struct {
		name string
		b    Board
		want []int
	}{
		{"right", solved, nil},
		{"changed clues before blanks", with(solved, 0, 5, 8, 4, 1, 0), []int{0, 8}},
		{"blanks before a clash", with(solved, 1, 0, 80, 0, 2, solved.Cells[3]), []int{1, 80}},
		{"a clash in a row", with(solved, 1, solved.Cells[0]), []int{0, 1}},
		{"another shape", six, nil},
	}
	for _, tt := range tests {
		if got := tt.b.Wrong(puzzle); !cmp.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
	for i := range 81 { // any single spoilt cell is among the named ones
		if puzzle.Cells[i] != 0 {
			continue
		}
		b := with(solved, i, solved.Cells[i]%9+1)
		if !slices.Contains(b.Wrong(puzzle), i) || !b.Explain(puzzle).Said() {
			t.Errorf("cell %d spoilt: got %v, %q", i, b.Wrong(puzzle), b.Explain(puzzle))
		}
	}
}

// byTrying counts solutions in the plainest way: every value in every blank, in reading order, with a check of the
// rules each time.
func byTrying(b Board, cell, limit int) int {
	for cell < len(b.Cells) && b.Cells[cell] != 0 {
		cell++
	}
	if cell == len(b.Cells) {
		return 1
	}
	count := 0
	for v := 1; v <= b.Size && count < limit; v++ {
		b.Cells[cell] = v
		if _, broken := b.Broken(); !broken {
			count += byTrying(b, cell+1, limit-count)
		}
	}
	b.Cells[cell] = 0
	return count
}

// TestCountAgainstTrying counts boards of all kinds: with clashes, without a solution, with one, and with many.
func TestCountAgainstTrying(t *testing.T) {
	tests := []struct {
		w, h, least int // enough clues for trying to end soon
		boards      int
	}{
		{2, 2, 0, 600}, {4, 1, 0, 200}, {1, 4, 0, 200}, {3, 2, 8, 400}, {2, 3, 8, 400}, {5, 1, 4, 200},
		{1, 1, 0, 5}, {2, 1, 0, 50}, {4, 2, 30, 100}, {3, 3, 40, 100},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%dx%d", tt.w, tt.h), func(t *testing.T) {
			g := must.Get(NewGenerator(Options{Size: tt.w * tt.h, W: tt.w, H: tt.h, Seed: 1}))(t)
			r := NewRand(1)
			var s Solver
			seen := map[int]int{}
			for range tt.boards {
				b := g.Full()
				clues := tt.least + r.Intn(len(b.Cells)-tt.least+1)
				for _, c := range r.Perm(len(b.Cells))[clues:] {
					b.Cells[c] = 0
				}
				if r.Intn(3) == 0 { // most likely a wrong clue
					b.Cells[r.Intn(len(b.Cells))] = 1 + r.Intn(b.Size)
				}
				want := 0
				if _, broken := b.Broken(); !broken {
					want = byTrying(b.Clone(), 0, 500)
				}
				got := s.Count(b, 500)
				if got != want {
					t.Fatalf("%s: %d solutions, want %d", b.Line(), got, want)
				}
				if solved, ok := s.Solve(b); ok != (want > 0) || ok && solved.Explain(b).Said() {
					t.Fatalf("%s: Solve: %v, %s", b.Line(), ok, solved.Explain(b))
				}
				seen[min(got, 2)]++
			}
			if tt.boards >= 100 && (seen[0] == 0 || seen[1] == 0 || seen[2] == 0) {
				t.Errorf("the boards were too much alike: %v", seen)
			}
		})
	}
}

func TestCount(t *testing.T) {
	tests := []struct {
		name  string
		board Board
		limit int
		want  int
	}{
		{"all 4x4 grids", mustNew(t, 2, 2), 1000, 288},
		{"as wide, but lower", mustNew(t, 2, 1), 1000, 2},
		{"as low, but wider: all Latin squares of 5", mustNew(t, 5, 1), 1_000_000, 161280},
		{"stops at the limit", Empty(), 10, 10},
		{"empty 16x16", mustNew(t, 4, 4), 1, 1},
		{"a clash", with(Empty(), 0, 1, 1, 1), 2, 0},
		{"a clash far into the last row", with(mustNew(t, 4, 4), 240, 16, 255, 16), 1, 0},
	}
	var s Solver // one for all shapes
	for _, tt := range tests {
		must.Equal(t, tt.want, s.Count(tt.board, tt.limit), tt.name)
	}
}

// TestEffort compares with the same search, written in the plainest way.
func TestEffort(t *testing.T) {
	g, err := NewGenerator(Options{Clues: 30, Seed: 3})
	must.Succeed(t, err)
	for range 6 {
		p, solution, err := g.Next(t.Context())
		must.Succeed(t, err)
		placed := 0
		byRows(p.Clone(), &placed)
		must.Equal(t, placed, p.Effort(1<<40), p.Line(), "row order puts", "digits")
		must.Equal(t, placed/2, p.Effort(placed/2), p.Line(), "row order puts", "digits, its limit")
		must.Equal(t, 0, solution.Effort(10), "a full grid", "digits")
	}
}

func byRows(b Board, placed *int) bool {
	for c, v := range b.Cells {
		if v != 0 {
			continue
		}
		for v := 1; v <= 9; v++ {
			b.Cells[c] = v
			if _, broken := b.Broken(); broken {
				continue
			}
			if *placed++; byRows(b, placed) {
				return true
			}
		}
		b.Cells[c] = 0
		return false
	}
	return true
}
