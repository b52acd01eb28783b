package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// A run that was killed goes on with -resume, and grades nothing twice. One that Ctrl-C ended does, too, and one that is
// called off at once knows what was graded before.
func TestResume(t *testing.T) {
	h, root := build(t), sleepers(t, 0, 100_000, 0)
	w := h.worker("w")
	env := as(h.owner)
	for _, end := range []os.Signal{os.Kill, os.Interrupt} {
		run := start(t, env, "run", "-root", root, "-json-events", "-")
		run.says(`"begins":"secret/2"`)
		run.says(`{"case":"secret/1"`) // a busy worker may begin with the second
		id := regexp.MustCompile(`-resume (\w+) continues it`).FindStringSubmatch(run.output())
		if id == nil {
			t.Fatalf("it does not say how to go on:\n%s", run.output())
		}
		run.Process.Signal(end)
		if code := run.exits(); end == os.Interrupt {
			must.Equal(t, 2, code, "exit", run.output())
			must.Contain(t, run.output(), "fleet: interrupted")
			c := h.client()
			c.Resume = id[1]
			ctx, stop := context.WithCancel(context.Background())
			cut, err := c.Grade(ctx, entries(t, root), grade.Options{}, func(result.Event) { stop() }) // before any result can arrive
			if err != nil || !cut.Interrupted || len(cut.Results) != 1 || cut.Results[0].Cases[0].Verdict != result.AC {
				t.Errorf("called off at once: %v, %+v", err, cut)
			}
		}
		again := start(t, env, "run", "-root", root, "-json-events", "-", "-resume", id[1])
		w.wakes(again.end)
		if code := again.exits(); code != 0 || strings.Count(again.output(), `"verdict":"AC"`) < 3 ||
			strings.Contains(again.output(), `"begins":"secret/1"`) {
			t.Errorf("exit %d: %s", code, again.output())
		}
		if end == os.Kill {
			must.Until(t, "the worker tells of its jobs", func() bool { return h.state().Workers[0].Jobs >= 3 })
			must.Equal(t, 3, h.state().Workers[0].Jobs, "jobs were done")
		}
	}
}

// Every form of report works with a fleet and names the machine of each row.
func TestShown(t *testing.T) {
	h, root, out := build(t), sleepers(t, 100_000, 0, 0), t.TempDir()
	ann, bob := h.worker("ann"), h.worker("bob")
	file := func(name string) string { return filepath.Join(out, name) }
	run := start(t, as(h.owner), "run", "-root", root, "-json", file("json"), "-html", file("html"), "-json-events",
		file("events"), "-work", "-v")
	must.Until(t, "the others are done", func() bool {
		said, _ := os.ReadFile(file("events"))
		return bytes.Count(said, []byte(`"event":"ended"`)) == 2
	})
	go ann.wakes(run.end)
	bob.wakes(run.end)
	if code := run.exits(); code != 0 {
		t.Fatalf("exit %d: %s", code, run.output())
	}
	read := func(name string) string {
		text := must.Get(os.ReadFile(file(name)))(t)
		return string(text)
	}
	whole := must.Get(result.ReadRun(strings.NewReader(read("json"))))(t)
	must.Be(t, whole.Host.Several, "one worker did it all")
	must.Contain(t, run.output(), "these are results of several machines: their times do not compare", "it says")
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

// TestFlagsOfRun: what cannot be combined, and where things are said instead. A worker takes strangers' programs behind
// strong walls only.
func TestFlagsOfRun(t *testing.T) {
	h, root := build(t), sleepers(t, 0)
	elsewhere := "-isolation, -no-cache and -j are for the machines that run programs"
	for _, test := range []struct{ address, args, want string }{
		{h.owner, "-watch", "no flag -watch"},
		{h.owner, "-j 2", elsewhere},
		{h.owner, "-isolation 1", elsewhere},
		{h.owner, "-no-cache", elsewhere},
		{"", "-resume r", "-resume r: only a permanent fleet keeps runs"},
		{h.invite("-new-worker", "w"), "worker -isolation 4", "a worker runs strangers' programs"},
	} {
		args := append([]string{"run", "-root", root}, strings.Fields(test.args)...)
		if worker, ok := strings.CutPrefix(test.args, "worker "); ok {
			args = append([]string{"worker"}, strings.Fields(worker)...)
		}
		p := start(t, as(test.address), args...)
		if code := p.exits(); code != 2 || !strings.Contains(p.output(), test.want) {
			t.Errorf("%s: exit %d, %s", test.args, code, p.output())
		}
	}
}

// clocked is a tree whose program says when it began and when it ended. That is wrong, so the report shows it.
const clocked = `
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
limits: {time_limit: 10}
-- testdata/p/secret/1.in --
-- testdata/p/secret/1.ans --
none
-- testdata/p/secret/2.in --
2
-- testdata/p/secret/2.ans --
none
-- solutions/s/main.c --
//judge:problem p
#include <poll.h>
#include <stdio.h>
#include <time.h>
static long long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000LL + t.tv_nsec / 1000000; }
int main(void) { long long began = now(); poll(NULL, 0, 6000); printf("%lld-%lld\n", began, now()); return 0; }
`

// together says whether the two programs of clocked, of which it gets what they printed, ran at the same time.
func together(t *testing.T, printed ...string) {
	t.Helper()
	var began, ended [2]int
	for i, text := range printed {
		must.Get(fmt.Sscanf(text, "%d-%d", &began[i], &ended[i]))(t)
	}
	must.Be(t, began[0] < ended[1] && began[1] < ended[0], "one after the other: %q", printed)
}

// TestSideBySide: two workers of one user on one machine run their programs at the same time, and so do those of a run
// alone with -j 2. The lane that keeps judges apart is where the program has it.
func TestSideBySide(t *testing.T) {
	walled(t)
	root, env := tree(t, clocked), []string{withLane + "=1", "XDG_CACHE_HOME=" + t.TempDir()}
	t.Run("two workers", func(t *testing.T) {
		h := build(t)
		for _, name := range []string{"ann", "bob"} {
			start(t, append(as(h.invite("-new-worker", name)), env...), "worker").says(" works for ")
		}
		refused := map[string]result.Verdict{"secret/1": result.WA, "secret/2": result.WA}
		cases := h.grade(entries(t, root), grade.Options{}).want(refused).Results[0].Cases
		together(t, cases[0].Difference.Got, cases[1].Difference.Got)
	})
	t.Run("-j 2", func(t *testing.T) {
		t.Parallel()
		p := start(t, append(as(""), env...), "run", "-root", root, "-j", "2", "-json-events", "-")
		must.Equal(t, 1, p.exits(), "exit", p.output())
		said := regexp.MustCompile(`"event":"ended".*"got":"([^"]*)"`).FindAllStringSubmatch(p.output(), -1)
		must.Equal(t, 2, len(said), p.output())
		together(t, said[0][1], said[1][1])
	})
}

// TestQuietWorker: a worker with -q says nothing, and ends when it is interrupted.
func TestQuietWorker(t *testing.T) {
	h := build(t)
	p := start(t, as(h.invite("-new-worker", "w")), "worker", "-q", "-cache", t.TempDir())
	must.Until(t, "it is there", func() bool { return len(h.state().Workers) == 1 })
	p.Process.Signal(os.Interrupt)
	must.Equal(t, 0, p.exits(), "exit")
	must.Equal(t, "", p.output())
}

// times matches what differs from run to run: times and sizes, in fields and in messages.
var times = regexp.MustCompile(`(?m)` +
	`^ *"(cpu_ms|wall_ms|slowest_ms|peak_kib|seconds|cached|contended|call_ms|driver_ms|at_ms)": .*\n` +
	`|"samples_ms": \[[^]]*\]|\d+(\.\d+)? s\b` +
	`|\{[^{}]*"ends": true[^{}]*\}`) // which side of a talk ends first may differ

// absent matches how the judge says that this machine has no compiler, and how the fleet says that no worker has one.
var absent = regexp.MustCompile(`(?s)"message": "no [^"]* for [^"]*",\s*"message_value": \{.*?\n *\},?\n`)

// TestSameAsTheJudge grades the same programs with ./judge and with a fleet: right ones, wrong ones, and ones that
// misbehave in every way that the judge knows.
func TestSameAsTheJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("grades all programs of the tests, twice")
	}
	t.Parallel()
	const functions = "../internal/cli/command/testdata/functions"
	for _, args := range [][]string{
		{"-root", "../internal/cli/command/testdata/misbehaving", "does_not_compile_cpp", "eats_memory", "exits_badly",
			"floods_stderr", "leaves_children", "prints_escapes",
			"prints_forever", "right 'quoted' " +
				"名字", "right_but_crlf", "says_nothing", "says_too_much", "segfaults", "sleeps", "spins", "-case", "sample/1"},
		{"-root", functions, functions + "/solutions/lrucache.py", functions + "/solutions/serializetree.cpp", functions + "/solutions/behave.c"},
		{"lowbit", "hidden", "-case", "secret/0*", "-count", "2", "-shard", "1/3"},
		{"ask", "-problem", "sudokuask"},
		{"-root", "testdata/talks"}, // the files of an interactor are checked; groups inside groups
	} {
		t.Run(args[len(args)-1], func(t *testing.T) {
			t.Parallel()
			here, code := jsonOf(t, []string{asJudge + "=1"}, args)
			there, codeThere := jsonOf(t, nil, append([]string{"run"}, args...))
			must.Equal(t, codeThere, code, "exit", "here", "there")
			must.Equal(t, here, there, "- judge, + fleet")
		})
	}
}

func jsonOf(t *testing.T, env, args []string) (string, int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append(slices.Clone(args), "-json", "-")...)
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, &errs)
	}
	return absent.ReplaceAllString(times.ReplaceAllString(out.String(), ""), ""), cmd.ProcessState.ExitCode()
}
