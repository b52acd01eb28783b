//go:build amd64 || arm64

package sandbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/testkit/must"
)

// lastHelper returns the helper that was used last and is now idle.
func lastHelper(s *Sandbox) (pid int) { return s.idle[len(s.idle)-1].process.Pid }

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
	if build, ok := debug.ReadBuildInfo(); ok && strings.Contains(build.String(), "build\t-race=true") {
		t.Skip("the race detector's own memory grows with the arguments")
	}
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		t.Parallel()
		c := greedy(t, "nothing")
		before, _ := run(t, s, c)
		many := c
		for range 30000 {
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
		must.Fail(t, must.Err(s.Run(context.Background(), many)), "too long", "with too many arguments")
	})
}

// TestStartFails: a program that cannot be started is the judge's error, and no process is left.
func TestStartFails(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
		broken := filepath.Join(t.TempDir(), "broken")
		must.Succeed(t, os.WriteFile(broken, []byte("\x7fELF, but no more of it\n"), 0o755))
		c := Command{Args: []string{broken}, Limits: Limits{CPU: time.Second}}
		for range 3 {
			must.Fail(t, must.Err(s.Run(context.Background(), c)), "starting the program: exec format error")
			if left := childrenOf(t, lastHelper(s)); len(left) > 0 {
				t.Errorf("the helper still has the children %v", left)
			}
		}
	})
}

// TestReadsBackStderr: a program can read back what it wrote to its own standard error after the helper was told of it. A
// helper that waited for that text hung and could not end the program that it watched.
func TestReadsBackStderr(t *testing.T) {
	w := &watch{h: &helper{}}
	must.Succeed(t, w.openErrors())
	defer unix.Close(w.errors[0])
	defer unix.Close(w.errors[1])
	theirs := w.errors[1]
	unix.Write(theirs, []byte("x"))
	thief, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", theirs))
	must.Succeed(t, err)
	defer thief.Close()
	if n, err := thief.Read(make([]byte, 10)); n != 1 {
		t.Fatal(n, err)
	}
	read := make(chan bool, 1)
	go func() { read <- w.readErrors() }()
	select {
	case more := <-read:
		must.Be(t, !more, "there is more to be read of nothing")
	case <-time.After(5 * time.Minute):
		t.Fatal("it waits for what was taken")
	}
	unix.Write(theirs, []byte("seen"))
	must.Be(t, w.readErrors() && string(w.head) == "seen", "read %q", w.head)
}

// TestHoles tries programs that once escaped a watch that looked at many processes from time to time.
func TestHoles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, what string
		change     func(*Command)
		holds      func(step int, o Outcome) bool
	}{
		{"memory that is given back between two looks", "touch-at-once", nil, func(_ int, o Outcome) bool {
			return o.End == MemoryLimit && o.PeakKiB > 64<<10
		}},
		{"the kernel refuses it beyond the reserve", "touch-at-once", func(c *Command) { c.Limits.Data = 512 << 20 },
			func(_ int, o Outcome) bool {
				return o.End == Exited && o.Exit == 5 && o.PeakKiB < 64<<10
			}},
		{"memory of the program before an exec", "touch-and-exec", nil, func(_ int, o Outcome) bool {
			return o.End == MemoryLimit && o.PeakKiB > 64<<10
		}},
		{"sleep in naps", "nap", func(c *Command) { c.Limits.Wall = 300 * time.Millisecond }, slept},
		{"code that it wrote, mapped", "load-own-file", nil, func(step int, o Outcome) bool {
			return o.Exit == 5 || step > 2 && o.Exit == 6
		}},
		{"unlinked files in the places of those it was given", "unlinked-low", nil, bounded},
		{"unlinked files, mapped and closed", "mapped-files", nil, bounded},
		{"CPU time told beside its limit", "spin-threads", func(c *Command) { c.Limits.CPU = 400 * time.Millisecond },
			func(_ int, o Outcome) bool {
				return o.End == CPULimit && o.CPU > 400*time.Millisecond && o.CPU < 600*time.Millisecond
			}},
	}
	eachStep(t, walled, func(t *testing.T, s *Sandbox) {
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

func slept(_ int, o Outcome) bool { return o.End == WallLimit && o.Wall < 20*time.Second }

// bounded accepts two ends: the program was ended, or the kernel had no room for it.
func bounded(_ int, o Outcome) bool {
	return o.Exit == 4 || o.End == Exited && strings.Contains(o.Note.String(), "its folders")
}

// TestSparse: the limit of a validator's folder counts sizes of files, because the folder is copied.
func TestSparse(t *testing.T) {
	eachStep(t, walled, func(t *testing.T, s *Sandbox) {
		c := greedy(t, "sparse-files")
		folder := t.TempDir()
		c.Policy, c.Writable, c.Dir = Checker, []string{folder}, folder
		if o, _ := run(t, s, c); !bounded(stepOf(s), o) {
			t.Errorf("%+v", o)
		}
	})
}

// TestCallsAreAnswered: each call that a program may make is listed once, with what limits it.
func TestCallsAreAnswered(t *testing.T) {
	seen := map[uint32]string{}
	for _, h := range append(append([]held{{"as its newer name", callsHere}}, everyones...), compilers...) {
		for _, call := range h.calls {
			must.Be(t, seen[call] == "" && h.most != "", "call %d: %q and %q", call, seen[call], h.most)
			seen[call] = h.most
		}
	}
	must.Be(t, len(seen) >= 150, "%d calls", len(seen))
}
