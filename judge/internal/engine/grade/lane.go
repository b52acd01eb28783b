package grade

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// lane is the one place on this machine where a program is timed alone: who holds it alone keeps others
// off, in this process and in every other judge of the same user. Who runs programs that need not be
// timed, or was asked to run several at once, shares it.
type lane struct {
	inside sync.RWMutex // between the goroutines of this process
	mu     sync.Mutex   // guards shares
	shares int
	file   *os.File // locked against other processes; nil: there is no such lock here
}

// patience is how long to wait for another process. Who holds the lane runs one program once: one that
// holds it for longer was stopped in the middle, and may never go on.
var patience = time.Minute

// theLane is for the whole process: two gradings in it do not time beside each other either.
var theLane = sync.OnceValue(func() *lane {
	folder, err := os.UserCacheDir()
	if err != nil {
		return &lane{}
	}
	folder = filepath.Join(folder, "sudokuoj")
	os.MkdirAll(folder, 0o755) // if that fails, so does what follows
	return &lane{file: openLock(filepath.Join(folder, "lane"))}
})

// Beside does what would disturb a timed run, a compile say, while there is none.
func Beside(ctx context.Context, do func()) {
	defer theLane().shared(ctx, func() {})()
	do()
}

// alone waits until nobody runs anything, and keeps it so until leave is called. If it has to wait for
// another process it says so first.
func (l *lane) alone(ctx context.Context, waits func()) (leave func()) {
	l.inside.Lock()
	l.lock(ctx, exclusive, waits)
	return func() {
		l.unlock()
		l.inside.Unlock()
	}
}

// shared waits until nobody is timed alone.
func (l *lane) shared(ctx context.Context, waits func()) (leave func()) {
	l.inside.RLock()
	l.mu.Lock()
	if l.shares++; l.shares == 1 {
		l.lock(ctx, together, waits)
	}
	l.mu.Unlock()
	return func() {
		l.mu.Lock()
		if l.shares--; l.shares == 0 {
			l.unlock()
		}
		l.mu.Unlock()
		l.inside.RUnlock()
	}
}

// lock locks the file. The kernel serves those who wait in turn, but cannot be called off: who is
// interrupted, or runs out of patience, leaves the file alone from then on.
func (l *lane) lock(ctx context.Context, how lockKind, waits func()) {
	if l.file == nil || tryLock(l.file, how) {
		return
	}
	waits()
	file := l.file
	locked := make(chan struct{})
	go func() {
		waitLock(file, how)
		close(locked)
	}()
	select {
	case <-locked:
		return
	case <-ctx.Done():
	case <-time.After(patience):
	}
	l.file = nil
	go func() {
		<-locked
		unlockFile(file)
	}()
}

func (l *lane) unlock() {
	if l.file != nil {
		unlockFile(l.file)
	}
}
