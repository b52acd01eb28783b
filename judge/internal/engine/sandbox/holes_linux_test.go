//go:build amd64 || arm64

package sandbox

import (
	"strings"
	"testing"
	"time"
)

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
				if o, _ := run(t, s, c); !test.holds(s.step, o) {
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
		if o, _ := run(t, s, c); !bounded(s.step, o) {
			t.Errorf("%+v", o)
		}
	})
}

// TestCallsAreAnswered: each call that a program may make is listed once, with what limits it.
func TestCallsAreAnswered(t *testing.T) {
	seen := map[uint32]string{}
	for _, h := range append(append([]held{{"as its newer name", callsHere}}, everyones...), compilers...) {
		for _, call := range h.calls {
			if seen[call] != "" || h.most == "" {
				t.Errorf("call %d: %q and %q", call, seen[call], h.most)
			}
			seen[call] = h.most
		}
	}
	if len(seen) < 150 {
		t.Errorf("%d calls", len(seen))
	}
}
