package web

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/history"
)

const (
	maxWait = 30 * time.Second // for one's turn
	maxRest = time.Minute      // after one
)

// turns are taken by a few people at a time, and by nobody twice at once. Whoever had a turn the longest time ago is
// next. After it a student rests for as long as it took, and as long again for each who waits for what it delayed: a
// loop of requests leaves others their share.
type turns struct {
	places int                      // that are taken at once
	most   int                      // that a student has and waits for
	behind func(history.Person) int // how many people wait for something else that turns delay; nil: none do

	mu     sync.Mutex
	taken  int
	served int              // turns so far
	people map[int64]*taker // all who ever took one
	line   []*turn          // who waits, in the order in which they came
}

// taker is somebody who takes turns.
type taker struct {
	asked int       // turns that this person has or waits for
	has   bool      // one of them
	last  int       // the number of the last one
	rests time.Time // until then
}

// turn is one that somebody has or waits for.
type turn struct {
	of    *turns
	v     *visit
	who   *taker
	comes chan struct{} // closed when it has come
	since time.Time
	took  time.Duration // so far, where others had theirs in between
	over  bool
}

func newTurns(places, most int, behind func(history.Person) int) *turns {
	return &turns{places: places, most: most, behind: behind, people: map[int64]*taker{}}
}

// take waits for a turn, which lasts until it is left.
func (t *turns) take(v *visit) (*turn, error) {
	one := &turn{of: t, v: v}
	if !t.ask(one) {
		return nil, refuse(http.StatusTooManyRequests, say.Errorf("%d of yours are still to be done", t.most).Hint("wait a moment"))
	}
	return one, one.wait()
}

// ask notes that somebody wants a turn, unless he would keep others waiting.
func (t *turns) ask(one *turn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := one.v.Person
	if t.people[p.ID] == nil {
		t.people[p.ID] = &taker{}
	}
	one.who = t.people[p.ID]
	if one.who.asked >= t.most && !p.Teaches() {
		return false
	}
	one.who.asked++
	return true
}

// wait stands in line until the turn comes. After an error the turn is over.
func (o *turn) wait() error {
	o.comes = make(chan struct{})
	o.of.mu.Lock()
	o.of.line = append(o.of.line, o)
	o.of.next()
	o.of.mu.Unlock()
	ctx, cancel := context.WithTimeout(o.v.Context(), maxWait)
	defer cancel()
	select {
	case <-o.comes:
		return nil
	case <-ctx.Done():
		o.leave()
		return refuse(http.StatusTooManyRequests, say.Errorf("many are asking now").Hint("try again in a moment"))
	}
}

// yield lets others have their turns before this one goes on.
func (o *turn) yield() error {
	o.of.mu.Lock()
	o.stop()
	o.of.mu.Unlock()
	return o.wait()
}

// leave ends a turn, whether it has come or not; once more does nothing.
func (o *turn) leave() {
	t, times := o.of, 1
	if t.behind != nil {
		times += t.behind(o.v.Person)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if o.over {
		return
	}
	o.over = true
	o.stop()
	if o.who.asked--; !o.v.Person.Teaches() {
		o.rest(min(o.took*time.Duration(times), maxRest))
	}
	t.next()
}

// stop makes room for another turn. The caller holds the lock.
func (o *turn) stop() {
	if at := slices.Index(o.of.line, o); at >= 0 {
		o.of.line = slices.Delete(o.of.line, at, at+1)
	} else if !o.since.IsZero() {
		o.took += time.Since(o.since)
		o.since, o.who.has = time.Time{}, false
		o.of.taken--
		o.of.next()
	}
}

// rest keeps somebody from the next turn for a while. The caller holds the lock.
func (o *turn) rest(pause time.Duration) {
	if pause <= 0 {
		return
	}
	o.who.rests = time.Now().Add(pause)
	time.AfterFunc(pause, func() {
		o.of.mu.Lock()
		defer o.of.mu.Unlock()
		o.of.next()
	})
}

// next lets in those whose turn it is. The caller holds the lock.
func (t *turns) next() {
	for t.taken < t.places {
		at, now := -1, time.Now()
		for i, o := range t.line {
			if !o.who.has && !now.Before(o.who.rests) && (at < 0 || o.who.last < t.line[at].who.last) {
				at = i
			}
		}
		if at < 0 {
			return
		}
		o := t.line[at]
		t.line = slices.Delete(t.line, at, at+1)
		t.taken++
		t.served++
		o.since, o.who.has, o.who.last = now, true, t.served
		close(o.comes)
	}
}
