//go:build amd64 || arm64

package sandbox_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
)

// allSteps have limits; those in walled have walls, too.
var (
	allSteps = stepsHere(1, 2, 3, 4)
	walled   = stepsHere(1, 2, 3)
)

// stepsHere leaves out steps that are the same for the user of this test.
func stepsHere(steps ...int) []int {
	least := map[string]int{"": 4, ordinary: 3, withoutNamespaces: 3}[os.Getenv(otherVariable)]
	most := map[string]int{"": 1, ordinary: 1, withoutNamespaces: 3}[os.Getenv(otherVariable)]
	return slices.DeleteFunc(steps, func(n int) bool { return n > least || n < most })
}

// limitRun is a run of greedy.c: the end it must have, any if that is negative, and what else must be true of it.
type limitRun struct {
	what   string
	change func(*sandbox.Command)
	end    sandbox.End
	check  func(*testing.T, sandbox.Outcome, string)
}

func TestLimits(t *testing.T) {
	t.Parallel()
	const soon = 250 * time.Millisecond // the helper has to wait for a processor, too
	short := func(c *sandbox.Command) { c.Limits.CPU = 100 * time.Millisecond }
	brief := func(c *sandbox.Command) { c.Limits.Wall = 200 * time.Millisecond }
	tests := []limitRun{
		{"spin", short, sandbox.CPULimit, inTime(100*time.Millisecond, soon)},
		{"spin-threads", short, sandbox.CPULimit, inTime(100*time.Millisecond, soon)},
		{"ignore-signals", short, sandbox.CPULimit, inTime(100*time.Millisecond, soon)},
		{"burn-in-turns", nil, sandbox.Exited, func(t *testing.T, o sandbox.Outcome, _ string) {
			if o.CPU < 95*time.Millisecond || o.CPU > 200*time.Millisecond {
				t.Errorf("its children used 100 ms, counted are %v", o.CPU)
			}
		}},
		{"burn-in-grandchild", nil, sandbox.Exited, func(t *testing.T, o sandbox.Outcome, _ string) {
			if o.CPU < 50*time.Millisecond || o.CPU > 150*time.Millisecond {
				t.Errorf("its grandchild used 50 ms, counted are %v", o.CPU)
			}
		}},
		{"sleep", brief, sandbox.WallLimit, idle},
		{"answer-then-hang", brief, sandbox.WallLimit, printed("42\n")},
		{"touch", nil, sandbox.MemoryLimit, peakOver(64 << 20)},
		{"touch-in-children", nil, sandbox.MemoryLimit, peakOver(64 << 20)},
		{"touch-after-leaving", nil, sandbox.MemoryLimit, func(t *testing.T, o sandbox.Outcome, _ string) {
			must.Be(t, o.PeakKiB >= 64<<10 && o.PeakKiB <= 1<<20, "its peak is %d KiB", o.PeakKiB)
		}},
		{"reserve", nil, sandbox.MemoryLimit, peakOver(64 << 20)},
		{"touch-far-apart", nil, sandbox.MemoryLimit, nil},
		{"many-small-maps", nil, sandbox.MemoryLimit, nil},
		{"flood-stdout", nil, sandbox.OutputLimit, nil},
		{"flood-stderr", nil, sandbox.Exited, func(t *testing.T, o sandbox.Outcome, out string) {
			printed("42\n")(t, sandbox.Outcome{End: o.End, CPU: o.CPU, Signal: o.Signal, Exit: o.Exit}, out)
			must.Equal(t, sandbox.KeptErrors, len(o.Stderr), "of its errors")
			must.Equal(t, "", strings.Trim(string(o.Stderr), "x"), "of its errors")
		}},
		{"big-file", nil, sandbox.Exited, exitCode(4)},
		{"leave-daemon", nil, sandbox.Exited, printed("42\n")},
		{"close-input", nil, sandbox.Exited, printed("42\n")},
		{"crash", nil, sandbox.Exited, signalled("SIGSEGV")},
		{"give-up", nil, sandbox.Exited, func(t *testing.T, o sandbox.Outcome, out string) {
			signalled("SIGABRT")(t, o, out)
			must.Equal(t, "no way\n", string(o.Stderr), "errors", o.Stderr)
		}},
	}
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		for _, test := range tests {
			t.Run(test.what, func(t *testing.T) {
				t.Parallel()
				test.try(t, s)
			})
		}
	})
}

// TestProcessLimits has the machine to itself: the kernel's number is for the user as a whole.
func TestProcessLimits(t *testing.T) {
	few := func(c *sandbox.Command) { c.Limits.Processes = 64 }
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		for _, test := range []limitRun{
			{"fork-many", few, sandbox.Exited, fewProcesses},
			{"thread-many", few, sandbox.Exited, fewProcesses},
			{"fork-bomb", func(c *sandbox.Command) { c.Limits.CPU, c.Limits.Processes = 200*time.Millisecond, 8 }, -1, nil},
		} {
			t.Run(test.what, func(t *testing.T) {
				if test.what == "fork-bomb" && os.Geteuid() == 0 && stepOf(s) > 2 {
					t.Skip("nothing holds root to a number of processes at this step")
				}
				test.try(t, s)
				next := greedy(t, "nothing")
				next.Policy = sandbox.Compiler
				test.change(&next)
				if o, _ := run(t, s, next); o.Exit != 0 || o.Note.Said() {
					t.Errorf("the next: %+v", o)
				}
			})
		}
	})
}

func (test limitRun) try(t *testing.T, s *sandbox.Sandbox) {
	c := greedy(t, test.what)
	c.Args = append(c.Args, markOf(t))
	if test.change != nil {
		test.change(&c)
	}
	began := time.Now()
	o, out := run(t, s, c)
	if o.End != test.end && test.end >= 0 {
		t.Errorf("want end %d, got %d: %+v", test.end, o.End, o)
	}
	if test.check != nil {
		test.check(t, o, out)
	}
	if all := time.Since(began); all > 5*time.Minute {
		t.Errorf("it took %v", all)
	}
	if still := left(markOf(t)); still != nil {
		t.Errorf("left running: %q", still)
	}
}

func inTime(limit, more time.Duration) func(*testing.T, sandbox.Outcome, string) {
	return func(t *testing.T, o sandbox.Outcome, _ string) {
		must.Be(t, o.CPU >= limit && o.CPU <= limit+more, "limit %v, stopped at %v", limit, o.CPU)
	}
}

func idle(t *testing.T, o sandbox.Outcome, _ string) {
	must.Be(t, o.CPU <= 100*time.Millisecond && o.Wall >= 200*time.Millisecond, "cpu %v, wall %v", o.CPU, o.Wall)
}

func printed(want string) func(*testing.T, sandbox.Outcome, string) {
	return func(t *testing.T, o sandbox.Outcome, got string) {
		must.Equal(t, want, got, "output", o)
	}
}

func peakOver(bytes int64) func(*testing.T, sandbox.Outcome, string) {
	return func(t *testing.T, o sandbox.Outcome, _ string) {
		must.Be(t, o.PeakKiB<<10 >= bytes && o.PeakKiB <= 2<<20, "peak %d KiB", o.PeakKiB)
	}
}

func exitCode(want int) func(*testing.T, sandbox.Outcome, string) {
	return func(t *testing.T, o sandbox.Outcome, _ string) {
		must.Equal(t, want, o.Exit, "exit")
		must.Equal(t, "", o.Signal, "exit")
	}
}

func signalled(want string) func(*testing.T, sandbox.Outcome, string) {
	return func(t *testing.T, o sandbox.Outcome, _ string) {
		must.Equal(t, -1, o.Exit, "exit")
		must.Equal(t, want, o.Signal, "exit")
	}
}

// fewProcesses accepts two ends: the kernel refused the rest of 1,000 processes, or the watch ended the program. At
// step 2 the kernel limits the program's own number. At other steps its limit leaves room for other processes of the
// user, and root has none.
func fewProcesses(t *testing.T, o sandbox.Outcome, out string) {
	most, held := 1000, os.Geteuid() != 0
	if strings.Contains(t.Name(), "step2") {
		most, held = 100, true
	}
	n, err := strconv.Atoi(strings.TrimSpace(out))
	if held && !o.Note.Said() && (err != nil || n >= most) {
		t.Errorf("it had %q of its kind, note %q, %+v", out, o.Note, o)
	}
}

// TestCgroup runs step 1 where the machine has it. If the version 2 tree has no controllers but can be written, the
// rest is tried: the start in a cgroup, its CPU time, its removal.
func TestCgroup(t *testing.T) {
	s := sandbox.Open(sandbox.Options{})
	defer s.Close()
	whole := stepOf(s) == 1
	if !whole {
		t.Logf("not whole: %s", s.Steps()[0].Trouble)
		err := s.Divide()
		if base := s.Cgroups(); base != "" {
			defer os.Remove(base)
		}
		if err != nil {
			t.Skip(err)
		}
	}
	c := greedy(t, "burn-in-turns")
	c.Limits.CPU, c.Limits.Wall = 50*time.Millisecond, 8*time.Second
	if o, _ := run(t, s, c); o.End != sandbox.CPULimit || o.CPU < 50*time.Millisecond || o.CPU > 150*time.Millisecond {
		t.Errorf("%+v", o)
	}
	c = greedy(t, "fork-many")
	if o, _ := run(t, s, c); o.End != sandbox.Exited || o.PeakKiB == 0 {
		t.Errorf("%+v", o)
	}
	if whole {
		if o, _ := run(t, s, greedy(t, "touch-in-children")); o.End != sandbox.MemoryLimit {
			t.Errorf("%+v", o)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(s.Cgroups(), "judge.run.*")); found != nil {
		t.Errorf("left behind: %v", found)
	}
}
