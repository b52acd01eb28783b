package stress

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/verdict"
)

// A finding that could be smaller says so, and why.
func TestShowsWhatWasCutShort(t *testing.T) {
	mine := &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: "mine"}}}
	a := &Grading{Problem: problem.Problem{ID: "p"}, Programs: []*grade.Prepared{mine}}
	board := sudoku.Empty()
	late := verdict.Case{Verdict: verdict.TLE}
	found := Finding{Result: late, Others: []verdict.Case{late}, Boards: []sudoku.Board{board, board}, Input: "x\n",
		Cut: context.DeadlineExceeded, Was: say.Count(9, "clue"), Is: say.Count(8, "clue"), Trials: 2}
	var out bytes.Buffer
	a.Show(&out, screen.Style{Width: 80}, &found, 2, 1, "")
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
		found := Finding{Program: program, Result: verdict.Case{Verdict: verdict.RE}, Input: "x\n"}
		if name, err := a.Save(1, &found); (err == nil) != saved {
			t.Errorf("the failure of program %d: %q, %v", program, name, err)
		}
	}
}
