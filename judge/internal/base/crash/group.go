package crash

import (
	"sync"

	"sudokuoj/judge/internal/base/say"
)

// Group is a sync.WaitGroup whose Wait panics if one of its functions did. So a panic of any goroutine ends where that
// of the command ends.
type Group struct {
	all    sync.WaitGroup
	mu     sync.Mutex
	broken *say.Error
}

// Go calls do in a goroutine.
func (g *Group) Go(do func()) {
	g.all.Go(func() {
		defer g.keep()
		do()
	})
}

// keep is deferred: it recovers.
func (g *Group) keep() {
	if broken := recover(); broken != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.broken = Of(broken)
	}
}

// Wait waits for all functions.
func (g *Group) Wait() {
	if g.all.Wait(); g.broken != nil {
		panic(g.broken)
	}
}
