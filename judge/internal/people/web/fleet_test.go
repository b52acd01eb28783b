package web_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/testkit/must"
)

// machines is a fake fleet. The test says when cases end and what its status is.
type machines struct {
	grade func(ctx context.Context, e grade.Entry, observe func(result.Event)) result.Run
	mu    sync.Mutex
	now   result.Fleet
	err   error
	lost  error // returned instead of results
}

func (m *machines) Grade(ctx context.Context, entries []grade.Entry, _ grade.Options, observe func(result.Event)) (result.Run, error) {
	run := m.grade(ctx, entries[0], observe)
	if m.lost != nil {
		return result.Run{}, m.lost
	}
	return run, nil
}

func (m *machines) Status(context.Context) (result.Fleet, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now, m.err
}

func (m *machines) say(now result.Fleet, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now, m.err = now, err
}

func (m *machines) Close() error { return nil }

func (m *machines) into(c *web.Config) { c.Fleet = m }

func workers(names ...string) (f result.Fleet) {
	for _, name := range names {
		f.Workers = append(f.Workers, result.Machine{Name: name, Languages: []string{"cpp", "go"}, Step: 2, Jobs: 1234})
	}
	return f
}

// compiled returns a solution that compiles, and what ends one of its cases.
func compiled(e grade.Entry, observe func(result.Event)) (s result.Solution, end func(i int)) {
	s = e.Blank()
	s.Compile.OK = true
	observe(result.Event{Kind: result.Built})
	return s, func(i int) {
		c := &s.Cases[i]
		c.Verdict, c.AsExpected, c.Machine, c.CPU = result.AC, true, "lab"+fmt.Sprint(i), time.Millisecond
		own := *c
		observe(result.Event{Kind: result.Ended, Case: &own})
	}
}

// backwards ends the last case first. It ends the middle one only when it is released or stopped.
func backwards(goOn chan bool) func(context.Context, grade.Entry, func(result.Event)) result.Run {
	return func(ctx context.Context, e grade.Entry, observe func(result.Event)) result.Run {
		s, end := compiled(e, observe)
		end(2)
		observe(result.Event{Kind: result.Begins, Name: s.Cases[1].Case})
		end(0)
		select {
		case <-goOn:
			end(1)
			s.Conclude("")
		case <-ctx.Done():
			e.CutShort(&s)
		}
		return result.Run{Results: []result.Solution{s}, Interrupted: ctx.Err() != nil}
	}
}

// If many machines end cases in any order, the page still lists each case once and in order, also after a stop.
func TestFleetEndsCasesInAnyOrder(t *testing.T) {
	goOn := make(chan bool)
	m := &machines{grade: backwards(goOn), now: workers("lab0", "lab1")}
	w := m.with(t)
	first, second := w.submit("", right), w.submit("", right)
	for _, id := range []int64{first, second} { // both at the same time
		seen := w.follow(id, "", "", func(e event) bool { return e.name == "running" && e.data["begins"] == "secret/1" })
		var order []any
		for _, e := range seen {
			if e.name == "ended" {
				order = append(order, e.data["n"])
				must.Equal(t, fmt.Sprintf("%v.%d", e.data["judging"], len(order)), e.id, "its id")
			} else if e.id != "" {
				t.Errorf("%s has the id %q", e.name, e.id)
			}
		}
		if at := fmt.Sprint(order); at != "[3]" && at != "[3 1]" && at != "[]" {
			t.Errorf("they came as %v", order)
		}
	}
	must.Equal(t, "{\"stopped\":true}\n", w.post(fmt.Sprintf("/s/%d/stop", second), "", nil).body, "stop")
	goOn <- true
	for id, want := range map[int64]string{first: "AC AC AC", second: "AC SK AC"} {
		j := w.judged(id, "").Judging
		run := must.Get(w.s.DB.Run(t.Context(), j))(t)
		var names, verdicts []string
		for _, c := range run.Results[0].Cases {
			names, verdicts = append(names, c.Case), append(verdicts, string(c.Verdict))
		}
		if got := strings.Join(verdicts, " "); got != want || fmt.Sprint(names) != fmt.Sprint(sumCases) {
			t.Errorf("%d: %s %v, want %s", id, got, names, want)
		}
		must.Equal(t, map[int64]string{first: "lab0, lab1, lab2", second: "lab0, lab2"}[id], j.Machine, id, "was on")
		page := w.get(fmt.Sprintf("/s/%d", id), "", html).body
		if a, b, c := strings.Index(page, sumCases[0]), strings.Index(page, sumCases[1]), strings.Index(page, sumCases[2]); a > b || b > c {
			t.Errorf("%d: the page has them at %d, %d, %d", id, a, b, c)
		}
	}
}

// While no worker can judge it, a submission waits and its page says what it waits for.
func TestFleetIsAwaited(t *testing.T) {
	t.Parallel()
	goOn := make(chan bool)
	m := &machines{grade: backwards(goOn), err: say.Errorf("nobody answers")}
	w := m.with(t)
	id := w.submit("", right)
	waits := func(why string) {
		t.Helper()
		w.follow(id, "", "", func(e event) bool { return e.name == "running" && strings.HasPrefix(fmt.Sprint(e.data["waits"]), why) })
	}
	waits("the fleet's server is away")
	if err := <-w.faults; !strings.Contains(err.Error(), "the fleet does not answer: nobody answers") {
		t.Errorf("said was %v", err)
	}
	m.say(result.Fleet{}, nil)
	waits("no worker is connected")
	other := workers("lab0")
	other.Workers[0].Other = true
	m.say(other, nil)
	waits("no worker is connected")
	m.say(workers("lab0"), nil)
	w.follow(id, "", "", func(e event) bool { return e.name == "running" && e.data["waits"] == "" })
	goOn <- true
	if j := w.judged(id, "").Judging; j.Verdict != result.AC {
		t.Errorf("it is %+v", j)
	}
}
