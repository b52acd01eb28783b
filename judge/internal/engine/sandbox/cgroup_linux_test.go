//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestCgroupOf(t *testing.T) {
	const (
		modern  = "25 30 0:23 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
		hybrid  = "33 25 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n42 25 0:37 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
		partial = "25 30 0:23 /docker/1 /sys/fs/cgroup ro - cgroup2 cgroup rw\n"
	)
	for _, test := range []struct{ name, mounts, own, want string }{
		{"a scope of a user", modern, "0::/user.slice/run-1.scope\n", "/sys/fs/cgroup/user.slice/run-1.scope"},
		{"both versions", hybrid, "4:memory:/x\n0::/\n", "/sys/fs/cgroup/unified"},
		{"a container", partial, "0::/docker/1/judge\n", "/sys/fs/cgroup/judge"},
		{"a line that is cut short", "25 30 - cgroup2 cgroup2 rw\n" + modern, "0::/x\n", "/sys/fs/cgroup/x"},
		{"two mounts", partial + modern, "0::/user.slice/run-1.scope\n", "/sys/fs/cgroup/user.slice/run-1.scope"},
		{"seen from outside", partial, "0::/docker/2\n", ""},
		{"version 1 alone", "33 25 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n", "4:memory:/x\n", ""},
	} {
		got, err := cgroupOf(test.mounts, test.own)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: want %q, got %q, %v", test.name, test.want, got, err)
		}
	}
}

// TestFiguresOfCgroup reads files as a kernel with all controllers writes them.
func TestFiguresOfCgroup(t *testing.T) {
	for _, test := range []struct {
		name, events string
		limits       Limits
		end, want    End
	}{
		{"in peace", "oom 0\noom_kill 0\n", Limits{Memory: 1}, Exited, Exited},
		{"killed by the kernel", "oom 1\noom_kill 1\n", Limits{Memory: 1}, Exited, MemoryLimit},
		{"killed for others", "oom 1\noom_kill 1\n", Limits{}, Exited, Exited},
		{"ended before", "oom 1\noom_kill 1\n", Limits{Memory: 1}, WallLimit, WallLimit},
		{"no memory controller", "", Limits{Memory: 1}, Exited, Exited},
		{"at its CPU limit", "", Limits{CPU: 4 * time.Millisecond}, Exited, Exited},
		{"over its CPU limit", "", Limits{CPU: 4*time.Millisecond - 1}, Exited, CPULimit},
	} {
		f := &leaf{path: t.TempDir()}
		for file, text := range map[string]string{"memory.events": test.events, "cpu.stat": "usage_usec 5000\nuser_usec 1\n"} {
			if err := os.WriteFile(filepath.Join(f.path, file), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		a := reply{end: int64(test.end), cpu: int64(time.Millisecond), setup: int64(time.Millisecond), peak: 7}
		f.settle(&a, test.limits)
		if End(a.end) != test.want || a.peak != 7 || time.Duration(a.cpu) != 4*time.Millisecond {
			t.Errorf("%s: %+v", test.name, a)
		}
	}
}

// TestDivide: part of the tree is divided if it has the controllers, and is left as it was if that fails.
func TestDivide(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"all is there", map[string]string{"cgroup.controllers": "cpu memory pids\n", "cgroup.subtree_control": ""}, ""},
		{"no pids", map[string]string{"cgroup.controllers": "cpu memory\n", "cgroup.subtree_control": ""}, "the pids controller is not delegated to us"},
		{"the kernel refuses", map[string]string{"cgroup.controllers": "memory pids\n", "cgroup.procs": "1 2\n"}, "dividing "},
	} {
		g := &cgroups{base: t.TempDir(), wanted: []string{"memory", "pids"}}
		for name, text := range test.files {
			if err := os.WriteFile(filepath.Join(g.base, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if !delegated(g.base) {
			t.Skip("systemd delegates nothing here")
		}
		err := g.divide()
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if left, _ := os.ReadDir(g.base); len(left) != len(test.files) {
			t.Errorf("%s: left behind %v", test.name, left)
		}
	}
}

// TestCgroup runs step 1 where the machine has it. If the version 2 tree has no controllers but can be written, the
// rest is tried: the start in a cgroup, its CPU time, its removal.
func TestCgroup(t *testing.T) {
	s := Open(Options{})
	defer s.Close()
	whole := s.step == 1
	if !whole {
		t.Logf("not whole: %s", s.Steps()[0].Trouble)
		mounts, _ := os.ReadFile("/proc/self/mountinfo")
		own, _ := os.ReadFile("/proc/self/cgroup")
		base, err := cgroupOf(string(mounts), string(own))
		if err != nil {
			t.Skip(err)
		}
		if s.cgroups = (&cgroups{base: base}); s.cgroups.divide() != nil {
			t.Skipf("%s cannot be divided", base)
		}
		s.step = 1
	}
	c := greedy(t, "burn-in-turns")
	c.Limits.CPU, c.Limits.Wall = 50*time.Millisecond, 8*time.Second
	if o, _ := run(t, s, c); o.End != CPULimit || o.CPU < 50*time.Millisecond || o.CPU > 150*time.Millisecond {
		t.Errorf("%+v", o)
	}
	c = greedy(t, "fork-many")
	if o, _ := run(t, s, c); o.End != Exited || o.PeakKiB == 0 {
		t.Errorf("%+v", o)
	}
	if whole {
		if o, _ := run(t, s, greedy(t, "touch-in-children")); o.End != MemoryLimit {
			t.Errorf("%+v", o)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(s.cgroups.base, fmt.Sprintf("judge.%d.*", os.Getpid()))); found != nil {
		t.Errorf("left behind: %v", found)
	}
}
