//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// A cgroup of version 2 accounts for all processes of a run together, to the microsecond and the page,
// whatever they do to hide; and the kernel itself holds it to its memory. It takes a part of the tree
// that is ours to divide, with the controllers for memory and processes.

// cgroups is the judge's part of the tree.
type cgroups struct {
	base   string
	main   string   // where we moved to, so that base can be divided; "" if there was no need
	wanted []string // the controllers
}

// sharedPart is the part of the tree that all sandboxes of a process share.
type sharedPart struct {
	sync.Mutex
	part  *cgroups
	users int
}

var delegation sharedPart

// open finds our part of the tree and makes it ready to be divided, unless it is; release gives it back.
func (d *sharedPart) open() (*cgroups, error) {
	d.Lock()
	defer d.Unlock()
	if d.part == nil {
		part, err := findCgroups()
		if err != nil {
			return nil, err
		}
		d.part = part
	}
	d.users++
	return d.part, nil
}

// release gives a part back. One that was not shared is a test's.
func (d *sharedPart) release(g *cgroups) {
	d.Lock()
	defer d.Unlock()
	if d.part == g {
		if d.users--; d.users > 0 {
			return
		}
		d.part = nil
	}
	g.close()
}

const enable, disable = "+", "-"

// ownCgroup is the folder of our own cgroup.
func ownCgroup() (base string, err error) {
	own, err := os.ReadFile("/proc/self/cgroup")
	path, _ := strings.CutPrefix(string(own), "0::") // the only line, where version 1 is not there too
	base = filepath.Join("/sys/fs/cgroup", strings.TrimSpace(path))
	if _, gone := os.Stat(filepath.Join(base, "cgroup.controllers")); err != nil || gone != nil {
		return "", say.Errorf("no cgroup v2 here")
	}
	return base, nil
}

func findCgroups() (*cgroups, error) {
	base, err := ownCgroup()
	if err != nil {
		return nil, err
	}
	g := &cgroups{base: base, wanted: []string{"memory", "pids"}}
	return g, g.divide()
}

// divide hands the controllers on to the cgroups below base. A cgroup that is divided can hold no
// processes itself, so those in it, ourselves among them, move one floor down.
func (g *cgroups) divide() error {
	has := words(g.base, "cgroup.controllers")
	for _, c := range g.wanted {
		if !has[c] {
			return say.Errorf("the %s controller is not delegated to us (%s)", c, g.base)
		}
	}
	if !delegated(g.base, "/run/systemd/system") {
		return say.Errorf("%s belongs to systemd, which has not delegated it", g.base)
	}
	if err := unix.Access(g.base, unix.W_OK); err != nil {
		return say.Errorf("%s is not ours to divide: %w", g.base, err)
	}
	if g.subtree(enable) == nil {
		return nil
	}
	main := filepath.Join(g.base, "judge.main")
	if err := os.Mkdir(main, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	g.main = main
	err := move(g.base, main)
	if err == nil {
		err = g.subtree(enable)
	}
	if err != nil {
		g.close()
		return say.Errorf("dividing %s: %w", g.base, err)
	}
	return nil
}

// delegated reports whether we may divide a cgroup. Where there is systemd, it marks those that it leaves to others.
func delegated(base, systemd string) bool {
	if _, err := os.Stat(systemd); err != nil {
		return true
	}
	for _, mark := range []string{"user.delegate", "trusted.delegate"} {
		var value [8]byte
		if n, err := unix.Getxattr(base, mark, value[:]); err == nil && n == 1 && value[0] == '1' {
			return true
		}
	}
	return false
}

// subtree hands the controllers on, or takes them back.
func (g *cgroups) subtree(sign string) error {
	for _, c := range g.wanted {
		if err := put(g.base, "cgroup.subtree_control", sign+c); err != nil {
			return err
		}
	}
	return nil
}

// close undoes divide, as well as can be.
func (g *cgroups) close() {
	if g.main != "" {
		g.subtree(disable)
		move(g.main, g.base)
		os.Remove(g.main)
	}
}

// move moves all processes from one cgroup to another.
func move(from, to string) error {
	for pid := range words(from, "cgroup.procs") {
		if err := put(to, "cgroup.procs", pid); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

func words(folder, file string) map[string]bool {
	text, _ := os.ReadFile(filepath.Join(folder, file))
	all := map[string]bool{}
	for _, w := range strings.Fields(string(text)) {
		all[w] = true
	}
	return all
}

func put(folder, file, value string) error {
	f, err := os.OpenFile(filepath.Join(folder, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(value)
	return err
}

// leaf is the cgroup of one run.
type leaf struct {
	path string
	dir  *os.File
}

const leafName = "judge.run."

// leaf makes one.
func (g *cgroups) leaf(l Limits) (*leaf, error) {
	const failed = "a cgroup for the run"
	path, err := os.MkdirTemp(g.base, leafName) // not by our number: judges in containers may have the same
	if err != nil {
		return nil, explain(failed, err)
	}
	f := &leaf{path: path}
	if f.dir, err = os.Open(path); err == nil && len(g.wanted) > 0 {
		err = f.set(bounds(l))
	}
	if err != nil {
		f.remove()
		return nil, explain(failed, err)
	}
	return f, nil
}

// setting is what a file of a cgroup is to hold.
type setting struct {
	file, value string
	perhaps     bool // not every machine has such a file
}

// bounds are those of a run. The one for its memory leaves room for the output and the scratch folder, which are in
// memory and counted too.
func bounds(l Limits) []setting {
	all := []setting{{file: "pids.max", value: strconv.Itoa(l.Processes)}}
	if l.Memory > 0 {
		all = append(all, setting{file: "memory.max", value: strconv.FormatInt(l.Memory+l.Scratch+min(l.Output, memoryFile), 10)},
			setting{file: "memory.swap.max", value: "0", perhaps: true}) // none without swap
	}
	// Else the kernel ends one process, and the others may wait for it until the wall.
	return append(all, setting{file: "memory.oom.group", value: "1"})
}

func (f *leaf) set(all []setting) error {
	for _, s := range all {
		if err := put(f.path, s.file, s.value); err != nil && !s.perhaps {
			return err
		}
	}
	return nil
}

// settle corrects a reply by what the cgroup knows: the CPU time of all processes, also of those that nobody waited for,
// and whether the kernel ended one for its memory.
func (f *leaf) settle(a *reply, l Limits) {
	a.CPU = max(a.CPU, time.Duration(f.figure("cpu.stat", "usage_usec"))*time.Microsecond-a.Setup)
	switch {
	case a.End != Exited:
	case l.Memory > 0 && f.figure("memory.events", "oom_kill") > 0:
		a.End = MemoryLimit
	case l.CPU > 0 && a.CPU > l.CPU:
		a.End = CPULimit
	}
}

// figure returns the number after a name at the start of a line of a file, 0 if there is none.
func (f *leaf) figure(file, name string) int64 {
	text, _ := os.ReadFile(filepath.Join(f.path, file))
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(rest), 10, 64)
			return n
		}
	}
	return 0
}

// remove kills the processes that are left in the cgroup after its helper died, and removes the cgroup.
func (f *leaf) remove() {
	if f.dir != nil {
		f.dir.Close()
	}
	for pause := time.Millisecond; os.Remove(f.path) != nil && pause < time.Second; pause *= 2 {
		put(f.path, "cgroup.kill", "1") // the dead leave it a moment later
		time.Sleep(pause)
	}
}
