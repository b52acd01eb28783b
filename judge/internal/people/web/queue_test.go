package web

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// takes ends all cases of a submission after a time, unless it is stopped.
func takes(t time.Duration) func(context.Context, grade.Entry, func(result.Event)) result.Run {
	return func(ctx context.Context, e grade.Entry, observe func(result.Event)) result.Run {
		s := e.Blank()
		s.Compile.OK = true
		observe(result.Event{Kind: result.Built})
		observe(result.Event{Kind: result.Begins, Name: s.Cases[0].Case})
		select {
		case <-time.After(t):
		case <-ctx.Done():
			e.CutShort(&s)
			return result.Run{Results: []result.Solution{s}, Interrupted: true}
		}
		for i := range s.Cases {
			c := &s.Cases[i]
			c.Verdict, c.AsExpected = result.AC, true
			observe(result.Event{Kind: result.Ended, Case: c})
		}
		s.Conclude("")
		return result.Run{Results: []result.Solution{s}}
	}
}

// TestQueue: the result of a longer judging, depending on what happens after three seconds.
func TestQueue(t *testing.T) {
	sb := sandbox.Open(sandbox.Options{})
	defer sb.Close()
	grader := &grade.Grader{Sandbox: sb}
	const s = time.Second
	own := "JE: " + errOwn.Error()
	for _, test := range []struct {
		name    string
		problem string
		fault   error // returned by the fleet
		takes   time.Duration
		before  func(w *world, judging int64)             // before it is judged
		then    func(w *world, judging int64, end func()) // runs three seconds after it began
		want    string
		logged  string
		over    time.Duration // when nothing is judged any more; not checked if 0
	}{
		{"judged", "sum", nil, 5 * s, nil, nil, "done AC", "", 5 * s},
		{"stopped", "sum", nil, time.Hour, nil, func(w *world, j int64, _ func()) { w.s.queue.stop(j) }, "stopped SK", "", 3 * s},
		{"another is stopped", "sum", nil, 5 * s, nil, func(w *world, j int64, _ func()) { w.s.queue.stop(j + 1) }, "done AC", "", 5 * s},
		{"the judge ends, and has patience", "sum", nil, 12 * s, nil, func(_ *world, _ int64, end func()) { end() }, "done AC", "", 12 * s},
		{"the judge ends, and it takes longer", "sum", nil, time.Hour, nil, func(_ *world, _ int64, end func()) { end() }, "queued ", "", 13 * s},
		{"a fault of the fleet", "sum", errors.New("lost"), 0, nil, nil, "done " + own, "lost", 0},
		{"a fault of the fleet after it was stopped", "sum", errors.New("lost"), time.Hour, nil, func(w *world, j int64, _ func()) { w.s.queue.stop(j) }, "stopped SK", "", 3 * s},
		{"a problem that is gone", "gone", nil, 0, nil, nil, "done " + own, "this does not exist here", 0},
		{"a fault of the history, and then none", "sum", nil, 5 * s, func(w *world, j int64) {
			w.s.DB.Record(context.Background(), j, 1, result.Case{Case: "sample/1"}) // so that the next case 1 cannot be stored
		}, nil, "done AC", "constraint failed", 5*s + retry + 5*s},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := &machines{grade: takes(test.takes), lost: test.fault, now: workers("lab")}
			w := prepared(t, sumProblem(t), true, m.into, func(c *Config) { c.Grader = grader })
			id, err := w.s.DB.Submit(t.Context(), history.Submission{Person: w.s.Person, Problem: test.problem, Language: "go", File: "main.go", Source: right, Created: time.Now()})
			if err != nil {
				t.Fatal(err)
			}
			ctx, end := context.WithCancel(t.Context())
			defer end()
			start, over := time.Now(), time.Duration(0)
			if test.before != nil {
				test.before(w, id)
			}
			go w.s.Judge(ctx)
			synctest.Wait()
			running := len(w.s.queue.now()) == 1
			if begins := w.s.queue.begins(id); running && begins != sumCases[0] || w.s.Ending().Said() != running || w.s.queue.begins(id+1) != "" {
				t.Errorf("%s: begun is %q, its end would say %q", test.name, begins, w.s.Ending())
			}
			time.Sleep(3 * time.Second)
			if test.then != nil {
				test.then(w, id, end)
			}
			for ; len(w.s.queue.now()) > 0 || over == 0; time.Sleep(time.Second / 4) {
				synctest.Wait()
				over = time.Since(start)
			}
			time.Sleep(retry) // it may be queued again meanwhile
			for len(w.s.queue.now()) > 0 {
				time.Sleep(time.Second / 4)
				synctest.Wait()
				over = time.Since(start)
			}
			j, err := w.s.DB.Current(t.Context(), id)
			got := fmt.Sprint(j.State, " ", j.Verdict)
			if j.Verdict == result.JE {
				run, _ := w.s.DB.Run(t.Context(), j)
				got += ": " + run.Results[0].Compile.Message.String()
			}
			if err != nil || got != test.want || test.over > 0 && over.Round(time.Second) != test.over {
				t.Errorf("%s: it is %s after %v, %v; want %s after %v", test.name, got, over, err, test.want, test.over)
			}
			logged := ""
			for len(w.faults) > 0 {
				logged += (<-w.faults).Error()
			}
			if (logged == "") != (test.logged == "") || !strings.Contains(logged, test.logged) {
				t.Errorf("%s: logged is %q", test.name, logged)
			}
		})
	}
}
