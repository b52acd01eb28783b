package stress

import (
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

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
