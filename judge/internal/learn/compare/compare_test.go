package compare_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/compare"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// told is a comparison of programs whose runs are told, so that nothing depends on the clock.
type told struct {
	boards   []int    // in the input of each case
	programs []string // "naive go: 401 AC | 5000 TLE it was slow"; see play
	stop     int      // the run, counted over all, in which Ctrl-C is pressed; 0: none
}

// play returns how a run of a program ends. For each case a program has a list of "MILLISECONDS VERDICT MESSAGE", of which
// the last one repeats; a verdict with a ! is of a run in which others took the processor. An empty program takes
// one millisecond in Go, and half of one in C.
func (c told) play(who *grade.Prepared, of problem.Case, nth int) result.Case {
	if of.Name == "" {
		start := map[string]time.Duration{"go": 1000, "c": 500}[who.Solution.Language]
		return result.Case{Verdict: result.AC, CPU: start * time.Microsecond}
	}
	i := slices.IndexFunc(c.programs, func(p string) bool { return strings.HasPrefix(p, who.Solution.Name+" ") })
	_, runs, _ := strings.Cut(c.programs[i], ": ")
	cases := strings.Split(runs, " | ")
	each := strings.Split(cases[min(int(of.Name[len(of.Name)-1]-'1'), len(cases)-1)], ", ")
	ms, end, _ := strings.Cut(each[min(nth, len(each)-1)], " ")
	verdict, message, _ := strings.Cut(end, " ")
	verdict, contended := strings.CutSuffix(verdict, "!")
	cpu, _ := time.ParseDuration(ms + "ms")
	return result.Case{Verdict: result.Verdict(verdict), CPU: cpu, Contended: contended, Message: say.Text(message)}
}

// measure compares the programs on a problem of Sudoku with these cases.
func (c told) measure(t *testing.T, budget time.Duration, more ...[]grade.Entry) (*compare.Result, error) {
	t.Helper()
	must.Have(t, "gcc")
	g := grader.Open(t)
	cases := map[string][2]string{}
	for i, n := range c.boards {
		cases[fmt.Sprint("secret/", i+1)] = [2]string{strings.Repeat(strings.Repeat(".", 81)+"\n", n) + "end\n"}
	}
	p := grader.Problem(t, "sudoku", cases)
	p.Check.Format, p.Limits.Time = "acwing", 5*time.Second
	ready := must.Get(build.Ready("/bin/true"))(t)
	var entries []grade.Entry
	for _, program := range c.programs {
		name, language, _ := strings.Cut(program[:strings.Index(program, ":")], " ")
		entries = append(entries, grade.Entry{Problem: p, Ready: ready, Cases: p.Cases,
			Solution: solution.Solution{Name: name, Language: language}})
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	all, runs := 0, map[string]int{}
	return compare.Measure(ctx, g, append([][]grade.Entry{entries}, more...), compare.Options{Budget: budget, Progress: func(say.Message) {},
		Run: func(who *grade.Prepared, _ context.Context, of problem.Case, _ int) result.Case {
			if all++; all == c.stop {
				stop()
			}
			nth := runs[who.Solution.Name+of.Name]
			runs[who.Solution.Name+of.Name]++
			return c.play(who, of, nth)
		}})
}

// brief tells no title, no empty lines, and not what a start costs.
func brief(text string) string {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" && line != "sum" && !strings.HasSuffix(line, "above, not of the time per puzzle") {
			kept = append(kept, strings.TrimRight(line, " "))
		}
	}
	return "\n" + strings.Join(kept, "\n")
}

func TestText(t *testing.T) {
	v := must.Get(told{[]int{10, 1, 1, 1}, []string{
		"naive go: 401 AC | 201 AC, 201 AC!, 201 AC!, 201 AC!, 201 AC | 5000 TLE used up its 5 s of CPU time | 1 AC",
		"lowbit go: 5 AC | 5 AC | 30 AC | 1 WA row 3 has two 5s",
		"c\x1b c: 4 AC | 4 AC | 30 AC | 1 WA row 5 has two 3s",
	}, 0}.measure(t, 20*time.Second))(t)
	must.Equal(t, `sum

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
left out: lowbit on secret/4: WA row 3 has two 5s
left out: c\x1b on secret/4: WA row 5 has two 3s
`, v.Text(terminal.Style{}, false))
	must.Be(t, v.Unexpected(), "a wrong answer is not as expected")
	// Only the faster one is green.
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

// TestTold: solutions that were stopped have no rank, and times that start-up or noise explains have no ratio.
func TestTold(t *testing.T) {
	for _, tt := range []struct {
		name string
		told
		want string
	}{
		{"others go on", told{[]int{1}, []string{"a go: 10 AC", "b go: 30 AC, 30 AC, 30 AC, 30 RE", "c go: 30 AC"}, 0}, `
secret/1, 1 puzzle, 7 rounds
  a  10.0 ms ± 0.0 %  9.00 ms a puzzle
  c  30.0 ms ± 0.0 %  29.0 ms a puzzle
  a is 3.00 x (3.00 to 3.00) faster than c on secret/1
left out: b on secret/1: RE in round 3: it behaves differently from run to run`},
		{"only one goes on", told{[]int{1}, []string{"a go: 10 AC", "b go: 30 AC, 30 AC, 30 RE"}, 0}, `
start-up of a program that does nothing: Go 1.00 ms ± 0.0 %; part of every time above
nothing to compare: no case has two right answers
left out: b on secret/1: RE in round 2: it behaves differently from run to run`},
		{"wrong at first", told{[]int{1}, []string{"a go: 10 AC", "b go: 10 WA"}, 0}, `
nothing to compare: no case has two right answers
left out: b on secret/1: WA`},
		{"it slept half of the time", told{[]int{1}, []string{"a go: 10 AC", "b go: 450000 TLE"}, 0}, `
nothing to compare: no case has two right answers
left out: b on secret/1: TLE`},
		{"no puzzles", told{[]int{0, 0}, []string{"a go: 5 AC", "b c: 4 AC"}, 0}, `
secret/1, 7 rounds
  b  4.00 ms ± 0.0 %
  a  5.00 ms ± 0.0 %
  b is 1.25 x (1.25 to 1.25) faster than a on secret/1; 1.14 x (1.14 to 1.14) without start-up
secret/2, 7 rounds
  b  4.00 ms ± 0.0 %
  a  5.00 ms ± 0.0 %
  b is 1.25 x (1.25 to 1.25) faster than a on secret/2; 1.14 x (1.14 to 1.14) without start-up
all 2 cases, 7 rounds
  b  8.00 ms ± 0.0 %
  a  10.0 ms ± 0.0 %
  b is 1.25 x (1.25 to 1.25) faster than a on these 2 cases; 1.14 x (1.14 to 1.14) without start-up
start-up of a program that does nothing: C 0.50 ms ± 0.0 %, Go 1.00 ms ± 0.0 %; part of every time above`},
		{"no start-up known", told{[]int{1}, []string{"a : 5 AC", "b go: 4 AC"}, 0}, `
secret/1, 1 puzzle, 7 rounds
  b  4.00 ms ± 0.0 %  3.00 ms a puzzle
  a  5.00 ms ± 0.0 %
  b is 1.25 x (1.25 to 1.25) faster than a on secret/1`},
		{"little but start-up", told{[]int{1}, []string{"a go: 5 AC", "b c: 0.55 AC"}, 0}, `
secret/1, 1 puzzle, 7 rounds
  b  0.55 ms ± 0.0 %
  a  5.00 ms ± 0.0 %  4.00 ms a puzzle
  b is 9.09 x (9.09 to 9.09) faster than a on secret/1; start-up is 91 % of b's time: a larger case would say more`},
		{"nothing but start-up", told{[]int{1}, []string{"a go: 5 AC", "b c: 0.4 AC"}, 0}, `
secret/1, 1 puzzle, 7 rounds
  b  0.40 ms ± 0.0 %
  a  5.00 ms ± 0.0 %  4.00 ms a puzzle
  b is 12.5 x (12.5 to 12.5) faster than a on secret/1; all of b's time is start-up: a larger case would say more`},
		{"no time at all", told{[]int{1}, []string{"a go: 5 AC", "b c: 0 AC"}, 7}, `
interrupted: these are the figures of the finished rounds; more rounds would narrow the intervals
secret/1, 1 puzzle, 1 round
  b  0.00 ms
  a  5.00 ms  4.00 ms a puzzle
  b and a take too little time on secret/1 to be told apart`},
		{"interrupted among the rounds", told{[]int{0}, []string{"a go: 10 AC", "b go: 30 AC", "c go: 10 WA"}, 10}, `
interrupted: these are the figures of the finished rounds; more rounds would narrow the intervals
secret/1, 2 rounds
  a  10.0 ms ± 0.0 %
  b  30.0 ms ± 0.0 %
  a was 3.00 x faster than b on secret/1 in 2 rounds: too few to be sure
start-up of a program that does nothing: Go 1.00 ms ± 0.0 %; part of every time above
left out: c on secret/1: WA`},
		{"interrupted in the first round", told{[]int{0, 0}, []string{"a go: 10 AC", "b go: 30 AC", "c go: 10 WA"}, 7}, `
interrupted before the first round was finished: there are no figures
not measured before the end: 2 cases
left out: c on secret/1: WA
left out: c on secret/2: WA`},
	} {
		v := must.Get(tt.measure(t, time.Hour))(t)
		must.Equal(t, tt.want, brief(v.Text(terminal.Style{}, false)), tt.name)
	}
}

// TestNotMeasured: a case that was never run, because the budget ended, shows no times.
func TestNotMeasured(t *testing.T) {
	v := must.Get(told{[]int{0, 0, 0}, []string{"a go: 5 AC", "b c: 4 AC"}, 0}.measure(t, -1))(t)
	must.Equal(t, "sum\nnot measured before the end: 3 cases\nmore rounds narrow the intervals: choose fewer cases with -case, "+
		"or give more time with -budget\n", v.Text(terminal.Style{}, false))
}

// TestInterrupted: after Ctrl-C no other comparison begins.
func TestInterrupted(t *testing.T) {
	c := told{[]int{0}, []string{"a go: 5 AC", "b go: 4 AC"}, 3}
	v := must.Get(c.measure(t, time.Hour, []grade.Entry{{Problem: problem.Problem{ID: "second"}}}))(t)
	if run := v.Run(); !v.Interrupted || len(run.Results) != 2 {
		t.Errorf("%v %+v", v.Interrupted, run)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	v, err := compare.Measure(stopped, grader.Open(t), [][]grade.Entry{{{}}}, compare.Options{Progress: func(say.Message) {}})
	must.Be(t, errors.Is(err, context.Canceled), "before it began: %v, %+v", err, v)
}

// TestNeighbours: of four solutions, a case shows neighbours only, unless all pairs are asked for. The table over all
// cases shows all pairs.
func TestNeighbours(t *testing.T) {
	v := must.Get(told{[]int{1, 1}, []string{"a go: 5 AC", "b go: 50 AC", "c go: 201 AC", "d c: 4 AC"}, 0}.measure(t, time.Hour))(t)
	for verbose, want := range map[bool]int{false: 1, true: 3} {
		out := v.Text(terminal.Style{}, verbose)
		must.Equal(t, want, strings.Count(out, "faster than c on secret/1"), "verbose", verbose, out)
		must.Equal(t, 3, strings.Count(out, "faster than c on these 2 cases"), "verbose", verbose, out)
	}
}
func TestPairUp(t *testing.T) {
	for names, want := range map[string]string{
		"a1 a2":          "2",
		"a1 a2 b1 b2 b3": "2 3",
		"a1 b1 b2":       "2",
		"a1 a2 b1":       "2",
		"a1 b1":          "a comparison needs two solutions of the same problem: only a1 is entered for a",
		"b1":             "a comparison needs two solutions of the same problem: only b1 is entered for b",
	} {
		var entries []grade.Entry
		for name := range strings.FieldsSeq(names) {
			entries = append(entries, grade.Entry{Problem: problem.Problem{ID: name[:1]}, Solution: solution.Solution{Name: name}})
		}
		all, err := compare.PairUp(entries)
		var got []string
		for _, one := range all {
			got = append(got, string(rune('0'+len(one))))
			if slices.ContainsFunc(one, func(e grade.Entry) bool { return e.Problem.ID != one[0].Problem.ID }) {
				t.Errorf("%s: two problems in %v", names, one)
			}
		}
		if said := strings.Join(got, " "); err == nil && said != want || err != nil && err.Error() != want {
			t.Errorf("%s: %s, %v, want %s", names, said, err, want)
		}
	}
}
