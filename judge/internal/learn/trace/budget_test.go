package trace_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

var update = flag.Bool("update", false, "write solutions/work.golden anew")

const (
	budgetFile = home + "/solutions/work.golden"

	budgetHead = `# How many statements each solution executes on the same 20 generated puzzles, five of each grade of
# difficulty. A test fails when a solution needs more than this. It counts rather than times, so it is
# the same on every machine. Write it anew with: go test ./judge/internal/learn/trace -run Budget -update
`
	// A new version of Go may count some statements differently.
	budgetTolerance = 1.01
)

// A slower version of a solution fails here, on any machine.
func TestBudgetOfStatements(t *testing.T) {
	budget := readBudget(t)
	in := write(t, budgetPuzzles(t))
	tr := tracer(t)
	lines := budgetHead
	for _, s := range ours(t) {
		want, promised := budget[s.Name]
		if !promised && !*update {
			continue // the user's own solution
		}
		delete(budget, s.Name)
		work, err := tr.Work(t.Context(), s, in, trace.WorkTime)
		if err != nil || work.Stopped > 0 {
			t.Errorf("%s: stopped after %v, %v", s.Name, work.Stopped, err)
			continue
		}
		lines += fmt.Sprintf("%s %d\n", s.Name, work.Statements)
		if float64(work.Statements) > float64(want)*budgetTolerance && !*update {
			t.Errorf("%s: %d statements, %d are budgeted: if that is meant, write the budget anew with -update",
				s.Name, work.Statements, want)
		}
	}
	if !*update {
		for name := range budget {
			t.Errorf("%s has a budget, but there is no such solution", name)
		}
	} else {
		must.Succeed(t, os.WriteFile(budgetFile, []byte(lines), 0o644))
	}
}

func readBudget(t *testing.T) map[string]int64 {
	t.Helper()
	text, err := os.ReadFile(budgetFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	budget := map[string]int64{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var name string
		var n int64
		if _, err := fmt.Sscan(line, &name, &n); err != nil {
			t.Fatalf("%s: %q: %v", budgetFile, line, err)
		}
		budget[name] = n
	}
	return budget
}

// budgetPuzzles is an input of five puzzles of each difficulty, easy enough for the slowest solution.
func budgetPuzzles(t *testing.T) string {
	t.Helper()
	var boards []sudoku.Board
	for _, d := range sudoku.Difficulties {
		g, err := sudoku.NewGenerator(sudoku.Options{Seed: 166, Difficulty: d})
		must.Succeed(t, err)
		for n := 0; n < 5; {
			puzzle, _, err := g.Next(t.Context())
			must.Succeed(t, err)
			if puzzle.Effort(200_000) < 200_000 {
				boards = append(boards, puzzle)
				n++
			}
		}
	}
	return sudoku.AcWing.Join(boards)
}
