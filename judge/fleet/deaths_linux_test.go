package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// A server that was killed and lost its store goes on with the run that its client sends again.
func TestKilledServer(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 0, 1000, 0, 0))
	h.worker("w")
	g := h.grade(all, grade.Options{})
	g.begins("secret/2", 1)
	h.serve.kill()
	must.Succeed(t, os.RemoveAll(filepath.Join(h.dir, "store")))
	h.up()
	g.want(accepted(4))
}

// A job that crashes its workers is given up after three tries; the other queued jobs are not.
func TestPoison(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 15_000, 0))
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
	must.Equal(t, "its workers died: ann, bob, cid", run.Results[0].Cases[0].Message.String())
	if s := h.state(); s.Queued+s.InWork > 0 {
		t.Errorf("the queue is left as %+v", s)
	}
}

// A worker that was stopped for longer than its lease loses its job. Its late result is ignored, and it goes on
// working.
func TestStoppedWorker(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 1500))
	slow := h.worker("slow")
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	slow.Process.Signal(syscall.SIGSTOP)
	quick := h.worker("quick")
	g.begins("secret/1", 2)
	g.want(accepted(1))
	quick.kill()
	slow.Process.Signal(syscall.SIGCONT)
	h.grade(all, grade.Options{}).want(accepted(1))
	until(t, "it has done both", func() bool {
		for _, m := range h.state().Workers {
			if m.Name == "slow" {
				return m.Jobs == 2
			}
		}
		return false
	})
}

// A slow worker that says so keeps its job for longer than its lease.
func TestSlowWorker(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 8000))
	h.worker("one")
	h.worker("two")
	g := h.grade(all, grade.Options{})
	g.want(accepted(1))
	must.Equal(t, 1, g.count("secret/1"), "it was begun", "times")
}

// A worker that is asked to end leaves its jobs to the next one at once, except one that runs: that it finishes.
func TestEndedWorker(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 2000, 0, 0))
	first := h.worker("first")
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	first.Process.Signal(os.Interrupt)
	must.Equal(t, 0, first.exits(), "exit", first.output())
	h.worker("second")
	g.want(accepted(3))
}
