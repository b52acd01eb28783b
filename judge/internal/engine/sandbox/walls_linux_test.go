//go:build amd64 || arm64

package sandbox_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
)

func TestWalls(t *testing.T) { eachStep(t, walled, burgle) }

// TestMachinePIDLimitStays: the judge limits the process numbers of a namespace only. Before Linux 6.14 the limit is
// for the whole machine and root may write it; an earlier judge left a machine with 573 processes.
func TestMachinePIDLimitStays(t *testing.T) {
	bound := func() string {
		text, err := os.ReadFile("/proc/sys/kernel/pid_max")
		if err != nil {
			t.Skip(err)
		}
		return string(text)
	}
	before := bound()
	eachStep(t, walled, func(t *testing.T, s *sandbox.Sandbox) {
		run(t, s, greedy(t, "nothing"))
		must.Equal(t, before, bound(), "pid_max was", "and")
	})
}

// TestWallsOnOlderKernels runs without the features that older kernels lack.
func TestWallsOnOlderKernels(t *testing.T) {
	for _, test := range []struct {
		name     string
		step     int
		landlock int
	}{
		{"no Landlock", 2, 0},
		{"namespaces, and Landlock of Ubuntu 24.04", 2, 4},
		{"Landlock of Linux 5.13", 3, 1},
		{"Landlock of Ubuntu 24.04", 3, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := sandbox.OpenWith(test.step, test.landlock)
			defer s.Close()
			if stepOf(s) != test.step {
				t.Skipf("not to be had here: %s", s.Steps()[0].Trouble)
			}
			burgle(t, s)
			c := greedy(t, "give-up") // abort sends a signal to the own process
			o, out := run(t, s, c)
			signalled("SIGABRT")(t, o, out)
			if test.step == 2 { // where it could signal the helper
				c := shell("kill -STOP -1; i=1; while [ $i -lt $$ ]; do kill -STOP $i; i=$((i+1)); done; echo 42")
				c.Policy = sandbox.Compiler
				for range 2 {
					o, out = run(t, s, c)
					printed("42\n")(t, o, out)
				}
			}
			c = sandbox.Command{Args: []string{"/bin/cat", "/dev/stdin"}, Stdin: input(t, "42\n"), Limits: sandbox.Limits{CPU: time.Second}}
			o, out = run(t, s, c)
			printed("42\n")(t, o, out)
		})
	}
	s := sandbox.OpenWith(3, 0)
	defer s.Close()
	must.Equal(t, 4, stepOf(s), "without Landlock step 3 is not to be had")
}

// burgle runs a burglar that tries everything, and checks afterwards that nothing is missing.
func burgle(t *testing.T, s *sandbox.Sandbox) {
	room := t.TempDir()
	secret, spoil := filepath.Join(room, "1.ans"), filepath.Join(room, "other.cpp")
	for _, path := range []string{secret, spoil} {
		must.Succeed(t, os.WriteFile(path, []byte("42\n"), 0o644))
	}
	home := must.Get(os.UserHomeDir())(t)
	victim := exec.Command("/bin/sleep", "36000")
	victim.Env = []string{"SECRET=42"}
	must.Succeed(t, victim.Start())
	defer victim.Process.Kill()
	in := filepath.Join(room, "1.in")
	must.Succeed(t, os.WriteFile(in, []byte("1 2\n"), 0o644))
	stdin, err := os.Open(in)
	must.Succeed(t, err)
	defer stdin.Close()

	o, out := run(t, s, sandbox.Command{
		Args:   []string{program(t, "burglar"), strconv.Itoa(victim.Process.Pid), secret, spoil, room, home},
		Stdin:  stdin,
		Limits: sandbox.Limits{CPU: 5 * time.Second},
	})
	if o.End != sandbox.Exited || o.Exit != 0 || !strings.Contains(out, "tried ") {
		t.Errorf("it did not come to its end: %+v", o)
	}
	want := "SIGSYS"
	if exec.Command(program(t, "burglar"), "by other numbers").Run() != nil { // it asks for a socket, which harms nobody
		want = "SIGSEGV" // this kernel has no such calls at all
	}
	if o, _ := run(t, s, sandbox.Command{Args: []string{program(t, "burglar"), "by other numbers"}}); runtime.GOARCH == "amd64" &&
		o.Signal != want {
		t.Errorf("calls by 32-bit numbers: %+v", o)
	}
	for line := range strings.Lines(out) {
		if s.Landlock() == 0 && strings.HasSuffix(line, "random to write\n") {
			continue // whoever may read such a device may write it, too
		}
		if strings.HasPrefix(line, "breach") {
			t.Error(strings.TrimSpace(line))
		}
	}
	for _, path := range []string{secret, spoil, in} {
		if info, err := os.Stat(path); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o644 {
			t.Errorf("%s was spoilt: %v %v", path, info, err)
		}
	}
	if entries, err := os.ReadDir(room); err != nil || len(entries) != 3 {
		t.Errorf("the folder was changed: %v %v", entries, err)
	}
	must.Succeed(t, victim.Process.Signal(syscall.SIGTERM), "the other process is gone")
	victim.Wait()
	if how := victim.ProcessState.Sys().(syscall.WaitStatus).Signal(); how != syscall.SIGTERM {
		t.Errorf("the other process was ended by %v, not by us", how)
	}
}
