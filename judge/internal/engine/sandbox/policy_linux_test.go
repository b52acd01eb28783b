//go:build amd64 || arm64

package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
)

// everyPolicy returns a command for each policy.
func everyPolicy(t *testing.T, test func(t *testing.T, change func(*sandbox.Command), folder string)) {
	for kind, name := range []string{"submission", "checker", "compiler"} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			test(t, func(c *sandbox.Command) {
				if c.Policy = sandbox.Policy(kind); c.Policy.Writes() {
					c.Writable = []string{folder}
				}
			}, folder)
		})
	}
}

// TestHeld tries calls that hold memory or disk which no limit counts: no policy allows them.
func TestHeld(t *testing.T) {
	eachStep(t, walled, func(t *testing.T, s *sandbox.Sandbox) {
		everyPolicy(t, func(t *testing.T, change func(*sandbox.Command), _ string) {
			for _, what := range []string{"hold-by-splice", "hold-in-pipes", "larger-socket", "reserve-in-output", "reserve-in-scratch"} {
				c := greedy(t, what)
				change(&c)
				if c.Policy == sandbox.Compiler && (what == "hold-by-splice" || what == "larger-socket") {
					continue // the watch limits its memory
				}
				if o, _ := run(t, s, c); o.Exit != 5 {
					t.Errorf("%s was not refused: %+v", what, o)
				}
			}
		})
	})
}

// TestPolicies: only a compiler may change modes and share memory, with or without a folder to write in.
func TestPolicies(t *testing.T) {
	eachStep(t, walled, func(t *testing.T, s *sandbox.Sandbox) {
		everyPolicy(t, func(t *testing.T, change func(*sandbox.Command), folder string) {
			for what, want := range map[string]int{"change-mode": 5, "hold-unnamed": 5, "run-own-file": 5} {
				c := greedy(t, what)
				if change(&c); c.Policy == sandbox.Compiler {
					want = 6
				}
				if o, _ := run(t, s, c); o.Exit != want {
					t.Errorf("%s: want exit %d, got %+v", what, want, o)
				}
			}
			c := greedy(t, "change-device")
			if change(&c); stepOf(s) == 2 || c.Policy != sandbox.Compiler {
				if o, _ := run(t, s, c); o.Exit != 5 {
					t.Errorf("a device's mode could be changed: %+v", o)
				}
			}
			readable := t.TempDir()
			c = sandbox.Command{Args: []string{"/bin/sh", "-c", "echo x >$0/x; echo x >$1/x; :", folder, readable},
				Readable: []string{readable}, Limits: sandbox.Limits{CPU: 5 * time.Second}}
			change(&c)
			run(t, s, c)
			for path, want := range map[string]bool{folder: c.Policy.Writes(), readable: false} {
				if _, err := os.Stat(filepath.Join(path, "x")); (err == nil) != want {
					t.Errorf("it wrote in a folder: %t, want %t", err == nil, want)
				}
			}
		})
	})
}

// TestPriority: a user who may have real-time priority hands none of it on to a program, which would outrank the watch.
func TestPriority(t *testing.T) {
	mayOutrank(t)
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		if o, _ := run(t, s, greedy(t, "outrank")); o.Exit != 5 && !(stepOf(s) == 4 && os.Geteuid() == 0) { // there root has all rights
			t.Errorf("%+v", o)
		}
	})
}

// mayOutrank gives this process, and the tests that it starts as others, limits above their own priority, if it may.
func mayOutrank(t *testing.T) {
	for _, which := range []int{unix.RLIMIT_RTPRIO, unix.RLIMIT_NICE} {
		var before unix.Rlimit
		must.Succeed(t, unix.Getrlimit(which, &before))
		if unix.Setrlimit(which, &unix.Rlimit{Cur: 30, Max: 30}) == nil {
			t.Cleanup(func() { unix.Setrlimit(which, &before) })
		}
	}
}

// TestTmpfile: where there is a root for programs alone, tmpfile of the C library has a place.
func TestTmpfile(t *testing.T) {
	eachStep(t, walled[:len(walled)-1], func(t *testing.T, s *sandbox.Sandbox) {
		exe := filepath.Join("/var/tmp", filepath.Base(t.TempDir())+strconv.Itoa(os.Getpid())) // what is shown must not be in /tmp
		text, err := os.ReadFile(program(t, "greedy"))
		if err == nil {
			err = os.WriteFile(exe, text, 0o755)
		}
		must.Succeed(t, err)
		defer os.Remove(exe)
		c := greedy(t, "keep-in-tmpfile")
		c.Args[0] = exe
		if o, got := run(t, s, c); got != "42\n" {
			t.Errorf("%q, %+v", got, o)
		}
	})
}

// TestEmptied: a program that opens its standard output by a name loses what it printed before.
func TestEmptied(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		for script, want := range map[string]bool{
			"echo 1; echo 2": false,
			"echo 1 >/dev/stdout; echo 2 >/dev/stdout":    true,
			"echo 1; echo 23 >/dev/stdout":                true,
			"echo 1 >/dev/stdout; echo 2 >>/dev/stdout; ": true,
		} {
			if o, _ := run(t, s, shell(script)); o.Emptied != want {
				t.Errorf("%s: %t", script, o.Emptied)
			}
		}
	})
}

// TestWritableIsBounded: a writable folder on disk is watched like the scratch folder.
func TestWritableIsBounded(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		for _, kind := range []sandbox.Policy{sandbox.Checker, sandbox.Compiler} {
			for _, what := range []string{"hide", "hide-behind", "hide-shut", "unlinked-files"} {
				folder := t.TempDir()
				c := greedy(t, what)
				c.Policy, c.Writable, c.Dir = kind, []string{folder}, folder
				if o, _ := run(t, s, c); o.Exit != 4 && !strings.Contains(o.Note.String(), "to its folders") {
					t.Errorf("%s: 15 MB and more were written: %+v", what, o)
				}
				os.Chmod(filepath.Join(folder, "closed"), 0o700)
			}
		}
	})
}

// TestKeep: of the files that a checker leaves, plain files are kept, and nothing else is opened.
func TestKeep(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	must.Succeed(t, os.WriteFile(secret, []byte("42\n"), 0o644))
	for _, step := range []int{2, 3, 4, 5} {
		s := sandbox.Open(sandbox.Options{MaxStep: step})
		defer s.Close()
		kept := map[string][]byte{}
		for _, names := range [][]string{{"file", "link", "folder", "pipe"}, {"broken", "none", "long"}} {
			c := greedy(t, "leave-files")
			c.Policy, c.Keep, c.Env = sandbox.Checker, names, []string{"SECRET=" + secret}
			o, err := s.Run(context.Background(), c)
			if err != nil || o.Exit != 0 {
				t.Fatalf("step %d: %+v %s %v", step, o, o.Stderr, err)
			}
			for name, text := range o.Kept {
				kept[name] = text
			}
			o.Close()
		}
		if len(kept) != 2 || string(kept["file"]) != "words" || len(kept["long"]) != sandbox.KeptFile {
			t.Errorf("step %d: %d files were kept: %q", step, len(kept), kept["file"])
		}
	}
	var st syscall.Stat_t
	must.Be(t, syscall.Stat(secret, &st) == nil && st.Size == 3, "the secret was written")
}

// TestAdmits: a stranger's program runs behind walls only, unless the user asked for a step without walls.
func TestAdmits(t *testing.T) {
	for _, step := range []int{3, 4, 5} {
		unasked := sandbox.OpenWith(step, 100)
		defer unasked.Close()
		if err := unasked.Admits(); (err != nil) != (stepOf(unasked) > 3) {
			t.Errorf("unasked for, step %d: %v", stepOf(unasked), err)
		} else if err != nil && !strings.Contains(err.Error(), "ALL YOUR FILES") {
			t.Errorf("step %d: %v", stepOf(unasked), err)
		}
		asked := sandbox.Open(sandbox.Options{MaxStep: step})
		defer asked.Close()
		if err := asked.Admits(); (err != nil) != (stepOf(asked) > 3 && step <= 3) {
			t.Errorf("asked for step %d, got %d: %v", step, stepOf(asked), err)
		}
	}
}
