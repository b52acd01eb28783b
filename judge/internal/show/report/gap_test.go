package report_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/must"
)

// one is a run of two solutions on one case.
func one(fast, slow result.Case) result.Run {
	fast.Case, slow.Case = "secret/07", "secret/07"
	return result.Run{Results: []result.Solution{
		{Problem: "acwing166", Solution: "naive", Cases: []result.Case{slow}},
		{Problem: "acwing166", Solution: "lowbit", Cases: []result.Case{fast}},
	}}
}

func TestWidestGap(t *testing.T) {
	ac := result.Case{Verdict: result.AC, CPU: 2 * time.Millisecond}
	tle := result.Case{Verdict: result.TLE, CPU: time.Second}
	worked := func(c result.Case, statements int64, stopped time.Duration) result.Case {
		c.Work = &result.Work{Statements: statements, Stopped: stopped}
		return c
	}
	replay := func(name string, placed int) result.Replay {
		return result.Replay{Solution: name, Problem: "acwing166", Case: "secret/07", Puzzle: "....", Placed: placed,
			Total: 2 * placed, Solved: true}
	}
	digits := func(naive, lowbit int, more ...result.Replay) []result.Replay {
		return append([]result.Replay{replay("naive", naive), replay("lowbit", lowbit)}, more...)
	}
	cut := digits(9_727_392, 1170)
	cut[0].Solved, cut[0].Stopped, cut[0].Watched = false, true, 5*time.Second
	gaveUp := digits(5000, 51)
	gaveUp[0].Solved = false
	elsewhere := digits(150, 50)
	for i := range elsewhere {
		elsewhere[i].Case, elsewhere[i].Puzzle = "secret/08", "...1"
	}
	three := one(ac, ac)
	three.Results = append(three.Results, result.Solution{Problem: "acwing166", Solution: "twin", Cases: three.Results[1].Cases})
	tests := []struct {
		name    string
		run     result.Run
		replays []result.Replay
		want    string
	}{
		{"digits, counted to the end of one that was stopped", one(ac, tle), digits(9_727_392, 1170),
			"On acwing166 secret/07, lowbit needs 1,170 digits; naive needs 9,727,392 digits, 8,314 times as many, and was stopped at 1.00 s."},
		{"digits, at least", one(ac, tle), cut,
			"On acwing166 secret/07, lowbit needs 1,170 digits; naive needs more than 9,700,000 digits, counted for 5.00 s."},
		{"digits of two that solved it", one(ac, ac), digits(4208, 51),
			"On acwing166 secret/07, lowbit needs 51 digits and naive needs 4,208 digits: 83 times as many."},
		{"of two that need as few, the first", three, digits(4208, 51, replay("twin", 51)),
			"On acwing166 secret/07, lowbit needs 51 digits and naive needs 4,208 digits: 83 times as many."},
		{"who gave up needs nothing", one(ac, ac), gaveUp, ""},
		{"as many digits, so statements", one(worked(ac, 100, 0), worked(ac, 1000, 0)), digits(51, 51),
			"On acwing166 secret/07, lowbit needs 100 statements and naive needs 1,000 statements: 10 times as many."},
		{"statements, at least", one(worked(ac, 100, 0), worked(tle, 123_456, time.Second)), nil,
			"On acwing166 secret/07, lowbit needs 100 statements; naive needs more than 120,000 statements, counted for 1.00 s."},
		{"times", one(ac, result.Case{Verdict: result.AC, CPU: 5 * time.Millisecond}), nil,
			"On acwing166 secret/07, lowbit takes 2.00 ms and naive takes 5.00 ms: 2.5 times as long."},
		{"times, at least", one(ac, tle), nil,
			"On acwing166 secret/07, lowbit takes 2.00 ms; naive was stopped at 1.00 s, at least 500 times as long."},
		{"half as much again is worth telling", one(ac, result.Case{Verdict: result.AC, CPU: 3 * time.Millisecond}), nil,
			"On acwing166 secret/07, lowbit takes 2.00 ms and naive takes 3.00 ms: 1.5 times as long."},
		{"a little less is not", one(ac, result.Case{Verdict: result.AC, CPU: 2999 * time.Microsecond}), nil, ""},
		{"the wider of two boards", one(ac, ac), digits(100, 50, elsewhere...),
			"On acwing166 secret/08, lowbit needs 50 digits and naive needs 150 digits: 3 times as many."},
		{"digits that differ a little, so statements", one(worked(ac, 100, 0), worked(ac, 150, 0)), digits(74, 50),
			"On acwing166 secret/07, lowbit needs 100 statements and naive needs 150 statements: 1.5 times as many."},
		{"a solution that needed nothing is not compared", one(worked(ac, 0, 0), worked(ac, 150, 0)), digits(74, 0), ""},
		{"who was stopped is not the one that needs less", one(tle, ac), digits(4208, 51),
			"On acwing166 secret/07, naive takes 2.00 ms; lowbit was stopped at 1.00 s, at least 500 times as long."},
		{"about the same", one(ac, ac), nil, ""},
		{"nobody came to the end", one(tle, tle), nil, ""},
		{"a wrong answer says nothing", one(ac, result.Case{Verdict: result.WA, CPU: time.Second}), nil, ""},
	}
	for _, tt := range tests {
		tt.run.Replays = tt.replays
		got, zh := "", ""
		if g, ok := report.Widest(tt.run); ok {
			got, zh = g.Sentence().String(), say.Chinese.Text(g.Sentence())
		}
		must.Equal(t, tt.want, got, tt.name)
		if got != "" && zh == got || strings.Contains(zh, "%!") {
			t.Errorf("%s: in Chinese it is %q", tt.name, zh)
		}
	}
}

// The start of Java is no gap between two ideas; a run that takes much longer is one.
func TestGapBetweenLanguages(t *testing.T) {
	ms := func(times ...int) (cases []result.Case) {
		for i, n := range times {
			c := result.Case{Case: "secret/0" + strconv.Itoa(i), Verdict: result.AC, CPU: time.Duration(n) * 100 * time.Microsecond}
			if n == 10_000 {
				c.Verdict = result.TLE
			}
			cases = append(cases, c)
		}
		return cases
	}
	in := func(language, name string, times ...int) result.Solution {
		return result.Solution{Problem: "sum", Solution: name, Language: language, Cases: ms(times...)}
	}
	failed := func(s result.Solution) result.Solution { // on its first case
		s.Cases[0].Verdict = result.WA
		return s
	}
	for _, tt := range []struct {
		name string
		run  []result.Solution
		want string
	}{
		{"start-up only", []result.Solution{in("C", "main.c", 5, 5), in("Java", "Main.java", 780, 790)}, ""},
		{"a case that is hard for it", []result.Solution{in("C", "main.c", 5, 10), in("Java", "Main.java", 780, 3900)},
			"On sum secret/01, main.c takes 1.00 ms and Main.java takes 390 ms: 390 times as long."},
		{"one that was stopped", []result.Solution{in("C", "main.c", 5, 10), in("Java", "Main.java", 780, 10_000)},
			"On sum secret/01, main.c takes 1.00 ms; Main.java was stopped at 1.00 s, at least 1,000 times as long."},
		{"two of one language beside it", []result.Solution{in("C", "main.c", 5, 5), in("C", "slow.c", 5, 12), in("Java", "Main.java", 780, 790)},
			"On sum secret/01, main.c takes 0.50 ms and slow.c takes 1.20 ms: 2.4 times as long."},
		{"a quick failure is no start", []result.Solution{in("C", "main.c", 5, 5), failed(in("Java", "Main.java", 1, 780))}, ""},
		{"one case", []result.Solution{in("C", "main.c", 5), in("Java", "Main.java", 780)}, ""},
	} {
		got := ""
		if g, ok := report.Widest(result.Run{Results: tt.run}); ok {
			got = g.Sentence().String()
		}
		must.Equal(t, tt.want, got, tt.name)
	}
}

// Each language counts its own kind of statements, so only programs in one language are compared.
func TestStatementsOfTwoLanguages(t *testing.T) {
	counted := func(name, language string, n int64) result.Solution {
		one := result.Case{Case: "a", Verdict: result.AC, Work: &result.Work{Statements: n, Lines: []int64{n}}}
		return result.Solution{Problem: "p", Solution: name, Language: language, Cases: []result.Case{one}}
	}
	two := result.Run{Results: []result.Solution{counted("mine", "C++", 10), counted("ours", "Go", 90000)}}
	if gaps := report.CaseGaps(two, report.Statements); len(gaps) > 0 {
		t.Errorf("they are compared: %+v", gaps)
	}
	three := result.Run{Results: append(two.Results, counted("other", "Go", 100))}
	if gaps := report.CaseGaps(three, report.Statements); len(gaps) != 1 || gaps[0].Few != "other" || gaps[0].Many != "ours" {
		t.Errorf("got %+v", gaps)
	}
}

// TestOwnGap: a user's program is compared with the best of those before it, or else with the last one behind it, in
// any order of the results.
func TestOwnGap(t *testing.T) {
	for _, test := range []struct {
		others    [3]int
		few, many int64
	}{
		{[3]int{50, 400, 20}, 20, 100},
		{[3]int{50, 100, 400}, 50, 100},
		{[3]int{100, 150, 400}, 100, 400},
		{[3]int{100, 100, 100}, 0, 0},
	} {
		for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			run := result.Run{Results: []result.Solution{{Solution: "mine.cpp"}, {Solution: "other"}}}
			run.Replays = []result.Replay{{Solution: "mine.cpp", Placed: 100, Solved: true}, {Solution: "gave up", Placed: 1}}
			for _, i := range order {
				run.Replays = append(run.Replays, result.Replay{Solution: "other", Placed: test.others[i], Solved: true})
			}
			if g, _ := report.Widest(run); g.Least != test.few || g.Most != test.many {
				t.Errorf("%v in the order %v: %+v", test.others, order, g)
			}
		}
	}
}

// TestGapTodo: what shows more of a gap depends on what it is about.
func TestGapTodo(t *testing.T) {
	two := []string{"a", "b"}
	for unit, want := range map[report.Unit]report.Todo{
		report.Digits: {Do: "explain", Solutions: two, Puzzle: "1"},
		report.Time:   {Solutions: two, Problem: "p", Case: "c", Page: true},
	} {
		got := (report.Gap{Problem: "p", Case: "c", Puzzle: "1", Few: "a", Many: "b", Unit: unit}).Todo()
		must.Equal(t, want, got, unit)
	}
}

// TestReasons returns one reason for each of the user's own programs, or else for the program that placed the most.
func TestReasons(t *testing.T) {
	replay := func(name string, own bool, placed int, text string) result.Replay {
		return result.Replay{Solution: name, Placed: placed, Reason: &result.Reason{Own: own, Sentence: say.Text(text)}}
	}
	silent := replay("silent", true, 99, "")
	for want, replays := range map[string][]result.Replay{
		"":  {silent, {Solution: "unknown", Placed: 100}},
		"b": {silent, replay("a", false, 5, "x"), replay("b", false, 9, "x"), replay("c", false, 7, "x")},
		"a b": {
			replay("c", false, 99, "x"), replay("a", true, 5, "x"), {}, replay("a", true, 6, "x"), replay("b", true, 1, "x")},
	} {
		var got []string
		for _, r := range report.Reasons(replays) {
			got = append(got, r.Solution)
		}
		must.Equal(t, want, strings.Join(got, " "), got)
	}
}
