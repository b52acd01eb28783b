package sudoku_test

import (
	"fmt"
	"testing"

	. "sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

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
