//go:build amd64 || arm64

package sandbox

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/testkit/must"
)

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
			must.Succeed(t, os.WriteFile(filepath.Join(f.path, file), []byte(text), 0o644))
		}
		a := reply{Outcome: Outcome{End: test.end, CPU: time.Millisecond, PeakKiB: 7}, Setup: time.Millisecond}
		f.settle(&a, test.limits)
		must.Be(t, a.End == test.want && a.PeakKiB == 7 && a.CPU == 4*time.Millisecond, "%s: %+v", test.name, a)
	}
}

// folderOf makes a folder with files. A name that ends with a slash is a folder's, and a text that begins with an arrow
// is a link.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path, text := filepath.Join(folder, name), files[name]
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, path)
		} else if strings.HasSuffix(name, "/") {
			err = os.Mkdir(path, 0o755)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		must.Succeed(t, err)
	}
	return folder
}

// TestDivide: part of the tree is divided if it has the controllers, and is left as it was if that fails.
func TestDivide(t *testing.T) {
	const all, once = "cpu memory pids\n", "-> judge.main/../switch" // it can be written once judge.main is there
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
		main  bool   // those in it had to move
		moved string // who moved
	}{
		{"all is there", map[string]string{"cgroup.controllers": all, "cgroup.subtree_control": ""}, "", false, ""},
		{"no pids", map[string]string{"cgroup.controllers": "cpu memory\n", "cgroup.subtree_control": ""},
			"the pids controller is not delegated to us", false, ""},
		{"the kernel refuses", map[string]string{"cgroup.controllers": all, "cgroup.procs": "1 2\n"}, "dividing ", true, ""},
		{"once nobody is in it", map[string]string{"cgroup.controllers": all, "cgroup.procs": "", "switch": "",
			"cgroup.subtree_control": once}, "", true, ""},
		{"somebody cannot move", map[string]string{"cgroup.controllers": all, "cgroup.procs": "7\n", "switch": "",
			"cgroup.subtree_control": once}, "dividing ", true, ""},
		{"an earlier judge left its folder", map[string]string{"cgroup.controllers": all, "cgroup.procs": "7\n", "judge.main/": "",
			"judge.main/cgroup.procs": ""}, "dividing ", true, "7"},
	} {
		g := &cgroups{base: folderOf(t, test.files), wanted: []string{"memory", "pids"}}
		unix.Setxattr(g.base, "user.delegate", []byte("1"), 0)
		if !delegated(g.base, "/run/systemd/system") {
			t.Skip("systemd delegates nothing here")
		}
		err := g.divide()
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if moved := line(filepath.Join(g.base, "judge.main/cgroup.procs")); (g.main != "") != test.main || moved != test.moved {
			t.Errorf("%s: %q moved to %q", test.name, moved, g.main)
		}
		_, there := os.Stat(filepath.Join(g.base, "judge.main"))
		if kept := there == nil; kept != (test.main && err == nil || test.moved != "") {
			t.Errorf("%s: where they moved is kept: %t", test.name, kept)
		}
		g.close()
		if left, _ := os.ReadDir(g.base); err == nil && len(left) != len(test.files) {
			t.Errorf("%s: left behind %v", test.name, left)
		}
	}
}

// TestDelegated: systemd keeps what it does not mark.
func TestDelegated(t *testing.T) {
	here := t.TempDir()
	for _, test := range []struct {
		name, systemd, value string
		want                 bool
	}{
		{"no systemd", filepath.Join(here, "none"), "", true},
		{"no mark", here, "", false},
		{"a mark", here, "1", true},
		{"another", here, "0", false},
		{"a longer one", here, "10", false},
	} {
		base := t.TempDir()
		if test.value != "" {
			if err := unix.Setxattr(base, "user.delegate", []byte(test.value), 0); err != nil {
				t.Skip(err)
			}
		}
		must.Equal(t, test.want, delegated(base, test.systemd), test.name)
	}
}

// TestBounds: what the kernel holds a run to.
func TestBounds(t *testing.T) {
	processes, group := setting{"pids.max", "5", false}, setting{"memory.oom.group", "1", false}
	for _, test := range []struct {
		limits Limits
		memory string // "" is none
	}{
		{Limits{Processes: 5}, ""},
		{Limits{Processes: 5, Memory: 1, Scratch: 20, Output: 300}, "321"},
		{Limits{Processes: 5, Memory: 1, Output: memoryFile + 1}, strconv.Itoa(memoryFile + 1)},
	} {
		want := []setting{processes, group}
		if test.memory != "" {
			want = []setting{processes, {"memory.max", test.memory, false}, {"memory.swap.max", "0", true}, group}
		}
		if got := bounds(test.limits); !slices.Equal(got, want) {
			t.Errorf("%+v: %+v, want %+v", test.limits, got, want)
		}
	}
}
