package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/short"
)

// Ctrl-C ends a run with the results so far, and -resume grades only the rest.
func TestInterrupted(t *testing.T) {
	h, root := build(t), sleepers(t, 0, 3000, 0)
	h.worker("w")
	env, events := as(h.owner), filepath.Join(t.TempDir(), "events")
	run := start(t, env, "run", "-root", root, "-json-events", events)
	id := regexp.MustCompile(`-resume ([0-9a-f]+) continues it`)
	until(t, "the first case has ended", func() bool {
		text, _ := os.ReadFile(events)
		return strings.Contains(string(text), `"case":"secret/1"`)
	})
	run.Process.Signal(os.Interrupt)
	code := run.exits()
	if code == 0 {
		t.Skip("the machine is so busy that the run was over before it was interrupted")
	}
	if code != 2 || !strings.Contains(run.output(), "fleet: interrupted") || id.FindStringSubmatch(run.output()) == nil {
		t.Fatalf("exit %d: %s", code, run.output())
	}
	until(t, "the first result is stored", func() bool { return h.state().Results > 0 })
	c := h.client()
	c.Resume = id.FindStringSubmatch(run.output())[1]
	ctx, stop := context.WithCancel(context.Background())
	cut, err := c.Grade(ctx, entries(t, root), grade.Options{}, func(result.Event) { stop() }) // before any result can arrive
	if err != nil || !cut.Interrupted || len(cut.Results) != 1 || cut.Results[0].Cases[0].Verdict != result.AC {
		t.Errorf("called off at once: %v, %+v", err, cut)
	}
	if cut.Results[0].Cases[2].Verdict != result.SK && h.state().Results < 3 { // else the worker has slept enough meanwhile
		t.Errorf("called off at once, it knows of the last case: %+v", cut)
	}
	again := start(t, env, "run", "-root", root, "-json-events", "-", "-resume", c.Resume)
	if code := again.exits(); code != 0 || strings.Count(again.output(), `"verdict":"AC"`) < 3 || strings.Contains(again.output(), `"begins":"secret/1"`) {
		t.Errorf("exit %d: %s", code, again.output())
	}
}

// Every form of report works with a fleet and names the machine of each row.
func TestShown(t *testing.T) {
	h, root, out := build(t), sleepers(t, 6000, 0, 0), t.TempDir()
	h.worker("ann")
	h.worker("bob")
	file := func(name string) string { return filepath.Join(out, name) }
	run := start(t, as(h.owner), "run", "-root", root, "-json", file("json"), "-html", file("html"), "-json-events", file("events"), "-work", "-v")
	if code := run.exits(); code != 0 {
		t.Fatalf("exit %d: %s", code, run.output())
	}
	read := func(name string) string {
		text, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	whole, err := result.ReadRun(strings.NewReader(read("json")))
	if err != nil {
		t.Fatal(err)
	}
	if !whole.Host.Several {
		t.Skip("the machine is so busy that one worker did it all")
	}
	if !strings.Contains(run.output(), "these are results of several machines: their times do not compare") {
		t.Errorf("it says %s", run.output())
	}
	for _, c := range whole.Results[0].Cases {
		if c.Machine != "ann" && c.Machine != "bob" {
			t.Errorf("%s was on %q", c.Case, c.Machine)
		}
		_, name, _ := strings.Cut(c.Case, "/")
		if !regexp.MustCompile(`(?m)^` + name + ` .* ` + c.Machine + `$`).MatchString(run.output()) {
			t.Errorf("its row does not say that %s was on %s:\n%s", c.Case, c.Machine, run.output())
		}
		if !strings.Contains(read("html"), `</span>`+name+` <small class="soft">`+c.Machine+`</small></th>`) {
			t.Errorf("the page does not say that %s was on %s", c.Case, c.Machine)
		}
	}
	for line := range strings.Lines(read("events")) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
}

// With -watch every saved file begins a run of its own, and -resume cannot continue it.
func TestWatch(t *testing.T) {
	h, root := build(t), sleepers(t, 0)
	h.worker("w")
	env := as(h.owner)
	p := start(t, env, "run", "-root", root, "-watch")
	p.says("the one result is as expected")
	p.says("graded everything")
	if strings.Contains(p.output(), "-resume") {
		t.Errorf("it says how to go on with what is over: %s", p.output())
	}
	if err := os.WriteFile(filepath.Join(root, "solutions/s/main.c"), []byte("//judge:problem p\n"+prints("asleep", "")), 0o644); err != nil {
		t.Fatal(err)
	}
	p.says("graded main.c")
	p.says(`expected "awake", got "asleep"`)
	p.Process.Signal(os.Interrupt)
	if code := p.exits(); code != 0 {
		t.Errorf("exit %d: %s", code, p.output())
	}
	for want, args := range map[string][]string{
		"leave one of them out":                                  {"-watch", "-resume", "0f3a9b17c2d4e586"},
		"give them where the workers are started":                {"-j", "2"},
		"leave out -json, -json-events, -junit, -html and -work": {"-watch", "-html", "x.html"},
	} {
		p := start(t, env, append([]string{"run", "-root", root}, args...)...)
		if code := p.exits(); code != 2 || !strings.Contains(p.output(), want) {
			t.Errorf("%v: exit %d, %s", args, code, p.output())
		}
	}
}

// TestOpen: with which flags a run goes to a fleet, and what it says then.
func TestOpen(t *testing.T) {
	t.Parallel()
	h, err := openHub(t.Context(), hubOptions{dir: t.TempDir(), listen: "127.0.0.1:0", host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	address, err := h.invite("c", client)
	if err != nil {
		t.Fatal(err)
	}
	elsewhereOnly := "-isolation, -no-cache and -j are for the machines that run programs: give them where the workers are started"
	for _, test := range []struct {
		name   string
		e      elsewhere
		w      command.Wanted
		want   string // the error
		warned string
	}{
		{"nothing special", elsewhere{address, ""}, command.Wanted{Jobs: 1}, "", "run r: if it is interrupted, -resume r continues it"},
		{"goes on", elsewhere{address, "r"}, command.Wanted{}, "", "run r: if it is interrupted, -resume r continues it"},
		{"again and again", elsewhere{address, ""}, command.Wanted{Again: true}, "", ""},
		{"goes on again and again", elsewhere{address, "r"}, command.Wanted{Again: true}, "-resume goes on with one run, and -watch begins one with every saved file: leave one of them out", ""},
		{"goes on without a fleet", elsewhere{"", "r"}, command.Wanted{}, "-resume r: only a permanent fleet keeps runs: name it with -fleet", ""},
		{"walls", elsewhere{address, ""}, command.Wanted{Step: 1}, elsewhereOnly, ""},
		{"no cache", elsewhere{address, ""}, command.Wanted{NoCache: true}, elsewhereOnly, ""},
		{"two at once", elsewhere{address, ""}, command.Wanted{Jobs: 2}, elsewhereOnly, ""},
	} {
		warned := ""
		test.w.Context, test.w.Warn = t.Context(), func(m say.Message) { warned += m.String() }
		got, err := test.e.Open(test.w)
		if err != nil {
			if err.Error() != test.want {
				t.Errorf("%s: %v, want %s", test.name, err, test.want)
			}
			continue
		}
		c := got.(*fleet.Client)
		if c.Begun("r"); test.want != "" || c.Resume != test.e.resume || warned != test.warned {
			t.Errorf("%s: it goes on with %q and says %q", test.name, c.Resume, warned)
		}
		c.Close()
	}
	for want, w := range map[string]command.Wanted{"worker -q -until-eof": {Jobs: 2}, "worker -q -until-eof -isolation 2": {Step: 2}, "worker -q -until-eof -no-cache": {NoCache: true}} {
		if got := strings.Join(workerArgs(w), " "); got != want {
			t.Errorf("%+v starts %s, want %s", w, got, want)
		}
	}
}

// TestBegin: whom a worker tells of itself, and whether the end of its input ends it.
func TestBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, quiet := range []bool{false, true} {
			for _, untilEOF := range []bool{false, true} {
				var said strings.Builder
				in, out := io.Pipe()
				w := &workerFlags{quiet: quiet, untilEOF: untilEOF}
				ctx := w.begin(t.Context(), &terminal.Console{Stdin: in, Stderr: &said, Lang: say.English})
				w.Tell(say.Of("no worker is connected"))
				before := ctx.Err()
				out.Close()
				synctest.Wait()
				if (said.Len() == 0) != quiet || before != nil || (ctx.Err() != nil) != untilEOF {
					t.Errorf("quiet %t, until the end of its input %t: it says %q, and ends: %v, %v", quiet, untilEOF, said.String(), before, ctx.Err())
				}
			}
		}
	})
}

// TestNotOpened: what was opened of a fleet for one run is closed if the rest cannot be.
func TestNotOpened(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := openAlone(command.Wanted{Context: ctx, Warn: func(say.Message) {}}); !errors.Is(err, context.Canceled) {
		t.Errorf("it opens, %v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestLost: a fleet for one run is lost when all of its workers have ended.
func TestLost(t *testing.T) {
	for ended, want := range map[string]bool{"no no": false, "yes no": false, "no yes": false, "yes yes": true} {
		synctest.Test(t, func(t *testing.T) {
			a := &alone{}
			for _, word := range strings.Fields(ended) {
				c := child{ended: make(chan struct{})}
				if a.workers = append(a.workers, c); word == "yes" {
					close(c.ended)
				}
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			start := time.Now()
			if lost := a.lost(ctx); lost != want || (time.Since(start) == 0) != want {
				t.Errorf("ended are %s: lost is %t after %v", ended, lost, time.Since(start))
			}
		})
	}
}

// TestNoWorkerLeft: a fleet for one run ends with its last worker.
func TestNoWorkerLeft(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	all := entries(t, sleepers(t, 60_000))
	warned := false
	a, err := openAlone(command.Wanted{Context: t.Context(), Jobs: 2, Warn: func(say.Message) { warned = true }})
	if err != nil {
		t.Fatal(err)
	}
	if a.client.Warn(say.Message{}); len(a.workers) != 2 || !warned {
		t.Errorf("it has %d workers, and warns: %t", len(a.workers), warned)
	}
	run, err := a.Grade(t.Context(), all, grade.Options{}, func(e result.Event) {
		if e.Kind == result.Begins {
			for _, w := range a.workers {
				w.Process.Kill()
			}
		}
	})
	if err == nil || err.Error() != "no worker is left: see above why it ended" || !run.Interrupted {
		t.Errorf("%v, %+v", err, run)
	}
	if err := a.Close(); err != nil || a.takeBack() {
		t.Errorf("it is closed: %v, or an interrupt is still explained", err)
	}
}
