package grade_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// entered opens a grader and enters a C program for cases with these inputs, in their order. The answer is always 3.
func entered(t *testing.T, source string, inputs ...string) (*grade.Grader, grade.Entry) {
	t.Helper()
	g := grader.Open(t)
	must.Have(t, "gcc")
	cases := map[string][2]string{}
	for i, in := range inputs {
		cases[fmt.Sprintf("secret/%d", i+1)] = [2]string{in + "\n", "3\n"}
	}
	p := grader.Problem(t, "lines", cases)
	return g, grade.Entry{Problem: p, Solution: grader.Program(t, "tried.c", source), Cases: p.Cases}
}

// brief gives an entry a short limit of CPU time, and a long one of time on the wall, since the machine may be busy.
func brief(e grade.Entry) grade.Entry {
	e.Problem.Limits.Time, e.Problem.Limits.Wall = 100*time.Millisecond, time.Minute
	return e
}

// graded grades entries and returns their results and all events.
func graded(t *testing.T, g *grade.Grader, opt grade.Options, entries ...grade.Entry) (results []result.Solution, events []result.Event) {
	t.Helper()
	run := must.Get(g.Grade(t.Context(), entries, opt, func(event result.Event) { events = append(events, event) }))(t)
	return run.Results, events
}

// count counts the events that a test asks for.
func count(events []result.Event, is func(result.Event) bool) (n int) {
	for _, event := range events {
		if is(event) {
			n++
		}
	}
	return n
}

// verdicts are those of a result's cases.
func verdicts(s result.Solution) string {
	var all []string
	for _, c := range s.Cases {
		all = append(all, string(c.Verdict))
	}
	return strings.Join(all, " ")
}

// slowSum uses so many seconds of CPU time, and then adds two numbers and one more.
func slowSum(seconds float64, more int) string {
	return fmt.Sprintf(`#include <stdio.h>
#include <time.h>
int main(void) {
	long a, b;
	if (scanf("%%ld %%ld", &a, &b) != 2) return 1;
	while (clock() < %g * CLOCKS_PER_SEC);
	printf("%%ld\n", a + b + %d);
}
`, seconds, more)
}

// TestPatience: after three cases that were out of time the rest is skipped, if so asked. A TLE that was
// promised does not count, and a problem with a score runs all.
func TestPatience(t *testing.T) {
	g, e := entered(t, slowSum(0.2, 0), "1 2", "1 2", "1 2", "1 2", "1 2")
	e = brief(e)
	promised, scored := e, e
	promised.Solution.Expect = []solution.Expectation{{Promise: result.Promise(result.TLE), Pattern: "sum/*"}}
	scored.Problem.Groups = make([]problem.Group, 1)
	for _, test := range []struct {
		entry grade.Entry
		slow  int
		want  string
	}{
		{e, 0, "TLE TLE TLE TLE TLE"},
		{e, 3, "TLE TLE TLE SK SK"},
		{promised, 3, "TLE TLE TLE TLE TLE"},
		{scored, 3, "TLE TLE TLE TLE TLE"},
	} {
		results, _ := graded(t, g, grade.Options{Slow: test.slow}, test.entry)
		if got := verdicts(results[0]); got != test.want || results[0].Verdict != result.TLE {
			t.Errorf("%d: %s, want %s", test.slow, got, test.want)
		}
	}
}

// TestProvisional: a result that may be timed again is provisional, and the last event of a solution is Finished, once. A
// program beside others that uses more than half of its limit, or slightly more than the limit, is run again. Nothing is
// skipped or remembered for a provisional result.
func TestProvisional(t *testing.T) {
	if runtime.NumCPU() == 1 {
		t.Skip("alone on its processor its time is never in doubt")
	}
	provisional := func(event result.Event) bool { return event.Kind == result.Ended && event.Provisional }
	g, e := entered(t, slowSum(0.06, 1), "1 2", "2 1", "0 3")
	late := e
	late.Solution = grader.Program(t, "tried.c", slowSum(0.15, 0))
	for _, e := range []grade.Entry{brief(e), brief(late)} {
		results, events := graded(t, g, grade.Options{Jobs: 2, FailFast: true}, e)
		var kinds []result.EventKind
		for i, event := range events {
			if event.Seq != i+1 || event.Problem != "sum" || event.Solution != "tried.c" {
				t.Errorf("event %d: %+v", i+1, event)
			}
			if event.Kind == result.Built || event.Kind == result.Finished {
				kinds = append(kinds, event.Kind)
			}
		}
		must.Equal(t, []result.EventKind{result.Built, result.Finished}, kinds)
		if last := events[len(events)-1].Result; last == nil || cmp.Diff(results[0], *last) != "" {
			t.Errorf("told %+v, returned %+v", last, results)
		}
		if count(events, provisional) == 0 || strings.Contains(verdicts(results[0]), "SK") {
			t.Errorf("%d are provisional: %s", count(events, provisional), verdicts(results[0]))
		}
	}

	store, err := resultcache.Open(filepath.Join(t.TempDir(), "store"))
	must.Succeed(t, err)
	opt := grade.Options{Jobs: 2, Kept: store, Changed: true}
	ctx, cancel := context.WithCancel(t.Context())
	doubted := 0
	_, err = g.Grade(ctx, []grade.Entry{brief(e)}, opt, func(event result.Event) {
		if provisional(event) {
			doubted++
		}
		if event.Again {
			cancel()
		}
	})
	if err != nil || doubted == 0 {
		t.Fatalf("%d are provisional, %v", doubted, err)
	}
	_, events := graded(t, g, opt, brief(e))
	if n := count(events, func(event result.Event) bool { return event.Kind == result.Begins && !event.Again }); n < doubted {
		t.Errorf("%d of %d provisional results were remembered", doubted-n, doubted)
	}
}

// TestPromisedTLE: runs with a promised TLE share the machine even with -j 1, and are not repeated alone. Others are not
// repeated either if they use up twice their limit.
func TestPromisedTLE(t *testing.T) {
	if runtime.NumCPU() == 1 {
		t.Skip("one processor")
	}
	g, e := entered(t, "int main(void) { volatile int on = 1; while (on); }\n", "", "")
	promised := e
	promised.Solution.Expect = []solution.Expectation{{Promise: "TLE", Pattern: "sum/secret/*"}}
	for _, test := range []struct {
		e    grade.Entry
		opt  grade.Options
		want bool
	}{{promised, grade.Options{}, true}, {e, grade.Options{Jobs: 2}, false}} {
		results, events := graded(t, g, test.opt, brief(test.e))
		var kinds []result.EventKind
		for _, event := range events {
			must.Be(t, !event.Again, "%s again", event.Name)
			if event.Kind == result.Begins || event.Kind == result.Ended {
				kinds = append(kinds, event.Kind)
			}
		}
		must.Equal(t, []result.EventKind{result.Begins, result.Begins, result.Ended, result.Ended}, kinds)
		if r := results[0]; r.Verdict != result.TLE || r.AsExpected != test.want {
			t.Errorf("got %s, as expected: %v", r.Verdict, r.AsExpected)
		}
	}
}

// TestCount: a case is run several times, unless it was stopped at its limit.
func TestCount(t *testing.T) {
	g, e := entered(t, `#include <stdio.h>
int main(void) { int n; scanf("%d", &n); for (volatile int on = n < 0; on;); printf("%d\n", n); }
`, "3", "-1")
	results, _ := graded(t, g, grade.Options{Count: 3}, brief(e))
	if c := results[0].Cases; verdicts(results[0]) != "AC TLE" || len(c[0].Samples) != 3 || len(c[1].Samples) != 0 {
		t.Errorf("%s, %v, %v", verdicts(results[0]), c[0].Samples, c[1].Samples)
	}
}

// TestManyThreads: the kernel's limit on memory leaves room for the stacks of 200 threads.
func TestManyThreads(t *testing.T) {
	g, e := entered(t, `#include <pthread.h>
#include <stdio.h>
static pthread_barrier_t all;
static void *wait(void *unused) { pthread_barrier_wait(&all); return unused; }
int main(void) {
	pthread_t t[200];
	pthread_barrier_init(&all, 0, 201);
	for (int i = 0; i < 200; i++) if (pthread_create(&t[i], 0, wait, 0)) return 1;
	wait(0);
	puts("3");
}
`, "")
	if results, _ := graded(t, g, grade.Options{}, e); results[0].Verdict != result.AC {
		t.Errorf("%+v", results)
	}
}

// TestInterruptedRun: an interrupt ends a run. Finished cases keep their results; the others have none.
func TestInterruptedRun(t *testing.T) {
	g, e := entered(t, `#include <stdio.h>
#include <unistd.h>
int main(void) { int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; if (a > b) sleep(60); printf("%d\n", a + b); }
`, "1 2", "2 1")
	refused, last := e, e
	refused.Without = &grade.Without{result.SK, say.Of("gone")}
	last.Solution.Expect = []solution.Expectation{{Promise: "TLE", Pattern: "sum/secret/*"}} // runs after the others
	for _, early := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		if early {
			cancel()
		}
		run, err := g.Grade(ctx, []grade.Entry{last, refused, e}, grade.Options{}, func(event result.Event) {
			if event.Kind == result.Begins && event.Name == "secret/2" {
				cancel()
			}
		})
		cancel()
		if err != nil || !run.Interrupted || early && len(run.Results) > 0 || !early && len(run.Results) != 2 {
			t.Fatalf("early %v: %v, %+v", early, err, run)
		}
		if early {
			continue
		}
		if r := run.Results; r[0].Verdict != result.SK || verdicts(r[1]) != "AC SK" || !r[1].Interrupted {
			t.Errorf("%+v", r)
		}
	}
}

// TestOutput runs a program beside others for its output, and at a terminal.
func TestOutput(t *testing.T) {
	g, e := entered(t, `#include <stdio.h>
int main(void) { int a; if (scanf("%d", &a) != 1) return 3; printf("%d\n", a); }
`, "1 2", "x")
	p, err := g.Prepare(t.Context(), e)
	must.Succeed(t, err)
	for i, want := range []struct {
		verdict result.Verdict
		out     string
	}{{result.AC, "1\n"}, {result.RE, ""}} {
		if out, c, err := p.Output(t.Context(), e.Cases[i]); err != nil || out != want.out || c.Verdict != want.verdict {
			t.Errorf("case %d: %q, %s, %v", i, out, c.Verdict, err)
		}
		typed, err := os.Open(e.Cases[i].In)
		must.Succeed(t, err)
		defer typed.Close()
		var shown bytes.Buffer
		if c, err := p.Play(t.Context(), e.Cases[i], typed, &shown); err != nil || c.Verdict != want.verdict || shown.String() != want.out {
			t.Errorf("played case %d: %q, %s, %v", i, &shown, c.Verdict, err)
		}
	}
	if _, _, err := p.Output(t.Context(), problem.Case{In: "gone"}); err == nil {
		t.Error("without an input")
	}
	_, err = g.PlayAgainst(t.Context(), e.Problem, e.Cases[0], strings.NewReader(""), io.Discard, func(int) {})
	must.Fail(t, err, "there is nobody to talk with", "nobody to talk with")
}
