package crash

import (
	"sync"
	"sync/atomic"

	"sudokuoj/judge/internal/base/say"
)

// Group is a sync.WaitGroup whose Wait panics if one of its functions did. So a panic of any goroutine ends where that
// of the command ends.
type Group struct {
	all    sync.WaitGroup
	broken atomic.Pointer[say.Error]
}

// Go calls do in a goroutine.
func (g *Group) Go(do func()) {
	g.all.Go(func() {
		defer func() {
			if broken := recover(); broken != nil {
				g.broken.Store(Of(broken))
			}
		}()
		do()
	})
}

// Wait waits for all functions.
func (g *Group) Wait() {
	g.all.Wait()
	if broken := g.broken.Load(); broken != nil {
		panic(broken)
	}
}
