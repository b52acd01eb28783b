//go:build amd64 || arm64

package sandbox

import (
	"math"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// endedTests are programs that ended by themselves, with their limits; 0 is no limit.
var endedTests = []struct {
	name            string
	cpu, mostCPU    time.Duration
	peak, memory    int64 // KiB
	printed, output int64
	want            End
}{
	{"within all limits", 10, 20, 30, 40, 50, 60, Exited},
	{"at all limits", 20, 20, 40, 40, 60, 60, Exited},
	{"no limits", time.Hour, 0, 1 << 40, 0, 60, 60, Exited},
	{"too much CPU time", 21, 20, 40, 40, 60, 60, CPULimit},
	{"too much memory", 20, 20, 41, 40, 60, 60, MemoryLimit},
	{"too much output", 20, 20, 40, 40, 61, 60, OutputLimit},
	{"memory before CPU time", 21, 20, 41, 40, 60, 60, MemoryLimit},
	{"output before all", 21, 20, 41, 40, 61, 60, OutputLimit},
}

// TestEnded: a program that ended by itself may have passed a limit just before. Both ways to watch one decide alike.
func TestEnded(t *testing.T) {
	for _, test := range endedTests {
		out, err := unnamed("output")
		if err != nil {
			t.Fatal(err)
		}
		defer out.discard()
		if err := out.Truncate(test.printed); err != nil {
			t.Fatal(err)
		}
		w := &watch{request: &request{cpu: int64(test.mostCPU), memory: test.memory << 10, output: test.output}, out: []int{int(out.Fd())}, peak: test.peak << 10}
		if got := w.verdict(test.cpu); got != test.want {
			t.Errorf("%s: the watch says %d, want %d", test.name, got, test.want)
		}
		l := Limits{CPU: test.mostCPU, Memory: test.memory << 10, Output: test.output}
		if got := afterwards(Outcome{CPU: test.cpu, PeakKiB: test.peak}, []nameless{out}, l); got != test.want {
			t.Errorf("%s: afterwards it is %d, want %d", test.name, got, test.want)
		}
		l.Output = test.printed
		want := WallLimit
		if test.mostCPU > 0 && test.cpu > test.mostCPU {
			want = CPULimit
		}
		if got := afterwards(Outcome{End: WallLimit, CPU: test.cpu}, []nameless{out}, l); got != want {
			t.Errorf("%s, and ended for its sleep: %d, want %d", test.name, got, want)
		}
		if got := afterwards(Outcome{End: Interrupted, CPU: test.cpu}, []nameless{out}, l); got != Interrupted {
			t.Errorf("%s, and interrupted: %d", test.name, got)
		}
	}
}

// TestNewLimit: a limit is never higher than our own.
func TestNewLimit(t *testing.T) {
	var own unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &own); err != nil {
		t.Fatal(err)
	}
	const unknown = 999
	for _, test := range []struct {
		which      int
		most, want uint64
	}{
		{unix.RLIMIT_NOFILE, 3, 3}, {unix.RLIMIT_NOFILE, own.Max, own.Max}, {unix.RLIMIT_NOFILE, math.MaxUint64, own.Max}, {unknown, 7, 7},
	} {
		if l := newLimit(test.which, test.most); l.which != uintptr(test.which) || l.value.Cur != test.want || l.value.Max != test.want {
			t.Errorf("%+v: %+v", test, l)
		}
	}
}

// TestKillFound: what appears while the first are stopped is killed with them.
func TestKillFound(t *testing.T) {
	var children []*exec.Cmd
	for range 2 {
		child := exec.Command("/bin/sleep", "600")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		defer child.Wait()
		defer child.Process.Kill()
		children = append(children, child)
	}
	p, looks := proc{}, 0
	p.killFound(func() {
		looks++
		p.pids = p.pids[:0]
		for _, child := range children[:min(looks, 2)] {
			p.pids = append(p.pids, child.Process.Pid)
		}
	})
	for _, child := range children {
		if err := child.Process.Signal(syscall.SIGCONT); err != nil { // wakes one that was only stopped
			t.Error(err)
		}
	}
	ended := make(chan error, len(children))
	for _, child := range children {
		go func() {
			_, err := child.Process.Wait()
			ended <- err
		}()
	}
	for range children {
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatal("one lives on")
		}
	}
}

// TestExamine: each step is found or missing once, in order, with its trouble or its cost.
func TestExamine(t *testing.T) {
	onStep(t, withTime)
	t.Parallel()
	x, err := Examine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first := 0
	for i, s := range x.Steps {
		if s.Number != i+1 || s.Trouble.Said() && s.Cost != 0 || s.Trouble.Said() == s.Walls.Said() {
			t.Errorf("step %d: %+v", i+1, s)
		}
		if first == 0 && !s.Trouble.Said() {
			first = s.Number
		}
	}
	if len(x.Steps) != Steps || x.InForce != first || !x.Memory.Said() || x.Bare <= 0 {
		t.Errorf("%d steps, %d in force, want %d; memory %q, bare %v", len(x.Steps), x.InForce, first, x.Memory, x.Bare)
	}
	if _, err := os.Stat("/proc/loadavg"); err == nil && !strings.Contains(x.Facts[0].Value.String(), "Linux") {
		t.Errorf("facts: %+v", x.Facts)
	}
}
