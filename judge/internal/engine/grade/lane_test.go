package grade

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/tempfile"
)

// lanes returns several lanes of one file, as those of several judges.
func lanes(t *testing.T, n int) (all []*lane) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lane")
	f := tempfile.OpenLock(path)
	if f == nil {
		t.Skip("no locks here")
	}
	f.Close()
	for range n {
		all = append(all, &lane{path: path, patient: patience})
	}
	return all
}

// TestLane: two gradings in one process, and two judges, never time at the same time.
func TestLane(t *testing.T) {
	l := lanes(t, 3)
	mine, others, third := l[0], l[1], l[2]
	noWait := func() { t.Error("it waits") }
	leave := mine.alone(t.Context(), noWait)
	waits := make(chan bool, 1)
	entered := make(chan func())
	go func() { entered <- others.alone(context.Background(), func() { waits <- true }) }()
	<-waits
	select {
	case <-entered:
		t.Fatal("two are alone at once")
	default:
	}
	leave()
	(<-entered)()

	// Shared holders do not wait for each other; an exclusive one waits for all of them.
	one, two := mine.shared(t.Context(), noWait), others.shared(t.Context(), noWait)
	go func() { entered <- third.alone(context.Background(), func() { waits <- true }) }()
	<-waits
	one()
	two()
	(<-entered)()

	// A holder that never leaves does not block others for ever: the next one does not even wait.
	third.patient = time.Millisecond
	leave = mine.alone(t.Context(), func() {})
	third.alone(t.Context(), func() {})()
	third.patient = time.Hour
	third.alone(t.Context(), noWait)()
	leave()
	// isolated waits, because one who gave up still is in the kernel's queue: it gets the lock once more, and lets go.
	isolated := func(who *lane) {
		t.Helper()
		alone := func() bool {
			defer who.alone(t.Context(), func() {})()
			f := tempfile.OpenLock(who.path)
			defer f.Close()
			return !tempfile.TryLock(f, tempfile.Alone)
		}
		for late := time.After(time.Minute); !alone(); runtime.Gosched() {
			select {
			case <-late:
				t.Fatal("it gave up once, and is not isolated any more")
			default:
			}
		}
	}
	isolated(third)

	// An interrupted run stops waiting; the next one enters again.
	leave = mine.alone(t.Context(), func() {})
	ctx, cancel := context.WithCancel(t.Context())
	others.alone(ctx, cancel)()
	leave()
	isolated(others)
}

// TestLaneInside: in one process, a cancelled run does not wait; in a crowd nobody does; and a call inside Beside may call
// Beside again while somebody waits to be alone.
func TestLaneInside(t *testing.T) {
	l := &lane{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	leave := l.alone(t.Context(), func() {})
	l.shared(ctx, func() {})()
	l.alone(ctx, func() {})()
	leave()
	l.alone(t.Context(), func() {})() // the cancelled ones hold nothing

	crowd := &lane{crowded: true}
	defer crowd.alone(t.Context(), func() {})()
	crowd.alone(t.Context(), func() {})()

	alone := make(chan func())
	l.beside(t.Context(), func(ctx context.Context) {
		go func() { alone <- l.alone(context.Background(), func() {}) }()
		for l.inside.TryRLock() { // until it waits
			l.inside.RUnlock()
		}
		l.beside(ctx, func(context.Context) {})
	})
	(<-alone)()
}
