package turns_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/people/turns"
	"sudokuoj/judge/internal/testkit/must"
)

const s = time.Second

// world is a queue of one place, and what came of the requests to it.
type world struct {
	*testing.T
	*turns.Queue
	start time.Time
	mu    *sync.Mutex
	came  map[string]time.Duration // when the turn of a request began; -1 if it was refused
}

func (w world) comes(name string, at time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.came[name] = at
}

func newWorld(t *testing.T, places, behind int) world {
	q := &turns.Queue{Places: places, Most: 2, Behind: func(int64) int { return behind }}
	return world{t, q, time.Now(), &sync.Mutex{}, map[string]time.Duration{}}
}

// asks has a person take turns of these lengths, all in one request.
func (w world) asks(name string, person int64, free bool, lengths ...time.Duration) {
	request, err := w.Ask(person, free)
	if err != nil {
		w.comes(name, -1)
		return
	}
	go func() {
		defer request.Leave()
		for _, length := range lengths {
			err := request.Do(w.Context(), func() error {
				w.comes(name, time.Since(w.start))
				time.Sleep(length)
				return nil
			})
			if _, refused := errors.AsType[turns.Refused](err); refused {
				w.comes(name, -time.Since(w.start))
			}
		}
	}()
	synctest.Wait()
}

// TestTurns: when the last turn of each request begins.
func TestTurns(t *testing.T) {
	for _, test := range []struct {
		name           string
		places, behind int
		do             func(w world)
		want           map[string]time.Duration
	}{
		{"who had no turn is next", 1, 0, func(w world) {
			w.asks("a1", 1, true, s)
			w.asks("a2", 1, true, s)
			w.asks("b", 2, false, s)
			w.asks("c", 3, false, s)
		}, map[string]time.Duration{"a1": 0, "b": s, "c": 2 * s, "a2": 3 * s}},
		{"nobody has two turns at once", 2, 0, func(w world) {
			w.asks("a1", 1, true, 3*s)
			w.asks("a2", 1, true, s)
			w.asks("b", 2, true, s)
		}, map[string]time.Duration{"a1": 0, "b": 0, "a2": 3 * s}},
		{"a third request is refused, but not that of a free person", 1, 0, func(w world) {
			for _, name := range []string{"a1", "a2", "a3"} {
				w.asks(name, 1, false, s)
			}
			for _, name := range []string{"b1", "b2", "b3"} {
				w.asks(name, 2, true, s)
			}
		}, map[string]time.Duration{"a1": 0, "a2": 2 * s, "a3": -1, "b1": s, "b2": 3 * s, "b3": 4 * s}},
		{"a rest is as long as the turns, for each who waited", 1, 2, func(w world) {
			w.asks("a1", 1, false, s, s)
			time.Sleep(5 * s / 2)
			w.asks("a2", 1, false, s)
		}, map[string]time.Duration{"a1": s, "a2": 8 * s}},
		{"the next request of a person waits for the rest", 1, 1, func(w world) {
			w.asks("a1", 1, false, s, s)
			w.asks("a2", 1, false, s)
		}, map[string]time.Duration{"a1": s, "a2": 6 * s}},
		{"a short rest is owed, a long one taken", 1, 1, func(w world) {
			w.Owed = 4 * s
			for _, name := range []string{"a1", "a2", "a3", "a4", "a5"} {
				w.asks(name, 1, false, s)
				time.Sleep(s)
			}
		}, map[string]time.Duration{"a1": 0, "a2": s, "a3": 2 * s, "a4": 3 * s, "a5": 5 * s}},
		{"a free person does not rest", 1, 2, func(w world) {
			w.asks("a1", 1, true, s)
			w.asks("a2", 1, true, s)
		}, map[string]time.Duration{"a1": 0, "a2": s}},
		{"a long rest is told at once", 1, 9, func(w world) {
			w.asks("a1", 1, false, 10*s)
			time.Sleep(11 * s)
			w.asks("a2", 1, false, s)
			time.Sleep(70 * s)
			w.asks("a3", 1, false, s)
		}, map[string]time.Duration{"a1": 0, "a2": -1, "a3": 110 * s}},
		{"between two turns others have theirs", 1, 0, func(w world) {
			w.asks("a", 1, false, s, s)
			w.asks("b", 2, false, 3*s)
		}, map[string]time.Duration{"a": 4 * s, "b": s}},
		{"half a minute is enough for the first turn, not for a later one", 1, 0, func(w world) {
			w.asks("a", 1, true, s, s)
			w.asks("b", 2, true, 40*s)
			w.asks("c", 3, true, s)
		}, map[string]time.Duration{"a": 41 * s, "b": s, "c": -30 * s}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, test.places, test.behind)
				test.do(w)
				time.Sleep(5 * time.Minute)
				synctest.Wait()
				must.Equal(t, test.want, w.came)
			})
		})
	}
}

// TestGone: a request that is cancelled takes no turn and leaves the line; several turns of one request that begin at
// once come one after the other; a time that was only waited for is not rested for.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1, 0)
		w.asks("a", 1, true, s)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		request, err := w.Ask(2, false)
		if err == nil {
			err = request.Do(gone, func() error { t.Error("it came"); return nil })
		}
		if _, refused := errors.AsType[turns.Refused](err); !refused {
			t.Errorf("one who went away: %v", err)
		}
		running := 0
		for range 5 {
			go request.Do(t.Context(), func() error {
				running++
				time.Sleep(s)
				if running--; running > 0 {
					t.Error("two turns at once")
				}
				request.Spare(s)
				return nil
			})
		}
		time.Sleep(10 * s)
		synctest.Wait()
		request.Leave()
		w.start = time.Now()
		w.asks("b", 2, false, s)
		time.Sleep(s)
		synctest.Wait()
		must.Equal(t, 0, w.came["b"], "after turns that only waited it begins after")
	})
}

// TestYields: between two turns that delay somebody there is as much time as the first of them took, whoever asks.
func TestYields(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 2, 1)
		w.Yields = true
		w.asks("a", 1, false, 2*s)
		time.Sleep(s)
		w.asks("b", 2, false, 4*s) // the second place
		w.asks("c", 3, false, s)
		w.asks("d", 4, false, s)
		time.Sleep(20 * s)
		synctest.Wait()
		must.Equal(t, map[string]time.Duration{"a": 0, "b": s, "c": 4 * s, "d": 9 * s}, w.came)
	})
}
