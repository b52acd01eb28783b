//go:build amd64 || arm64

package sandbox

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// hasAccount skips a test where the kernel keeps no account for this user.
func hasAccount(t *testing.T, s *Sandbox) {
	t.Helper()
	if !strings.Contains(s.Steps()[len(s.Steps())-1].Walls.String(), accountWord) {
		t.Skip("the kernel keeps no account for this user: " + line("/proc/sys/kernel/perf_event_paranoid"))
	}
}

// TestAccount: what no process is charged for is in the kernel's account, and so is nothing else.
func TestAccount(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		hasAccount(t, s)
		c := greedy(t, "burn-ignored")
		c.Limits.CPU, c.Limits.Wall = 5*time.Second, time.Minute
		if o, _ := run(t, s, c); o.End != Exited || o.CPU < 990*time.Millisecond || o.CPU > 1300*time.Millisecond {
			t.Errorf("of 1 s in children whose end is ignored: %+v", o)
		}
		c.Limits.CPU = 300 * time.Millisecond
		if o, _ := run(t, s, c); o.End != CPULimit || o.CPU < 300*time.Millisecond || o.CPU > 600*time.Millisecond {
			t.Errorf("held to 300 ms of it: %+v", o)
		}
		if o, _ := run(t, s, greedy(t, "nothing")); o.CPU > 50*time.Millisecond {
			t.Errorf("the next is charged for it: %+v", o)
		}
	})
}

// TestStarterIsNotCharged: what a starter used that is gone is not charged to the program for which another was made.
func TestStarterIsNotCharged(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		hasAccount(t, s)
		sleep := func(seconds string) Command {
			return Command{Args: []string{"/bin/sleep", seconds}, Limits: Limits{CPU: time.Minute}}
		}
		last, old := 0, time.Duration(0)
		for try := 0; old < 30*time.Millisecond; try++ {
			if try == 200 {
				t.Skip("no starter lives long enough: is the machine busy?")
			}
			for range 100 {
				run(t, s, sleep("0"))
			}
			last, _ = aStarter(t, s, sleep("0"))
			old = processClock(last)
		}
		_, next := waiting(t, s)
		for _, pid := range append(next, last) {
			if err := unix.Kill(pid, unix.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
		o, _ := run(t, s, sleep("0.3"))
		if o.End != Exited || o.CPU > old/2 {
			t.Errorf("one that sleeps, after a starter that used %v: %+v", old, o)
		}
	})
}

// TestHiddenCPU burns what it can where nobody is charged: whoever counts, it ends near its limit, and the figure
// does not contradict the verdict.
func TestHiddenCPU(t *testing.T) {
	for name, account := range map[string]bool{"account": true, "watch": false} {
		for _, step := range allSteps {
			s, err := open(step, 100, account)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if s.step != step {
				continue
			}
			for _, what := range []string{"burn-under-one-number", "burn-unaccounted", "burn-in-sips"} {
				c := greedy(t, what)
				c.Limits.CPU, c.Limits.Wall = 500*time.Millisecond, 30*time.Second
				o, _ := run(t, s, c)
				if o.End != CPULimit || o.CPU < c.Limits.CPU || o.CPU > 3*c.Limits.CPU {
					t.Errorf("%s, step %d, %s: %+v", name, step, what, o)
				}
			}
		}
	}
}
