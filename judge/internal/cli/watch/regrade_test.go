package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// entry is a solution of problem sum, in a folder of its own or as a single file.
func entry(root, name, file string) grade.Entry {
	return grade.Entry{
		Problem:  problem.Problem{ID: "sum", Dir: filepath.Join(root, "problems", "sum"), Data: filepath.Join(root, "testdata", "sum")},
		Solution: solution.Solution{Name: name, Path: file, Files: []language.File{{Path: file}}},
		Cases:    []problem.Case{{Name: "secret/1"}, {Name: "secret/2"}, {Name: "secret/3"}},
	}
}

func TestWhatAFileTouches(t *testing.T) {
	root := t.TempDir()
	in := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	folder := entry(root, "mine", in("solutions", "mine", "main.go"))
	loose := entry(root, in("work", "a.cpp"), in("work", "a.cpp"))
	for _, tt := range []struct {
		file          string
		folder, loose bool
	}{
		{in("solutions", "mine", "main.go"), true, false},
		{in("solutions", "mine", "helper.h"), true, false},
		{in("solutions", "minedeux", "main.go"), false, false},
		{in("solutions", "main.go"), false, false},
		{in("solutions"), false, false},
		{in("work", "a.cpp"), false, true},
		{in("work", "b.cpp"), false, false},
		{in("problems", "sum", "judge.yaml"), true, true},
		{in("testdata", "sum", "secret", "1.in"), true, true},
		{in("testdata", "other", "secret", "1.in"), false, false},
	} {
		if got := touches(tt.file, folder); got != tt.folder {
			t.Errorf("%s touches the folder: %v", tt.file, got)
		}
		if got := touches(tt.file, loose); got != tt.loose {
			t.Errorf("%s touches the loose file: %v", tt.file, got)
		}
	}
}

func TestWhatMatters(t *testing.T) {
	root := t.TempDir()
	mine, other := filepath.Join(root, "solutions", "mine", "main.go"), filepath.Join(root, "solutions", "new", "main.go")
	known := []grade.Entry{entry(root, "mine", mine)}
	for _, tt := range []struct {
		name          string
		w             *Watcher
		mine, another bool
	}{
		{"nothing is known yet", &Watcher{Root: root}, true, true},
		{"something could not be read", &Watcher{Root: root, Names: []string{"mine"}, entries: known, faults: true}, true, true},
		{"all solutions are watched", &Watcher{Root: root, entries: known}, true, true},
		{"one is watched", &Watcher{Root: root, Names: []string{"mine"}, entries: known}, true, false},
	} {
		if got := tt.w.matters(mine); got != tt.mine {
			t.Errorf("%s: its own file matters: %v", tt.name, got)
		}
		if got := tt.w.matters(other); got != tt.another {
			t.Errorf("%s: another file matters: %v", tt.name, got)
		}
	}
}

// TestChanges writes, changes and removes files. Temporary files of editors and hidden folders are ignored.
func TestChanges(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, "solutions", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(root, "own.py")
	os.WriteFile(own, []byte("1"), 0o600)
	write("a/main.go", "1")
	w := &Watcher{Root: root, Names: []string{own, filepath.Join(root, "absent.py")}, faults: true}
	w.files = w.snapshot()
	for _, tt := range []struct {
		what string
		do   func()
		want []string
	}{
		{"nothing", func() {}, nil},
		{"a file more", func() { write("b/main.go", "1") }, []string{"b/main.go"}},
		{"another size", func() { write("a/main.go", "22") }, []string{"a/main.go"}},
		{"another time", func() {
			os.Chtimes(filepath.Join(root, "solutions", "a", "main.go"), time.Time{}, time.Unix(1000, 0))
		}, []string{"a/main.go"}},
		{"one removed", func() { os.Remove(filepath.Join(root, "solutions", "b", "main.go")) }, []string{"b/main.go"}},
		{"what an editor leaves", func() { write("a/main.go~", "1"); write("a/.main.go.swp", "1"); write(".git/index", "1") }, nil},
		{"a named file", func() { os.WriteFile(own, []byte("22"), 0o600) }, []string{own}},
	} {
		tt.do()
		got := w.changes(t.Context())
		for i, path := range got {
			if rel, err := filepath.Rel(filepath.Join(root, "solutions"), path); err == nil && !strings.HasPrefix(rel, "..") {
				got[i] = filepath.ToSlash(rel)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

// TestAwait looks at the files repeatedly and waits until a file is complete.
func TestAwait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := t.TempDir()
		file := filepath.Join(root, "own.py")
		os.WriteFile(file, nil, 0o600)
		w := &Watcher{Root: root, Names: []string{file}, faults: true}
		w.files = w.snapshot()
		ctx, leave := context.WithTimeout(t.Context(), 10*Look)
		defer leave()
		start := time.Now()
		if got := w.await(ctx); got != nil || time.Since(start) < 10*Look {
			t.Errorf("nothing was saved, and after %v: %q", time.Since(start), got)
		}
		go func() {
			for i := range 8 { // so that it is seen while it is being written
				os.WriteFile(file, make([]byte, i+1), 0o600)
				time.Sleep(Look / 5)
			}
		}()
		if got := w.await(t.Context()); !slices.Equal(got, []string{file}) || w.files[file].size != 8 {
			t.Errorf("%q with %+v", got, w.files[file])
		}
		synctest.Wait()
	})
}

// recorder grades nothing and records what it was given.
type recorder struct {
	given [][]string // for each round, the solutions with the order of their cases
	err   error
	wrong string // the case that is not as expected
	stop  bool   // every result is interrupted
}

func (r *recorder) Grade(_ context.Context, entries []grade.Entry, _ grade.Options, _ func(result.Event)) (result.Run, error) {
	var run result.Run
	var given []string
	for _, e := range entries {
		s := result.Solution{Problem: e.Problem.ID, Solution: e.Solution.Name, Interrupted: r.stop}
		order := ""
		for _, c := range e.Cases {
			order += strings.TrimPrefix(c.Name, "secret/")
			s.Cases = append(s.Cases, result.Case{Case: c.Name, AsExpected: c.Name != r.wrong})
		}
		given = append(given, e.Solution.Name+" "+order)
		run.Results = append(run.Results, s)
	}
	r.given, run.Interrupted = append(r.given, given), r.stop
	return run, r.err
}

// TestRegrade runs several rounds: first everything, then whatever a file affects, with failed cases first. The newest
// results are shown, and an interrupted result does not replace a complete one.
func TestRegrade(t *testing.T) {
	root := t.TempDir()
	a, b := entry(root, "a", filepath.Join(root, "solutions", "a", "main.go")), entry(root, "b", filepath.Join(root, "solutions", "b", "main.go"))
	rec := &recorder{wrong: "secret/2"}
	var faults error
	w := &Watcher{Grader: rec, Root: root, results: map[string]result.Solution{},
		Find:     func() ([]grade.Entry, error, error) { return []grade.Entry{a, b}, faults, nil },
		Progress: func([]grade.Entry) (func(result.Event), func()) { return func(result.Event) {}, func() {} }}
	round := func(changed ...string) Round {
		run, err := w.regrade(t.Context(), changed)
		return w.sum(run, err, changed)
	}
	if r := round(); len(r.Results) != 2 || r.Err != nil || w.faults {
		t.Errorf("the first round: %+v", r)
	}
	faults = errors.New("problems/x: no problem.yaml")
	if r := round(b.Solution.Path); len(r.Results) != 2 || !errors.Is(r.Err, faults) || !w.faults {
		t.Errorf("with a fault: %+v", r)
	}
	rec.stop = true
	if r := round(a.Solution.Path); r.Results[0].Interrupted || len(r.Results[0].Cases) != 3 {
		t.Errorf("cut short: %+v", r)
	}
	w.know(nil, false)
	if len(w.entries) != 2 || w.faults {
		t.Errorf("a round that finds nothing forgets what was known: %v %v", w.entries, w.faults)
	}
	want := [][]string{{"a 123", "b 123"}, {"b 213"}, {"a 213"}}
	for i := range want {
		if !slices.Equal(rec.given[i], want[i]) {
			t.Errorf("round %d graded %q, want %q", i, rec.given[i], want[i])
		}
	}
}

// TestCutShort: what began a round that was cut short begins the next one, too.
func TestCutShort(t *testing.T) {
	for _, stop := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			root := t.TempDir()
			file := filepath.Join(root, "own.py")
			w := &Watcher{Grader: &recorder{stop: stop}, Root: root, Names: []string{file}, faults: true, results: map[string]result.Solution{}, Show: func(Round) {},
				Find:     func() ([]grade.Entry, error, error) { return nil, errors.New("a fault"), nil },
				Progress: func([]grade.Entry) (func(result.Event), func()) { return func(result.Event) {}, func() {} }}
			os.WriteFile(file, nil, 0o600)
			w.files = w.snapshot()
			go func() {
				time.Sleep(2 * Look)
				os.WriteFile(file, []byte("x"), 0o600)
			}()
			want := []string{file}
			if stop {
				want = append(want, "earlier")
			}
			if next := w.round(t.Context(), []string{"earlier"}); !slices.Equal(next, want) {
				t.Errorf("cut short: %t, next is %q", stop, next)
			}
		})
	}
}

// TestWhatCannotBeRead shows the error and grades nothing.
func TestWhatCannotBeRead(t *testing.T) {
	fault := errors.New("no tree")
	shown := make(chan Round, 1)
	ctx, leave := context.WithCancel(t.Context())
	w := &Watcher{Grader: &recorder{}, Root: t.TempDir(), Find: func() ([]grade.Entry, error, error) { return nil, nil, fault },
		Show: func(r Round) { shown <- r; leave() }}
	w.Run(ctx)
	if r := <-shown; !errors.Is(r.Err, fault) || !w.faults {
		t.Errorf("%+v", r)
	}
}
