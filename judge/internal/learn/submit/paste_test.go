package submit_test

import (
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// graded is a result with the given cases: "1 AC", and so on; * marks a promised verdict.
func graded(v result.Verdict, cases ...string) result.Solution {
	s := result.Solution{Verdict: v}
	for _, c := range cases {
		name, verdict, _ := strings.Cut(c, " ")
		verdict, promised := strings.CutSuffix(verdict, "*")
		one := result.Case{Case: name, Verdict: result.Verdict(verdict), AsExpected: verdict == "AC" || promised}
		if promised {
			one.Expected = result.Promise(verdict)
		}
		s.Cases = append(s.Cases, one)
	}
	return s
}

func TestRefuses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		res    result.Solution
		want   bool
		beyond string
	}{
		{"all accepted", graded(result.AC, "secret/1 AC", "secret/2 AC"), false, ""},
		{"one wrong", graded(result.WA, "secret/1 AC", "secret/2 WA"), true, ""},
		{"the first wrong", graded(result.WA, "secret/1 WA", "secret/2 AC"), true, ""},
		{"slow as promised", graded(result.TLE, "secret/1 AC", "secret/2 TLE*"), false, ""},
		{"nothing accepted", graded(result.TLE, "secret/1 TLE*"), true, ""},
		{"does not compile", graded(result.CE), true, ""},
		{"the judge's fault", graded(result.JE, "secret/1 AC"), true, ""},
		{"wrong only beyond the site", graded(result.AC, "secret/1 AC", "beyond/2 WA", "beyond/3 AC"), false,
			"beyond what X promises: 1 of 2 accepted (WA 2), which it has nothing like"},
		{"accepted only beyond the site", graded(result.WA, "secret/1 WA", "beyond/2 AC"), true, "beyond what X promises: 1 of 1 accepted"},
	} {
		must.Equal(t, tt.want, submit.Refuses(tt.res), tt.name, "refused")
		must.Equal(t, tt.beyond, submit.Beyond("X", tt.res).String(), tt.name)
	}
}

// TestNothingToGradeWith: without a compiler, nothing is known about the program. An interrupted run says so itself.
func TestNothingToGradeWith(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	g := grader.Open(t)
	p := problem.Problem{ID: "leetcode37", Check: problem.Check{Kind: "lines"}, Cases: []problem.Case{{Name: "secret/1"}}}
	to := submit.Target{Problem: p}
	own, cut := solution.Solution{Path: "a.rs", Language: "rust"}, submit.Cut{Text: "fn main() {}\n"}
	run, err := to.Grade(t.Context(), g, own, cut)
	must.Fail(t, err, "submit: no rustc here for Rust", run.Results)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if run, err := to.Grade(ctx, g, own, cut); err != nil || !run.Interrupted {
		t.Errorf("interrupted: %+v, %v", run, err)
	}
}
