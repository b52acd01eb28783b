package stress

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// A finding that could be smaller says so, and why.
func TestShowsWhatWasCutShort(t *testing.T) {
	mine := &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: "mine"}}}
	a := &Grading{Problem: problem.Problem{ID: "p"}, Programs: []*grade.Prepared{mine}}
	board := sudoku.Empty()
	late := result.Case{Verdict: result.TLE}
	found := Finding{Result: late, Others: []result.Case{late}, Boards: []sudoku.Board{board, board}, Input: "x\n",
		Cut: context.DeadlineExceeded, Was: say.Count(9, "clue"), Is: say.Count(8, "clue"), Trials: 2}
	var out bytes.Buffer
	a.Show(&out, terminal.Style{Width: 80}, &found, 2, 1, "")
	for _, want := range []string{"  the smallest input found so far, made small in 2 runs: 8 clues, from 9 clues\n",
		"  the time was over while making it smaller: the command below has all that it needs\n",
		"  so many boards at once take too long: whether one alone does was not found out\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// Of a failure of the program whose answers count as right, nobody knows the answer: it makes no case.
func TestNothingToSave(t *testing.T) {
	mine := &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: "mine"}}}
	a := &Grading{Problem: problem.Problem{ID: "p", Data: t.TempDir()}, Programs: []*grade.Prepared{mine, mine}}
	for program, saved := range []bool{false, true} {
		found := Finding{Program: program, Result: result.Case{Verdict: result.RE}, Input: "x\n"}
		if name, err := a.Save(1, &found); (err == nil) != saved {
			t.Errorf("the failure of program %d: %q, %v", program, name, err)
		}
	}
}
