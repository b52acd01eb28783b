package report

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/model/result"
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
	replay := func(name string, placed int, solved bool) result.Replay {
		r := result.Replay{Solution: name, Problem: "acwing166", Case: "secret/07", Puzzle: "....", Placed: placed, Total: 2 * placed, Solved: solved, Stopped: !solved}
		if !solved {
			r.Watched = 5 * time.Second
		}
		return r
	}
	elsewhere := func(r result.Replay) result.Replay {
		r.Case, r.Puzzle = "secret/08", "...1"
		return r
	}
	three := one(ac, ac)
	three.Results = append(three.Results, result.Solution{Problem: "acwing166", Solution: "twin", Cases: three.Results[1].Cases})
	tests := []struct {
		name    string
		run     result.Run
		replays []result.Replay
		want    string
	}{
		{"digits, counted to the end of one that was stopped", one(ac, tle), []result.Replay{replay("naive", 9_727_392, true), replay("lowbit", 1170, true)},
			"On acwing166 secret/07, lowbit needs 1,170 digits; naive needs 9,727,392 digits, 8,314 times as many, and was stopped at 1.00 s."},
		{"digits, at least", one(ac, tle), []result.Replay{replay("naive", 9_727_392, false), replay("lowbit", 1170, true)},
			"On acwing166 secret/07, lowbit needs 1,170 digits; naive needs more than 9,700,000 digits, counted for 5.00 s."},
		{"digits of two that solved it", one(ac, ac), []result.Replay{replay("naive", 4208, true), replay("lowbit", 51, true)},
			"On acwing166 secret/07, lowbit needs 51 digits and naive needs 4,208 digits: 83 times as many."},
		{"of two that need as few, the first", three, []result.Replay{replay("naive", 4208, true), replay("lowbit", 51, true), replay("twin", 51, true)},
			"On acwing166 secret/07, lowbit needs 51 digits and naive needs 4,208 digits: 83 times as many."},
		{"who gave up needs nothing", one(ac, ac), []result.Replay{{Solution: "naive", Puzzle: "....", Placed: 5000}, replay("lowbit", 51, true)}, ""},
		{"as many digits, so statements", one(worked(ac, 100, 0), worked(ac, 1000, 0)), []result.Replay{replay("naive", 51, true), replay("lowbit", 51, true)},
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
		{"the wider of two boards", one(ac, ac), []result.Replay{replay("naive", 100, true), replay("lowbit", 50, true), elsewhere(replay("naive", 150, true)), elsewhere(replay("lowbit", 50, true))},
			"On acwing166 secret/08, lowbit needs 50 digits and naive needs 150 digits: 3 times as many."},
		{"digits that differ a little, so statements", one(worked(ac, 100, 0), worked(ac, 150, 0)), []result.Replay{replay("naive", 74, true), replay("lowbit", 50, true)},
			"On acwing166 secret/07, lowbit needs 100 statements and naive needs 150 statements: 1.5 times as many."},
		{"a solution that needed nothing is not compared", one(worked(ac, 0, 0), worked(ac, 150, 0)), []result.Replay{replay("naive", 74, true), replay("lowbit", 0, true)}, ""},
		{"about the same", one(ac, ac), nil, ""},
		{"nobody came to the end", one(tle, tle), nil, ""},
		{"a wrong answer says nothing", one(ac, result.Case{Verdict: result.WA, CPU: time.Second}), nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.run.Replays = tt.replays
			g, ok := Widest(tt.run)
			got := ""
			if ok {
				got = g.Sentence().String()
			}
			if got != tt.want {
				t.Errorf("want %q\n got %q", tt.want, got)
			}
			if zh := say.Chinese.Text(g.Sentence()); ok && (zh == got || strings.Contains(zh, "%!")) {
				t.Errorf("in Chinese it is %q", zh)
			}
		})
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
	for _, tt := range []struct {
		name string
		run  []result.Solution
		want string
	}{
		{"start-up only", []result.Solution{in("C", "main.c", 5, 5), in("Java", "Main.java", 780, 790)},
			"On sum, main.c takes 0.50 ms for its quickest case and Main.java takes 78.0 ms: that is starting up, and neither has a case that takes much longer."},
		{"a case that is hard for it", []result.Solution{in("C", "main.c", 5, 10), in("Java", "Main.java", 780, 3900)},
			"On sum secret/01, main.c takes 1.00 ms and Main.java takes 390 ms: 390 times as long."},
		{"one that was stopped", []result.Solution{in("C", "main.c", 5, 10), in("Java", "Main.java", 780, 10_000)},
			"On sum secret/01, main.c takes 1.00 ms; Main.java was stopped at 1.00 s, at least 1,000 times as long."},
		{"two of one language beside it", []result.Solution{in("C", "main.c", 5, 5), in("C", "slow.c", 5, 12), in("Java", "Main.java", 780, 790)},
			"On sum secret/01, main.c takes 0.50 ms and slow.c takes 1.20 ms: 2.4 times as long."},
		{"one case", []result.Solution{in("C", "main.c", 5), in("Java", "Main.java", 780)},
			"On sum, main.c takes 0.50 ms for its quickest case and Main.java takes 78.0 ms: that is starting up, and neither has a case that takes much longer."},
	} {
		g, _ := Widest(result.Run{Results: tt.run})
		if got := g.Sentence().String(); got != tt.want {
			t.Errorf("%s: want %q\n got %q", tt.name, tt.want, got)
		}
	}
}

func TestRoundDown(t *testing.T) {
	for n, want := range map[int64]int64{0: 0, 7: 7, 99: 99, 101: 100, 9_727_392: 9_700_000, 9_999: 9_900} {
		if got := roundDown(n); got != want {
			t.Errorf("%d becomes %d, want %d", n, got, want)
		}
	}
}

// Each language counts its own kind of statements, so only programs in one language are compared.
func TestStatementsOfTwoLanguages(t *testing.T) {
	counted := func(name, language string, n int64) result.Solution {
		return result.Solution{Problem: "p", Solution: name, Language: language, Cases: []result.Case{{Case: "a", Verdict: result.AC, Work: &result.Work{Statements: n, Lines: []int64{n}}}}}
	}
	two := result.Run{Results: []result.Solution{counted("mine", "C++", 10), counted("ours", "Go", 90000)}}
	if gaps := CaseGaps(two, Statements); len(gaps) > 0 {
		t.Errorf("they are compared: %+v", gaps)
	}
	three := result.Run{Results: append(two.Results, counted("other", "Go", 100))}
	if gaps := CaseGaps(three, Statements); len(gaps) != 1 || gaps[0].Few != "other" || gaps[0].Many != "ours" {
		t.Errorf("got %+v", gaps)
	}
}

// TestOwnGap: a user's program is compared with the best of those before it, or else with the last one behind it, in
// any order of the results.
func TestOwnGap(t *testing.T) {
	for _, test := range []struct {
		others    [3]int64
		few, many int64
	}{
		{[3]int64{50, 400, 20}, 20, 100},
		{[3]int64{50, 100, 400}, 50, 100},
		{[3]int64{100, 150, 400}, 100, 400},
	} {
		for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			var others []need
			for _, i := range order {
				others = append(others, need{solution: "other", n: test.others[i], done: true})
			}
			if g, ok := ownGap(need{solution: "mine", n: 100, done: true}, others); !ok || g.Least != test.few || g.Most != test.many {
				t.Errorf("%v: %+v", others, g)
			}
		}
	}
	if _, ok := ownGap(need{solution: "mine", n: 1, done: true}, []need{{solution: "same", n: 1, done: true}}); ok {
		t.Error("a gap between equals")
	}
	replays := []result.Replay{{Solution: "gave up", Placed: 1}, {Solution: "a", Placed: 10, Solved: true}, {Solution: "b", Placed: 20, Solved: true}}
	if gaps := ReplayGaps(result.Run{Replays: replays}); len(gaps) != 1 || gaps[0].Few != "a" || gaps[0].Many != "b" {
		t.Errorf("%+v", gaps)
	}
}

// TestStartUp: the time to start is the time of the quickest accepted case, unless some case takes much longer.
func TestStartUp(t *testing.T) {
	const ms = time.Millisecond
	ac := func(cpu time.Duration) result.Case { return result.Case{Verdict: result.AC, CPU: cpu} }
	for _, test := range []struct {
		name   string
		cases  []result.Case
		start  time.Duration
		mostly bool
	}{
		{"none", nil, 0, false},
		{"all failed", []result.Case{{Verdict: result.WA, CPU: 5 * ms}}, 0, false},
		{"a quick failure", []result.Case{{Verdict: result.WA, CPU: 5 * ms}, ac(20 * ms), ac(30 * ms)}, 20 * ms, true},
		{"a long case", []result.Case{ac(90 * ms), ac(20 * ms)}, 20 * ms, false},
	} {
		s := result.Solution{Cases: test.cases}
		if got := quickest(s); got != test.start || mostlyStartUp(s) != test.mostly {
			t.Errorf("%s: %v, mostly %v", test.name, got, mostlyStartUp(s))
		}
	}
	for ratio, want := range map[float64]string{9.87: "9.8", 12.7: "12", 1239: "1,200"} {
		if got := atLeast(ratio); got != want {
			t.Errorf("at least %v: %s", ratio, got)
		}
	}
	for unit, want := range map[Unit]string{Digits: "judge explain a b -puzzle 1", StartUp: "judge compare a b -problem p", Time: "judge a b -problem p -case c -html report.html"} {
		if got := (Gap{Problem: "p", Case: "c", Puzzle: "1", Few: "a", Many: "b", Unit: unit}).Command("judge", ""); got != want {
			t.Errorf("%d: %s", unit, got)
		}
	}
}
