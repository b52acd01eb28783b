package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/testkit/must"
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
	leave := func(_ *world, _ int64, end func()) { end() }
	stop := func(w *world, id int64, _ func()) {
		r := httptest.NewRequestWithContext(w.t.Context(), "POST", fmt.Sprintf("%s/s/%d/stop", w.base, id), nil)
		out := httptest.NewRecorder()
		if w.s.ServeHTTP(out, r); out.Code != http.StatusOK {
			w.t.Errorf("stop: %d %s", out.Code, out.Body)
		}
	}
	const s = time.Second
	const own = "JE: the judge's own fault"
	for _, test := range []struct {
		name    string
		problem string
		fault   error // returned by the fleet
		takes   time.Duration
		before  func(w *world, judging int64)             // before it is judged
		then    func(w *world, judging int64, end func()) // runs three seconds after it began
		want    string
		logged  string
		over    time.Duration // when it is over, or the judge has ended
	}{
		{"judged", "sum", nil, 5 * s, nil, nil, "done AC", "", 5 * s},
		{"stopped", "sum", nil, time.Hour, nil, stop, "stopped SK", "", 3 * s},
		{"the judge ends, and has patience", "sum", nil, 12 * s, nil, leave, "done AC", "", 12 * s},
		{"the judge ends, and it takes longer", "sum", nil, time.Hour, nil, leave, "queued ", "", 13 * s},
		{"a fault of the fleet", "sum", errors.New("lost"), 0, nil, nil, "done " + own, "lost", 0},
		{"a fault of the fleet after it was stopped", "sum", errors.New("lost"), time.Hour, nil, stop, "stopped SK", "", 3 * s},
		{"a problem that is gone", "gone", nil, 0, nil, nil, "done JE: the problem gone is not here any more", "", 0},
		{"a problem that is broken", "bad", nil, 0, nil, nil, "done JE: the judge's files for this problem are incomplete", "problem.yaml", 0},
		{"an answer goes while it is judged", "sum", errors.New("lost"), 5 * s, nil, func(w *world, _ int64, _ func()) {
			must.Succeed(w.t, os.Remove(filepath.Join(w.s.Root, "testdata/sum/sample/1.ans")))
		}, "done JE: the judge's files for this problem are incomplete", "lost", 5 * s},
		{"a fault of the history, and then none", "sum", nil, 5 * s, func(w *world, j int64) {
			w.s.DB.Record(context.Background(), j, 1, result.Case{Case: "sample/1"}) // so that the next case 1 cannot be stored
		}, nil, "done AC", "constraint failed", 12 * s}, // with a pause before the second try
	} {
		synctest.Test(t, func(t *testing.T) {
			m := &machines{grade: takes(test.takes), lost: test.fault, now: workers("lab")}
			w := prepared(t, sumProblem(t), true, m.into, func(c *web.Config) { c.Grader = grader })
			writeTree(t, w.s.Root, map[string]string{"problems/bad/problem.yaml": "limit: {}\n"})
			id := w.handed(history.Submission{Person: w.s.Person, Problem: test.problem, Language: "go", File: "main.go",
				Source: right, Created: time.Now()}).ID
			ctx, end := context.WithCancel(t.Context())
			defer end()
			start, ended := time.Now(), atomic.Bool{}
			if test.before != nil {
				test.before(w, id)
			}
			go func() {
				w.s.Judge(ctx)
				ended.Store(true)
			}()
			synctest.Wait()
			over := func() bool {
				synctest.Wait()
				j, err := w.s.DB.Current(t.Context(), id)
				return err != nil || j.State.Over() || ended.Load()
			}
			must.Equal(t, !over(), w.s.Ending().Said(), test.name, "its end would say", w.s.Ending())
			for acted := false; !over(); time.Sleep(time.Second / 4) {
				if !acted && test.then != nil && time.Since(start) >= 3*s {
					acted = true
					test.then(w, id, end)
				}
			}
			took := time.Since(start).Round(s)
			j, err := w.s.DB.Current(t.Context(), id)
			got := fmt.Sprint(j.State, " ", j.Verdict)
			if j.Verdict == result.JE {
				run, _ := w.s.DB.Run(t.Context(), j)
				why, _, _ := strings.Cut(run.Results[0].Compile.Message.String(), "\n")
				got += ": " + why
			}
			if err != nil || got != test.want || took != test.over {
				t.Errorf("%s: it is %s after %v, %v; want %s after %v", test.name, got, took, err, test.want, test.over)
			}
			end()
			synctest.Wait()
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
