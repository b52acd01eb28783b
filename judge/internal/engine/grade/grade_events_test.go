package grade

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/short"
)

// grader returns a Grader, and entries of shell-like C programs with two cases whose answer is 3.
func graderAndEntry(t *testing.T, source string) (*Grader, Entry) {
	t.Helper()
	short.Skip(t)
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	g, err := Open(sandbox.Options{}, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	s, err := solution.Of("tried.c", "c", language.File{Path: "tried.c", Text: source})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := problem.Problem{ID: "sum", Check: problem.Check{Kind: "lines"}, Limits: problem.Limits{Time: time.Second, Memory: 256 << 20, Output: 1 << 20}}
	for name, in := range map[string]string{"1": "1 2\n", "2": "2 1\n"} {
		c := problem.Case{Name: "secret/" + name, In: filepath.Join(dir, name+".in"), Ans: filepath.Join(dir, name+".ans")}
		if os.WriteFile(c.In, []byte(in), 0o644) != nil || os.WriteFile(c.Ans, []byte("3\n"), 0o644) != nil {
			t.Fatal("no files")
		}
		p.Cases = append(p.Cases, c)
	}
	return g, Entry{Problem: p, Solution: s, Cases: p.Cases}
}

// slowSum uses so many seconds of CPU time and then adds two numbers.
func slowSum(seconds float64) string {
	return fmt.Sprintf(`#include <stdio.h>
#include <time.h>
int main(void) { long a, b; if (scanf("%%ld %%ld", &a, &b) != 2) return 1; while (clock() < %g * CLOCKS_PER_SEC); printf("%%ld\n", a + b); }
`, seconds)
}

// A result that may be timed again is provisional, and the last event of a solution is Finished, once. If a program
// beside others uses more than half of its limit, or slightly more than the limit, it is run again.
func TestFinishedOnce(t *testing.T) {
	for _, burns := range []float64{0.06, 0.15} {
		t.Run(fmt.Sprint(burns), func(t *testing.T) { finishedOnce(t, burns) })
	}
}

func finishedOnce(t *testing.T, burns float64) {
	g, e := graderAndEntry(t, slowSum(burns))
	e.Problem.Limits.Time, e.Problem.Limits.Wall = 100*time.Millisecond, time.Minute // the machine may be busy
	var kinds []result.EventKind
	var res *result.Solution
	provisional, last := 0, 0
	run, err := g.Grade(t.Context(), []Entry{e}, Options{Jobs: 2}, func(event result.Event) {
		if event.Seq != last+1 || event.Problem != "sum" || event.Solution != "tried.c" {
			t.Errorf("after %d came %+v", last, event)
		}
		last = event.Seq
		switch event.Kind {
		case result.Built, result.Finished:
			kinds = append(kinds, event.Kind)
			res = event.Result
		case result.Ended:
			if event.Provisional {
				provisional++
			} else if res != nil {
				t.Error("a case after the end")
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]result.EventKind{result.Built, result.Finished}, kinds); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(run.Results) != 1 || res == nil || cmp.Diff(run.Results[0], *res) != "" {
		t.Errorf("told %+v, returned %+v", res, run.Results)
	}
	if provisional == 0 { // alone on its processor its time is never in doubt
		t.Error("nothing was provisional")
	}
}

// TestPromisedTLE: runs with a promised TLE share the machine even with -j 1, and are not repeated alone. Others are not
// repeated either if they use up twice their limit.
func TestPromisedTLE(t *testing.T) {
	if runtime.NumCPU() == 1 {
		t.Skip("one processor")
	}
	g, e := graderAndEntry(t, "int main(void) { volatile int on = 1; while (on); }\n")
	e.Problem.Limits.Time, e.Problem.Limits.Wall = 100*time.Millisecond, time.Minute // the machine may be busy
	promised, endless := e, e
	promised.Solution.Expect = []solution.Expectation{{Promise: "TLE", Pattern: "sum/secret/*"}}
	promisedTLE(t, g, promised, Options{}, true)
	promisedTLE(t, g, endless, Options{Jobs: 2}, false)
}

func promisedTLE(t *testing.T, g *Grader, e Entry, opt Options, expected bool) {
	t.Helper()
	var kinds []result.EventKind
	run, err := g.Grade(t.Context(), []Entry{e}, opt, func(event result.Event) {
		if event.Again {
			t.Errorf("%s again", event.Name)
		}
		if event.Kind == result.Begins || event.Kind == result.Ended {
			kinds = append(kinds, event.Kind)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]result.EventKind{result.Begins, result.Begins, result.Ended, result.Ended}, kinds); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if r := run.Results[0]; r.Verdict != result.TLE || r.AsExpected != expected {
		t.Errorf("got %s, as expected: %v", r.Verdict, r.AsExpected)
	}
}

// Two gradings in one process, and two judges, never time at the same time.
func TestLane(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lane")
	mine, others := &lane{path: path, patient: patience}, &lane{path: path, patient: patience}
	if f := tempfile.OpenLock(path); f == nil {
		t.Skip("no locks here")
	} else {
		f.Close()
	}
	leave := mine.alone(t.Context(), func() { t.Error("nobody is there, and it waits") })
	waits := make(chan bool, 1)
	entered := make(chan func())
	go func() { entered <- others.alone(context.Background(), func() { waits <- true }) }()
	<-waits
	select {
	case <-entered:
		t.Fatal("two are alone at once")
	default:
	}
	leave()
	(<-entered)()

	// Shared holders do not wait for each other; an exclusive one waits for all of them.
	one, two := mine.shared(t.Context(), func() { t.Error("waits") }), others.shared(t.Context(), func() { t.Error("waits") })
	third := &lane{path: path, patient: patience}
	go func() { entered <- third.alone(context.Background(), func() { waits <- true }) }()
	<-waits
	one()
	two()
	(<-entered)()

	// A holder that never leaves does not block others for ever: the next one does not even wait.
	third.patient = time.Millisecond
	leave = mine.alone(t.Context(), func() {})
	third.alone(t.Context(), func() {})()
	third.patient = time.Hour
	third.alone(t.Context(), func() { t.Error("it waits again for who did not move") })()
	leave()
	isolated := func(who *lane) {
		t.Helper()
		leave := who.alone(t.Context(), func() {})
		defer leave()
		f := tempfile.OpenLock(path)
		defer f.Close()
		if tempfile.TryLock(f, tempfile.Alone) {
			t.Error("it gave up once, and is not isolated any more")
		}
	}
	isolated(third)

	// An interrupted run stops waiting; the next one enters again.
	leave = mine.alone(t.Context(), func() {})
	ctx, cancel := context.WithCancel(t.Context())
	others.alone(ctx, cancel)()
	leave()
	isolated(others)
}

// TestShareTells: the grader tells of a wait for another judge, and of its end. It does not tell of none.
func TestShareTells(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lane")
	mine, others := &lane{path: path, patient: patience}, &lane{path: path, patient: patience}
	if f := tempfile.OpenLock(path); f == nil {
		t.Skip("no locks here")
	} else {
		f.Close()
	}
	told := ""
	var leave func()
	g := &Grader{Waits: func() func() { told += "waits "; leave(); return func() { told += "goes on " } }}
	g.share(t.Context(), mine)()
	if told != "" {
		t.Errorf("nobody is there, and it tells: %s", told)
	}
	leave = others.alone(t.Context(), func() {})
	g.share(t.Context(), mine)()
	if told != "waits goes on " {
		t.Errorf("it tells: %s", told)
	}
	leave = others.alone(t.Context(), func() {})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	new(Grader).share(ctx, mine)()
	leave()
}

// TestLaneCancelled: within a process, too, a cancelled run does not wait.
func TestLaneCancelled(t *testing.T) {
	l := &lane{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	leave := l.alone(t.Context(), func() {})
	l.shared(ctx, func() {})()
	l.alone(ctx, func() {})()
	leave()
	l.alone(t.Context(), func() {})() // the cancelled ones hold nothing
}

// TestCrowded: in a crowd nobody waits to be alone.
func TestCrowded(t *testing.T) {
	l := &lane{crowded: true}
	defer l.alone(t.Context(), func() {})()
	l.alone(t.Context(), func() {})()
}

// TestBesideCanBeNested: a call inside Beside may call Beside again while somebody waits to be alone.
func TestBesideCanBeNested(t *testing.T) {
	alone, l := make(chan func()), &lane{}
	l.beside(t.Context(), func(ctx context.Context) {
		go func() { alone <- l.alone(context.Background(), func() {}) }()
		for l.inside.TryRLock() { // until it waits
			l.inside.RUnlock()
		}
		l.beside(ctx, func(context.Context) {})
	})
	(<-alone)()
}

// A link or a folder in place of the lane's file is left alone.
func TestLaneIsOurs(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"link", "."} {
		if f := tempfile.OpenLock(filepath.Join(dir, name)); f != nil {
			t.Errorf("%s is taken for the lane", name)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "elsewhere")); err == nil {
		t.Error("a file was made through a link")
	}
}

// TestManyThreads: the kernel's limit on memory leaves room for the stacks of 200 threads.
func TestManyThreads(t *testing.T) {
	g, e := graderAndEntry(t, `#include <pthread.h>
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
`)
	run, err := g.Grade(t.Context(), []Entry{e}, Options{}, func(result.Event) {})
	if err != nil || run.Results[0].Verdict != result.AC {
		t.Errorf("%v %+v", err, run.Results)
	}
}

// sleepy adds two numbers; if the first is greater, it sleeps before.
const sleepy = `#include <stdio.h>
#include <unistd.h>
int main(void) { int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; if (a > b) sleep(60); printf("%d\n", a + b); }
`

// TestInterruptedRun: an interrupt ends a run. Finished cases keep their results; the others have none.
func TestInterruptedRun(t *testing.T) {
	g, e := graderAndEntry(t, sleepy)
	slices.SortFunc(e.Cases, func(a, b problem.Case) int { return strings.Compare(a.Name, b.Name) })
	refused, last := e, e
	refused.Without = &Without{result.SK, say.Of("gone")}
	last.Solution.Expect = []solution.Expectation{{Promise: "TLE", Pattern: "sum/secret/*"}} // runs after the others
	for _, early := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		if early {
			cancel()
		}
		run, err := g.Grade(ctx, []Entry{last, refused, e}, Options{}, func(event result.Event) {
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
		if c := run.Results[1].Cases; run.Results[0].Verdict != result.SK || c[0].Verdict != result.AC || c[1].Verdict != result.SK || !run.Results[1].Interrupted {
			t.Errorf("%+v", run.Results)
		}
	}
}

// TestOutput runs a program beside others for its output, and at a terminal.
func TestOutput(t *testing.T) {
	g, e := graderAndEntry(t, "#include <stdio.h>\nint main(void) { int a; if (scanf(\"%d\", &a) != 1) return 3; printf(\"%d\\n\", a); }\n")
	slices.SortFunc(e.Cases, func(a, b problem.Case) int { return strings.Compare(a.Name, b.Name) })
	p, err := g.Prepare(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		input string
		want  result.Verdict
		out   string
	}{{"1 2\n", result.AC, "1\n"}, {"x\n", result.RE, ""}} {
		if err := os.WriteFile(e.Cases[0].In, []byte(test.input), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, c, err := p.Output(t.Context(), e.Cases[0]); err != nil || out != test.out || c.Verdict != test.want {
			t.Errorf("%q: %q, %s, %v", test.input, out, c.Verdict, err)
		}
		var shown bytes.Buffer
		if c, err := p.Play(t.Context(), e.Cases[0], strings.NewReader(test.input), &shown); err != nil || c.Verdict != test.want || shown.String() != test.out {
			t.Errorf("played %q: %q, %s, %v", test.input, &shown, c.Verdict, err)
		}
	}
	if _, _, err := p.Output(t.Context(), problem.Case{In: "gone"}); err == nil {
		t.Error("without an input")
	}
	if _, err := g.PlayAgainst(t.Context(), e.Problem, e.Cases[0], strings.NewReader(""), io.Discard, func(int) {}); err == nil || !strings.Contains(err.Error(), "there is nobody to talk with") {
		t.Errorf("nobody to talk with: %v", err)
	}
}
