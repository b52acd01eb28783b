package explain_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

const (
	home = "../../../.."
	mild = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

// explainer watches each program for a while: only naive and marks take longer, and their figures are for how they begin.
// In this while naive makes five times as many steps as are kept.
func explainer(t *testing.T) *explain.Explainer {
	t.Helper()
	return explain.New(grader.Open(t), 2*time.Second, func(string, ...any) {}).Beside(home)
}

func read(t *testing.T, text string) sudoku.Board { return must.Get(explain.ParsePuzzle(text))(t) }

// TestPuzzle: the search, its reason and its counts are a turn each, so that a server can share them out. A program of
// the user's own that misses something gets ours beside it, in its language if there is one.
func TestPuzzle(t *testing.T) {
	path := filepath.Join(home, "solutions", "naive", "main.go")
	naive := must.Get(solution.Of("mine", "go", language.File{Path: path, Text: string(must.Get(os.ReadFile(path))(t))}))(t)
	naive.Path, naive.Problems = "mine.go", []string{"acwing166"}
	turns := 0
	e := explainer(t).Each(func(ctx context.Context, search func(context.Context) error) error {
		turns++
		return search(ctx)
	})
	x := must.Get(e.Puzzle(t.Context(), []solution.Solution{naive}, must.Get(problem.LoadAll(home))(t), read(t, mild)))(t)
	must.Equal(t, 4, turns, "turns")
	told := x.Text(terminal.Style{Width: 100})
	must.Contain(t, told, "inplace looks at every blank before each guess: 51 digits instead of 4,208; see solutions/inplace.")
	if run := x.Run(); len(run.Replays) != 2 || run.Replays[1].Solution != "inplace" || !x.Complete() {
		t.Errorf("%d searches, complete: %t", len(run.Replays), x.Complete())
	}
}

// TestNothingSlowerBeside: a search that places fewer digits than a plain one, although some stand twice, does not wait for
// ours which looks at that alone.
func TestNothingSlowerBeside(t *testing.T) {
	const few = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	hidden := must.Get(solution.Open(filepath.Join(home, "solutions", "hidden")))(t)
	watched := ""
	tell := func(format string, of ...any) { watched += fmt.Sprintf(format, of...) + "\n" }
	e := explain.New(grader.Open(t), 2*time.Second, tell).Beside(home)
	x := must.Get(e.Puzzle(t.Context(), []solution.Solution{hidden}, must.Get(problem.LoadAll(home))(t), read(t, few)))(t)
	must.Contain(t, x.Text(terminal.Style{Width: 100}), "some digit stood twice in a row, column or box")
	must.Equal(t, "watching "+hidden.Name+"\n", watched)
}

// TestTroubles: a message says what could not be seen, with the name of the user's own file; a puzzle without a solution is
// not the program's fault, and Ctrl-C is an error.
func TestTroubles(t *testing.T) {
	must.Have(t, "python3")
	f, err := function.Parse("void solveSudoku(char[][] board)")
	must.Succeed(t, err)
	asks := problem.Problem{ID: "called", Check: problem.Check{Kind: "sudoku", Format: "leetcode"}, Function: &f}
	const head, walks = "class Solution:\n    def solveSudoku(self, board):\n        ", "board[0][2] = '4'\n"
	none := "..........23456789.........1" + strings.Repeat(".", 53)
	for _, test := range []struct {
		text, puzzle, want string
		complete           bool
	}{
		{head + walks, mild, "not solved", false},
		{head + walks, none, "no solution", true},
		{head + "return (\n", mild, "! x does not compile: SyntaxError: ", false},
		{head + "pass\n", mild, "! x cannot be traced: no board was seen in it", false},
	} {
		s := must.Get(solution.Of("x", "python", language.File{Path: "x.py", Text: test.text}))(t)
		s.Problems = []string{"called"}
		x := must.Get(explainer(t).Puzzle(t.Context(), []solution.Solution{s}, []problem.Problem{asks}, read(t, test.puzzle)))(t)
		must.Contain(t, x.Text(terminal.Style{Width: 100}), test.want, test.text)
		must.Equal(t, test.complete, x.Complete(), test.text)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	s := must.Get(solution.Of("x", "python", language.File{Path: "x.py", Text: head + walks}))(t)
	s.Problems = []string{"called"}
	if _, err := explainer(t).Puzzle(stopped, []solution.Solution{s}, []problem.Problem{asks}, read(t, mild)); err == nil {
		t.Error("interrupted, and no error")
	}
}

// TestCount: of a run whose boards were watched, only the cases of these boards are counted.
func TestCount(t *testing.T) {
	s := must.Get(solution.Open(filepath.Join(home, "solutions", "lowbit")))(t)
	p := must.Get(problem.Load(home, "acwing166"))(t)
	entries := []grade.Entry{{Problem: p, Solution: s, Cases: p.Cases[:2]}}
	for watched, want := range map[string]string{"": "2", p.Cases[1].Name: "1"} {
		run := result.Run{Results: []result.Solution{{Problem: p.ID, Solution: s.Name}}}
		for _, c := range entries[0].Cases {
			run.Results[0].Cases = append(run.Results[0].Cases, result.Case{Case: c.Name, Verdict: result.AC})
		}
		if watched != "" {
			run.Replays = []result.Replay{{Solution: s.Name, Problem: p.ID, Case: watched}}
		}
		must.Succeed(t, explainer(t).Count(t.Context(), entries, &run))
		counted := 0
		for _, c := range run.Results[0].Cases {
			if c.Work != nil && c.Work.Statements > 0 {
				counted++
			}
		}
		must.Equal(t, want, fmt.Sprint(counted), "cases counted after watching", watched)
	}
}

// TestWatchCalls: what is watched is the case on which most was executed, whatever the clock said of two quick ones.
func TestWatchCalls(t *testing.T) {
	must.Have(t, "python3")
	cases := map[string][2]string{"sample/1": {"3\n", "3\n"}, "secret/2": {"9\n", "9\n"}}
	p := grader.Problem(t, "lines", cases)
	s := grader.Program(t, "x.py", "def f(n):\n    return n and 1 + f(n - 1)\nprint(f(int(input())))\n")
	run := result.Run{Results: []result.Solution{{Problem: p.ID, Solution: s.Name, Cases: []result.Case{
		{Case: "sample/1", CPU: 9, Work: &result.Work{Statements: 30}}, {Case: "secret/2", CPU: 8, Work: &result.Work{Statements: 90}}}}}}
	seen := must.Get(explainer(t).WatchCalls(t.Context(), []grade.Entry{{Problem: p, Solution: s, Cases: p.Cases}}, run))(t)
	if len(seen) != 1 || seen[0].Case != "secret/2" || seen[0].Deepest != 9 {
		t.Errorf("watched: %+v", seen)
	}
}

func TestParsePuzzle(t *testing.T) {
	letters := sudoku.Letters.Empty().LetterText()
	rows := read(t, "")
	for text, want := range map[string]string{
		"": "", explain.Example: "", rows.DigitText(): "", rows.Draw(): "", letters + "\n" + letters: "", strings.Repeat(".", 16): "",
		"12": "-puzzle: ", "11" + explain.Example[2:]: "so there is nothing to search for",
	} {
		board, err := explain.ParsePuzzle(text)
		if want == "" && (err != nil || board.Size == 0) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %d, %v", text, board.Size, err)
		}
	}
}
