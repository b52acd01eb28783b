package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/short"
)

// awake is the solution of sleepers. It is in C, which starts soonest, and which the machines of the tests compile once.
const awake = `#include <poll.h>
#include <stdio.h>
int main(void) { int ms = 0; scanf("%d", &ms); poll(NULL, 0, ms); puts("awake"); return 0; }
`

// sleepers is a problem whose cases say how many milliseconds the solution sleeps.
func sleepers(t *testing.T, sleeps ...int) string {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	if runtime.GOOS != "linux" {
		t.Skip("no walls for strangers here")
	}
	var b strings.Builder
	b.WriteString(`
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
limits: {time_limit: 10}
-- solutions/s/main.c --
//judge:problem p
` + awake)
	for i, ms := range sleeps {
		fmt.Fprintf(&b, "-- testdata/p/secret/%d.in --\n%d\n-- testdata/p/secret/%[1]d.ans --\nawake\n", i+1, ms)
	}
	return tree(t, b.String())
}

func accepted(n int) map[string]result.Verdict {
	want := map[string]result.Verdict{}
	for i := range n {
		want[fmt.Sprintf("secret/%d", i+1)] = result.AC
	}
	return want
}

// A server that was killed and lost its store goes on with the run that its client sends again.
func TestKilledServer(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 0, 1000, 0, 0))
	h.worker("w")
	g := h.grade(all, grade.Options{})
	g.begins("secret/2", 1)
	h.serve.kill()
	if err := os.RemoveAll(filepath.Join(h.dir, "store")); err != nil {
		t.Fatal(err)
	}
	h.up()
	g.want(accepted(4))
}

// Lost streams are created again, and clients that connect meanwhile wait for them. A client cannot remove them. No
// machine relies on the time of another one: the clock of this server is ten years ahead.
func TestStreamsComeBack(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	if _, _, err := identity(dir, time.Now().AddDate(10, 0, 0)); err != nil {
		t.Fatal(err)
	}
	h, err := openHub(ctx, hubOptions{dir: dir, listen: "127.0.0.1:0", host: "127.0.0.1", settings: fleet.Settings{MaxJobs: 10, Lease: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	address, err := h.invite("c", client)
	if err != nil {
		t.Fatal(err)
	}
	c, err := fleet.Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	js, store := (&house{t: t}).raw(address), (&house{t: t}).raw(h.home)
	for _, name := range []string{"FLEET_JOBS", "FLEET_RESULTS", "FLEET_BLOBS", "FLEET_BEGUN", "FLEET_DEAD", "KV_FLEET_MACHINES"} {
		soon, stop := context.WithTimeout(ctx, 100*time.Millisecond)
		if err := js.DeleteStream(soon, name); err == nil {
			t.Errorf("a client removes %s", name)
		}
		stop()
		stream, err := js.Stream(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		if c := stream.CachedInfo().Config; c.MaxBytes <= 0 || c.MaxAge <= 0 {
			t.Errorf("%s has no bound: %d bytes, %v", name, c.MaxBytes, c.MaxAge)
		}
		if err := store.DeleteStream(ctx, name); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the streams are there again", func() bool {
		_, err := c.Status(ctx)
		return err == nil
	})
}

func TestKilledCoordinator(t *testing.T) {
	h, root := build(t), sleepers(t, 0, 1500, 0)
	h.worker("w")
	env := as(h.owner)
	run := start(t, env, "run", "-root", root, "-json-events", "-")
	run.says(`"begins":"secret/2"`)
	id := regexp.MustCompile(`-resume ([0-9a-f]+) continues it`).FindStringSubmatch(run.output())
	if id == nil {
		t.Fatalf("it does not say how to go on:\n%s", run.output())
	}
	run.kill()
	again := start(t, env, "run", "-root", root, "-resume", id[1])
	if code := again.exits(); code != 0 || !strings.Contains(again.output(), "all 3 results as expected") {
		t.Errorf("exit %d:\n%s", code, again.output())
	}
	until(t, "the worker tells of its jobs", func() bool { return h.state().Workers[0].Jobs >= 3 })
	if done := h.state().Workers[0].Jobs; done != 3 {
		t.Errorf("three jobs were done %d times", done)
	}
}

// A job that crashes its workers is given up after three tries; the other queued jobs are not.
func TestPoison(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 3000, 0))
	g := (*graded)(nil)
	for n, name := range []string{"ann", "bob", "cid"} {
		w := h.worker(name)
		if g == nil {
			g = h.grade(all, grade.Options{})
		}
		g.begins("secret/1", n+1)
		w.kill()
	}
	h.worker("dan")
	run := g.want(map[string]result.Verdict{"secret/1": result.JE, "secret/2": result.AC})
	if got := run.Results[0].Cases[0].Message.String(); got != "its workers died: ann, bob, cid" {
		t.Errorf("got %q", got)
	}
	if s := h.state(); s.Dead == 0 || s.Queued+s.InWork > 0 {
		t.Errorf("the queue is left as %+v", s)
	}
}

func TestLargeCase(t *testing.T) {
	h, root := build(t), sleepers(t, 0)
	big := filepath.Join(root, "testdata/p/secret/1.in")
	f, err := os.Create(big)
	if err != nil {
		t.Fatal(err)
	}
	const size = 20 << 20 // more than the largest message
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
	f.Close()
	program := "//judge:problem p\n#include <stdio.h>\nint main(void) { int n = 0; while (getchar() != EOF) n++; printf(\"%d\\n\", n); return 0; }\n"
	for name, text := range map[string]string{"testdata/p/secret/1.ans": fmt.Sprintln(size), "solutions/s/main.c": program} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h.worker("w")
	h.grade(entries(t, root), grade.Options{}).want(accepted(1))
}
