package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/must"
)

// crashes is a solution that fails in the same way on most of its cases.
func crashes(cases int) result.Solution {
	s := result.Solution{Problem: "p", Solution: "mine.go", Verdict: result.RE, Expected: result.Accepted, Compile: result.Compile{OK: true}}
	for i := range cases {
		c := result.Case{Case: fmt.Sprintf("secret/%02d", i), Verdict: result.RE, Expected: result.Accepted, Message: say.Of("exit status %d", 1)}
		switch i {
		case 1:
			c.Verdict, c.Message = result.TLE, say.Text("too slow")
		case 2:
			c.Verdict, c.AsExpected = result.AC, true
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}

func textOf(t *testing.T, opt report.TextOptions, results ...result.Solution) string {
	t.Helper()
	var b bytes.Buffer
	if opt.Spell = spelled; opt.Width == 0 {
		opt.Width = 100
	}
	run := result.Run{Results: results, Host: result.Host{Isolation: say.Text("walls"), MemoryMethod: say.Text("rusage")}}
	must.Succeed(t, report.Text(&b, run, opt))
	return b.String()
}

// A board on which a program is slow is explained as it is; the input of any other failure is made small.
func TestNextStep(t *testing.T) {
	board := "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
	for _, test := range []struct {
		verdict     result.Verdict
		input, want string
	}{
		{"TLE", board + "\nend\n", "see why: judge explain mine " + board},
		{"TLE", "1000\n", "see why: judge explain mine p one"},
		{"WA", board + "\nend\n", "the smallest input that fails: judge stress mine p"},
		{"OLE", board + "\n", ""},
	} {
		s := result.Solution{Problem: "p", Solution: "mine", Compile: result.Compile{OK: true},
			Cases: []result.Case{{Case: "one", Verdict: test.verdict, Input: test.input}, {Case: "two", Verdict: result.TLE, Input: board}}}
		if test.want == "" {
			s.Cases = s.Cases[:1]
		}
		got := textOf(t, report.TextOptions{Stress: func(string) bool { return true }}, s)
		if strings.Contains(got, "see why") != strings.HasPrefix(test.want, "see why") || !strings.Contains(got, test.want) ||
			strings.Contains(got, "smallest input") != strings.HasPrefix(test.want, "the smallest") {
			t.Errorf("%+v:\n%s", test, got)
		}
	}
}

// A matrix of many cases shows those that failed, and none if all are right.
func TestLongMatrix(t *testing.T) {
	right := crashes(300)
	right.Solution, right.Verdict, right.AsExpected = "right", result.AC, true
	for i := range right.Cases {
		right.Cases[i].Verdict, right.Cases[i].AsExpected = result.AC, true
	}
	wrong := right
	wrong.Solution, wrong.AsExpected, wrong.Cases = "wrong", false, append([]result.Case(nil), right.Cases...)
	wrong.Cases[88].Verdict, wrong.Cases[88].AsExpected = result.WA, false
	scored := right
	scored.Score = &result.Score{GroupScore: result.GroupScore{Scoring: result.Scoring{Max: 7}, Points: 7}}
	const rest = " more cases as expected, not shown: -v shows all"
	for name, test := range map[string]struct {
		results []result.Solution
		verbose bool
		rows    int
		lines   []string
	}{
		"one is wrong":             {[]result.Solution{right, wrong}, false, 2, []string{"88       0.00 ▁  WA!0.00 ▁", "299" + rest}},
		"all are shown":            {[]result.Solution{right, wrong}, true, 600, nil},
		"all are right":            {[]result.Solution{right}, false, 0, []string{"300" + rest}},
		"all are right, of points": {[]result.Solution{scored}, false, 0, []string{"points     7/7", "300" + rest}},
	} {
		got := textOf(t, report.TextOptions{Verbose: test.verbose}, test.results...)
		must.Equal(t, test.rows, strings.Count(got, "0.00 ▁"), name, "cells")
		for _, line := range test.lines {
			must.Contain(t, got, "\n"+line, name, "no line begins with", line)
		}
		if head := strings.Contains(got, "\nCPU, ms"); head != (test.rows > 0 || test.results[0].Score != nil) {
			t.Errorf("%s: a head: %v\n%s", name, head, got)
		}
	}
}

// TestWhy: the last words of the runtime explain an exit status.
func TestWhy(t *testing.T) {
	for stderr, want := range map[string]string{
		"Traceback (most recent call last):\n  File \"main.py\", line 12, in solve\nIndexError: list index out of " +
			"range\n": "IndexError: list index out of range",
		"Exception in thread \"main\" java.util.NoSuchElementException\n\tat " +
			"java.base/java.util.Scanner.next(Scanner.java:1573)\n": "NoSuchElementException",
		"main.js:3\nTypeError: board.map is not a function\n    at solve " +
			"(main.js:3:9)\n": "TypeError: board.map is not a function",
		"panic: runtime error: index out of range [9] with length 9\n\ngoroutine 1 " +
			"[running]:\n": "panic: runtime error: index out of range [9] with length 9",
		"Error: \x1b[2J" + strings.Repeat("x",
			300): "Error: \\x1b[2J" + strings.Repeat("x", 85) + "…",
		"it went wrong\n": "exit status 1",
	} {
		if got := report.Why(result.Case{Verdict: result.RE, Stderr: stderr, Message: say.Of("exit status %d", 1)}).String(); got != want {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
}

// TestBecause: only what was counted to its end, on the same board or case, is told of two solutions.
func TestBecause(t *testing.T) {
	solution := func(name, language string, works ...*result.Work) (s result.Solution) {
		s = result.Solution{Problem: "p", Solution: name, Language: language}
		for i, w := range works {
			s.Cases = append(s.Cases, result.Case{Case: fmt.Sprint(i), Verdict: result.AC, Work: w})
		}
		return s
	}
	work := func(n int64) *result.Work { return &result.Work{Statements: n} }
	stopped := &result.Work{Statements: 1000, Stopped: 1}
	replay := func(name string, placed int, solved bool) result.Replay {
		return result.Replay{Solution: name, Puzzle: "1...", Placed: placed, Solved: solved}
	}
	for want, run := range map[string]result.Run{
		"[a and b place the same 4,208 digits: what differs is the language, and what a digit costs.]": {
			Results: []result.Solution{solution("a", "C++", work(10)), solution("b", "Python", work(64))},
			Replays: []result.Replay{replay("a", 4208, true), replay("b", 4208, true)}},
		"[a and b place the same 4,208 digits. b executes 6.4 times the statements of a.]": {
			Results: []result.Solution{solution("a", "C++", work(10)), solution("b", "C++", work(64))},
			Replays: []result.Replay{replay("a", 4208, true), replay("b", 4208, true)}},
		"[a and b place the same 7 digits.]": {
			Results: []result.Solution{solution("a", "C++", work(100)), solution("b", "C++", work(101))},
			Replays: []result.Replay{replay("a", 7, true), replay("b", 7, true)}},
		"[On 2 cases that both finished, a executes 3 times the statements of b.]": {
			Results: []result.Solution{solution("a", "C++", work(60), stopped, work(30)), solution("b", "C++", work(20), work(1), work(10))},
			Replays: []result.Replay{replay("a", 9, true), replay("b", 8, true)}},
		"[]": {
			Results: []result.Solution{solution("a", "C++", stopped), solution("b", "C++", work(20)), solution("c", "Go", work(7))},
			Replays: []result.Replay{replay("a", 9, false), replay("b", 9, true)}},
		"[a executes 2 times the statements of b. c executes 2 times the statements of a. c executes 4 times the statements of b.]": {
			Results: []result.Solution{solution("a", "C++", work(20)), solution("b", "C++", work(10)), solution("c", "C++", work(40))}},
	} {
		must.Equal(t, want, fmt.Sprint(report.Because(run)))
	}
	some := result.Run{Results: []result.Solution{solution("a", "C++", work(60), stopped), solution("b", "C++", work(20), work(1))}}
	must.Equal(t, "在两者都跑完的 1 个测试点上，a 执行的语句数是 b 的 3 倍。", say.Chinese.Line(report.Because(some)[0]))
}
