package web

import (
	"slices"
	"sync"
	"time"
)

// recent keeps what took some time to find out: the last few results, until the judge ends. A key is a value of a type
// of its own for each kind of result, so that all kinds share one memory.
type recent struct {
	mu   sync.Mutex
	all  map[any]remembered
	keys []any // the oldest first
}

type remembered struct {
	value any
	since time.Time
}

// kept is how many results are kept.
const kept = 64

// recall returns what is known for a key.
func recall[V any](r *recent, key any) (value V, known bool) {
	value, _, known = recallSince[V](r, key)
	return value, known
}

// recallSince also returns since when it is known.
func recallSince[V any](r *recent, key any) (value V, since time.Time, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, known := r.all[key]
	value, _ = found.value.(V)
	return value, found.since, known
}

func (r *recent) put(key, value any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[any]remembered{}
	}
	r.keys = append(slices.DeleteFunc(r.keys, func(k any) bool { return k == key }), key)
	r.all[key] = remembered{value, time.Now()}
	if len(r.keys) > kept {
		delete(r.all, r.keys[0])
		r.keys = r.keys[1:]
	}
}
