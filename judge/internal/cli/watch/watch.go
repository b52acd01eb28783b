// Package watch grades again when a file is saved. It knows which files each result depends on. Its caller shows
// the results.
package watch

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// Look is the time between two searches for saved files. Reading a few hundred file times takes well under a
// millisecond.
const Look = 100 * time.Millisecond

// Grader grades entries; *grade.Grader does it on this machine.
type Grader interface {
	Grade(ctx context.Context, entries []grade.Entry, opt grade.Options, observe func(result.Event)) (result.Run, error)
}

// Watcher grades again what a saved file touches.
type Watcher struct {
	Grader   Grader
	Options  grade.Options
	Root     string                                            // of the tree
	Names    []string                                          // as the user gave them; none means all solutions
	Find     func() (entries []grade.Entry, faults, err error) // finds the entries to grade now
	Progress func([]grade.Entry) (func(result.Event), func())  // follows a round, until the second is called
	Show     func(Round)

	files   map[string]stamp
	results map[string]result.Solution // by problem and solution: the newest of each
	order   []string                   // of the keys of results

	mu      sync.Mutex    // guards the fields below
	entries []grade.Entry // of the last round in which Find succeeded
	faults  bool          // something could not be read then
}

// Round holds the newest result of every entry after a round of grading, and what went wrong.
type Round struct {
	result.Run
	Entries []grade.Entry
	Changed []string // the files whose saving began it; none: it was the first
	Err     error
}

// stamp tells one state of a file from another.
type stamp struct {
	saved time.Time
	size  int64
}

// Run watches until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	w.results = map[string]result.Solution{}
	w.files = w.snapshot()
	var changed []string // nil the first time: everything
	for ctx.Err() == nil {
		changed = w.round(ctx, changed)
	}
}

// round grades what the changed files touch, shows it, and returns the files that changed next. A file
// saved while programs run ends the round at once, since its results would be outdated.
func (w *Watcher) round(ctx context.Context, changed []string) (next []string) {
	running, stop := context.WithCancel(ctx)
	saved := make(chan []string, 1)
	go func() {
		saved <- w.await(ctx)
		stop()
	}()
	run, err := w.regrade(running, changed)
	if running.Err() == nil {
		w.Show(w.sum(run, err, changed))
	}
	next = <-saved
	stop()
	if run.Interrupted {
		next = append(next, changed...) // interrupted entries are graded again
	}
	return next
}

// regrade grades the entries that the changed files touch, the cases that failed last first.
func (w *Watcher) regrade(ctx context.Context, changed []string) (result.Run, error) {
	all, faults, err := w.Find()
	w.know(all, err != nil || faults != nil)
	if err != nil {
		return result.Run{}, err
	}
	w.order = nil
	var touched []grade.Entry
	for _, e := range all {
		key := e.Problem.ID + "\x00" + e.Solution.Name
		w.order = append(w.order, key)
		if _, known := w.results[key]; !known || slices.ContainsFunc(changed, func(file string) bool { return touches(file, e) }) {
			e.Cases = failedFirst(e.Cases, w.results[key])
			touched = append(touched, e)
		}
	}
	event, done := w.Progress(touched)
	run, err := w.Grader.Grade(ctx, touched, w.Options, event)
	done()
	for _, s := range run.Results {
		if !s.Interrupted { // an interrupted entry keeps its previous result
			w.results[s.Problem+"\x00"+s.Solution] = s
		}
	}
	return run, errors.Join(err, faults)
}

// know keeps the results of a round for the next one.
func (w *Watcher) know(entries []grade.Entry, faults bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.faults = faults; len(entries) > 0 {
		w.entries = entries
	}
}

// touches reports whether a file belongs to an entry. A solution that is one loose file has no neighbours.
func touches(file string, e grade.Entry) bool {
	s := e.Solution
	loose := filepath.Clean(s.Name) == filepath.Clean(s.Path)
	return slices.ContainsFunc(s.Files, func(f language.File) bool { return f.Path == file }) || !loose && within(file, filepath.Dir(s.Path)) ||
		within(file, e.Problem.Dir) || within(file, e.Problem.Data)
}

// matters reports whether a changed file may change a result, or add or remove an entry.
func (w *Watcher) matters(file string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.faults || w.entries == nil || len(w.Names) == 0 && within(file, filepath.Join(w.Root, "solutions")) ||
		slices.ContainsFunc(w.entries, func(e grade.Entry) bool { return touches(file, e) })
}

// scratch matches the temporary files that editors put beside an open file.
var scratch = match.Lazy(`^\.|~$|^#.*#$|\.(?:sw[a-z]|tmp|bak|part|orig|rej)$|^4913$|___jb_(?:tmp|old)___$`)

func within(file, dir string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// failedFirst puts the cases that were not as expected last time before the others.
func failedFirst(cases []problem.Case, last result.Solution) []problem.Case {
	failed := map[string]bool{}
	for _, c := range last.Cases {
		failed[c.Case] = !c.AsExpected
	}
	sorted := slices.Clone(cases)
	slices.SortStableFunc(sorted, func(a, b problem.Case) int {
		switch {
		case failed[a.Name] == failed[b.Name]:
			return 0
		case failed[a.Name]:
			return -1
		}
		return 1
	})
	return sorted
}

// sum is the newest result of everything.
func (w *Watcher) sum(run result.Run, err error, changed []string) Round {
	run.Results = nil
	for _, key := range w.order {
		if s, ok := w.results[key]; ok {
			run.Results = append(run.Results, s)
		}
	}
	return Round{Run: run, Entries: w.entries, Changed: changed, Err: err}
}

// await returns when files were saved, with their paths, or when ctx ends.
func (w *Watcher) await(ctx context.Context) []string {
	tick := time.NewTicker(Look)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if changed := w.changes(ctx); len(changed) > 0 {
			return changed
		}
	}
}

// changes lists the files that matter and were saved since the last call. It waits for a file that is still being
// written: a compiler would see half of it.
func (w *Watcher) changes(ctx context.Context) (changed []string) {
	now := w.snapshot()
	if maps.Equal(now, w.files) {
		return nil
	}
	for ctx.Err() == nil { // one that is written without end does not keep who leaves
		time.Sleep(Look / 4)
		again := w.snapshot()
		if maps.Equal(again, now) {
			break
		}
		now = again
	}
	for file, s := range now {
		if old, ok := w.files[file]; !ok || old != s {
			changed = append(changed, file)
		}
	}
	for file := range w.files {
		if _, ok := now[file]; !ok {
			changed = append(changed, file)
		}
	}
	w.files = now
	changed = slices.DeleteFunc(changed, func(file string) bool { return !w.matters(file) })
	slices.Sort(changed)
	return changed
}

// snapshot notes the state of every file that the grading depends on.
func (w *Watcher) snapshot() map[string]stamp {
	files := map[string]stamp{}
	roots := []string{filepath.Join(w.Root, "problems"), filepath.Join(w.Root, "testdata"), filepath.Join(w.Root, "solutions")}
	for _, name := range w.Names {
		if _, err := os.Stat(name); err == nil {
			roots = append(roots, filepath.Clean(name))
		}
	}
	for _, root := range roots {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			if err != nil || d.IsDir() || scratch().MatchString(d.Name()) {
				return nil // a file that vanishes while we look is a change, not an error
			}
			if info, err := d.Info(); err == nil {
				files[path] = stamp{info.ModTime(), info.Size()}
			}
			return nil
		})
	}
	return files
}
