package web

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/people/history"
)

const (
	maxWait = 30 * time.Second // for a request's first turn
	maxRest = 30 * time.Second // for a rest after a turn
)

// turns are taken by a few people at once; nobody has two at once. The person whose last turn was longest ago is next.
// After a turn a student rests for as long as it took, and as long again for each person whom it delayed. So a student
// who sends requests in a loop leaves others their share.
type turns struct {
	places int                      // turns at once
	most   int                      // requests of one student
	behind func(history.Person) int // how many people wait for something that turns delay; nil if turns delay nobody

	mu     sync.Mutex
	taken  int
	served int              // turns so far
	people map[int64]*taker // all who ever took one
	line   []*turn          // people who wait, in the order of arrival
}

// taker is a person who has asked for a turn.
type taker struct {
	asked int       // requests that are not finished
	has   bool      // the person has a turn
	last  int       // the number of the person's last turn
	rests time.Time // the person rests until then
}

// turn is the place of one request in the line. The request may have several turns.
type turn struct {
	of    *turns
	v     *visit
	who   *taker
	had   bool          // the request has had a turn
	comes chan struct{} // closed when the turn has come
	since time.Time     // when the turn began, or its work
	doing sync.Mutex    // held for one search of the request, because several may begin at once
}

func newTurns(places, most int, behind func(history.Person) int) *turns {
	return &turns{places: places, most: most, behind: behind, people: map[int64]*taker{}}
}

// ask lets a request take turns until it leaves.
func (t *turns) ask(v *visit) (*turn, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.people[v.Person.ID] == nil {
		t.people[v.Person.ID] = &taker{}
	}
	one := &turn{of: t, v: v, who: t.people[v.Person.ID]}
	if one.who.asked >= t.most && !v.Person.Teaches() {
		return nil, refuse(http.StatusTooManyRequests, say.Errorf("%d of your requests are not done yet", t.most).Hint("wait a moment"))
	}
	one.who.asked++
	return one, nil
}

// leave ends the request of a turn.
func (o *turn) leave() {
	o.of.mu.Lock()
	defer o.of.mu.Unlock()
	o.who.asked--
}

// once handles a request that needs only one turn.
func (t *turns) once(v *visit, do func() error) error {
	one, err := t.ask(v)
	if err != nil {
		return err
	}
	defer one.leave()
	return one.do(v.Context(), do)
}

// do waits for the turn and then calls the function.
func (o *turn) do(ctx context.Context, do func() error) error {
	o.doing.Lock()
	defer o.doing.Unlock()
	if err := o.wait(ctx); err != nil {
		return err
	}
	defer o.end()
	return do()
}

// beside calls a function in a turn while no program is timed. The wait for that does not count as part of the turn.
func (o *turn) beside(ctx context.Context, do func(context.Context) error) error {
	return o.do(ctx, func() (err error) {
		grade.Beside(ctx, func(ctx context.Context) {
			o.since = time.Now()
			err = do(ctx)
		})
		return err
	})
}

// wait stands in line until the turn comes.
func (o *turn) wait(ctx context.Context) error {
	if !o.had {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, maxWait)
		defer cancel()
	}
	t := o.of
	t.mu.Lock()
	o.comes = make(chan struct{})
	t.line = append(t.line, o)
	t.next()
	t.mu.Unlock()
	select {
	case <-o.comes:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if at := slices.Index(t.line, o); at >= 0 {
		t.line = slices.Delete(t.line, at, at+1)
		return refuse(http.StatusTooManyRequests, say.Errorf("many are asking now").Hint("try again in a moment"))
	}
	return nil // it came just now
}

// end makes room for another turn, and makes a student rest.
func (o *turn) end() {
	t, times := o.of, 1
	if t.behind != nil {
		times += t.behind(o.v.Person)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	o.who.has = false
	t.taken--
	if pause := min(time.Since(o.since)*time.Duration(times), maxRest); !o.v.Person.Teaches() {
		o.who.rests = time.Now().Add(pause)
		time.AfterFunc(pause, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.next()
		})
	}
	t.next()
}

// next lets the next people in. The caller holds the lock.
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
		o.since, o.had, o.who.has, o.who.last = now, true, true, t.served
		close(o.comes)
	}
}
