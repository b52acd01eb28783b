// Package lane keeps programs that are timed apart from each other, in this process and in every other judge of the
// same user.
package lane

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"sudokuoj/judge/internal/base/tempfile"
)

// Lane is the one place on this machine where a program is timed alone. Its exclusive holder keeps others off. Programs
// share it if their time does not matter, or if the user asked for several at once.
type Lane struct {
	Path    string        // of the file that is locked against other processes; "": there is none
	Patient time.Duration // with another process, which holds it for one run: one that holds it for longer was suspended, perhaps for ever
	Crowded bool          // nobody is ever alone: see Crowded

	inside sync.RWMutex // between the goroutines of this process
	weary  atomic.Bool  // the last wait for another process was in vain: do not wait again until that process moves
}

// Here is shared by the whole process, so that two gradings in it do not disturb each other either.
var Here = sync.OnceValue(func() *Lane {
	folder, err := tempfile.Cache("")
	if crowded := os.Getenv(Crowded) != ""; err != nil || crowded {
		return &Lane{Crowded: crowded}
	}
	return &Lane{Path: filepath.Join(folder, "lane"), Patient: time.Minute}
})

// Crowded is an environment variable. If it is set, a judge times its programs beside each other and beside those of
// other judges. It is for tests: go test tries many packages and tests at once, and what their programs take does not
// matter.
const Crowded = "JUDGE_CROWDED"

// insideLane marks a context that is already inside the lane. It must not enter again: if another goroutine asks for
// the write lock between two read locks of one goroutine, that is a deadlock.
type insideLane struct{}

// Beside calls do while no program is timed, since do would disturb it: a compile, for example. do must pass on the
// context that it gets.
func (l *Lane) Beside(ctx context.Context, do func(context.Context)) {
	defer l.Shared(ctx, func() {})()
	do(context.WithValue(ctx, insideLane{}, true))
}

// Alone waits until nothing else runs, and keeps others out until leave is called. If it has to wait for another
// process, it calls waits first. It stops waiting when ctx is cancelled.
func (l *Lane) Alone(ctx context.Context, waits func()) (leave func()) {
	if l.Crowded {
		return l.Shared(ctx, waits)
	}
	return l.enter(ctx, tempfile.Alone, waits, l.inside.TryLock, l.inside.Lock, l.inside.Unlock)
}

// Shared waits until no program is timed alone.
func (l *Lane) Shared(ctx context.Context, waits func()) (leave func()) {
	return l.enter(ctx, tempfile.Together, waits, l.inside.TryRLock, l.inside.RLock, l.inside.RUnlock)
}

// Busy reports whether another process is in the lane.
func (l *Lane) Busy() bool {
	f := tempfile.OpenLock(l.Path)
	if f == nil {
		return false
	}
	defer f.Close()
	return !tempfile.TryLock(f, tempfile.Alone)
}

func (l *Lane) enter(ctx context.Context, how tempfile.LockKind, waits func(), try func() bool, wait, unlock func()) (leave func()) {
	if ctx.Value(insideLane{}) != nil || !try() && !finish(ctx, wait, unlock) {
		return func() {}
	}
	file := l.lock(ctx, how, waits)
	return func() {
		if file != nil {
			file.Close()
		}
		unlock()
	}
}

// finish waits for something that cannot be cancelled. If ctx is cancelled first, finish returns false, and undo is
// called when the wait is over.
func finish(ctx context.Context, wait, undo func()) bool {
	done := make(chan struct{})
	go func() {
		wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
		go func() {
			<-done
			undo()
		}()
		return false
	}
}

// lock locks the file with a new descriptor, so that giving up affects this run only. The kernel serves waiters in
// turn.
func (l *Lane) lock(ctx context.Context, how tempfile.LockKind, waits func()) *os.File {
	f := tempfile.OpenLock(l.Path)
	if f == nil || tempfile.TryLock(f, how) {
		l.weary.Store(false)
		return f
	}
	if l.weary.Load() {
		f.Close()
		return nil
	}
	waits()
	patient, cancel := context.WithTimeout(ctx, l.Patient)
	defer cancel()
	if finish(patient, func() { tempfile.WaitLock(f, how) }, func() { f.Close() }) {
		return f
	}
	l.weary.Store(ctx.Err() == nil)
	return nil
}
