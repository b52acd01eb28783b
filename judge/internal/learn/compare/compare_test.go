package compare

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// steady returns seven equal timings.
func steady(ms float64) measure.Times {
	return slices.Repeat(measure.Times{time.Duration(ms * float64(time.Millisecond))}, 7)
}

func TestSentence(t *testing.T) {
	tests := []struct {
		name string
		r    measure.Ratio
		want string
	}{
		{"a difference", measure.Compare(steady(131), steady(1)), "lowbit is 131 x (131 to 131) faster than naive on secret/07"},
		{"none", measure.Compare(steady(1), steady(1)),
			"no difference above 1 % can be told between lowbit and naive on secret/07: 1.00 x (1.00 to 1.00)"},
		{"a few rounds", measure.Compare(steady(2)[:3], steady(1)),
			"lowbit was 2.00 x faster than naive on secret/07 in 3 rounds: too few to be sure"},
		{"one round", measure.Compare(steady(2944)[:1], steady(1)),
			"lowbit was 2944 x faster than naive on secret/07 in a single round: too few to be sure"},
		{"no time at all", measure.Compare(steady(2), steady(0)), "lowbit and naive take too little time on secret/07 to be told apart"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, sentence("lowbit", "naive", say.Text("secret/07"), tt.r).String())
		})
	}
}

// accepted are the results of contenders of which some are right.
func accepted(right ...bool) (all []result.Case) {
	for _, yes := range right {
		all = append(all, result.Case{Verdict: map[bool]result.Verdict{true: result.AC, false: result.WA}[yes], AsExpected: true})
	}
	return all
}

// nulls are the times of empty programs: one in C takes half of one in Go.
func nulls() map[string]measure.Times {
	half := steady(1)
	for i := range half {
		half[i] /= 2
	}
	return map[string]measure.Times{"go": steady(1), "c": half}
}

// measured is a comparison with given timings.
func measured() *comparison {
	who := func(name, language string) *grade.Prepared {
		return &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: name, Language: language}}}
	}
	of := func(name string, puzzles, contended int, results []result.Case, times ...measure.Times) *comparedCase {
		return &comparedCase{Case: problem.Case{Name: name}, title: say.Text(name), where: say.Text(name), puzzles: puzzles,
			results: results, null: nulls(), contended: contended, times: times}
	}
	c := &comparison{
		problem:    problem.Problem{ID: "acwing166"},
		contenders: []*grade.Prepared{who("naive", "go"), who("lowbit", "go"), who("c\x1b", "c")},
		cases: []*comparedCase{
			of("secret/1", 10, 0, accepted(true, true, true), steady(401), steady(5), steady(4)),
			of("secret/2", 1, 3, accepted(true, true, true), steady(201), steady(5), steady(4)),
			of("secret/3", 1, 0, accepted(false, true, true), nil, steady(30), steady(30)),
			of("secret/4", 1, 0, accepted(true, false, false), nil, nil, nil),
		},
	}
	c.cases[2].results[0] = result.Case{Verdict: result.TLE, CPU: 5 * time.Second, Message: say.Of("used up its %s of CPU time", "5 s")}
	c.cases[3].results[1].Verdict = ""
	c.cases[3].results[2].Message = say.Text("row 5 has two 3s")
	c.cases[3].null, c.cases[3].over = nil, true
	return c
}

func TestCompareText(t *testing.T) {
	v := Result{comparisons: []*comparison{measured()}}
	out := v.Text(terminal.Style{}, false)
	want := `acwing166

secret/1, 10 puzzles, 7 rounds
  c\x1b   4.00 ms ± 0.0 %   350 µs a puzzle
  lowbit  5.00 ms ± 0.0 %   400 µs a puzzle
  naive    401 ms ± 0.0 %  40.0 ms a puzzle
  c\x1b is 1.25 x (1.25 to 1.25) faster than lowbit on secret/1; 1.14 x (1.14 to 1.14) without start-up
  c\x1b is 100 x (100 to 100) faster than naive on secret/1; 114 x (114 to 114) without start-up
  lowbit is 80.2 x (80.2 to 80.2) faster than naive on secret/1; 100 x (100 to 100) without start-up

secret/2, 1 puzzle, 7 rounds
  c\x1b   4.00 ms ± 0.0 %  3.50 ms a puzzle
  lowbit  5.00 ms ± 0.0 %  4.00 ms a puzzle
  naive    201 ms ± 0.0 %   200 ms a puzzle
  c\x1b is 1.25 x (1.25 to 1.25) faster than lowbit on secret/2; 1.14 x (1.14 to 1.14) without start-up
  c\x1b is 50.2 x (50.2 to 50.2) faster than naive on secret/2; 57.1 x (57.1 to 57.1) without start-up
  lowbit is 40.2 x (40.2 to 40.2) faster than naive on secret/2; 50.0 x (50.0 to 50.0) without start-up
  ! other programs used the processor in 3 of 21 runs, so the intervals are wider

secret/3, 1 puzzle, 7 rounds
  lowbit  30.0 ms ± 0.0 %  29.0 ms a puzzle
  c\x1b   30.0 ms ± 0.0 %  29.5 ms a puzzle
  no difference above 1 % can be told between lowbit and c\x1b on secret/3: 1.00 x (1.00 to 1.00)
  lowbit is at least 166 x faster than naive on secret/3: naive was stopped after 5.00 s
  c\x1b is at least 166 x faster than naive on secret/3: naive was stopped after 5.00 s

the 2 of 4 cases that all of them answered, 11 puzzles, 7 rounds
  c\x1b   8.00 ms ± 0.0 %   636 µs a puzzle
  lowbit  10.0 ms ± 0.0 %   727 µs a puzzle
  naive    602 ms ± 0.0 %  54.5 ms a puzzle
  c\x1b is 1.25 x (1.25 to 1.25) faster than lowbit on these 2 cases; 1.14 x (1.14 to 1.14) without start-up
  c\x1b is 75.2 x (75.2 to 75.2) faster than naive on these 2 cases; 85.7 x (85.7 to 85.7) without start-up
  lowbit is 60.2 x (60.2 to 60.2) faster than naive on these 2 cases; 75.0 x (75.0 to 75.0) without start-up

start-up of a program that does nothing: C 0.50 ms ± 0.0 %, Go 1.00 ms ± 0.0 %; part of every time above, not of the time per puzzle
left out: naive on secret/3: TLE used up its 5 s of CPU time
left out: c\x1b on secret/4: WA row 5 has two 3s
`
	must.Equal(t, want, out)
	if !v.Unexpected() {
		t.Error("a wrong answer is not as expected")
	}
}

// TestFigures: solutions that were stopped have no rank, and times that start-up or noise explains have no ratio.
func TestFigures(t *testing.T) {
	for name, tt := range map[string]struct {
		change    func(of *comparedCase)
		solutions int
		puzzle    time.Duration // of the fastest solution
		net       bool          // of the first pair
	}{
		"as it is":                {func(*comparedCase) {}, 3, 350 * time.Microsecond, true},
		"one has stopped":         {func(of *comparedCase) { of.results[1].Verdict = result.RE }, 2, 350 * time.Microsecond, true},
		"no puzzles":              {func(of *comparedCase) { of.puzzles = 0 }, 3, 0, true},
		"no start-up known of Go": {func(of *comparedCase) { delete(of.null, "go") }, 3, 350 * time.Microsecond, false},
		"little but start-up":     {func(of *comparedCase) { of.times[2] = steady(0.55) }, 3, 0, false},
		"no start-up known":       {func(of *comparedCase) { of.null = nil }, 3, 0, false},
		"equally fast": {func(of *comparedCase) {
			of.times = []measure.Times{steady(2), steady(2), steady(2)}
		}, 3, 100 * time.Microsecond, false},
	} {
		c := measured()
		tt.change(c.cases[0])
		v := c.figures(c.cases[0])
		first, net := v.solutions[0], strings.Contains(v.pairs[0].says.String(), " without start-up")
		if len(v.solutions) != tt.solutions || first.puzzle != tt.puzzle || net != tt.net {
			t.Errorf("%s: %d solutions, %v a puzzle, %s", name, len(v.solutions), first.puzzle, v.pairs[0].says)
		}
	}
}

// TestCompareColours: only the faster one is green.
func TestCompareColours(t *testing.T) {
	v := Result{comparisons: []*comparison{measured()}}
	green := terminal.NewPalette(true)
	out := v.Text(terminal.Style{Palette: green}, false)
	for text, want := range map[string]bool{
		"no difference above 1 % can be told between lowbit and c\\x1b on secret/3: 1.00 x (1.00 to 1.00)":       false,
		"c\\x1b is 1.25 x (1.25 to 1.25) faster than lowbit on secret/2; 1.14 x (1.14 to 1.14) without start-up": true,
		"lowbit is at least 166 x faster than naive on secret/3: naive was stopped after 5.00 s":                 false,
	} {
		if got := strings.Contains(out, "  "+green.Green(text)+"\n"); got != want || !strings.Contains(out, text) {
			t.Errorf("green %v: %s in\n%s", got, text, out)
		}
	}
}

// A case that was never run, because of an interrupt or the budget, shows no times.
func TestCompareTextOfAnEarlyEnd(t *testing.T) {
	c := measured()
	for _, of := range c.cases {
		of.null, of.times, of.results = nil, make([]measure.Times, 3), accepted(true, true, true)
	}
	v := Result{comparisons: []*comparison{c}}
	out := v.Text(terminal.Style{}, false)
	want := "acwing166\nnot measured before the end: 3 cases\nmore rounds narrow the intervals: choose fewer cases with -case, " +
		"or give more time with -budget\n"
	must.Equal(t, want, out)
	v.Interrupted = true // so the budget is not the reason
	want = "interrupted before the first round was finished: there are no figures\n\nacwing166\nnot measured before the end: 3 cases\n"
	must.Equal(t, want, v.Text(terminal.Style{}, false), "interrupted")
	v = Result{comparisons: []*comparison{measured()}, Interrupted: true}
	if out := v.Text(terminal.Style{}, false); !strings.HasPrefix(out, "interrupted: these are the figures of the finished rounds") {
		t.Errorf("interrupted among the rounds:\n%s", out)
	}
}

// With four solutions, a case shows neighbours only, unless all pairs are asked for. The table over all cases shows all
// pairs.
func TestCompareTextShowsNeighbours(t *testing.T) {
	c := measured()
	c.contenders = append(c.contenders, &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: "fourth", Language: "go"}}})
	for _, of := range c.cases {
		of.results, of.times = append(of.results, accepted(true)...), append(of.times, steady(50))
	}
	v := Result{comparisons: []*comparison{c}}
	for _, tt := range []struct {
		verbose bool
		want    int
	}{{false, 1}, {true, 2}} {
		out := v.Text(terminal.Style{}, tt.verbose)
		// c and naive are neighbours in no case, but are compared over all cases.
		got := 0
		for line := range strings.Lines(out) {
			if strings.Contains(line, `c\x1b is`) && strings.Contains(line, "faster than naive on") && !strings.Contains(line, "secret/2") &&
				!strings.Contains(line, "secret/3") {
				got++
			}
		}
		must.Equal(t, tt.want, got, "verbose", tt.verbose, "sentences", out)
	}
}

// TestAllCases: the title of the cases taken together says how many are left out.
func TestAllCases(t *testing.T) {
	for n, want := range map[int]string{1: "", 2: "all 2 cases", 4: "the 2 of 4 cases that all of them answered"} {
		c := measured()
		c.cases = c.cases[:n]
		got := ""
		if all := c.all(); all != nil {
			got = all.title.String()
		}
		must.Equal(t, want, got, n, "cases")
	}
	for left, want := range map[int]bool{3: true, 2: true, 1: false} {
		c := measured()
		c.cases = c.cases[:2]
		for _, of := range c.cases {
			clear(of.results[left:])
		}
		must.Equal(t, want, c.all() != nil, left, "programs are left: taken together")
	}
}

// TestStartUpOfCases: the start-up speaks of the time per puzzle only where there are puzzles.
func TestStartUpOfCases(t *testing.T) {
	for puzzles, want := range map[int]string{0: "part of every time above", 1: "part of every time above, not of the time per puzzle"} {
		c := measured()
		for _, of := range c.cases {
			of.puzzles = puzzles
		}
		if got := c.measured()[0].String(); !strings.HasSuffix(got, "; "+want) {
			t.Errorf("%d puzzles: %s", puzzles, got)
		}
	}
}

// TestAgainstTheMedians: where the interval says the opposite of the medians, it counts.
func TestAgainstTheMedians(t *testing.T) {
	c := measured()
	c.cases[0].null = nil
	must.Equal(t, "lowbit is 80.2 x (80.2 to 80.2) faster than naive on secret/1", c.pair(c.cases[0], 0, 1).says.String())
}
