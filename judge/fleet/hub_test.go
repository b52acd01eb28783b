package main

import (
	"slices"
	"testing"
)

// TestReloadIsTriedAgain: keys that the server could not be told of are not taken for known.
func TestReloadIsTriedAgain(t *testing.T) {
	h, err := openHub(t.Context(), hubOptions{dir: t.TempDir(), listen: "127.0.0.1:0", host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	listen := func(where string) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.listen = where
	}
	listen("127.0.0.2:0") // which a server that runs cannot change
	if _, err := newKey(h.dir, "late", worker); err != nil {
		t.Fatal(err)
	}
	if err := h.reload(); err == nil {
		t.Fatal("it reloads what cannot be changed")
	}
	listen("127.0.0.1:0")
	if err := h.reload(); err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	options, err := h.options(h.known)
	if err != nil || len(options.Nkeys) != 2 || !slices.ContainsFunc(h.known, func(k key) bool { return k.name == "late" }) {
		t.Errorf("%v: it knows %v", err, h.known)
	}
	if n := h.server.NumClients(); n == 0 {
		t.Error("its own client was thrown out")
	}
}
