// Package watch sees which files are saved, and has them graded again. The cache of results knows what a saved file
// changes; here it is enough to know that one was saved.
package watch

import (
	"context"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/match"
)

// Look is the time between two searches for saved files. Reading a few hundred file times takes well under a
// millisecond.
const Look = 50 * time.Millisecond

// Watcher looks for saved files in problems, in testdata, and in what the user named.
type Watcher struct {
	Root  string                                      // of the tree
	Names []string                                    // of solutions, as the user gave them; none means all
	Grade func(ctx context.Context, changed []string) // grades and shows; ctx ends when a file is saved

	files map[string]stamp
}

// stamp tells one state of a file from another.
type stamp struct {
	saved time.Time
	size  int64
}

// Run watches until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	w.files = w.snapshot()
	var changed []string // nil the first time: everything
	for ctx.Err() == nil {
		changed = w.round(ctx, changed)
	}
}

// round grades, and returns the files that changed next. A file saved while programs run ends the round at once, since
// its results would be outdated.
func (w *Watcher) round(ctx context.Context, changed []string) (next []string) {
	running, stop := context.WithCancel(ctx)
	var looking crash.Group
	looking.Go(func() {
		next = w.await(ctx)
		stop()
	})
	w.Grade(running, changed)
	looking.Wait()
	return next
}

// scratch matches the temporary files that editors put beside an open file.
var scratch = match.Lazy(`^\.|~$|^#.*#$|\.(?:sw[a-z]|tmp|bak|part|orig|rej)$|^4913$|___jb_(?:tmp|old)___$`)

// await returns when files were saved, with their paths, or when ctx ends. It waits for a file that is still being
// written: a compiler would see half of it.
func (w *Watcher) await(ctx context.Context) (changed []string) {
	tick := time.NewTicker(Look)
	defer tick.Stop()
	for last := w.files; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		now := w.snapshot()
		if maps.Equal(now, last) && !maps.Equal(now, w.files) {
			all := maps.Clone(now)
			maps.Copy(all, w.files)
			for file := range all {
				if now[file] != w.files[file] {
					changed = append(changed, file)
				}
			}
			w.files = now
			slices.Sort(changed)
			return changed
		}
		last = now
	}
}

// snapshot notes the state of every file that the grading depends on.
func (w *Watcher) snapshot() map[string]stamp {
	files := map[string]stamp{}
	roots := []string{filepath.Join(w.Root, "problems"), filepath.Join(w.Root, "testdata")}
	if len(w.Names) == 0 {
		roots = append(roots, filepath.Join(w.Root, "solutions"))
	}
	for _, name := range w.Names {
		roots = append(roots, filepath.Clean(name), filepath.Join(w.Root, "solutions", name))
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
