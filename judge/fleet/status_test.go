package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
)

// status returns the output of fleet status.
func (h *house) status(flags ...string) string {
	h.t.Helper()
	p := start(h.t, as(h.owner), append([]string{"status"}, flags...)...)
	if code := p.exits(); code != 0 {
		h.t.Fatalf("exit %d: %s", code, p.output())
	}
	return p.output()
}

// The allowed lines of /metrics, by the rules of the format (text, version 0.0.4).
var (
	explanation = regexp.MustCompile(`^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\]|\\[\\n])+$`)
	typing      = regexp.MustCompile(`^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge)$`)
	sample      = regexp.MustCompile(`^(([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\["\\n])*"\})?) (\S+)$`)
	shortUnit   = regexp.MustCompile(`_(ms|us|s|kb|mb|mib|kib|b|min|h)(_|$)`)
)

// scrape reads /metrics more strictly than Prometheus: a metric has its help, then its type, then its samples, each
// once. Counters and only counters end in total, and units are whole words.
func scrape(t *testing.T, address string) map[string]float64 {
	t.Helper()
	resp, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if kind := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/plain; version=0.0.4") {
		t.Fatalf("%d, %s", resp.StatusCode, kind)
	}
	text, err := io.ReadAll(resp.Body)
	if err != nil || !strings.HasSuffix(string(text), "\n") {
		t.Errorf("%v: it ends with %q", err, text[max(0, len(text)-10):])
	}
	values, seen := map[string]float64{}, map[string]bool{}
	help, kind := "", ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if m := explanation.FindStringSubmatch(line); m != nil && !seen[m[1]] && !shortUnit.MatchString(m[1]) {
			help, kind, seen[m[1]] = m[1], "", true
			continue
		}
		if m := typing.FindStringSubmatch(line); m != nil && m[1] == help && kind == "" && (m[2] == "counter") == strings.HasSuffix(help, "_total") {
			kind = m[2]
			continue
		}
		m := sample.FindStringSubmatch(line)
		if m == nil || m[2] != help || kind == "" {
			t.Errorf("%q does not stand where it may", line)
			continue
		}
		value, err := strconv.ParseFloat(m[3], 64)
		if _, twice := values[m[1]]; twice || err != nil {
			t.Errorf("%q: %v, twice: %v", line, err, twice)
		}
		values[m[1]] = value
	}
	return values
}

// fleet status and /metrics report what happens: no workers, waiting jobs while one is in work, results, and a job that
// was given up.
func TestStatus(t *testing.T) {
	address := freeAddress(t, "127.0.0.1")
	h := build(t, "-metrics", address)
	if got := h.status(); !strings.Contains(got, "0 waiting jobs, 0 in work, 0.0 results a second, 0 dead") || !strings.Contains(got, "no worker is connected") {
		t.Errorf("of an empty fleet it says %s", got)
	}
	h.worker("lab")
	all := entries(t, sleepers(t, 8000, 0, 0))
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	until(t, "the worker tells of what it is at", func() bool {
		now := h.state().Workers
		return len(now) == 1 && now[0].Now == "p secret/1"
	})
	during := scrape(t, address)
	var s result.Fleet
	if err := json.Unmarshal([]byte(h.status("-json")), &s); err != nil {
		t.Fatal(err)
	}
	text := h.status()
	if scrape(t, address)["fleet_results_total"] > 0 {
		t.Log("the machine is so busy that the job was over first")
	} else {
		if during["fleet_jobs_waiting"] != 2 || during["fleet_jobs_in_work"] != 1 || during["fleet_results_total"] != 0 || during["fleet_workers"] != 1 {
			t.Errorf("/metrics: %v", during)
		}
		if s.Queued != 2 || s.InWork != 1 || len(s.Workers) != 1 || s.Workers[0].Name != "lab" || !slices.Contains(s.Workers[0].Languages, "c") {
			t.Errorf("-json: %+v", s)
		}
		if !strings.Contains(text, "2 waiting jobs, 1 in work") || !regexp.MustCompile(`(?m)^  lab +step \d, 0 jobs, .*\bc\b.*: p secret/1$`).MatchString(text) {
			t.Errorf("it says %s", text)
		}
	}
	g.want(accepted(3))
	until(t, "the worker is idle again", func() bool {
		return strings.Contains(h.status(), ", 3 jobs, ") && strings.Contains(h.status(), ": idle")
	})
	after := scrape(t, address)
	if after["fleet_jobs_waiting"] != 0 || after["fleet_jobs_in_work"] != 0 || after["fleet_results_total"] != 3 || after["fleet_jobs_dead"] != 0 || after["fleet_store_bytes"] <= 0 {
		t.Errorf("/metrics, after: %v", after)
	}
}

// Impossible values of flags are refused; the first and the last step are possible.
func TestRefusedFlags(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"status", "-fleet", ""}, "which fleet? Say -fleet URL, or put its address into FLEET\nhint: fleet serve -new-worker NAME, or -new-client NAME, prints one"},
		{[]string{"serve", "-store", t.TempDir(), "-listen", "127.0.0.1:0", "-metrics", taken.Addr().String()}, "-metrics " + taken.Addr().String()},
		{[]string{"serve", "-store", t.TempDir(), "-listen", "127.0.0.1:99999"}, "-listen 127.0.0.1:99999: write host:port"},
		{[]string{"serve", "-store", t.TempDir(), "-new-worker", "a", "-new-client", "b"}, "one key is made at a time"},
		{[]string{"serve", "-store", t.TempDir(), "-new-worker", "a b"}, "use letters, digits, - and _"},
		{[]string{"serve", "-store", t.TempDir(), "-new-client", "a", "-listen", "4222"}, "-listen 4222: write host:port"},
		{[]string{"serve", "-store", t.TempDir(), "-lease", "999ms"}, "must be at least one second"},
		{[]string{"serve", "-store", t.TempDir(), "-max-jobs", "0"}, "must be at least 1"},
		{[]string{"worker", "-isolation", "0"}, "the steps are 1 to 5"},
		{[]string{"worker", "-isolation", "6"}, "the steps are 1 to 5"},
		{[]string{"worker", "-isolation", "x"}, "the steps are 1 to 5"},
		{[]string{"web", "-fleet", ""}, "name it with -fleet"},
		{[]string{"web", "-fleet", "tls://web:SUSECRET@judge.example.org:4222"}, "it lacks a name or the server's pin"},
	} {
		var said bytes.Buffer
		if code := program.Run(t.Context(), test.args, strings.NewReader(""), io.Discard, &said); code != 2 || !strings.Contains(said.String(), test.want) || strings.Contains(said.String(), "SUSECRET") {
			t.Errorf("%v: exit %d, %s", test.args, code, &said)
		}
	}
}

// TestWeakWalls: a worker does not run strangers' programs behind weak walls. It is a process of its own: a sandbox takes
// in orphans, and other tests wait for the end of theirs.
func TestWeakWalls(t *testing.T) {
	address, err := fleet.Invite(t.TempDir(), "127.0.0.1:1", "w", fleet.WorkerRole)
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, as(address), "worker", "-isolation", "4")
	if code := p.exits(); code != 2 || !strings.Contains(p.output(), "a worker runs strangers' programs") {
		t.Errorf("exit %d: %s", code, p.output())
	}
}

// TestUnreachableServers: a store that is in use, a server that is gone, and metrics from another address.
func TestUnreachableServers(t *testing.T) {
	h := build(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0") // for metrics, as by the first server
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	second := start(t, nil, "serve", "-store", h.dir, "-listen", "127.0.0.1:0", "-metrics", taken.Addr().String())
	if code := second.exits(); code != 2 || !strings.Contains(second.output(), "another fleet serve has it open") {
		t.Errorf("a second one on the same store: exit %d, %s", code, second.output())
	}
	gone := h.invite("-new-client", "gone")
	h.serve.kill()
	p := start(t, as(gone), "status")
	if code := p.exits(); code != 2 {
		t.Errorf("without a server: exit %d, %s", code, p.output())
	}
	address := freeAddress(t, "127.0.0.1")
	h.flags = append(h.flags, "-metrics", address)
	h.up()
	until(t, "it answers", func() bool {
		resp, err := http.Get("http://" + address + "/")
		if err != nil {
			return false
		}
		defer resp.Body.Close()
		io.Copy(io.Discard, resp.Body)
		return resp.StatusCode == http.StatusNotFound
	})
}

// TestStatusOfEndedRun: a job in work is told apart if its run was called off, also if its worker is gone.
func TestStatusOfEndedRun(t *testing.T) {
	h := build(t, "-lease", "1h")
	lab := h.worker("lab")
	ctx, stop := context.WithCancel(t.Context())
	begun, ended := make(chan bool, 9), make(chan error)
	go func() {
		_, err := h.client().Grade(ctx, entries(t, sleepers(t, 8000)), grade.Options{}, func(e result.Event) {
			if e.Kind == result.Begins {
				begun <- true
			}
		})
		ended <- err
	}()
	<-begun
	lab.kill()
	const told = "the run of 1 job in work has ended: it is counted until its worker finishes, or has been silent for longer than -lease\n"
	if got := h.status(); strings.Contains(got, told) {
		t.Errorf("while the run goes on: %s", got)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if got := h.status(); !strings.Contains(got, "0 waiting jobs, 1 in work") || !strings.Contains(got, told) {
		t.Errorf("after its end: %s", got)
	}
}

// TestServe: a server runs until it is interrupted, with and without metrics; fleet status -every until it is, too.
func TestServe(t *testing.T) {
	h := build(t)
	watch := start(t, as(h.owner), "status", "-every", "10ms")
	until(t, "it tells again and again", func() bool { return strings.Count(watch.output(), "waiting jobs") > 1 })
	for _, metrics := range []string{"", freeAddress(t, "127.0.0.1")} {
		p := start(t, nil, "serve", "-store", t.TempDir(), "-listen", "127.0.0.1:0", "-metrics", metrics)
		p.says("serving on 127.0.0.1:")
		if metrics != "" {
			if got := scrape(t, metrics); len(got) != 6 || got["fleet_workers"] != 0 {
				t.Errorf("of an empty fleet it says %v", got)
			}
		}
		p.Process.Signal(os.Interrupt)
		if code := p.exits(); code != 0 {
			t.Errorf("-metrics %q: exit %d: %s", metrics, code, p.output())
		}
	}
	watch.Process.Signal(os.Interrupt)
	if code := watch.exits(); code != 0 {
		t.Errorf("exit %d: %s", code, watch.output())
	}
}
