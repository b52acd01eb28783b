package sudoku_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	. "sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// TestHints solves puzzles of all kinds by hints alone and checks every hint: its reason must be visible on the board,
// and its digit must be the solution's.
func TestHints(t *testing.T) {
	shapes := [][2]int{{2, 2}, {3, 2}, {5, 1}, {2, 4}, {3, 3}, {5, 2}, {4, 3}, {4, 4}}
	for _, s := range shapes {
		for _, needs := range Techniques {
			if s[0]*s[1] < 6 && needs != NakedSingle {
				continue // small puzzles hardly ever need more
			}
			t.Run(fmt.Sprintf("%dx%d %s", s[0], s[1], needs), func(t *testing.T) {
				t.Parallel()
				g, err := NewGenerator(Options{Size: s[0] * s[1], W: s[0], H: s[1], Needs: needs, Seed: 7})
				must.Succeed(t, err)
				n := 5
				if s[0]*s[1] > 9 {
					n = 1 // a large one takes as long as many
				}
				for range n {
					puzzle, solution, err := g.Next(t.Context())
					must.Succeed(t, err)
					if n := puzzle.Count(2); n != 1 || puzzle.Needs() != needs {
						t.Fatalf("%d solutions, needs %s\n%s", n, puzzle.Needs(), puzzle.FileText())
					}
					if hardest := walk(t, puzzle, solution); hardest != needs {
						t.Fatalf("its hints need %s\n%s", hardest, puzzle.FileText())
					}
				}
			})
		}
	}
}

// walk follows the hints to the end, with the solution's value for a guess, and returns the hardest technique.
func walk(t *testing.T, puzzle, solution Board) (hardest Technique) {
	t.Helper()
	b := puzzle.Clone()
	hardest = NakedSingle
	for {
		h := b.Hint()
		if h.Technique == Full {
			if why := b.Explain(puzzle); why.Said() {
				t.Fatal(why)
			}
			return hardest
		}
		if why := wrongHint(b, h, solution); why != "" {
			t.Fatalf("%s: %+v\n%s", why, h, b.FileText())
		}
		if slices.Index(Techniques, h.Technique) > slices.Index(Techniques, hardest) {
			hardest = h.Technique
		}
		b.Cells[h.Cell] = solution.Cells[h.Cell]
	}
}

// wrongHint returns how a hint is wrong. It looks at the board value by value, without sets.
func wrongHint(b Board, h Hint, solution Board) string {
	var struck [][2]int
	fits := func(cell, v int) bool {
		tried := with(b, cell, v)
		_, broken := tried.Broken()
		return b.Cells[cell] == 0 && !broken && !slices.Contains(struck, [2]int{cell, v})
	}
	places := func(u Unit, index, v int) (cells []int) {
		for _, cell := range b.Unit(u, index) {
			if fits(cell, v) {
				cells = append(cells, cell)
			}
		}
		return cells
	}
	for _, p := range h.Points {
		if !slices.Equal(places(Box, p.Box, p.Value), p.Cells) {
			return "not its places in the box"
		}
		for _, cell := range slices.Concat(p.Cells, p.Struck) {
			if !slices.Contains(b.Unit(p.Line, p.Index), cell) {
				return "not in the line"
			}
		}
		for _, cell := range p.Struck {
			if !fits(cell, p.Value) || b.Box(cell) == p.Box-1 || solution.Cells[cell] == p.Value {
				return "wrongly struck"
			}
			struck = append(struck, [2]int{cell, p.Value})
		}
	}
	var values []int
	for v := 1; v <= b.Size && h.Cell >= 0; v++ {
		if fits(h.Cell, v) {
			values = append(values, v)
		}
	}
	switch {
	case h.Technique == Guess && len(values) < 2, h.Technique == Guess && !slices.Equal(values, h.Values):
		return "not what fits there"
	case h.Technique == Guess:
		return ""
	case (h.Technique == Pointing) != (len(h.Points) > 0):
		return "not of this technique"
	case h.Value != solution.Cells[h.Cell]:
		return "not the solution's value"
	case h.Unit == "" && len(values) != 1:
		return "not the only value there"
	case h.Unit != "" && !slices.Equal(places(h.Unit, h.Index, h.Value), []int{h.Cell}):
		return "not the only place there"
	}
	return ""
}

// TestHintNeedsItsPoints leaves out one point of a reason at a time: without it the reason must not be visible.
func TestHintNeedsItsPoints(t *testing.T) {
	g, err := NewGenerator(Options{Needs: Pointing, Seed: 3})
	must.Succeed(t, err)
	seen := 0
	for range 20 {
		puzzle, solution, err := g.Next(t.Context())
		must.Succeed(t, err)
		for b := puzzle; ; {
			h := b.Hint()
			if h.Technique == Full {
				break
			}
			for i := range h.Points {
				less := h
				less.Points = slices.Delete(slices.Clone(h.Points), i, i+1)
				less.Technique = map[bool]Technique{true: Pointing, false: HiddenSingle}[len(less.Points) > 0]
				if wrongHint(b, less, solution) == "" {
					t.Fatalf("%+v does not need its point %d\n%s", h, i, b.FileText())
				}
				seen++
			}
			b.Cells[h.Cell] = h.Value
		}
	}
	must.Be(t, seen >= 20, "only %d points were tried", seen)
}

func TestHintsInWords(t *testing.T) {
	g := must.Get(NewGenerator(Options{Needs: Pointing, Seed: 1}))(t)
	pointed, _, err := g.Next(t.Context())
	must.Succeed(t, err)
	for h := pointed.Hint(); h.Technique != Pointing; h = pointed.Hint() {
		pointed.Cells[h.Cell] = h.Value
	}
	for _, tt := range []struct{ board, want string }{
		{"1234341221434321", "the board is full"},
		{"123.............", "row 1, column 4 can only be 4: every other value is already in its row, column or box"},
		{"2........1.....1", "box 1 has one place left for 1: row 2, column 1"},
		{"123....4........", "nothing fits row 1, column 4: something before was wrong"},
		{"..341...........", "row 1 has no place left for 1: something before was wrong"},
		{".........234567...567234..." + strings.Repeat(".", 54),
			"box 1 has its places for 1 only in row 1, so 1 stands nowhere else in row 1; box 2 has no place left for 1"},
		{"1...............", "a guess is needed here: row 1, column 2 can be 2, 3, 4"},
		{pointed.Line(), "box "},
	} {
		b, ok := ParseAny(tt.board)
		if !ok {
			t.Fatal(tt.board)
		}
		if got := say.Join(b.Reasons(b.Hint())...).String(); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.board, got, tt.want)
		}
	}
}

// TestTwo compares with plain trying, and stops a long search.
func TestTwo(t *testing.T) {
	r := NewRand(5)
	for range 300 {
		b := randomBoard(r, mustNew(t, 2, 2), 4+r.Intn(6))
		found, err := new(Solver).Two(t.Context(), b)
		if want := byTrying(b, 0, 2); err != nil || len(found) != want {
			t.Fatalf("%d found, want %d: %v\n%s", len(found), want, err, b.FileText())
		}
		for i, s := range found {
			if why := s.Explain(b); why.Said() || i > 0 && s.Equal(found[0]) {
				t.Fatalf("%d: %s\n%s", i, why, s.FileText())
			}
		}
	}
	hard, err := ParseLine(".....5.8....6.1.43..........1.5........1.6...3......2553.....61........4.........") // has no solution
	must.Succeed(t, err)
	var s Solver
	if found, err := s.Two(t.Context(), hard); err != nil || len(found) != 0 {
		t.Fatal(found, err)
	}
	whole := s.Nodes
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := s.Two(over, hard); err != context.Canceled || len(found) != 0 || s.Nodes >= whole {
		t.Errorf("%d found after %d of %d guesses: %v", len(found), s.Nodes, whole, err)
	}
	must.Equal(t, 2, len(must.Get(s.Two(t.Context(), Empty()))(t)), "the context before is still in force", "found")
}
