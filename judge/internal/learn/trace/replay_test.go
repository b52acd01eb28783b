package trace

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/workshop"
)

const (
	easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	mild = "53..7....6..195.48.98....6.8.9.6...34..8.3..17...2...6.6....28....419..5....8..79" // easy for a search in reading order, too
	hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)

func tracer(t testing.TB) *Tracer {
	t.Helper()
	box, b := workshop.Open(t)
	return &Tracer{Builder: b, Sandbox: box}
}

// ours returns the solutions of this project.
func ours(t testing.TB) []solution.Solution {
	t.Helper()
	all, err := solution.FindAll("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(s solution.Solution) bool { return s.Language != "go" })
}

// oursBy returns the solution with that name.
func oursBy(t testing.TB, name string) solution.Solution {
	t.Helper()
	all := ours(t)
	i := slices.IndexFunc(all, func(s solution.Solution) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no solution %s", name)
	}
	return all[i]
}

func line(t testing.TB, s string) sudoku.Board {
	t.Helper()
	b, err := sudoku.ParseLine(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// checkReplay plays a replay and compares its last board.
func checkReplay(t *testing.T, puzzle, want sudoku.Board, r *result.Replay) {
	t.Helper()
	board := puzzle.Clone()
	placed, withdrawn := 0, 0
	for i, s := range r.Steps {
		was := board.Cells[s.Cell]
		if puzzle.Cells[s.Cell] != 0 {
			t.Fatalf("step %d changes a clue", i)
		}
		if s.Fits == 0 && (s.Value == 0) == (was == 0) {
			t.Fatalf("step %d: %d replaces %d", i, s.Value, was)
		}
		if s.Fits != 0 && (bits.OnesCount32(s.Fits) == 1) != (s.Value != 0) || s.Value != 0 && s.Fits>>s.Value&^1 != 0 {
			t.Fatalf("step %d: %d is left of the candidates %b", i, s.Value, s.Fits)
		}
		if was != 0 && was != s.Value {
			withdrawn++
		}
		if s.Value != 0 && was != s.Value {
			placed++
		}
		board.Cells[s.Cell] = s.Value
		done := i+1 == len(r.Steps) || !r.Steps[i+1].With
		if got := board.Clues() - puzzle.Clues(); done && got != s.Depth {
			t.Fatalf("step %d: depth %d, want %d", i, s.Depth, got)
		}
	}
	if !board.Equal(want) {
		t.Errorf("it ends at\n%s, want\n%s", board.Line(), want.Line())
	}
	if blanks := len(puzzle.Cells) - puzzle.Clues(); placed-withdrawn != blanks {
		t.Errorf("%d placed, %d withdrawn, %d blanks", placed, withdrawn, blanks)
	}
	if placed != r.Placed || withdrawn != r.Back {
		t.Errorf("%d and %d are counted", r.Placed, r.Back)
	}
	if r.Total != r.Kept() || !r.Solved || r.Puzzle != puzzle.Line() || r.Size != puzzle.Size {
		t.Errorf("total %d of %d, solved %v, puzzle %s, size %d", r.Total, len(r.Steps), r.Solved, r.Puzzle, r.Size)
	}
}

// The replay of each of our solutions, in each of its formats, leads from the puzzle to its solution.
func TestReplayOfOurSolutions(t *testing.T) {
	tr := tracer(t)
	for _, s := range ours(t) {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			if s.Board == "" {
				r, err := tr.Replay(context.Background(), s, sudoku.AcWing, line(t, easy))
				if err == nil && r.Back == 0 {
					return // its result was seen
				}
				if _, ok := errors.AsType[*Untraceable](err); !ok || !strings.Contains(err.Error(), "no board was seen") {
					t.Errorf("got %v", err)
				}
				return
			}
			for _, id := range s.Problems {
				p, err := problem.Load("../../../..", id)
				if err != nil {
					t.Fatal(err)
				}
				format, _ := check.InputFormat(p.Check.Format)
				puzzle := line(t, easy)
				if format == sudoku.Letters {
					puzzle, _ = sudoku.Letters.Empty().Solve()
					clear(puzzle.Cells[40:99])
				}
				want, _ := puzzle.Solve()
				r, err := tr.Replay(context.Background(), s, format, puzzle)
				if err != nil {
					t.Fatal(err)
				}
				checkReplay(t, puzzle, want, r)
			}
		})
	}
}

func TestReplayOfAProgramThatDoesNotEnd(t *testing.T) {
	tr := tracer(t)
	tr.Patience = 200 * time.Millisecond
	s := program(t, "var board [81]byte\nfunc solve(line string) bool {\n\tcopy(board[:], line)\n\tboard[2] = '4'\n\tfor {\n\t\tboard[3] = '.'\n\t}\n}", "board")
	r, err := tr.Replay(t.Context(), s, sudoku.AcWing, line(t, easy))
	if err != nil {
		t.Fatal(err)
	}
	if want := []result.Step{{Cell: 2, Value: 4, Depth: 1, Line: 7}}; !slices.Equal(r.Steps, want) || r.Solved ||
		!strings.HasPrefix(r.Note.String(), "the program was stopped before it was done: ") {
		t.Errorf("%+v", r)
	}
}

func TestReplayOfAnUnsolvableBoard(t *testing.T) {
	puzzle := line(t, "55"+easy[2:])
	r, err := tracer(t).Replay(context.Background(), program(t, shapes["array of bytes"], "board"), sudoku.AcWing, puzzle)
	if err != nil {
		t.Fatal(err)
	}
	if r.Solved || r.Note.Said() || r.Total != len(r.Steps) {
		t.Errorf("solved %v, note %q, %d of %d", r.Solved, r.Note, len(r.Steps), r.Total)
	}
}
