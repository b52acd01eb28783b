package trace

import (
	"testing"

	"sudokuoj/judge/internal/model/result"
)

// naives are programs that search as the solution naive does, each with a board of another kind.
var naives = []string{"lists.py", "flat.py", "strings.py", "copies.py", "bytes.py", "Rows.java", "Flat.java", "Strings.java", "Copies.java", "rows.js", "typed.js", "strings.js", "copies.js"}

// TestWaysToKeepABoard: the same search has the same history, step by step, however it keeps its board.
func TestWaysToKeepABoard(t *testing.T) {
	tr := tracer(t)
	want := replayOfOurs(t, tr, "naive", easy)
	for _, name := range naives {
		t.Run(name, func(t *testing.T) {
			got, err := replayOf(t, tr, sample(t, name), easy)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Solved || got.Total != want.Total || got.Placed != want.Placed || got.Back != want.Back || got.DeadEnds != want.DeadEnds {
				t.Errorf("solved %v, %d steps, %d placed, %d taken back, %d dead ends: want %d, %d, %d and %d",
					got.Solved, got.Total, got.Placed, got.Back, got.DeadEnds, want.Total, want.Placed, want.Back, want.DeadEnds)
			}
			for i, step := range got.Steps {
				if other := want.Steps[i]; step.Cell != other.Cell || step.Value != other.Value || step.Line == 0 {
					t.Fatalf("step %d: want %+v, and a line; got %+v", i, other, step)
				}
			}
		})
	}
}

// replayOfOurs watches a solution of this project.
func replayOfOurs(t *testing.T, tr *Tracer, name, puzzle string) *result.Replay {
	t.Helper()
	for _, s := range ours(t) {
		if s.Name == name {
			r, err := replayOf(t, tr, s, puzzle)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
	}
	t.Fatalf("no solution %s", name)
	return nil
}
