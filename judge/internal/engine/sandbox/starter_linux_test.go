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

// lastHelper returns the helper that was used last and is now idle.
func lastHelper(s *Sandbox) (pid int) { return s.idle[len(s.idle)-1].process.Pid }

// itsStarter returns its starter.
func itsStarter(t testing.TB, s *Sandbox) (pid int) {
	t.Helper()
	starters, _ := waiting(t, s)
	if len(starters) != 1 {
		t.Fatalf("a helper has the starters %v", starters)
	}
	return starters[0]
}

// waiting returns the processes of the helper used last: its starter, and the child that waits in a session of its own.
func waiting(t testing.TB, s *Sandbox) (starters, next []int) {
	t.Helper()
	until(t, "a child that waits", func() bool {
		starters, next = nil, nil
		for _, pid := range childrenOf(t, lastHelper(s)) {
			if session, _ := unix.Getsid(pid); session == pid {
				next = append(next, pid)
			} else {
				starters = append(starters, pid)
			}
		}
		return len(next) == 1 || s.step == withCgroups
	})
	return starters, next
}

func childrenOf(t testing.TB, pid int) (pids []int) {
	t.Helper()
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
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

// TestStarterLost: if a starter or its waiting child is killed or stopped, the helper is replaced and the program runs
// as usual.
func TestStarterLost(t *testing.T) {
	t.Parallel()
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		t.Parallel() // it takes seconds
		c := greedy(t, "nothing")
		first, _ := run(t, s, c)
		for _, signal := range []unix.Signal{unix.SIGKILL, unix.SIGSTOP, unix.SIGTERM} {
			for _, toStarter := range []bool{true, false} {
				starters, pids := waiting(t, s)
				if toStarter {
					pids = starters
				}
				for _, pid := range pids {
					if err := unix.Kill(pid, signal); err != nil {
						t.Fatal(err)
					}
				}
				for range 3 {
					o, _ := run(t, s, c)
					if o.End != Exited || o.Exit != 0 || o.Wall > time.Minute || o.PeakKiB > first.PeakKiB+512 {
						t.Errorf("after %v, to the starter %v: %+v, before %+v", signal, toStarter, o, first)
					}
				}
			}
		}
	})
}

// TestArgumentsAreNotCharged: the memory for a program's arguments is not charged to the programs after it.
func TestArgumentsAreNotCharged(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		t.Parallel()
		c := greedy(t, "nothing")
		before, _ := run(t, s, c)
		many := c
		for range 60000 {
			many.Args = append(many.Args, "x")
		}
		if o, _ := run(t, s, many); o.End != Exited || o.Exit != 0 {
			t.Errorf("with many arguments: %+v", o)
		}
		if after, _ := run(t, s, c); after.PeakKiB > before.PeakKiB+256 {
			t.Errorf("its peak was %d KiB, and is %d after a program with many arguments", before.PeakKiB, after.PeakKiB)
		}
		many.Args = append(many.Args, strings.Repeat("x", 60<<10)) // just below the largest message
		if o, _ := run(t, s, many); o.End != Exited || o.Exit != 0 {
			t.Errorf("with more arguments: %+v", o)
		}
		many.Args = append(many.Args, strings.Repeat("x", 100<<10))
		if _, err := s.Run(context.Background(), many); err == nil || !strings.Contains(err.Error(), "too long") {
			t.Errorf("with too many arguments: %v", err)
		}
	})
}

// TestIdleHelperKilled: if a helper is killed, no process of its starter stays.
func TestIdleHelperKilled(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		run(t, s, greedy(t, "nothing"))
		start, next := waiting(t, s)
		both := append(append(start, next...), lastHelper(s))
		if err := unix.Kill(lastHelper(s), unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
		s.Close()
		for _, pid := range both {
			if unix.Kill(pid, 0) == nil {
				t.Errorf("process %d is still there, if only as a zombie", pid)
			}
		}
	})
}

// TestStartFails: a program that cannot be started is the judge's error, and no process is left.
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
			itsStarter(t, s)
		}
	})
}

// TestChildKilledAtLaunch kills the waiting child while its launch arrives. If that was in time, the program runs with
// another helper; otherwise the program itself was killed.
func TestChildKilledAtLaunch(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		t.Parallel()
		run(t, s, greedy(t, "nothing"))
		for range 50 {
			_, next := waiting(t, s)
			killed := make(chan struct{})
			go func() {
				defer close(killed)
				for _, pid := range next {
					unix.Kill(pid, unix.SIGKILL)
				}
			}()
			o, _ := run(t, s, greedy(t, "nothing"))
			<-killed
			if o.End != Exited || o.Exit != 0 && o.Signal != "SIGKILL" {
				t.Errorf("%+v", o)
			}
		}
	})
}

// TestWaitingChildRuns: whatever a program did and however it ended, the next one runs in the child that waited.
func TestWaitingChildRuns(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		if s.step == withCgroups {
			t.Skip("none waits there")
		}
		shell := func(script string, args ...string) Command {
			return Command{Args: append([]string{"/bin/sh", "-c", script}, args...), Limits: Limits{CPU: time.Minute}}
		}
		say, spin := shell("echo $$"), shell("while :; do :; done")
		spin.Limits.CPU = 10 * time.Millisecond
		for what, before := range map[string]Command{"one like it": say, "one that was ended": spin} {
			same := 0
			for try := 0; try < 40 && same < 10; try++ { // a child that has to wait for a processor is replaced
				run(t, s, before)
				_, next := waiting(t, s)
				number := numberInside(t, next[0])
				if _, got := run(t, s, say); strings.TrimSpace(got) == number {
					same++
				}
			}
			if same < 10 {
				t.Errorf("after %s another was made, but for %d of 40", what, same)
			}
		}
	})
}

// numberInside returns a process's number in its own namespace.
func numberInside(t *testing.T, pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\nNSpid:")
	line, _, _ := strings.Cut(after, "\n")
	numbers := strings.Fields(line)
	return numbers[len(numbers)-1]
}

// TestStarterGone: one that has ended is not waited for, and one that may have been stopped is, for a while.
func TestStarterGone(t *testing.T) {
	for _, test := range []struct {
		ended  int16
		waited time.Duration
		want   bool
	}{{0, 0, false}, {0, slowToStart, false}, {0, slowToStart + 1, true}, {unix.POLLIN, 0, true}} {
		if gone(test.ended, test.waited) != test.want {
			t.Errorf("%+v", test)
		}
	}
}

// TestReadsBackStderr: a program can read back what it wrote to its own standard error after the helper was told of it. A
// helper that waited for that text hung and could not end the program that it watched.
func TestReadsBackStderr(t *testing.T) {
	w := &watch{h: &helper{}}
	if err := w.openErrors(); err != nil {
		t.Fatal(err)
	}
	defer unix.Close(w.errors[0])
	defer unix.Close(w.errors[1])
	theirs := w.errors[1]
	unix.Write(theirs, []byte("x"))
	thief, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", theirs))
	if err != nil {
		t.Fatal(err)
	}
	defer thief.Close()
	if n, err := thief.Read(make([]byte, 10)); n != 1 {
		t.Fatal(n, err)
	}
	read := make(chan bool, 1)
	go func() { read <- w.readErrors() }()
	select {
	case more := <-read:
		if more {
			t.Error("there is more to be read of nothing")
		}
	case <-time.After(5 * time.Minute):
		t.Fatal("it waits for what was taken")
	}
	unix.Write(theirs, []byte("seen"))
	if !w.readErrors() || string(w.head) != "seen" {
		t.Errorf("read %q", w.head)
	}
}
