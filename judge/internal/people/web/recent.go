package web

import "sync"

// recent keeps the last few results that took some time to find out, until the judge ends.
type recent[K comparable, V any] struct {
	mu    sync.Mutex
	order []K
	all   map[K]V
}

// kept is how many results are kept.
const kept = 32

func (r *recent[K, V]) get(key K) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.all[key]
	return v, ok
}

func (r *recent[K, V]) put(key K, value V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[K]V{}
	}
	if _, known := r.all[key]; !known {
		r.order = append(r.order, key)
	}
	r.all[key] = value
	if len(r.order) > kept {
		delete(r.all, r.order[0])
		r.order = r.order[1:]
	}
}
