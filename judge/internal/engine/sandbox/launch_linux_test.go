//go:build amd64 || arm64

package sandbox_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// lastHelper returns the helper that was used last and is now idle.
func lastHelper(s *sandbox.Sandbox) (pid int) { return s.Idle()[len(s.Idle())-1] }

func childrenOf(t testing.TB, pid int) (pids []int) {
	t.Helper()
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text := must.Get(os.ReadFile(list))(t)
		for _, field := range strings.Fields(string(text)) {
			pid := must.Get(strconv.Atoi(field))(t)
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestArgumentsAreNotCharged: the memory for a program's arguments is not charged to the programs after it.
func TestArgumentsAreNotCharged(t *testing.T) {
	if short.Raced() {
		t.Skip("the race detector's own memory grows with the arguments")
	}
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		c := greedy(t, "nothing")
		before, _ := run(t, s, c)
		many := c
		for range 30000 {
			many.Args = append(many.Args, "x")
		}
		if o, _ := run(t, s, many); o.End != sandbox.Exited || o.Exit != 0 {
			t.Errorf("with many arguments: %+v", o)
		}
		if after, _ := run(t, s, c); after.PeakKiB > before.PeakKiB+256 {
			t.Errorf("its peak was %d KiB, and is %d after a program with many arguments", before.PeakKiB, after.PeakKiB)
		}
		many.Args = append(many.Args, strings.Repeat("x", 60<<10)) // just below the largest message
		if o, _ := run(t, s, many); o.End != sandbox.Exited || o.Exit != 0 {
			t.Errorf("with more arguments: %+v", o)
		}
		many.Args = append(many.Args, strings.Repeat("x", 100<<10))
		must.Fail(t, must.Err(s.Run(context.Background(), many)), "too long", "with too many arguments")
	})
}

// TestStartFails: a program that cannot be started is the judge's error, and no process is left.
func TestStartFails(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		broken := filepath.Join(t.TempDir(), "broken")
		must.Succeed(t, os.WriteFile(broken, []byte("\x7fELF, but no more of it\n"), 0o755))
		c := sandbox.Command{Args: []string{broken}, Limits: sandbox.Limits{CPU: time.Second}}
		for range 3 {
			must.Fail(t, must.Err(s.Run(context.Background(), c)), "starting the program: exec format error")
			if left := childrenOf(t, lastHelper(s)); len(left) > 0 {
				t.Errorf("the helper still has the children %v", left)
			}
		}
	})
}

// TestHoles tries programs that once escaped a watch that looked at many processes from time to time.
func TestHoles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, what string
		change     func(*sandbox.Command)
		holds      func(step int, o sandbox.Outcome) bool
	}{
		{"memory that is given back between two looks", "touch-at-once", nil, func(_ int, o sandbox.Outcome) bool {
			return o.End == sandbox.MemoryLimit && o.PeakKiB > 64<<10
		}},
		{"the kernel refuses it beyond the reserve", "touch-at-once", func(c *sandbox.Command) { c.Limits.Data = 512 << 20 },
			func(_ int, o sandbox.Outcome) bool {
				return o.End == sandbox.Exited && o.Exit == 5 && o.PeakKiB < 64<<10
			}},
		{"memory of the program before an exec", "touch-and-exec", nil, func(_ int, o sandbox.Outcome) bool {
			return o.End == sandbox.MemoryLimit && o.PeakKiB > 64<<10
		}},
		{"sleep in naps", "nap", func(c *sandbox.Command) { c.Limits.Wall = 300 * time.Millisecond }, slept},
		{"code that it wrote, mapped", "load-own-file", nil, func(step int, o sandbox.Outcome) bool {
			return o.Exit == 5 || step > 2 && o.Exit == 6
		}},
		{"unlinked files in the places of those it was given", "unlinked-low", nil, bounded},
		{"unlinked files, mapped and closed", "mapped-files", nil, bounded},
		{"CPU time told beside its limit", "spin-threads", func(c *sandbox.Command) { c.Limits.CPU = 400 * time.Millisecond },
			func(_ int, o sandbox.Outcome) bool {
				return o.End == sandbox.CPULimit && o.CPU > 400*time.Millisecond && o.CPU < 600*time.Millisecond
			}},
	}
	eachStep(t, walled, func(t *testing.T, s *sandbox.Sandbox) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				c := greedy(t, test.what)
				if test.change != nil {
					test.change(&c)
				}
				if o, _ := run(t, s, c); !test.holds(stepOf(s), o) {
					t.Errorf("%+v", o)
				}
			})
		}
	})
}

func slept(_ int, o sandbox.Outcome) bool {
	return o.End == sandbox.WallLimit && o.Wall < time.Minute
}

// bounded accepts two ends: the program was ended, or the kernel had no room for it.
func bounded(_ int, o sandbox.Outcome) bool {
	return o.Exit == 4 || o.End == sandbox.Exited && strings.Contains(o.Note.String(), "its folders")
}

// TestSparse: the limit of a validator's folder counts sizes of files, because the folder is copied.
func TestSparse(t *testing.T) {
	eachStep(t, walled, func(t *testing.T, s *sandbox.Sandbox) {
		c := greedy(t, "sparse-files")
		folder := t.TempDir()
		c.Policy, c.Writable, c.Dir = sandbox.Checker, []string{folder}, folder
		if o, _ := run(t, s, c); !bounded(stepOf(s), o) {
			t.Errorf("%+v", o)
		}
	})
}
