package resultcache

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

func open(t *testing.T) *Store {
	t.Helper()
	s := must.Get(Open(filepath.Join(t.TempDir(), "results")))(t)
	return s
}

// cases returns two cases on disk, and their results.
func cases(t *testing.T) ([]problem.Case, []result.Case) {
	t.Helper()
	dir := t.TempDir()
	var asked []problem.Case
	for _, name := range []string{"one", "two"} {
		c := problem.Case{Name: "secret/" + name, In: filepath.Join(dir, name+".in"), Ans: filepath.Join(dir, name+".ans")}
		for _, file := range []string{c.In, c.Ans} {
			must.Succeed(t, os.WriteFile(file, []byte(name), 0o666))
		}
		asked = append(asked, c)
	}
	return asked, []result.Case{
		{Case: "secret/one", Verdict: result.AC, Expected: result.Accepted, AsExpected: true, CPU: 1234 * time.Microsecond, PeakKiB: 99},
		{Case: "secret/two", Verdict: result.WA, Expected: result.Accepted, Message: say.Of("row %d has two %ds", 5, 3), Stderr: "\xff\x1b",
			Difference: &result.Difference{Line: 1, Got: "\xfe", Text: say.Of("row %d has two %ds", 5, 3)}},
	}
}

func TestRecall(t *testing.T) {
	s := open(t)
	asked, done := cases(t)
	b := NewBasis(result.Host{OS: "linux", Step: 2}, problem.Problem{ID: "p"}, "program", "", 0)
	must.Succeed(t, s.Remember(b, Data(asked), done))
	want := map[string]result.Case{}
	for _, c := range done {
		c.Kept = true
		want[c.Case] = c
	}
	must.Equal(t, want, s.Recall(b, Data(asked)), "- remembered, + recalled")
	again, err := Open(s.dir) // another judge
	must.Succeed(t, err)
	must.Equal(t, 2, len(again.Recall(b, Data(asked))), "another judge recalls", "cases, want 2")
}

// world is everything that verdicts depend on.
type world struct {
	store            *Store
	host             result.Host
	problem          problem.Problem
	program, checker string
	runs             int
}

func (w world) basis() Basis { return NewBasis(w.host, w.problem, w.program, w.checker, w.runs) }

// TestConcurrentRemember: results that are stored at the same time are all remembered.
func TestConcurrentRemember(t *testing.T) {
	s := open(t)
	b := NewBasis(result.Host{OS: "linux"}, problem.Problem{ID: "p"}, "program", "", 0)
	data := map[string]string{}
	for i := range 40 {
		data[fmt.Sprint(i)] = "data"
	}
	var all sync.WaitGroup
	for name := range data {
		all.Go(func() {
			must.Succeed(t, s.Remember(b, data, []result.Case{{Case: name, Verdict: result.AC, Expected: result.Accepted}}))
		})
	}
	all.Wait()
	must.Equal(t, len(data), len(s.Recall(b, data)), "of", "are remembered")
	for i := range 20 {
		data[fmt.Sprint(i)] = "other"
	}
	must.Equal(t, 20, len(s.Recall(b, data)), "20 of 40 have changed, and", "are recalled")
}

func TestChangesForget(t *testing.T) {
	asked, done := cases(t)
	dir := t.TempDir()
	for name, change := range map[string]func(w *world){
		"program":   func(w *world) { w.program = "other" },
		"checker":   func(w *world) { w.checker = "other" },
		"machine":   func(w *world) { w.host.CPU = "other" },
		"isolation": func(w *world) { w.host.Step = 3 },
		"limits":    func(w *world) { w.problem.Limits.Time++ },
		"settings": func(w *world) {
			os.WriteFile(filepath.Join(dir, "judge.yaml"), []byte("strict: true"), 0o666)
		},
		"runs":  func(w *world) { w.runs = 5 },
		"judge": func(w *world) { w.store.judge = "other" },
		"input": func(w *world) {
			for _, c := range asked {
				os.WriteFile(c.In, []byte("other"), 0o666)
			}
		},
		"arguments": func(w *world) {
			for i := range asked {
				asked[i].CheckArgs = []string{"case_sensitive"}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := world{open(t), result.Host{OS: "linux", Step: 2, CPU: "one"},
				problem.Problem{ID: "p", Dir: dir, Limits: problem.Limits{Time: time.Second}}, "program", "checker", 1}
			must.Succeed(t, w.store.Remember(w.basis(), Data(asked), done))
			if n := len(w.store.Recall(w.basis(), Data(asked))); n != 2 {
				t.Fatalf("%d cases are recalled before anything changes, want 2", n)
			}
			change(&w)
			if found := w.store.Recall(w.basis(), Data(asked)); len(found) > 0 {
				t.Errorf("recalled all the same: %v", found)
			}
		})
	}
}

// Results that say nothing about the program are not remembered, and a newer result replaces an older one.
func TestWhatIsRemembered(t *testing.T) {
	s := open(t)
	asked, done := cases(t)
	b := Basis("program")
	lost := []result.Case{{Case: "secret/one", Verdict: result.SK}, {Case: "secret/two", Verdict: result.JE},
		{Case: "secret/three", Verdict: result.AC}}
	must.Succeed(t, s.Remember(b, Data(asked), lost))
	if found := s.Recall(b, Data(asked)); len(found) > 0 {
		t.Errorf("recalled: %v", found)
	}
	s.Remember(b, Data(asked), done)
	late := result.Case{Case: "secret/one", Verdict: result.TLE, Expected: result.Accepted}
	s.Remember(b, Data(asked), []result.Case{{Case: "secret/two", Verdict: result.SK}, late})
	found := s.Recall(b, Data(asked))
	must.Equal(t, result.TLE, found["secret/one"].Verdict, found)
	must.Equal(t, result.WA, found["secret/two"].Verdict, found)
	os.WriteFile(s.file(b, "", nil), []byte(`{"secret/one": `), 0o666)
	if found := s.Recall(b, Data(asked)); len(found) > 0 {
		t.Errorf("recalled from half a file: %v", found)
	}
}

func TestSweep(t *testing.T) {
	s := open(t)
	asked, done := cases(t)
	past := time.Now().Add(-2 * maxAge)
	for _, name := range []string{"old", "new"} {
		b := Basis(name)
		s.Remember(b, Data(asked), done)
		os.Chtimes(s.file(b, "", nil), past, past)
	}
	lock := filepath.Join(s.dir, "lock")
	os.Chtimes(lock, past, past)
	again := func() { s = must.Get(Open(s.dir))(t) }
	again() // the daily sweep was done already
	if n := len(s.Recall(Basis("old"), Data(asked))); n != 2 {
		t.Fatalf("the second sweep of a day is none: %d cases are left, want 2", n)
	}
	s.Recall(Basis("new"), Data(asked)) // that counts as a use
	os.Chtimes(s.file(Basis("old"), "", nil), past, past)
	os.Chtimes(filepath.Join(s.dir, "swept"), past, past)
	again()
	if n := len(s.Recall(Basis("old"), Data(asked))); n != 0 {
		t.Errorf("what nobody asked for in a month is still there: %d cases", n)
	}
	if n := len(s.Recall(Basis("new"), Data(asked))); n != 2 {
		t.Errorf("what is in use was swept away: %d cases are left, want 2", n)
	}
	if _, err := os.Stat(lock); err != nil {
		t.Errorf("the lock, which another judge may hold, was swept away: %v", err)
	}
}
