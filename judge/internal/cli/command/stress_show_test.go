package command

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// If a failure could be made smaller, the report says so and why it was not.
func TestShowsWhatWasCutShort(t *testing.T) {
	mine := &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: "mine"}}}
	a := &stress.Grading{Problem: problem.Problem{ID: "p"}, Programs: []*grade.Prepared{mine}}
	board := sudoku.Empty()
	late := result.Case{Verdict: result.TLE}
	found := stress.Finding{Result: late, Others: []result.Case{late}, Boards: []sudoku.Board{board, board}, Input: "x\n",
		Cut: context.DeadlineExceeded, Was: say.Count(9, "clue"), Is: say.Count(8, "clue"), Trials: 2}
	var out bytes.Buffer
	showFinding(&out, terminal.Style{Width: 80}, a, &found, 2, 1, "")
	for _, want := range []string{"  the smallest input found so far, made small in 2 runs: 8 clues, from 9 clues\n",
		"  the time was over while making it smaller: the command below has all that it needs\n",
		"  this many boards together take too long; whether a single one does was not found out\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}
