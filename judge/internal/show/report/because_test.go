package report_test

import (
	"fmt"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/must"
)

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
