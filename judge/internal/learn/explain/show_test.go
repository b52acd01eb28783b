package explain

import (
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// TestStoppedIsNotAll: what was counted of a program that would have gone on is no total.
func TestStoppedIsNotAll(t *testing.T) {
	puzzle, err := ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	x := Explanation{puzzle: puzzle, seen: []sighting{
		{solution: solution.Solution{Name: "ends"}, work: &result.Work{Statements: 1234}},
		{solution: solution.Solution{Name: "goes-on"}, work: &result.Work{Statements: 1_424_989_489, Stopped: 4 * time.Second}},
	}}
	got := x.Text(terminal.Style{})
	for _, want := range []string{" 1,234\n", " ≥ 1,424,989,489\n", "\ngoes-on was stopped after 4.00 s: its statements are those until then\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "ends was stopped") {
		t.Errorf("who ended is said to have been stopped:\n%s", got)
	}
}
