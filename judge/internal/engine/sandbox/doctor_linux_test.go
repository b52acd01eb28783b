//go:build amd64 || arm64

package sandbox_test

import (
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/short"
)

// TestStepsAreHad: a step that this machine allows is not given up for a fault of ours, which other tests would skip.
func TestStepsAreHad(t *testing.T) {
	short.Skip(t)
	var allowed []int
	if sandbox.LandlockABI() > 0 {
		if _, err := os.ReadFile("/proc/thread-self/children"); err == nil {
			allowed = append(allowed, 3)
		}
	}
	again := []string{"--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--net", "--ipc", "--uts", "true"}
	if exec.Command("unshare", again...).Run() == nil {
		allowed = append(allowed, 2)
	}
	if s := sandbox.Open(sandbox.Options{}); (stepOf(s) == 1) != (s.Cgroups() != "") {
		t.Errorf("step %d is had, and cgroups: %v", stepOf(s), s.Cgroups())
	} else {
		s.Close()
	}
	for _, step := range allowed {
		for _, landlock := range []int{0, 1, math.MaxInt} {
			s := sandbox.OpenWith(step, landlock)
			defer s.Close()
			if had := stepOf(s) == step; had != (landlock > 0 || step == 2) {
				t.Errorf("step %d with Landlock %d is had: %t: %s", step, landlock, had, s.Steps()[0].Trouble)
			}
		}
	}
}

// TestExamine: each step is found or missing once, in order, with its trouble or its walls.
func TestExamine(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	x := sandbox.Examine()
	first := 0
	for i, s := range x.Steps {
		if s.Number != i+1 || s.Trouble.Said() == s.Walls.Said() {
			t.Errorf("step %d: %+v", i+1, s)
		}
		if first == 0 && !s.Trouble.Said() {
			first = s.Number
		}
	}
	if len(x.Steps) != sandbox.Steps || x.InForce != first || !x.Memory.Said() {
		t.Errorf("%d steps, %d in force, want %d; memory %q", len(x.Steps), x.InForce, first, x.Memory)
	}
	if _, err := os.Stat("/proc/loadavg"); err == nil && !strings.Contains(x.Facts[0].Value.String(), "Linux") {
		t.Errorf("facts: %+v", x.Facts)
	}
}
