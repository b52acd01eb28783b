// Package turns lets people take turns at what all of them use, so that nobody waits for another one's many requests.
package turns

import (
	"context"
	"slices"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
)

const patience = 30 * time.Second // of a request for its first turn

// Queue gives a few people their turns at once; nobody has two at once. The person whose last turn was longest ago is
// next. A person has the turns of one request after those of the other. After a request a person rests for as long as its
// turns took, and as long again for each person whom it delayed. So whoever sends requests in a loop leaves others their
// share. Where a queue yields, nobody has a turn for as long as the last one took if that delayed somebody: however many
// ask, those whom they delay have half of the time. A person may owe some rest: so only many requests are slowed down.
type Queue struct {
	Places int                    // turns at once
	Most   int                    // requests of one person
	Behind func(person int64) int // how many people the turns of a person delay
	Yields bool
	Owed   time.Duration // the rest that a person may owe and have another turn

	mu     sync.Mutex
	taken  int
	served int       // turns so far
	quiet  time.Time // no turn begins before
	people map[int64]*taker
	line   []*waiting // in the order of arrival
}

// taker is a person who has asked for a turn.
type taker struct {
	asked int       // requests that are not finished
	has   bool      // the person has a turn
	now   *Request  // the one that takes turns: the next begins when it has left, and rests for it
	last  int       // the number of the person's last turn
	rests time.Time // the person rests until then
}

// waiting is a request that waits for its turn.
type waiting struct {
	*Request
	comes chan struct{} // closed when the turn has come
}

// Request may take several turns.
type Request struct {
	of     *Queue
	person int64
	free   bool
	who    *taker
	doing  chan bool // full during a turn, because several may begin at once
	took   time.Duration
	had    bool // it has had a turn
}

// Refused is the error of a request that gets no turn.
type Refused struct{ error }

// Message is the error in any language.
func (r Refused) Message() say.Message { return say.From(r.error) }

// Ask lets a request take turns until it leaves. A free person does not rest and may have any number of requests.
func (t *Queue) Ask(person int64, free bool) (*Request, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.people == nil {
		t.people = map[int64]*taker{}
	}
	if t.people[person] == nil {
		t.people[person] = &taker{}
	}
	who := t.people[person]
	switch rest := time.Until(who.rests); {
	case free:
	case who.asked >= t.Most:
		return nil, Refused{say.Errorf("%d of your requests are not done yet", t.Most).Hint("wait a moment")}
	case rest > patience+t.Owed:
		return nil, Refused{say.Errorf("your programs have run for long while others wait").Hint("your next turn comes in %d seconds", int(rest.Seconds()))}
	}
	who.asked++
	return &Request{of: t, person: person, free: free, who: who, doing: make(chan bool, 1)}, nil
}

// Leave ends a request, and makes its person rest.
func (a *Request) Leave() {
	t, pause := a.of, time.Duration(0)
	if !a.free && a.took > 0 {
		pause = a.took * time.Duration(1+t.Behind(a.person))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	a.who.asked--
	if a.who.now == a {
		a.who.now = nil
	}
	if now := time.Now(); a.who.rests.Before(now) {
		a.who.rests = now
	}
	a.who.rests = a.who.rests.Add(pause)
	t.nextIn(time.Until(a.who.rests) - t.Owed)
}

// nextIn lets the next people in now, or after a while. The caller holds the lock.
func (t *Queue) nextIn(pause time.Duration) {
	t.next()
	if pause > 0 {
		time.AfterFunc(pause, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.next()
		})
	}
}

// Do waits for the turn and then calls the function.
func (a *Request) Do(ctx context.Context, do func() error) error {
	a.doing <- true
	defer func() { <-a.doing }()
	if err := a.wait(ctx); err != nil {
		return err
	}
	t, start, before := a.of, time.Now(), a.took
	defer func() {
		a.took += time.Since(start)
		yields := t.Yields && t.Behind(a.person) > 0
		t.mu.Lock()
		defer t.mu.Unlock()
		a.who.has = false
		t.taken--
		if until := time.Now().Add(a.took - before); yields && until.After(t.quiet) {
			t.quiet = until
		}
		t.nextIn(time.Until(t.quiet))
	}()
	return do()
}

// Spare leaves a time out of the turn, in which it did nothing but wait.
func (a *Request) Spare(waited time.Duration) { a.took -= waited }

// wait waits until the turn comes.
func (a *Request) wait(ctx context.Context) error {
	if !a.had {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	t, one := a.of, &waiting{a, make(chan struct{})}
	t.mu.Lock()
	t.line = append(t.line, one)
	t.next()
	t.mu.Unlock()
	select {
	case <-one.comes:
		a.had = true
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if at := slices.Index(t.line, one); at >= 0 {
		t.line = slices.Delete(t.line, at, at+1)
		return Refused{say.Errorf("many are asking now").Hint("try again in a moment")}
	}
	return nil // it came just now
}

// next lets the next people in. The caller holds the lock.
func (t *Queue) next() {
	for t.taken < t.Places {
		at, now := -1, time.Now()
		if now.Before(t.quiet) {
			return
		}
		for i, one := range t.line {
			if !one.who.has && (one.free || one.who.now == nil || one.who.now == one.Request) && one.who.rests.Sub(now) <= t.Owed && (at < 0 || one.who.last < t.line[at].who.last) {
				at = i
			}
		}
		if at < 0 {
			return
		}
		one := t.line[at]
		t.line = slices.Delete(t.line, at, at+1)
		t.taken++
		t.served++
		one.who.has, one.who.last, one.who.now = true, t.served, one.Request
		close(one.comes)
	}
}
