package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
)

const (
	maxWait  = 30 * time.Second // for one's turn
	maxTurns = 2                // that a student has or waits for
)

// turns are taken one at a time, in the order in which people came.
type turns struct {
	taken chan struct{}
	mu    sync.Mutex
	whose map[int64]int // person: how many
}

func newTurns() *turns { return &turns{taken: make(chan struct{}, 1), whose: map[int64]int{}} }

// take waits for one's turn, which lasts until leave is called.
func (t *turns) take(v *visit) (leave func(), err error) {
	if !t.queue(v) {
		return nil, refuse(http.StatusTooManyRequests, say.Errorf("%d of yours are still to be done", maxTurns).Hint("wait a moment"))
	}
	ctx, cancel := context.WithTimeout(v.Context(), maxWait)
	defer cancel()
	select {
	case t.taken <- struct{}{}:
		return func() { <-t.taken; t.gone(v) }, nil
	case <-ctx.Done():
		t.gone(v)
		return nil, refuse(http.StatusTooManyRequests, say.Errorf("many are asking now").Hint("try again in a moment"))
	}
}

// queue lets somebody wait, unless he would keep others waiting.
func (t *turns) queue(v *visit) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.whose[v.Person.ID] >= maxTurns && !v.Person.Teaches() {
		return false
	}
	t.whose[v.Person.ID]++
	return true
}

func (t *turns) gone(v *visit) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.whose[v.Person.ID]--; t.whose[v.Person.ID] == 0 {
		delete(t.whose, v.Person.ID)
	}
}
