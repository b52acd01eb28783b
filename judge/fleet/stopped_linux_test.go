package main

import (
	"syscall"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
)

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
