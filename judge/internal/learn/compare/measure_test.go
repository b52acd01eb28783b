package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// sums are programs in Python for a problem that asks for the sum of two numbers.
func sums(t *testing.T, sources ...string) (*grade.Grader, []grade.Entry) {
	t.Helper()
	must.Have(t, "python3")
	p := grader.Problem(t, "lines", map[string][2]string{"secret/1": {"1 2\n", "3\n"}})
	var entries []grade.Entry
	for i, source := range sources {
		entries = append(entries, grade.Entry{Problem: p, Solution: grader.Program(t, string(rune('a'+i))+".py", source), Cases: p.Cases})
	}
	return grader.Open(t), entries
}

const rightSum = "print(sum(map(int, input().split())))\n"

// TestInterrupted: after Ctrl-C, complete rounds count, and no other comparison begins.
func TestInterrupted(t *testing.T) {
	g, entries := sums(t, rightSum, rightSum+"pass\n", "print(4)\n")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if res, err := Measure(stopped, g, [][]grade.Entry{entries}, Options{Progress: func(say.Message) {}}); !errors.Is(err, context.Canceled) {
		t.Errorf("before it began: %v, %+v", err, res)
	}
	for during, want := range map[string]struct{ rounds, unmeasured, leftOut int }{
		"first run: a.py": {0, 1, 0},
		"round 1,":        {0, 1, 1},
		"round 3,":        {2, 0, 1},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		res, err := Measure(ctx, g, [][]grade.Entry{entries, entries}, Options{Budget: time.Hour, Progress: func(m say.Message) {
			if strings.HasPrefix(m.String(), during) {
				cancel()
			}
		}})
		cancel()
		if err != nil || !res.Interrupted || len(res.comparisons) != 1 {
			t.Errorf("%s: %v, %+v", during, err, res)
			continue
		}
		c := res.comparisons[0]
		left, rounds := c.leftOut(), c.cases[0].rounds()
		if rounds != want.rounds || c.unmeasured() != want.unmeasured || len(left) != want.leftOut {
			t.Errorf("%s: %d rounds, %d cases not measured, left out %v; want %+v", during, rounds, c.unmeasured(), left, want)
		}
		if want.leftOut > 0 && (left[0].name != "c.py" || left[0].Verdict != "WA") {
			t.Errorf("%s: left out %+v", during, left)
		}
	}
}

// TestMeasure runs until its budget is used up. A solution with a wrong answer in the first run is not compared.
func TestMeasure(t *testing.T) {
	g, entries := sums(t, rightSum, "print(4)\n")
	res, err := Measure(t.Context(), g, [][]grade.Entry{entries, entries}, Options{Budget: time.Hour, Progress: func(say.Message) {}})
	if err != nil || res.Interrupted || len(res.comparisons) != 2 || len(res.comparisons[0].compared()) != 0 || !res.Unexpected() {
		t.Errorf("%v, %+v", err, res)
	}
}

// TestRounds plays comparisons with a fake clock. A solution is a list of what its runs take and give; the last one
// repeats.
func TestRounds(t *testing.T) {
	for _, test := range []struct {
		name     string
		cases    int
		programs []string // MILLISECONDS VERDICT for each run, one list a solution; ! where others took the processor
		end      int      // the run, counted over all, in which it is cancelled
		want     string   // for each case: rounds, and the timings; then what is left out
	}{
		{"told apart", 1, []string{"10 AC", "30 AC"}, 0, "ROUNDS 7: 7 7 over"},
		{"as fast", 1, []string{"100 AC", "100 AC"}, 0, "ROUNDS 7: 7 7 over"},
		{"the budget ends", 1, []string{"2000 AC", "2000 AC"}, 0, "ROUNDS 3: 3 3"},
		{"the budget is just used up", 1, []string{"2500 AC", "2500 AC"}, 0, "ROUNDS 3: 3 3"},
		{"wrong at first", 1, []string{"10 AC", "10 WA"}, 0, "ROUNDS 0: 0 0 over; b WA"},
		{"wrong later", 1, []string{"10 AC", "10 AC, 10 AC, 10 RE"}, 0, "ROUNDS 2: 2 1 over; b RE in round 2"},
		{"of three one is wrong later", 1, []string{"10 AC", "30 AC, 30 AC, 30 RE", "30 AC"}, 0, "ROUNDS 7: 7 1 7 over; b RE in round 2"},
		{"wrong between two others", 1, []string{"10 AC", "30 AC, 30 AC, 30 AC, 30 RE", "30 AC"}, 0, "ROUNDS 7: 7 2 7 over; b RE in round 3"},
		{"far too slow, and stopped", 1, []string{"10 AC", "2000 TLE"}, 0, "ROUNDS 7: 7 0 over; b TLE"},
		{"too slow, and it slept half of the time", 1, []string{"10 AC", "1500 TLE"}, 0, "ROUNDS 0: 0 0 over; b TLE"},
		{"too slow, and it slept", 1, []string{"10 AC", "900 TLE"}, 0, "ROUNDS 0: 0 0 over; b TLE"},
		{"two cases, of which one is wrong", 2, []string{"10 AC", "30 WA, 30 AC"}, 0, "ROUNDS 0: 0 0 over ROUNDS 7: 7 7 over; b WA"},
		{"ended in a first run", 1, []string{"10 AC", "30 AC"}, 2, "ROUNDS 0: 0 0"},
		{"others took the processor", 1, []string{"10 AC, 10 AC!, 10 AC", "30 AC, 30 AC, 30 AC!, 30 AC"}, 0, "ROUNDS 7: 7 7 over 2 disturbed"},
		{"ended in a round", 1, []string{"10 AC", "30 AC"}, 9, "ROUNDS 3: 3 3"},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			c := &comparison{budget: 10 * time.Second, progress: func(say.Message) {}, nothing: map[string]*grade.Prepared{"go": {}}}
			c.problem.Limits.Time = 3 * time.Second
			for i := range test.programs {
				c.contenders = append(c.contenders, &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: string(rune('a' + i)),
					Language: "go"}}})
			}
			for range test.cases {
				c.cases = append(c.cases, c.newCase(problem.Case{}, 0))
			}
			all, runs := 0, map[*grade.Prepared]int{}
			c.run = func(who *grade.Prepared, _ context.Context, _ problem.Case, _ int) result.Case {
				i := slices.Index(c.contenders, who)
				if i < 0 { // the empty program
					return result.Case{Verdict: result.AC, CPU: time.Millisecond}
				}
				if all++; all == test.end {
					stop()
				}
				each := strings.Split(test.programs[i], ", ")
				var ms int
				var v string
				fmt.Sscan(each[min(runs[who], len(each)-1)], &ms, &v)
				runs[who]++
				time.Sleep(time.Duration(ms) * time.Millisecond)
				v, disturbed := strings.CutSuffix(v, "!")
				return result.Case{Verdict: result.Verdict(v), CPU: time.Duration(ms) * time.Millisecond, Contended: disturbed}
			}
			c.warmUp(ctx)
			must.Succeed(t, c.rounds(ctx))
			var got []string
			for _, of := range c.cases {
				one := fmt.Sprintf("ROUNDS %d:", of.rounds())
				for _, times := range of.times {
					if one += fmt.Sprint(" ", len(times)); slices.Contains(times, 0) {
						t.Errorf("%s: a run took no time: %v", test.name, times)
					}
				}
				if of.over {
					one += " over"
				}
				if of.contended > 0 {
					one += fmt.Sprintf(" %d disturbed", of.contended)
				}
				must.Equal(t, of.rounds(), len(of.null["go"]), test.name, "nothing is timed", "times in", "rounds")
				got = append(got, one)
			}
			said := strings.Join(got, " ")
			for _, left := range c.leftOut() {
				said += "; " + left.name + " " + string(left.Verdict)
				if _, round, later := strings.Cut(left.Message.String(), "in round "); later {
					said += " in round " + round[:1]
				}
			}
			must.Equal(t, test.want, said, test.name, "after", c.taken)
		})
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
		all, err := PairUp(entries)
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

// TestMostlyStartUp: no share is more than the whole.
func TestMostlyStartUp(t *testing.T) {
	for share, want := range map[float64]string{
		0.25: "start-up is 25 % of a.cpp's time: a larger case would say more",
		0.99: "start-up is 99 % of a.cpp's time: a larger case would say more",
		1:    "all of a.cpp's time is start-up: a larger case would say more",
		1.64: "all of a.cpp's time is start-up: a larger case would say more",
	} {
		must.Equal(t, want, mostlyStartUp(share, "a.cpp").String(), share)
	}
}
