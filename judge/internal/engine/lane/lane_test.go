package lane_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/lane"
)

// lanes returns several lanes of one file, as those of several judges.
func lanes(t *testing.T, n int) (all []*lane.Lane) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lane")
	f := tempfile.OpenLock(path)
	if f == nil {
		t.Skip("no locks here")
	}
	f.Close()
	for range n {
		all = append(all, &lane.Lane{Path: path, Patient: time.Minute})
	}
	return all
}

// TestLane: two gradings in one process, and two judges, never time at the same time.
func TestLane(t *testing.T) {
	l := lanes(t, 3)
	mine, others, third := l[0], l[1], l[2]
	noWait := func() { t.Error("it waits") }
	leave := mine.Alone(t.Context(), noWait)
	waits := make(chan bool, 1)
	entered := make(chan func())
	go func() { entered <- others.Alone(context.Background(), func() { waits <- true }) }()
	select {
	case <-waits:
	case <-entered:
		t.Fatal("two are alone at once")
	}
	leave()
	(<-entered)()

	// Shared holders do not wait for each other; an exclusive one waits for all of them.
	one, two := mine.Shared(t.Context(), noWait), others.Shared(t.Context(), noWait)
	go func() { entered <- third.Alone(context.Background(), func() { waits <- true }) }()
	<-waits
	one()
	select {
	case <-entered:
		t.Fatal("one is alone while another is there")
	case <-time.After(50 * time.Millisecond):
	}
	two()
	(<-entered)()

	// A holder that never leaves does not block others for ever: the next one does not even wait.
	third.Patient = time.Millisecond
	leave = mine.Alone(t.Context(), func() {})
	third.Alone(t.Context(), func() {})()
	third.Patient = time.Hour
	third.Alone(t.Context(), noWait)()
	leave()
	// isolated waits, because one who gave up still is in the kernel's queue: it gets the lock once more, and lets go.
	isolated := func(who *lane.Lane) {
		t.Helper()
		alone := func() bool {
			defer who.Alone(t.Context(), func() {})()
			f := tempfile.OpenLock(who.Path)
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
	leave = mine.Alone(t.Context(), func() {})
	ctx, cancel := context.WithCancel(t.Context())
	others.Alone(ctx, cancel)()
	leave()
	isolated(others)
}

// TestLaneInside: in one process, a cancelled run does not wait; in a crowd nobody does; and a call inside Beside may call
// Beside again while somebody waits to be alone.
func TestLaneInside(t *testing.T) {
	l := &lane.Lane{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	leave := l.Alone(t.Context(), func() {})
	l.Shared(ctx, func() {})()
	l.Alone(ctx, func() {})()
	leave()
	l.Alone(t.Context(), func() {})() // the cancelled ones hold nothing

	crowd := &lane.Lane{Crowded: true}
	defer crowd.Alone(t.Context(), func() {})()
	crowd.Alone(t.Context(), func() {})()

	alone := make(chan func())
	l.Beside(t.Context(), func(ctx context.Context) {
		go func() { alone <- l.Alone(context.Background(), func() {}) }()
		for waits := false; !waits; { // until one who shares it has to wait for the one who waits
			entered := make(chan func())
			go func() { entered <- l.Shared(context.Background(), func() {}) }()
			select {
			case leave := <-entered:
				leave()
			case <-time.After(100 * time.Millisecond):
				waits = true
				go func() { (<-entered)() }()
			}
		}
		l.Beside(ctx, func(context.Context) {})
	})
	(<-alone)()
}
