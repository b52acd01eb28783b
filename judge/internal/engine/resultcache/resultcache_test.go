package resultcache_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

func open(t *testing.T) (s *resultcache.Store, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "results")
	return must.Get(resultcache.Open(dir))(t), dir
}

// records are the files of a store.
func records(t *testing.T, dir string) []string {
	t.Helper()
	return must.Get(filepath.Glob(filepath.Join(dir, "*", "*.json")))(t)
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
	s, dir := open(t)
	asked, done := cases(t)
	b := resultcache.NewBasis(result.Host{OS: "linux", Step: 2}, problem.Problem{ID: "p"}, "program", "", 0)
	must.Succeed(t, s.Remember(b, resultcache.Data(asked), done))
	want := map[string]result.Case{}
	for _, c := range done {
		c.Kept = true
		want[c.Case] = c
	}
	must.Equal(t, want, s.Recall(b, resultcache.Data(asked)), "- remembered, + recalled")
	again := must.Get(resultcache.Open(dir))(t)
	must.Equal(t, 2, len(again.Recall(b, resultcache.Data(asked))), "another process recalls", "cases, want 2")
}

// TestAnotherJudge: what another build of the judge found is not recalled. The other build is this test with one byte more.
func TestAnotherJudge(t *testing.T) {
	const store = "STORE_OF_ANOTHER_JUDGE"
	if runtime.GOOS != "linux" {
		t.Skip("a program with a byte more may not start here")
	}
	data := map[string]string{"one": "data"}
	if dir := os.Getenv(store); dir != "" {
		must.Equal(t, 0, len(must.Get(resultcache.Open(dir))(t).Recall(resultcache.Basis("program"), data)), "cases of another judge")
		return
	}
	s, dir := open(t)
	must.Succeed(t, s.Remember(resultcache.Basis("program"), data, []result.Case{{Case: "one", Verdict: result.AC}}))
	must.Equal(t, 1, len(s.Recall(resultcache.Basis("program"), data)), "our own cases")
	text := must.Get(os.ReadFile(must.Get(os.Executable())(t)))(t)
	other := filepath.Join(t.TempDir(), "other")
	must.Succeed(t, os.WriteFile(other, append(text, 0), 0o700))
	cmd := exec.Command(other, "-test.v", "-test.run", "^TestAnotherJudge$")
	cmd.Env = append(os.Environ(), store+"="+dir)
	must.Contain(t, string(must.Run(t, cmd)), "--- PASS: ")
}

// world is everything that verdicts depend on.
type world struct {
	store            *resultcache.Store
	host             result.Host
	problem          problem.Problem
	program, checker string
	runs             int
}

func (w world) basis() resultcache.Basis {
	return resultcache.NewBasis(w.host, w.problem, w.program, w.checker, w.runs)
}

// TestConcurrentRemember: results that are stored at the same time are all remembered.
func TestConcurrentRemember(t *testing.T) {
	s, _ := open(t)
	b := resultcache.NewBasis(result.Host{OS: "linux"}, problem.Problem{ID: "p"}, "program", "", 0)
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
		"runs": func(w *world) { w.runs = 5 },
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
			s, _ := open(t)
			w := world{s, result.Host{OS: "linux", Step: 2, CPU: "one"},
				problem.Problem{ID: "p", Dir: dir, Limits: problem.Limits{Time: time.Second}}, "program", "checker", 1}
			must.Succeed(t, w.store.Remember(w.basis(), resultcache.Data(asked), done))
			if n := len(w.store.Recall(w.basis(), resultcache.Data(asked))); n != 2 {
				t.Fatalf("%d cases are recalled before anything changes, want 2", n)
			}
			change(&w)
			if found := w.store.Recall(w.basis(), resultcache.Data(asked)); len(found) > 0 {
				t.Errorf("recalled all the same: %v", found)
			}
		})
	}
}

// Results that say nothing about the program are not remembered, and a newer result replaces an older one.
func TestWhatIsRemembered(t *testing.T) {
	s, dir := open(t)
	asked, done := cases(t)
	b := resultcache.Basis("program")
	lost := []result.Case{{Case: "secret/one", Verdict: result.SK}, {Case: "secret/two", Verdict: result.JE},
		{Case: "secret/three", Verdict: result.AC}}
	must.Succeed(t, s.Remember(b, resultcache.Data(asked), lost))
	if found := s.Recall(b, resultcache.Data(asked)); len(found) > 0 {
		t.Errorf("recalled: %v", found)
	}
	s.Remember(b, resultcache.Data(asked), done)
	late := result.Case{Case: "secret/one", Verdict: result.TLE, Expected: result.Accepted}
	s.Remember(b, resultcache.Data(asked), []result.Case{{Case: "secret/two", Verdict: result.SK}, late})
	found := s.Recall(b, resultcache.Data(asked))
	must.Equal(t, result.TLE, found["secret/one"].Verdict, found)
	must.Equal(t, result.WA, found["secret/two"].Verdict, found)
	must.Succeed(t, os.WriteFile(records(t, dir)[0], []byte(`{"secret/one": `), 0o666))
	if found := s.Recall(b, resultcache.Data(asked)); len(found) > 0 {
		t.Errorf("recalled from half a file: %v", found)
	}
}

func TestSweep(t *testing.T) {
	s, dir := open(t)
	asked, done := cases(t)
	past := time.Now().AddDate(0, 0, -60)
	for _, name := range []string{"old", "new"} {
		must.Succeed(t, s.Remember(resultcache.Basis(name), resultcache.Data(asked), done))
	}
	lock := filepath.Join(dir, "lock")
	age := func() {
		for _, file := range append(records(t, dir), lock) {
			must.Succeed(t, os.Chtimes(file, past, past))
		}
	}
	again := func() { s = must.Get(resultcache.Open(dir))(t) }
	age()
	again() // the daily sweep was done already
	must.Equal(t, 2, len(s.Recall(resultcache.Basis("old"), resultcache.Data(asked))), "the second sweep of a day is none: cases")
	age()
	s.Recall(resultcache.Basis("new"), resultcache.Data(asked)) // that counts as a use
	must.Succeed(t, os.Chtimes(filepath.Join(dir, "swept"), past, past))
	again()
	must.Equal(t, 0, len(s.Recall(resultcache.Basis("old"), resultcache.Data(asked))), "what nobody asked for in a month: cases")
	must.Equal(t, 2, len(s.Recall(resultcache.Basis("new"), resultcache.Data(asked))), "what is in use: cases")
	if _, err := os.Stat(lock); err != nil {
		t.Errorf("the lock, which another judge may hold, was swept away: %v", err)
	}
}
