package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/show/terminal"
)

// TestRoomForResults: a worker that sends results of unknown jobs cannot fill the store, and is named; later results
// find room.
func TestRoomForResults(t *testing.T) {
	said := make(chan string, 100)
	h, err := openHub(t.Context(), hubOptions{dir: t.TempDir(), listen: "127.0.0.1:0", host: "127.0.0.1",
		settings: fleet.Settings{Results: 1 << 20}, tell: func(m say.Message) { said <- m.String() }})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	for _, name := range []string{"quiet", "evil"} {
		address, err := h.invite(name, worker)
		if err != nil {
			t.Fatal(err)
		}
		conn := (&house{t: t}).dial(address)
		for i := range map[string]int{"quiet": 5, "evil": 1500}[name] {
			if err := conn.Publish(fmt.Sprintf("fleet.result.1.%s.%d", name, i), make([]byte, 1000)); err != nil {
				t.Fatal(err)
			}
		}
		if err := conn.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	got := ""
	for wait := time.After(time.Minute); !strings.HasPrefix(got, "the stored results took too much room: the oldest "); {
		select {
		case got = <-said: // there may be other messages, since the server read its keys again
		case <-wait:
			t.Fatal("nothing is removed")
		}
	}
	if !strings.Contains(got, "evil has sent the most") {
		t.Error(got)
	}
	js := (&house{t: t}).raw(h.home)
	until(t, "half of the room is free", func() bool { // some came after the first were removed
		stream, err := js.Stream(t.Context(), "FLEET_RESULTS")
		if err != nil {
			t.Fatal(err)
		}
		return stream.CachedInfo().State.Bytes <= 1<<19
	})
}

// TestStatusRate: results that arrive while fleet status counts make a rate, and a worker that does not exist none.
func TestStatusRate(t *testing.T) {
	t.Parallel()
	h, err := openHub(t.Context(), hubOptions{dir: t.TempDir(), listen: "127.0.0.1:0", host: "127.0.0.1", settings: fleet.Settings{MaxJobs: 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	address, err := h.invite("w", worker)
	if err != nil {
		t.Fatal(err)
	}
	conn := (&house{t: t}).dial(address)
	ctx, stop := context.WithCancel(t.Context())
	var sending sync.WaitGroup
	sending.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			conn.Publish(fmt.Sprintf("fleet.result.1.r.%d", i), nil)
			time.Sleep(10 * time.Millisecond)
		}
	})
	defer sending.Wait()
	defer stop()
	conn.Publish("$KV.FLEET_MACHINES.w", []byte(`{"name":"w","judge":"j","step":2,"speed_ms":1.5,"jobs":1,"languages":["c","go"],"reference":true}`))
	var out bytes.Buffer
	env := &terminal.Console{Stdout: &out, Lang: say.English}
	until(t, "results are counted", func() bool {
		out.Reset()
		if err := showStatus(t.Context(), env, h.client, false); err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`(?m)^0 waiting jobs, 0 in work, (0\.[1-9]|[1-9]\d*\.\d) results a second, 0 dead; the store has \d.*\n  w +step 2, 1\.5 ms, 1 job, c, go: idle  counts for all\n$`).MatchString(out.String())
	})
	if strings.Contains(out.String(), "no worker") {
		t.Errorf("it says %s", &out)
	}
}

// TestReloadIsTriedAgain: if the server could not load new keys, it tries again later.
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
	listen("127.0.0.2:0") // a running server cannot change that
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
	spoilt := filepath.Join(h.dir, "keys", "spoilt.worker")
	if err := os.WriteFile(spoilt, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := h.reload(); err == nil || len(h.known) != 1 {
		t.Errorf("beside a key that cannot be read it knows %v, %v", h.known, err)
	}
	os.Remove(spoilt)
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
