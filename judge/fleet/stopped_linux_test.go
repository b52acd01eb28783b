package main

import (
	"syscall"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
)

// A worker that was stopped for longer than its lease loses the job; what it says later is not heard, and it
// goes on as before.
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
