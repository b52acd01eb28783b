package fleet_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestRuns sends runs through a whole fleet. A table says what each solution gets on each case.
func TestRuns(t *testing.T) {
	for _, test := range []struct {
		name     string
		programs string // for each solution, the verdicts of its cases
		want     string
	}{
		{"all is well", "AC AC AC, AC WA AC", "AC: AC AC AC, WA: AC WA AC"},
		{"what does not compile", "CE CE, AC AC", "CE: CE CE, AC: AC AC"},
		{"a fault of a worker", "AC !lost", "JE: AC JE"},
		{"a fault of the judge itself", "AC ? AC", "JE: AC JE AC"},
		{"a fault everywhere", "!lost !lost", "JE: JE JE"},
		{"which all of a job suffer", "AC !lost, AC AC", "JE: AC JE, JE: AC JE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := open(t, fleet.HubOptions{})
			programs := strings.Split(test.programs, ", ")
			w.worker("w", "go", func(solution, name string) string {
				var i, n int
				fmt.Sscan(solution, &i)
				fmt.Sscanf(name, "secret/%d", &n)
				return strings.Fields(programs[i])[n-1]
			})
			var names []string
			for i := range programs {
				names = append(names, fmt.Sprint(i))
			}
			c := w.client("c")
			counts := map[result.EventKind]int{}
			run, err := c.Grade(t.Context(), entered(t, len(strings.Fields(programs[0])), names...), grade.Options{},
				func(e result.Event) { counts[e.Kind]++ })
			must.Succeed(t, err)
			must.Equal(t, test.want, verdicts(run))
			for _, r := range run.Results {
				must.Be(t, r.Compile.OK || r.Compile.Message.Said(), "%s was not compiled, and nothing says why", r.Solution)
			}
			told := slices.DeleteFunc(strings.Fields(test.want), func(word string) bool {
				return strings.HasSuffix(word, ":") || word[:2] == "CE" || word[:2] == "JE"
			})
			must.Equal(t, len(told), counts[result.Ended], counts)
			must.Equal(t, len(programs), counts[result.Finished], counts)
		})
	}
}

// TestSharing: which solutions share a job, and on which machine each is compiled.
func TestSharing(t *testing.T) {
	for _, test := range []struct{ machines, entries, want string }{
		{"c go", "a.go b.c", "a b"}, // together on one machine
		{"go, c", "a.go b.c d.go", "a d, b"},
		{"go", "a.java b.go", "b"}, // nobody compiles Java
	} {
		t.Run(test.machines+" "+test.entries, func(t *testing.T) {
			w := open(t, fleet.HubOptions{})
			var mu sync.Mutex
			byCase := map[string][]string{}
			for i, languages := range strings.Split(test.machines, ", ") {
				name := fmt.Sprint("w", i)
				w.worker(name, languages, func(solution, _ string) string {
					mu.Lock()
					defer mu.Unlock()
					byCase[name] = append(byCase[name], solution)
					return "AC"
				})
			}
			_, run := gradeAll(t, w.client("c"), entered(t, 1, strings.Fields(test.entries)...), grade.Options{})
			var got []string
			for i := range strings.Split(test.machines, ", ") {
				got = append(got, strings.Join(byCase[fmt.Sprint("w", i)], " "))
			}
			must.Equal(t, test.want, strings.Join(got, ", "))
			for _, s := range run.Results {
				skipped := strings.HasPrefix(s.Compile.Message.String(), "no worker has a compiler for Java")
				if skipped != (s.Language == "Java") || skipped && s.Verdict != result.SK {
					t.Errorf("%s: %s, %s", s.Solution, s.Verdict, s.Compile.Message)
				}
			}
		})
	}
}

// TestCompilers: where a program compiles on one machine and not on another, the machines are at fault. The report names
// the machine of each case.
func TestCompilers(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	var both sync.WaitGroup // neither takes both jobs
	both.Add(2)
	for name, v := range map[string]string{"ann": "AC", "bob": "CE"} {
		w.worker(name, "go", func(string, string) string {
			both.Done()
			both.Wait()
			return v
		})
	}
	_, run := gradeAll(t, w.client("c"), entered(t, 2, "s"), grade.Options{})
	if !run.Host.Several {
		t.Error("it does not say that there were several machines")
	}
	var got []string
	for _, c := range run.Results[0].Cases {
		if c.Machine != "ann" && c.Machine != "bob" {
			t.Errorf("%s was on %q", c.Case, c.Machine)
		}
		got = append(got, c.Message.String())
	}
	if all := strings.Join(got, "\n"); !strings.Contains(all, "compiles on ann and not on bob: x.c:1: error: no headers") ||
		!strings.HasPrefix(string(run.Results[0].Verdict), "JE") && run.Results[0].Verdict != result.CE {
		t.Errorf("%s: %s", run.Results[0].Verdict, all)
	}
}

// TestFullQueue: a client waits while the queue is full, and nothing is lost.
func TestFullQueue(t *testing.T) {
	w := open(t, fleet.HubOptions{MaxJobs: 1})
	w.evil()
	done, c, all := make(chan string, 1), w.client("c"), entered(t, 5, "s")
	go func() {
		defer close(done)
		got, _ := gradeAll(t, c, all, grade.Options{})
		done <- got
	}()
	must.Until(t, "a job waits", func() bool { return w.status().Queued > 0 })
	time.Sleep(100 * time.Millisecond) // others would come
	must.Equal(t, 1, w.status().Queued, "waiting")
	w.worker("w", "go", well)
	must.Equal(t, "AC: AC AC AC AC AC", <-done)
}

// TestResume: what a called-off run leaves in work is told, and two may go on with the run at the same time.
func TestResume(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	goOn, begun := make(chan bool), make(chan string, 100)
	w.worker("w", "go", func(_, name string) string {
		begun <- name
		<-goOn
		return "AC"
	})
	c := w.client("c")
	c.Begun = func(run string) { c.Resume = run }
	all := entered(t, 3, "s")
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		defer stop()
		<-begun
		must.Until(t, "its other jobs wait", func() bool { return w.status().Queued == 2 && w.status().InWork == 1 })
	}()
	run, err := c.Grade(ctx, all, grade.Options{}, func(result.Event) {})
	if err != nil || !run.Interrupted || len(run.Results) > 0 {
		t.Errorf("called off, it has %s, interrupted: %t, %v", verdicts(run), run.Interrupted, err)
	}
	s := must.Get(c.Status(t.Context()))(t)
	must.Equal(t, [2]int{0, 1}, [2]int{s.Queued, s.InWork}, "waiting, and in work for an ended run")
	close(goOn)
	c.Begun = func(string) {}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			run, err := c.Grade(t.Context(), all, grade.Options{}, func(result.Event) {})
			if err != nil || verdicts(run) != "AC: AC AC AC" {
				t.Errorf("gone on with: %s, %v", verdicts(run), err)
			}
		})
	}
	both.Wait()
}

// TestNoWorker: a client waits for a while, and says whom it waited for.
func TestNoWorker(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	c := w.client("c")
	warned := make(chan string, 10)
	c.Warn = func(m say.Message) { warned <- m.String() }
	conn, _ := w.raw(w.invite("old", fleet.WorkerRole))
	w.alive(conn, "old", "no JSON", `{"name":"evil","judge":"j","step":2}`)
	s, err := c.Status(t.Context())
	if err != nil || s.Workers[0].Name != "old" || !s.Workers[0].Other {
		t.Errorf("it tells of itself as %+v, %v", s.Workers, err)
	}
	_, err = c.Grade(t.Context(), entered(t, 1, "a"), grade.Options{}, func(result.Event) {})
	must.Fail(t, err, "the fleet has no worker for this judge: old runs judge j, and this is "+fleet.Version()+"\nhint: give all machines")
	must.Equal(t, "it waits for a worker", <-warned, "it warns")
}

// TestQuiet: a job that a worker acknowledges without a result is sent again.
func TestQuiet(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	conn := w.evil()
	c := w.client("c")
	done, all := make(chan string, 1), entered(t, 2, "s")
	go func() {
		run, err := c.Grade(t.Context(), all, grade.Options{}, func(result.Event) {})
		if err != nil {
			t.Error(err)
		}
		done <- verdicts(run)
	}()
	must.Until(t, "both jobs wait", func() bool { return w.status().Queued == 2 })
	queue := must.Get(store(t, conn).Consumer(t.Context(), "FLEET_JOBS", fleet.Version()+"-go"))(t)
	batch := must.Get(queue.Fetch(2))(t)
	for m := range batch.Messages() {
		m.Ack()
	}
	must.Until(t, "no job waits", func() bool { return w.status().Queued+w.status().InWork == 0 })
	start := time.Now()
	w.worker("w", "go", well)
	must.Equal(t, "AC: AC AC", <-done, "after", time.Since(start))
}
