//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// watch is one run, seen from the helper: it waits for the end of the program, or brings it about.
type watch struct {
	h           *helper
	request     *request
	out, errors int

	pid, pidfd int
	began      time.Duration
	wall       time.Duration
	ncpu       time.Duration

	stopped bool // we ended it
	cause   End  // and this is why; Exited if its verdict comes from what it used
	note    string
	status  unix.WaitStatus
	ended   bool          // the program itself was reaped
	cpu     time.Duration // of all reaped
	lost    time.Duration // of processes that vanished unaccounted
	queued  time.Duration
	before  usage
	peak    int64 // bytes
}

var everySignal = [8]byte{255, 255, 255, 255, 255, 255, 255, 255}

// start forks the program.
func (w *watch) start(l *launch) error {
	*l.told = told{}
	var none, old [8]byte
	pidfd := int32(-1)
	args := cloneArgs{
		flags: unix.CLONE_PIDFD | cloneIntoCgroup, pidfd: uint64(uintptr(unsafe.Pointer(&pidfd))),
		exitSignal: uint64(syscall.SIGCHLD), cgroup: uint64(l.cgroup),
	}
	w.ncpu = time.Duration(max(1, runtime.NumCPU()))
	setSignals := func(from, to *[8]byte) {
		unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(from)), uintptr(unsafe.Pointer(to)), 8, 0, 0)
	}
	setSignals(&everySignal, &old)
	w.began = now()
	pid, errno := fork(l, &pidfd, &none, &args)
	setSignals(&old, &none)
	runtime.KeepAlive(l)
	if errno != 0 {
		return fmt.Errorf("starting a process: %w", errno)
	}
	w.pid, w.pidfd = pid, int(pidfd)
	return nil
}

// The watch looks at a program after a millisecond, and then less often, down to every tenth; but at most
// a twentieth of the time is spent on looking.
const (
	firstLook   = time.Millisecond
	slowestLook = 10 * time.Millisecond
	lookShare   = 20
)

// toTheEnd returns when the program and all it started are gone.
func (w *watch) toTheEnd() {
	pause := firstLook
	for !w.ended && !w.stopped {
		switch w.wait(w.untilNext(pause)) {
		case gone:
			w.queued = w.h.proc.waited(w.pid)
			w.reap()
		case called:
			w.answerCall()
		case nothing:
			w.look()
			pause = min(2*pause, slowestLook)
		}
	}
	w.wall = now() - w.began
	w.endAll()
	unix.Close(w.pidfd)
}

// untilNext is how long to wait before looking again: not past the moment a limit may be reached.
func (w *watch) untilNext(pause time.Duration) time.Duration {
	if cpu := time.Duration(w.request.cpu); cpu > 0 {
		left := (cpu - w.cpu - w.lost - w.before.cpu) / w.ncpu
		pause = min(pause, max(left, time.Millisecond/2))
	}
	left := w.began + time.Duration(w.request.wall) - now()
	return max(0, min(pause, left))
}

type event int

const (
	nothing event = iota
	gone          // the program has ended
	called        // the judge says something, or is gone itself
)

func (w *watch) wait(d time.Duration) event {
	fds := [2]unix.PollFd{{Fd: int32(w.pidfd), Events: unix.POLLIN}, {Fd: int32(w.h.judge.fd), Events: unix.POLLIN}}
	t := unix.NsecToTimespec(int64(d))
	if _, err := unix.Ppoll(fds[:], &t, nil); err != nil {
		return nothing
	}
	switch {
	case fds[0].Revents != 0:
		return gone
	case fds[1].Revents != 0:
		return called
	}
	return nothing
}

func (w *watch) stop(cause End) { w.stopped, w.cause = true, cause }

// answerCall hears the judge out: it wants the run to end, or it is gone, and then so are we.
func (w *watch) answerCall() {
	var c cancel
	_, err := w.h.judge.receive(w.h.buf[:], &c)
	w.stop(Interrupted)
	if err == errGone {
		w.endAll()
		removeTree(w.h.policy.scratch)
		unix.Exit(0)
	}
}

// look compares what the program has used with what it may use.
func (w *watch) look() {
	w.reap()
	if w.ended {
		return
	}
	start := now()
	r, u := w.request, w.h.proc.usage()
	// A process whose parent ignores it is counted by nobody when it ends; what we saw of it still stands.
	if slack := 20 * time.Millisecond * time.Duration(1+w.before.processes); u.cpu < w.before.cpu-slack {
		w.lost += w.before.cpu - u.cpu - slack
	}
	w.before = u
	w.weigh(u)
	switch {
	case r.cpu > 0 && w.cpu+w.lost+u.cpu > time.Duration(r.cpu):
		w.stop(CPULimit)
	case r.memory > 0 && w.peak > r.memory:
		w.stop(MemoryLimit)
	case r.output > 0 && size(w.out) > r.output:
		w.stop(OutputLimit)
	case int64(u.tasks) > w.h.policy.processes+helperThreads:
		w.stop(Exited)
		w.note = fmt.Sprintf("it was ended for having more than %d processes and threads", w.h.policy.processes)
	case start-w.began > time.Duration(r.wall):
		w.stop(WallLimit)
	}
	if size(w.errors) > mostErrors {
		unix.Ftruncate(w.errors, keptErrors)
	}
	if cost := now() - start; cost > slowestLook/lookShare { // many processes: look less often
		w.wait(min(cost*lookShare, 50*time.Millisecond))
	}
}

// weigh keeps the highest memory seen of all processes together.
func (w *watch) weigh(u usage) {
	m := u.resident
	if u.processes > 1 && m > w.peak {
		m = w.h.proc.shared() // pages they share were counted once for each
	}
	w.peak = max(w.peak, m)
}

func size(fd int) int64 {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil {
		return 0
	}
	return st.Size
}

// reap collects every process that has ended so far, and reports whether any is left.
func (w *watch) reap() (left bool) {
	for {
		pid, err := w.collect(unix.WNOHANG)
		if err != nil { // there are none
			return false
		}
		if pid == 0 {
			return true
		}
	}
}

func (w *watch) collect(options int) (pid int, err error) {
	var status unix.WaitStatus
	var used unix.Rusage
	for {
		pid, err = unix.Wait4(-1, &status, options|unix.WALL, &used)
		if err != unix.EINTR {
			break
		}
	}
	if err != nil || pid == 0 {
		return pid, err
	}
	w.cpu += time.Duration(used.Utime.Nano() + used.Stime.Nano())
	w.peak = max(w.peak, used.Maxrss<<10)
	if pid == w.pid {
		w.ended, w.status = true, status
	}
	return pid, nil
}

// endAll kills and collects whatever is left.
func (w *watch) endAll() {
	for w.reap() {
		if w.h.inside {
			unix.Kill(-1, unix.SIGKILL) // all but ourselves
		} else {
			w.h.proc.killAll()
		}
		if _, err := w.collect(0); err != nil {
			return
		}
	}
}

// killAll stops every descendant before it kills them: what is stopped cannot start another meanwhile.
func (p *proc) killAll() {
	for seen := -1; ; {
		p.descendants()
		if len(p.pids) == seen {
			break
		}
		seen = len(p.pids)
		for _, pid := range p.pids {
			unix.Kill(pid, unix.SIGSTOP)
		}
	}
	for _, pid := range p.pids {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// outcome is what the judge is told.
func (w *watch) outcome() (a reply) {
	t, r := w.h.told, w.request
	if t.errno != 0 {
		a.trouble = fmt.Sprintf("%s: %s: %v", r.args[0], stageName(t.stage), syscall.Errno(t.errno))
		return a
	}
	cpu := w.cpu + w.lost - time.Duration(t.cpu.Nano())
	a.end, a.note = int64(w.cause), w.note
	if w.cause == Exited {
		a.end = int64(w.verdict(cpu))
	}
	a.cpu, a.wall, a.peak = int64(max(cpu, 0)), int64(w.wall), w.peak>>10
	a.exit = int64(w.status.ExitStatus())
	if w.status.Signaled() {
		a.exit, a.signal = -1, int64(w.status.Signal())
	}
	if w.queued > 2*time.Millisecond && w.queued > cpu/20 {
		a.contended = 1
	}
	return a
}

// verdict is how a program that was not ended for a limit stands to them: it may have passed one just
// before its end.
func (w *watch) verdict(cpu time.Duration) End {
	r := w.request
	switch {
	case r.output > 0 && size(w.out) > r.output:
		return OutputLimit
	case r.memory > 0 && w.peak > r.memory:
		return MemoryLimit
	case r.cpu > 0 && cpu > time.Duration(r.cpu):
		return CPULimit
	}
	return Exited
}
