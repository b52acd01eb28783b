package main

import (
	"context"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// use is what a command and all the processes it started took, as far as a look now and then can tell.
type use struct {
	wall time.Duration
	cpu  time.Duration
	idle time.Duration // nobody ran, or stood in a queue for a processor or a disk
}

// quiet is about how long it takes on a machine of its own.
func (u use) quiet() time.Duration { return u.cpu + u.idle }

func (u use) plus(more use) use { return use{u.wall + more.wall, u.cpu + more.cpu, u.idle + more.idle} }

// allowed is how much tests may use with a fault that used so much without one. A test that waits for what never comes
// is idle, and one that goes round in circles uses processor time; neither depends on what else the machine does.
func (u use) allowed() use {
	return use{time.Minute + 20*u.wall, 2*time.Second + 5*u.cpu, 2*time.Second + 3*u.idle}
}

// unbounded is for tests without a fault.
var unbounded = use{math.MaxInt64, math.MaxInt64, math.MaxInt64}

const betweenLooks = 100 * time.Millisecond

// run runs the test binary where its room's tests run, with temporary files and caches of its own: a fault may remove
// what it should not. Over says that it was ended since it used more than it may.
func (t *trial) run(most use, out io.Writer, args ...string) (used use, over bool, err error) {
	if t.short {
		args = append(args, "-test.short")
	}
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	words := slices.Concat(t.apart, []string{t.binary}, args)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = t.tests
	cmd.WaitDelay = time.Second
	os.MkdirAll(t.own(), 0o700)
	os.Chmod(t.own(), 0o777|os.ModeSticky) // as others have it, too
	cmd.Env = append(os.Environ(), "TMPDIR="+t.own(), "XDG_CACHE_HOME="+filepath.Join(t.own(), "cache"), "GOCACHE="+goCache())
	cmd.Stdout, cmd.Stderr = out, out
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return used, false, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for last := began; ; {
		select {
		case err := <-ended:
			used.wall = time.Since(began)
			used.cpu = max(used.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
			return used, over, err
		case <-time.After(betweenLooks):
		}
		cpu, busy := observe(strconv.Itoa(cmd.Process.Pid))
		used.wall, used.cpu = time.Since(began), max(used.cpu, cpu)
		if !busy { // on a busy machine a look comes late, and does not know what it has missed
			used.idle += min(time.Since(last), 2*betweenLooks)
		}
		last = time.Now()
		if used.wall > most.wall || used.cpu > most.cpu || used.idle > most.idle {
			over = true
			cancel()
		}
	}
}

// observe adds up the processor time of a process and its descendants, and says whether one of them does something. It
// says so too where it cannot see them, or one ends under its eyes.
func observe(pid string) (cpu time.Duration, busy bool) {
	process := "/proc/" + pid
	if fields := stat(process); fields != nil {
		for _, field := range fields[11:15] { // its own, and those of the children that it has waited for
			n, _ := strconv.Atoi(field)
			cpu += time.Duration(n) * 10 * time.Millisecond
		}
	}
	threads, err := os.ReadDir(process + "/task")
	busy = err != nil
	for _, thread := range threads {
		task := process + "/task/" + thread.Name()
		fields := stat(task)
		children, err := os.ReadFile(task + "/children")
		busy = busy || err != nil || fields == nil || fields[0] == "R" || fields[0] == "D"
		for _, child := range strings.Fields(string(children)) {
			more, too := observe(child)
			cpu, busy = cpu+more, busy || too
		}
	}
	return cpu, busy
}

// stat reads the fields that follow the name of a process or thread.
func stat(dir string) []string {
	text, _ := os.ReadFile(dir + "/stat")
	i := strings.LastIndex(string(text), ") ")
	if i < 0 {
		return nil // it ended meanwhile
	}
	return strings.Fields(string(text)[i+2:])
}
