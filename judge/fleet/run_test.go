package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

// Ctrl-C ends a run with the results so far, and -resume grades only the rest.
func TestInterrupted(t *testing.T) {
	h, root := build(t), sleepers(t, 0, 3000, 0)
	h.worker("w")
	env := []string{environmentAddress + "=" + h.owner}
	run := start(t, env, "run", "-root", root, "-json-events", filepath.Join(t.TempDir(), "events"))
	id := regexp.MustCompile(`-resume ([0-9a-f]+) continues it`)
	until(t, "the worker is at the second case", func() bool {
		s := h.state()
		return len(s.Workers) == 1 && s.Workers[0].Now == "p secret/2"
	})
	run.Process.Signal(os.Interrupt)
	if code := run.exits(); code != 2 || !strings.Contains(run.output(), "fleet: interrupted") || id.FindStringSubmatch(run.output()) == nil {
		t.Fatalf("exit %d: %s", code, run.output())
	}
	until(t, "the first result is stored", func() bool { return h.state().Results > 0 })
	c := h.client()
	c.Resume = id.FindStringSubmatch(run.output())[1]
	ctx, stop := context.WithCancel(context.Background())
	cut, err := c.Grade(ctx, entries(t, root), grade.Options{}, func(result.Event) { stop() }) // before any result can arrive
	if err != nil || !cut.Interrupted || len(cut.Results) != 1 || cut.Results[0].Cases[0].Verdict != result.AC || cut.Results[0].Cases[2].Verdict != result.SK {
		t.Errorf("called off at once: %v, %+v", err, cut)
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
	run := start(t, []string{environmentAddress + "=" + h.owner}, "run", "-root", root, "-json", file("json"), "-html", file("html"), "-json-events", file("events"), "-work", "-v")
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
	env := []string{environmentAddress + "=" + h.owner}
	p := start(t, env, "run", "-root", root, "-watch")
	p.says("the one result is as expected")
	p.says("graded everything")
	if strings.Contains(p.output(), "-resume") {
		t.Errorf("it says how to go on with what is over: %s", p.output())
	}
	if err := os.WriteFile(filepath.Join(root, "solutions/s/main.py"), []byte("#judge:problem p\nprint('asleep')\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.says("graded main.py")
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
