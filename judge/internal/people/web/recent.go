package web

import (
	"reflect"
	"slices"
	"sync"
	"time"
)

// recent keeps what took some time to find out: the last few results of each kind, until the judge ends. The keys of each
// kind are values of a type of its own.
type recent struct {
	mu   sync.Mutex
	all  map[any]remembered
	keys map[reflect.Type][]any // of each kind, the oldest first
}

type remembered struct {
	value any
	since time.Time
}

// kept is how many results of a kind are kept.
const kept = 32

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
		r.all, r.keys = map[any]remembered{}, map[reflect.Type][]any{}
	}
	keys := append(slices.DeleteFunc(r.keys[reflect.TypeOf(key)], func(k any) bool { return k == key }), key)
	if len(keys) > kept {
		delete(r.all, keys[0])
		keys = keys[1:]
	}
	r.all[key], r.keys[reflect.TypeOf(key)] = remembered{value, time.Now()}, keys
}
