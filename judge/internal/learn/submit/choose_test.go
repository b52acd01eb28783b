package submit_test

import (
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

func TestChoose(t *testing.T) {
	problems := []problem.Problem{{ID: "acwing166"}, {ID: "acwing183"}, asks(t, "boolean isValidSudoku(char[][] board)"),
		asks(t, "void solveSudoku(char[][] board)"), {ID: "sudokuask"}, {ID: "poj2676"}, {ID: "luogup1784"}, asks(t,
			"int[] twoSum(int[] nums, int target)")}
	problems[2].ID, problems[7].ID = "leetcode36", "twosum"
	const valid, both = "def isValidSudoku(board): pass\n", "def isValidSudoku(board): pass\ndef solveSudoku(board): pass\n"
	for _, tt := range []struct {
		name, site, problem, claims, text, want string
	}{
		{"claimed", "", "", "acwing166", "", "acwing AcWing 166"},
		{"claimed beside one of no site", "", "", "sudokuask leetcode37", "", "leetcode LeetCode 37"},
		{"claimed, of two sites", "", "", "acwing166 leetcode37", "",
			"the file may be for AcWing 166, LeetCode 37\nhint: add one of -site acwing, -site leetcode"},
		{"the site chooses", "leetcode", "", "acwing166 leetcode37", "", "leetcode LeetCode 37"},
		{"two of one site", "leetcode", "", "leetcode36 leetcode37", "",
			"the file may be for LeetCode 36, LeetCode 37\nhint: add one of -problem leetcode36, -problem leetcode37"},
		{"the problem chooses", "", "leetcode36", "leetcode36 leetcode37", "", "leetcode LeetCode 36"},
		{"by its function", "", "", "", valid, "leetcode LeetCode 36"},
		{"by its functions", "", "", "", both, "add one of -problem leetcode36, -problem leetcode37"},
		{"not by another's", "leetcode", "", "", "def solve(board): pass\n",
			"no problem here asks for a function that the file defines\nhint: name the problem with -problem; judge new problem NAME " +
				"-function '...' makes one"},
		{"a program for a site", "acwing", "", "", "print(1)",
			"the file may be for AcWing 166, AcWing 183\nhint: add one of -problem acwing166, -problem acwing183"},
		{"a program for a problem", "acwing", "acwing183", "", "print(1)", "acwing AcWing 183"},
		{"a program", "", "", "", "print(1)", "no site is named\nhint: add -site acwing, leetcode, luogu or poj"},
		{"a problem of the user's own", "leetcode", "twosum", "", "", "leetcode LeetCode (twosum)"},
		{"what it does not claim, by its function", "leetcode", "", "acwing166", valid, "leetcode LeetCode 36"},
		{"what it does not claim, by the site", "acwing", "", "leetcode37", "",
			"the file may be for AcWing 166, AcWing 183\nhint: add one of -problem acwing166, -problem acwing183"},
		{"another site's", "acwing", "leetcode37", "", "", "-problem leetcode37: it is no problem of AcWing"},
		{"a program for LeetCode", "leetcode", "acwing166", "", "", "-problem acwing166: it is no problem of LeetCode"},
		{"of no site", "", "sudokuask", "", "", "-problem sudokuask: it is no problem of AcWing, Luogu or POJ, and"},
		{"claimed, of POJ", "", "", "poj2676", "", "poj POJ 2676"},
		{"claimed, of Luogu", "luogu", "", "luogup1784", "", "luogu Luogu P1784"},
		{"claimed, of another site", "", "", "sudokuask", "",
			"submit: sudokuask is of no site that the judge knows\nhint: paste the file as it is, without its lines with judge:"},
		{"claimed, and the site is named", "leetcode", "", "poj2676", "", "no problem here asks for a function that the file defines"},
		{"no such site", "codeforces", "", "", "", "the sites are acwing, leetcode, luogu, poj"},
	} {
		s := solution.Solution{Path: "a.py", Language: "python", Problems: strings.Fields(tt.claims),
			Files: []language.File{{Path: "a.py", Text: tt.text}}}
		target, err := submit.Wish{tt.site, tt.problem}.Choose(problems, s)
		got := target.Name + " " + target.Title
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestSitesInChinese: a site has the name by which people call it.
func TestSitesInChinese(t *testing.T) {
	_, err := submit.Wish{"luogu", "poj2676"}.Choose([]problem.Problem{{ID: "poj2676"}}, solution.Solution{Path: "a.py", Language: "python"})
	must.Equal(t, "-problem poj2676：它不是“洛谷”的题目", say.Chinese.Error(err))
}

// TestTargetOf: every function may be one of LeetCode's.
func TestTargetOf(t *testing.T) {
	own := asks(t, "void solveSudoku(char[][] board)")
	own.ID = "twosum"
	for _, tt := range []struct {
		p    problem.Problem
		want string
	}{{problem.Problem{ID: "acwing166"}, "AcWing 166"}, {asks(t, "void solveSudoku(char[][] board)"), "LeetCode 37"}, {own,
		"LeetCode (twosum)"}, {problem.Problem{ID: "leetcode37"}, ""}, {problem.Problem{ID: "pojack"}, ""},
		{problem.Problem{ID: "luogup1784"}, "Luogu P1784"}} {
		if got, ok := submit.TargetOf(tt.p); got.Title != tt.want && ok || ok != (tt.want != "") {
			t.Errorf("%s: %q, %v", tt.p.ID, got.Title, ok)
		}
	}
}

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
