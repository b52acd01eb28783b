package watch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/cli/watch"
	"sudokuoj/judge/internal/testkit/must"
)

// begin watches a tree and returns what each round of grading was told to have changed. leave ends the watch.
func begin(t *testing.T, root string, names ...string) (rounds <-chan []string, leave func()) {
	t.Helper()
	told, ended := make(chan []string), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	w := &watch.Watcher{Root: root, Names: names, Grade: func(_ context.Context, changed []string) {
		var all []string
		for _, path := range changed {
			rel, _ := filepath.Rel(root, path)
			all = append(all, filepath.ToSlash(rel))
		}
		select {
		case told <- all:
		case <-ctx.Done():
		}
	}}
	go func() {
		w.Run(ctx)
		close(ended)
	}()
	leave = func() { stop(); <-ended }
	t.Cleanup(leave)
	return told, leave
}

// write writes the files of a tree.
func write(t *testing.T, root, text string, names ...string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(root, name)
		must.Succeed(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
	}
}

// TestRounds writes, changes and removes files. Temporary files of editors and hidden folders begin no round.
func TestRounds(t *testing.T) {
	const main, odd = "solutions/a/main.go", "solutions/a/main.go~"
	scratch := []string{odd, "solutions/a/.main.go.swp", "solutions/.git/index", "solutions/4913"}
	for _, tt := range []struct {
		name  string
		names []string // that are watched
		do    func(t *testing.T, root string)
		want  []string
	}{
		{"a file more", nil, func(t *testing.T, root string) { write(t, root, "1", "solutions/b/main.go") }, []string{"solutions/b/main.go"}},
		{"another size", nil, func(t *testing.T, root string) { write(t, root, "22", main) }, []string{main}},
		{"another time", nil, func(t *testing.T, root string) {
			os.Chtimes(filepath.Join(root, main), time.Time{}, time.Unix(1000, 0))
		}, []string{main}},
		{"one removed", nil, func(t *testing.T, root string) { os.Remove(filepath.Join(root, main)) }, []string{main}},
		{"a case", []string{"a"}, func(t *testing.T, root string) { write(t, root, "22", "testdata/p/1.in") }, []string{"testdata/p/1.in"}},
		{"what an editor leaves", nil, func(t *testing.T, root string) { write(t, root, "22", append(scratch, main)...) }, []string{main}},
		{"one that is named", []string{"a"}, func(t *testing.T, root string) {
			write(t, root, "22", "solutions/other/main.go",
				main)
		}, []string{main}},
		{"several", nil, func(t *testing.T, root string) { write(t, root, "22", main, "problems/p/judge.yaml") },
			[]string{"problems/p/judge.yaml", main}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				root := t.TempDir()
				write(t, root, "1", main, "testdata/p/1.in", "problems/p/judge.yaml", "solutions/other/main.go")
				rounds, _ := begin(t, root, tt.names...)
				if first := <-rounds; first != nil {
					t.Errorf("the first round is about %q", first)
				}
				tt.do(t, root)
				must.Equal(t, tt.want, <-rounds)
			})
		})
	}
}

// TestWhileItIsWritten: a file that is still being written begins no round, and keeps nobody from leaving. A file that
// is watched may be outside of the tree.
func TestWhileItIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root, elsewhere := t.TempDir(), t.TempDir()
		file := filepath.Join(elsewhere, "own.py")
		write(t, elsewhere, "", "own.py")
		rounds, leave := begin(t, root, file)
		<-rounds
		for i := range 8 {
			os.WriteFile(file, make([]byte, i+1), 0o600)
			time.Sleep(watch.Look / 5)
			select {
			case changed := <-rounds:
				t.Errorf("after %d bytes: %q", i+1, changed)
			default:
			}
		}
		if changed := <-rounds; !slices.Equal(changed, []string{filepath.ToSlash(must.Get(filepath.Rel(root, file))(t))}) {
			t.Errorf("when it is whole: %q", changed)
		}
		written := make(chan struct{})
		var writing sync.WaitGroup
		writing.Go(func() {
			for i := 0; ; i++ {
				os.WriteFile(file, make([]byte, i), 0o600)
				select {
				case <-written:
					return
				case <-time.After(watch.Look / 10):
				}
			}
		})
		time.Sleep(3 * watch.Look)
		leave() // while the file is written
		close(written)
		writing.Wait()
	})
}

// TestSavedWhileItRuns: a file that is saved while programs run ends the round.
func TestSavedWhileItRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := t.TempDir()
		ctx, leave := context.WithCancel(t.Context())
		n := 0
		w := &watch.Watcher{Root: root, Grade: func(running context.Context, changed []string) {
			if n++; n == 1 {
				write(t, root, "1", "solutions/a/main.go")
				<-running.Done()
				return
			}
			must.Equal(t, 1, len(changed), "the second round is about", changed)
			leave()
		}}
		w.Run(ctx)
		must.Equal(t, 2, n, "rounds")
	})
}
