package trace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// mild is a puzzle that needs some search, but not much.
const mild = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// sample is a file of testdata as a solution.
func sample(t *testing.T, name string) solution.Solution {
	t.Helper()
	path := filepath.Join("testdata", name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l, ok := language.ByFile(path)
	if !ok {
		t.Fatalf("%s is in no language", name)
	}
	s, err := solution.Of(name, l.ID, language.File{Path: path, Text: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// replayOf watches a program, or skips the test where its compiler is missing.
func replayOf(t *testing.T, tr *Tracer, s solution.Solution, puzzle string) (*result.Replay, error) {
	t.Helper()
	r, err := tr.Replay(t.Context(), s, sudoku.AcWing, line(t, puzzle))
	if _, missing := errors.AsType[*build.Missing](err); missing {
		t.Skip(err)
	}
	return r, err
}

// The same search places the same digits, in whatever language and however it keeps its board.
func TestSameHistory(t *testing.T) {
	tr := tracer(t)
	var first *result.Replay
	for _, name := range []string{"vectors.cpp"} {
		t.Run(name, func(t *testing.T) {
			s := sample(t, name)
			r, err := replayOf(t, tr, s, mild)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = r
			}
			if !r.Solved || r.Total != first.Total || r.Placed != first.Placed || r.Back != first.Back {
				t.Errorf("solved %v, total %d, placed %d, taken back %d: %s has %d, %d, %d", r.Solved, r.Total, r.Placed, r.Back, first.Solution, first.Total, first.Placed, first.Back)
			}
			lines := map[int]int{}
			for i, step := range r.Steps {
				if other := first.Steps[i]; step.Cell != other.Cell || step.Value != other.Value {
					t.Fatalf("step %d: %+v, in %s %+v", i, step, first.Solution, other)
				}
				lines[step.Line]++
			}
			t.Log(r.Placed, r.Back, lines)
			work, err := tr.Work(t.Context(), s, write(t, "in", mild+"\n"), WorkTime)
			t.Log(work, err)
		})
	}
}
