package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/show/terminal"
)

// TestRoomForResults: a worker that sends results of unknown jobs cannot fill the store, and is named; later results
// find room.
func TestRoomForResults(t *testing.T) {
	t.Parallel()
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
		if err := showStatus(t.Context(), env, h.client, rateOver/10); err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`(?m)^0 waiting jobs, 0 in work, (0\.[1-9]|[1-9]\d*\.\d) results a second, 0 dead; the store has \d.*\n  w +step 2, 1\.5 ms, 1 job, c, go: idle  counts for all\n$`).MatchString(out.String())
	})
	if strings.Contains(out.String(), "no worker") || strings.Contains(out.String(), "-reference") {
		t.Errorf("it says %s", &out)
	}
	conn.Publish("$KV.FLEET_MACHINES.w", []byte(`{"name":"w","judge":"j","step":2,"speed_ms":1.5,"now":"p secret/1"}`))
	other, err := h.invite("x", worker)
	if err != nil {
		t.Fatal(err)
	}
	(&house{t: t}).dial(other).Publish("$KV.FLEET_MACHINES.x", []byte(`{"name":"x","speed_ms":3}`))
	owner, err := h.invite("c", client)
	if err != nil {
		t.Fatal(err)
	}
	var once bytes.Buffer
	if code := program.Run(t.Context(), []string{"status", "-fleet", owner, "-json"}, strings.NewReader(""), &once, &once); code != 0 || strings.Count(once.String(), `"workers"`) != 1 {
		t.Errorf("exit %d: %s", code, &once)
	}
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	for arg, want := range map[string]int{"-json": 2, "-every=1s": 0} { // which an interrupt ends in the usual way
		if code := program.Run(interrupted, []string{"status", "-fleet", owner, arg}, strings.NewReader(""), io.Discard, io.Discard); code != want {
			t.Errorf("%s, interrupted while it asks: exit %d", arg, code)
		}
	}
	said := &process{t: t}
	watching, enough := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		ended <- program.Run(watching, []string{"status", "-fleet", owner, "-every", "10ms"}, strings.NewReader(""), said, said)
	}()
	until(t, "it tells again and again", func() bool { return strings.Count(said.output(), "waiting jobs") > 1 })
	enough()
	if code := <-ended; code != 0 || !strings.Contains(said.output(), ": p secret/1\n") || !strings.Contains(said.output(), "takes 2.0 times as long as the fastest, and none is the reference; hint: start one with -reference") {
		t.Errorf("exit %d: %s", code, said.output())
	}
}

// TestServe: a server runs until it is interrupted, with and without metrics.
func TestServe(t *testing.T) {
	for _, metrics := range []string{"", freeAddress(t, "127.0.0.1")} {
		said := &process{t: t}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan int)
		go func() {
			ended <- program.Run(ctx, []string{"serve", "-store", t.TempDir(), "-listen", "127.0.0.1:0", "-metrics", metrics}, strings.NewReader(""), said, said)
		}()
		until(t, "it serves", func() bool { return strings.Contains(said.output(), "serving on 127.0.0.1:") })
		if metrics != "" {
			scrape(t, metrics)
		}
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("-metrics %q: exit %d: %s", metrics, code, said.output())
		}
	}
}

// TestMetrics: /metrics is served until the end, and says so when the fleet does not answer.
func TestMetrics(t *testing.T) {
	t.Parallel()
	h, err := openHub(t.Context(), hubOptions{dir: t.TempDir(), listen: "127.0.0.1:0", host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- h.serveMetrics(ctx, listener) }()
	address := listener.Addr().String()
	if got := scrape(t, address); len(got) != 6 || got["fleet_workers"] != 0 {
		t.Errorf("of an empty fleet it says %v", got)
	}
	h.client.Close()
	for path, want := range map[string]int{"/metrics": http.StatusServiceUnavailable, "/": http.StatusNotFound} {
		resp, err := http.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode != want {
			t.Errorf("%s without a fleet: %d", path, resp.StatusCode)
		}
	}
	if err := writeStatus(ctx, io.Discard, h.client); err == nil {
		t.Error("without a fleet there is a status")
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("at the end: %v", err)
	}
	if err := h.serveMetrics(t.Context(), listener); err == nil {
		t.Error("a closed listener is no error")
	}
}

// TestLook: what goes wrong is told, and tried again; not at the end.
func TestLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		h := &hub{hubOptions: hubOptions{tell: func(m say.Message) { told = append(told, m.String()) }}}
		ctx, stop := context.WithCancel(t.Context())
		looks, start := 0, time.Now()
		h.look(ctx, func(context.Context) error {
			looks++
			switch looks {
			case 2:
				return nil
			case 3:
				stop()
			}
			return fmt.Errorf("fault %d", looks)
		})
		if got := strings.Join(told, ", "); got != "fault 1" || looks != 3 || time.Since(start) != 2*time.Second {
			t.Errorf("in %d looks and %v it tells %q", looks, time.Since(start), got)
		}
	})
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
