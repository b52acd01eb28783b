package sudoku_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	. "sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// TestGenerator makes some puzzles for each kind of request and checks them by rule.
func TestGenerator(t *testing.T) {
	tests := []struct {
		options Options
		n       int
	}{
		{Options{}, 50},
		{Options{Difficulty: Naked}, 20},
		{Options{Difficulty: Hidden}, 20},
		{Options{Difficulty: Little}, 20},
		{Options{Difficulty: Search}, 10},
		{Options{Symmetric: true}, 3},
		{Options{Clues: 24}, 20},
		{Options{Clues: 30, Difficulty: Naked}, 50},
		{Options{Clues: 32, Symmetric: true}, 20},
		{Options{Clues: 33, Symmetric: true}, 20},
		{Options{Clues: 81}, 2},
		{Options{Clues: 21}, 1},
		{Options{Size: 1}, 1},
		{Options{Size: 4}, 100},
		{Options{Size: 6}, 50},
		{Options{Size: 6, W: 2, H: 3, Difficulty: Hidden}, 20},
		{Options{Size: 5, W: 5, H: 1}, 10},
		{Options{Size: 8, Symmetric: true, Clues: 32}, 10},
		{Options{Size: 12, Difficulty: Hidden}, 2},
		{Options{Size: 16, Clues: 130}, 2},
		{Options{Size: 16, Clues: 110, Difficulty: Search}, 1},
	}
	for i, tt := range tests {
		o := tt.options
		o.Seed = uint64(i)
		t.Run(fmt.Sprintf("%+v", tt.options), func(t *testing.T) {
			t.Parallel()
			g, err := NewGenerator(o)
			must.Succeed(t, err)
			for range tt.n {
				p, solution, err := g.Next(t.Context())
				must.Succeed(t, err)
				if why := wrongPuzzle(p, solution, o); why != "" {
					t.Fatalf("%s\n%s", why, p.FileText())
				}
			}
		})
	}
}

// wrongPuzzle returns how a puzzle differs from the request.
func wrongPuzzle(p, solution Board, o Options) string {
	if why := solution.Explain(p); why.Said() {
		return "solution: " + why.String()
	}
	if n := p.Count(2); n != 1 {
		return fmt.Sprintf("%d solutions", n)
	}
	if o.Clues > 0 && p.Clues() != o.Clues {
		return fmt.Sprintf("%d clues", p.Clues())
	}
	if o.Symmetric {
		for c, v := range p.Cells {
			if (v == 0) != (p.Cells[len(p.Cells)-1-c] == 0) {
				return fmt.Sprint("not symmetric at cell ", c)
			}
		}
	}
	if d, n := new(Solver).Grade(p); o.Difficulty != Any && d != o.Difficulty {
		return fmt.Sprintf("difficulty %s with %d guesses", d, n)
	}
	if o.Clues == 0 {
		for c, v := range p.Cells {
			if v != 0 && with(p, c, 0).Count(2) == 1 {
				return fmt.Sprint("clue ", c, " is not needed")
			}
		}
	}
	return ""
}

// TestGrade: the grade of a puzzle agrees with the hints that solve it, of which each is checked by TestHints.
func TestGrade(t *testing.T) {
	var s Solver
	for _, asked := range Difficulties {
		g, err := NewGenerator(Options{Seed: 5, Difficulty: asked})
		must.Succeed(t, err)
		for range 15 {
			p, _, err := g.Next(t.Context())
			must.Succeed(t, err)
			d, guesses := s.Grade(p)
			want := Search
			switch needs := p.Needs(); {
			case needs == NakedSingle:
				want = Naked
			case needs == HiddenSingle:
				want = Hidden
			case guesses < 10:
				want = Little
			}
			if d != want || d != asked || (guesses == 0) != (want == Naked || want == Hidden) {
				t.Errorf("%s: %s with %d guesses, want %s; asked for %s", p.Line(), d, guesses, want, asked)
			}
		}
	}
}

// TestStream compares the puzzles of some seeds. If it fails, every seed that people wrote down gives other puzzles:
// undo the change.
func TestStream(t *testing.T) {
	r := NewRand(1)
	must.Equal(t, streamRand, fmt.Sprint(r.Uint64(), r.Uint64(), r.Intn(10), r.Intn(1<<40), r.Perm(8)), "numbers")
	for _, tt := range streams {
		g, err := NewGenerator(tt.options)
		must.Succeed(t, err)
		var got Board
		for range 3 {
			if got, _, err = g.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		must.Equal(t, tt.third, got.Line(), tt.options, "third puzzle")
	}
}

const streamRand = "12966619160104079557 9600361134598540522 5 430270348226 [2 3 1 5 4 0 6 7]"

var streams = []struct {
	options Options
	third   string
}{
	{Options{Seed: 1}, ".....1.5...2....9.6..73......6....1...5.8...74.1...68..1..47...9...........31..25"},
	{Options{Seed: 1, Difficulty: Search, Clues: 25}, ".1..5...39.56...87.......45....32.........89...7.......2..7..181...9..5..6....47."},
	{Options{Seed: 1, Symmetric: true, Clues: 30}, "....628.3..17.8..68...3..1..1..2..4....4.6....9..7..8..3..8...49..2.47..7.835...."},
	{Options{Seed: 2, Clues: 21}, "9......7.4............6..4....64..5...3.7.....2..93..8..25....1.........31...8..6"},
	{Options{Seed: 1, Size: 6, Difficulty: Hidden}, "....5...3.2..2.1...456....2..3......"},
}

func TestOptionErrors(t *testing.T) {
	tests := []struct {
		options Options
		want    string
	}{
		{Options{Clues: 16}, "no 9x9 puzzle with a unique solution has under 17"},
		{Options{Clues: 82}, "a board of size 9 has 81 cells"},
		{Options{Clues: -1}, "a board of size 9 has 81 cells"},
		{Options{Size: 17}, "sizes from 1 to 16"},
		{Options{Size: -4}, "sizes from 1 to 16"},
		{Options{Size: 6, W: 3, H: 3}, "width times height is the size"},
		{Options{Size: 6, W: 6}, "width times height is the size"},
		{Options{Size: 4, Clues: 5, Symmetric: true}, "even number"},
	}
	for _, tt := range tests {
		must.Fail(t, must.Err(NewGenerator(tt.options)), tt.want, tt.options, "in it")
	}
	for _, clues := range []int{FewestClues, 81, 0} {
		if _, err := NewGenerator(Options{Clues: clues}); err != nil {
			t.Errorf("%d clues: %v", clues, err)
		}
	}
}

func TestNextGivesUp(t *testing.T) {
	g, err := NewGenerator(Options{Size: 2, Difficulty: Search}) // every 2x2 puzzle is easy
	must.Succeed(t, err)
	if p, _, err := g.Next(t.Context()); err == nil {
		t.Errorf("hard: %s", p.Line())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := g.Next(ctx); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestShuffled(t *testing.T) {
	r := NewRand(1)
	for _, wh := range [][2]int{{3, 3}, {3, 2}, {2, 3}, {5, 1}} {
		g := must.Get(NewGenerator(Options{Size: wh[0] * wh[1], W: wh[0], H: wh[1], Seed: 1}))(t)
		p, solution, err := g.Next(t.Context())
		must.Succeed(t, err)
		different := map[string]bool{}
		for range 20 {
			seed := r.Uint64()
			q, s := p.Shuffled(NewRand(seed)), solution.Shuffled(NewRand(seed))
			if why := s.Explain(q); why.Said() || q.Clues() != p.Clues() || q.Count(2) != 1 {
				t.Fatalf("%dx%d: %s became %s: %s", wh[0], wh[1], p.Line(), q.Line(), why)
			}
			different[q.Line()] = true
		}
		must.Be(t, len(different) >= 15, "%dx%d: 20 shuffles gave %d boards", wh[0], wh[1], len(different))
	}
}

func TestDescending(t *testing.T) {
	g, err := NewGenerator(Options{Seed: 8})
	must.Succeed(t, err)
	harder := 0
	for i := range 20 {
		p, solution, err := g.Next(t.Context())
		must.Succeed(t, err)
		q := p.Descending(solution, NewRand(uint64(i)))
		found, err := new(Solver).Two(t.Context(), q)
		if err != nil || len(found) != 1 || q.Clues() != p.Clues() || !strings.HasPrefix(found[0].Line(), "987654321") {
			t.Fatalf("%s became %s with the solutions %v", p.Line(), q.Line(), found)
		}
		if q.Effort(1_000_000) > p.Effort(1_000_000) {
			harder++
		}
	}
	must.Be(t, harder >= 12, "of 20 puzzles only %d became harder for row order", harder)
}
