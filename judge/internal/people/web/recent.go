package web

import (
	"reflect"
	"slices"
	"sync"
)

// recent keeps what took some time to find out: the last few results of each kind, until the judge ends. The keys of each
// kind are values of a type of its own.
type recent struct {
	mu   sync.Mutex
	all  map[any]any
	keys map[reflect.Type][]any // of each kind, the oldest first
}

// kept is how many results of a kind are kept.
const kept = 32

// recall returns what is known for a key.
func recall[V any](r *recent, key any) (value V, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	value, known = r.all[key].(V)
	return value, known
}

// remember returns what is known for a key, or else what find finds.
func remember[V any](r *recent, key any, find func() (V, error)) (V, error) {
	value, known := recall[V](r, key)
	if known {
		return value, nil
	}
	value, err := find()
	if err == nil {
		r.put(key, value)
	}
	return value, err
}

func (r *recent) put(key, value any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all, r.keys = map[any]any{}, map[reflect.Type][]any{}
	}
	keys := append(slices.DeleteFunc(r.keys[reflect.TypeOf(key)], func(k any) bool { return k == key }), key)
	if len(keys) > kept {
		delete(r.all, keys[0])
		keys = keys[1:]
	}
	r.all[key], r.keys[reflect.TypeOf(key)] = value, keys
}
