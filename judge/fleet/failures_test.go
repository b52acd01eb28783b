package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/short"
)

// sleepers is a problem whose cases say how many milliseconds the solution sleeps.
func sleepers(t *testing.T, sleeps ...int) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here")
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
-- solutions/s/main.py --
#judge:problem p
import time
time.sleep(int(input()) / 1000)
print("awake")
`)
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

func TestKilledWorker(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 2000, 0, 0))
	first := h.worker("first")
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	first.kill()
	h.worker("second")
	g.want(accepted(3))
	g.begins("secret/1", 2)
}

func TestKilledServer(t *testing.T) {
	t.Parallel()
	for _, lost := range []bool{false, true} {
		t.Run(fmt.Sprintf("store lost %v", lost), func(t *testing.T) {
			h, all := build(t, soon...), entries(t, sleepers(t, 0, 1000, 0, 0))
			h.worker("w")
			g := h.grade(all, grade.Options{})
			g.begins("secret/2", 1)
			h.serve.kill()
			if lost {
				if err := os.RemoveAll(filepath.Join(h.dir, "store")); err != nil {
					t.Fatal(err)
				}
			}
			h.up()
			g.want(accepted(4))
		})
	}
}

// Lost streams are created again, and clients that connect meanwhile wait for them. A client cannot remove them.
func TestStreamsComeBack(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	ctx := context.Background()
	h, err := openHub(ctx, hubOptions{dir: t.TempDir(), listen: "127.0.0.1:0", host: "127.0.0.1", settings: fleet.Settings{MaxJobs: 10, Lease: time.Second}})
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

// If a worker says that a job is done but sends no result, the job is sent again.
func TestDoneWithoutResult(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 3000, 0))
	h.worker("w")
	evil := h.stranger("evil")
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	stream, err := evil.Stream(context.Background(), "FLEET_JOBS")
	if err != nil {
		t.Fatal(err)
	}
	for name := range stream.ConsumerNames(context.Background()).Name() {
		queue, err := evil.Consumer(context.Background(), "FLEET_JOBS", name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := queue.Next(jetstream.FetchMaxWait(2 * time.Second))
		if err == nil {
			err = m.DoubleAck(context.Background())
		}
		if err != nil {
			t.Fatalf("no job is there to be taken: %v", err)
		}
	}
	g.want(accepted(2))
}

// A job larger than the largest message is reported with both sizes.
func TestLargeJob(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 0, 0))
	h.worker("w")
	all[0].Cases[0].Args = []string{strings.Repeat("x", 9<<20)}
	run := h.grade(all, grade.Options{}).want(map[string]result.Verdict{"secret/1": result.JE, "secret/2": result.AC})
	if got := run.Results[0].Cases[0].Message.String(); got != "this case of 1 solution is a message of 9.0 MiB, and 8 MiB may be sent: give fewer solutions at once" {
		t.Errorf("got %q", got)
	}
}

func TestKilledCoordinator(t *testing.T) {
	h, root := build(t), sleepers(t, 0, 1500, 0)
	h.worker("w")
	env := []string{environmentAddress + "=" + h.owner}
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

// The server refuses the same job a second time in the queue, and a second result.
func TestDuplicates(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 2000))
	h.worker("w")
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	js := h.raw(h.owner)
	ctx := context.Background()
	jobs, err := js.Stream(ctx, "FLEET_JOBS")
	if err != nil {
		t.Fatal(err)
	}
	m, err := jobs.GetMsg(ctx, jobs.CachedInfo().State.FirstSeq)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(subject string) {
		t.Helper()
		if _, err := js.Publish(ctx, subject, m.Data); err == nil || !strings.Contains(err.Error(), "maximum messages per subject") {
			t.Errorf("%s, again: %v", subject, err)
		}
	}
	refused(m.Subject)
	words := strings.Split(m.Subject, ".")
	res := "fleet.result.1." + words[4] + "." + words[5]
	until(t, "the result is there", func() bool {
		stream, err := js.Stream(ctx, "FLEET_RESULTS")
		if err != nil {
			t.Fatal(err)
		}
		if _, err = stream.GetLastMsgForSubject(ctx, res); err == nil {
			refused(res)
		}
		select {
		case <-g.done:
			return true
		default:
			return err == nil
		}
	})
	g.want(accepted(1))
}

// A stored text that does not match its digest is replaced.
func TestWrongDigest(t *testing.T) {
	h, root := build(t), sleepers(t, 0, 1)
	h.worker("w")
	owner := h.raw(h.owner)
	for digest, text := range map[string]string{
		"9a271f2a916b0b6ee6cecb2426f0b3206ef074578be55d9bc94f6f3fe3ab86aa": "1\n",       // of "0\n"
		"4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865": "no number", // of "1\n"
	} {
		if _, err := owner.Publish(t.Context(), "fleet.blob.1."+digest+".0", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	h.grade(entries(t, root), grade.Options{}).want(accepted(2))
}

// If a program compiles on one machine and not on another, that is the machines' fault, and both are named.
func TestCompilersDisagree(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	h := build(t, soon...)
	all := entries(t, tree(t, `
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
-- testdata/p/secret/1.in --
-- testdata/p/secret/1.ans --
-- testdata/p/secret/2.in --
-- testdata/p/secret/2.ans --
-- solutions/s/main.c --
//judge:problem p
#include <unistd.h>
int main(void) { usleep(1500000); }
`))
	good := h.worker("good")
	g := h.grade(all, grade.Options{})
	g.begins("secret/2", 1) // the first case is done
	good.kill()
	broken := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in *main.c*) echo 'main.c:1:1: error: no headers here' >&2; exit 1;; esac\nexec /usr/bin/gcc \"$@\"\n"
	if err := os.WriteFile(filepath.Join(broken, "gcc"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	bad := start(t, append(machine(t, h.invite("-new-worker", "bad")), "PATH="+broken+":"+os.Getenv("PATH")), "worker")
	bad.says(" works for ")
	run := g.want(map[string]result.Verdict{"secret/1": result.AC, "secret/2": result.JE})
	if got := run.Results[0].Cases[1].Message.String(); !strings.HasPrefix(got, "compiles on good and not on bad: ") || !strings.HasSuffix(got, "main.c:1:1: error: no headers here") {
		t.Errorf("got %q", got)
	}
}

func TestWeakWalls(t *testing.T) {
	h := build(t)
	p := start(t, []string{environmentAddress + "=" + h.invite("-new-worker", "w")}, "worker", "-isolation", "4")
	if code := p.exits(); code != 2 || !strings.Contains(p.output(), "a worker runs strangers' programs") {
		t.Errorf("exit %d: %s", code, p.output())
	}
}

// A job for another version of the judge or of the fleet's protocol is not graded.
func TestAnotherJudge(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 0))
	h.worker("w")
	h.grade(all, grade.Options{}).want(accepted(1)) // its queue exists
	js, ctx := h.raw(h.owner), context.Background()
	jobs, err := js.Stream(ctx, "FLEET_JOBS")
	if err != nil {
		t.Fatal(err)
	}
	_, err = jobs.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: "other-3-python", FilterSubject: "fleet.job.1.other-3-python.*.*", AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		t.Fatal(err)
	}
	var own string
	for name := range jobs.ConsumerNames(ctx).Name() {
		if name != "other-3-python" {
			own = name
		}
	}
	for _, queue := range []string{"other-3-python", own} {
		if _, err := js.Publish(ctx, "fleet.job.1."+queue+".run.job", []byte(`{"v":2}`)); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the one in its own queue is refused", func() bool {
		stream, err := js.Stream(ctx, "FLEET_RESULTS")
		if err != nil {
			t.Fatal(err)
		}
		m, err := stream.GetLastMsgForSubject(ctx, "fleet.result.1.run.job")
		return err == nil && strings.Contains(string(m.Data), "the job uses %d")
	})
	until(t, "it is among the dead", func() bool { return h.state().Dead == 1 })
	h.grade(all, grade.Options{}).want(accepted(1))
	until(t, "the other's job alone is where it was", func() bool { return h.state().Queued == 1 }) // a result is stored before its job is removed
}

// Two builds without a commit count as different judges, however alike they are: neither grades for the other.
func TestAnotherBuild(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 0, 0))
	text, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "fleet")
	if err := os.WriteFile(other, append(text, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	startProgram(t, machine(t, h.invite("-new-worker", "other")), other, "worker").says(" works for ")
	h.worker("w")
	until(t, "both tell of themselves", func() bool { return len(h.state().Workers) == 2 })
	for _, m := range h.state().Workers {
		if m.Other == (m.Name == "w") || !strings.HasPrefix(m.Judge, "devel_") {
			t.Errorf("%s runs judge %s, and this is %s", m.Name, m.Judge, fleet.Version())
		}
	}
	h.grade(all, grade.Options{}).want(accepted(2))
	until(t, "the worker tells of its jobs", func() bool {
		now := h.state().Workers
		return slices.ContainsFunc(now, func(m result.Machine) bool { return m.Name == "w" && m.Jobs == 2 }) &&
			slices.ContainsFunc(now, func(m result.Machine) bool { return m.Name == "other" && m.Jobs == 0 })
	})
}

func TestFullQueue(t *testing.T) {
	h, all := build(t, "-max-jobs", "2"), entries(t, sleepers(t, 300, 0, 0, 0, 0, 0, 0, 0, 0, 0))
	h.worker("w")
	g := h.grade(all, grade.Options{})
	most := 0
	for running := true; running; {
		s := h.state()
		most = max(most, s.Queued+s.InWork)
		select {
		case <-g.done:
			running = false
		case <-time.After(10 * time.Millisecond):
		}
	}
	g.want(accepted(10))
	if most > 2 {
		t.Errorf("%d jobs lay in a queue for two", most)
	}
}

func TestLargeCase(t *testing.T) {
	h, root := build(t), sleepers(t, 0)
	big := filepath.Join(root, "testdata/p/secret/1.in")
	f, err := os.Create(big)
	if err != nil {
		t.Fatal(err)
	}
	const size = 200 << 20
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
	f.Close()
	program := "#judge:problem p\nimport sys\nn = 0\nwhile b := sys.stdin.buffer.read(1 << 20): n += len(b)\nprint(n)\n"
	for name, text := range map[string]string{"testdata/p/secret/1.ans": fmt.Sprintln(size), "solutions/s/main.py": program} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h.worker("w")
	h.grade(entries(t, root), grade.Options{}).want(accepted(1))
}

// No machine relies on the time of another one: a server whose clock is ten years ahead works as well.
func TestClockSkew(t *testing.T) {
	h := build(t)
	h.serve.kill()
	for _, name := range []string{"certificate.pem", "private.pem"} {
		if err := os.Remove(filepath.Join(h.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := identity(h.dir, time.Now().AddDate(10, 0, 0)); err != nil {
		t.Fatal(err)
	}
	h.owner = h.invite("-new-client", "later")
	h.up()
	h.worker("w")
	h.grade(entries(t, sleepers(t, 0)), grade.Options{}).want(accepted(1))
}

// With -fail-fast a fleet does as much as one machine: nothing after a failure.
func TestFailFast(t *testing.T) {
	h, root := build(t), sleepers(t, 0, 0, 0)
	if err := os.WriteFile(filepath.Join(root, "testdata/p/secret/2.ans"), []byte("asleep\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	h.worker("w")
	h.grade(entries(t, root), grade.Options{FailFast: true}).want(map[string]result.Verdict{"secret/1": result.AC, "secret/2": result.WA, "secret/3": result.SK})
	until(t, "the worker tells of its jobs", func() bool { return h.state().Workers[0].Jobs >= 2 })
	if done := h.state().Workers[0].Jobs; done != 2 {
		t.Errorf("%d jobs were done", done)
	}
}
