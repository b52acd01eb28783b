//go:build amd64 || arm64

package sandbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// childrenOfHelper are the processes a helper of this test has now: when it is idle, its starter.
func childrenOfHelper(t *testing.T) (pids []int) {
	t.Helper()
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", aHelper()))
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range strings.Fields(string(text)) {
			pid, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestStarterLost: a starter that is killed or stopped, by whatever means, is replaced, and nobody notices.
func TestStarterLost(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		c := greedy(t, "nothing")
		first, _ := run(t, s, c)
		for _, signal := range []unix.Signal{unix.SIGKILL, unix.SIGSTOP, unix.SIGTERM} {
			before := childrenOfHelper(t)
			if len(before) != 1 {
				t.Fatalf("an idle helper has the children %v", before)
			}
			if err := unix.Kill(before[0], signal); err != nil {
				t.Fatal(err)
			}
			o, _ := run(t, s, c)
			if o.End != Exited || o.Exit != 0 || o.Note != "" || o.Wall > answerTime {
				t.Errorf("after %v: %+v", signal, o)
			}
			if o.PeakKiB > first.PeakKiB+64 {
				t.Errorf("after %v its peak is %d KiB, before it was %d", signal, o.PeakKiB, first.PeakKiB)
			}
			after := childrenOfHelper(t)
			if len(after) != 1 || signal != unix.SIGTERM && after[0] == before[0] {
				t.Errorf("after %v: children %v, before %v", signal, after, before)
			}
		}
	})
}

// TestStartFails: what cannot be started is the judge's trouble, and leaves nothing behind.
func TestStartFails(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		broken := filepath.Join(t.TempDir(), "broken")
		if err := os.WriteFile(broken, []byte("\x7fELF, but no more of it\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		c := Command{Args: []string{broken}, Limits: Limits{CPU: time.Second}}
		for range 3 {
			if _, err := s.Run(context.Background(), c); err == nil || !strings.Contains(err.Error(), "starting the program: exec format error") {
				t.Errorf("got %v", err)
			}
			if now := childrenOfHelper(t); len(now) != 1 {
				t.Errorf("children left: %v", now)
			}
		}
	})
}
