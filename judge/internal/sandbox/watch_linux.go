//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/say"
)

// watch is one run, seen from the helper: it waits for the end of the program, or brings it about.
type watch struct {
	h       *helper
	request *request
	out     []int  // the files of its output
	cgroup  int    // its folder, -1 for none
	errors  int    // where its errors come out, -1 once it is closed
	head    []byte // of its errors

	pid, pidfd int
	began      time.Duration
	wall       time.Duration
	ncpu       time.Duration

	stopped bool // we ended it
	cause   End  // and this is why; Exited if its verdict comes from what it used
	note    say.Message
	status  unix.WaitStatus
	ended   bool          // the program itself was reaped
	cpu     time.Duration // of all reaped
	ledger  ledger        // of processes that vanished unaccounted
	queued  time.Duration
	before  usage
	peak    int64         // bytes
	weighed time.Duration // when all processes were last weighed together
}

// start starts the program.
func (w *watch) start(l *launch) error {
	var pipe [2]int
	if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC); err != nil {
		return explain("no pipe for standard error", err)
	}
	defer unix.Close(pipe[1])
	l.files[2], w.errors = int32(pipe[1]), pipe[0]
	w.ncpu = time.Duration(max(1, runtime.NumCPU()))
	began, err := w.h.starter.launch()
	w.h.proc.starter = w.h.starter.pid
	if err != nil {
		unix.Close(w.errors)
		return err
	}
	t := &w.h.starter.room.told
	w.began, w.pid, w.pidfd = began, int(t.pid), int(t.pidfd)
	return nil
}

// The watch looks at a program after a millisecond, and then less often, down to every ten; but at most a
// twentieth of its time goes into looking.
const (
	firstLook   = time.Millisecond
	slowestLook = 10 * time.Millisecond
	lookShare   = 20
)

// noWait in the queue for a processor is nothing to speak of.
const noWait = 2 * time.Millisecond

// toTheEnd returns when the program and all it started are gone.
func (w *watch) toTheEnd() {
	pause := firstLook
	next := w.began + pause
	for !w.ended && !w.stopped {
		switch w.wait(next - now()) {
		case gone:
			if now()-w.began-processClock(w.pid) > noWait { // else waiting has cost it nothing
				w.queued = w.h.proc.waited(w.pid)
			}
			w.reap()
		case called:
			w.answerCall()
		case complained:
			w.readErrors()
		}
		if t := now(); t >= next && !w.ended && !w.stopped {
			w.look()
			pause = min(2*pause, max(slowestLook, lookShare*(now()-t)))
			next = now() + w.untilNext(pause)
		}
	}
	w.wall = now() - w.began
	w.endAll()
	for w.errors >= 0 {
		w.readErrors()
	}
	unix.Close(w.pidfd)
}

// untilNext is how long to wait before looking again: not past the moment a limit may be reached.
func (w *watch) untilNext(pause time.Duration) time.Duration {
	if cpu := time.Duration(w.request.cpu); cpu > 0 {
		left := (cpu - w.cpu - w.ledger.lost - w.before.cpu) / w.ncpu
		pause = min(pause, max(left, time.Millisecond/2))
	}
	if left := w.began + time.Duration(w.request.wall) - now(); left > 0 {
		pause = min(pause, left)
	}
	return pause
}

type event int

const (
	nothing    event = iota
	gone             // the program has ended
	called           // the judge says something, or is gone itself
	complained       // there is something on standard error
)

func (w *watch) wait(d time.Duration) event {
	fds := [3]unix.PollFd{
		{Fd: int32(w.pidfd), Events: unix.POLLIN}, {Fd: int32(w.h.judge.fd), Events: unix.POLLIN},
		{Fd: int32(w.errors), Events: unix.POLLIN}, // a negative number is passed over
	}
	t := unix.NsecToTimespec(int64(max(d, 0)))
	if _, err := unix.Ppoll(fds[:], &t, nil); err != nil {
		return nothing
	}
	for i, e := range [...]event{gone, called, complained} {
		if fds[i].Revents != 0 {
			return e
		}
	}
	return nothing
}

// readErrors keeps the head of standard error and forgets the rest. It comes through a pipe: however much
// a program writes there, it waits for us and goes on.
func (w *watch) readErrors() {
	n, err := unix.Read(w.errors, w.h.buf[:])
	if n > 0 {
		w.head = append(w.head, w.h.buf[:min(n, keptErrors-len(w.head))]...)
	} else if err != unix.EINTR { // all who could write are gone
		unix.Close(w.errors)
		w.errors = -1
	}
}

func (w *watch) stop(cause End) {
	w.stopped, w.cause = true, cause
	w.queued = w.h.proc.waitedMost()
}

// answerCall hears the judge out: it wants the run to end, or it is gone, and then so are we.
func (w *watch) answerCall() {
	var c cancel
	_, err := w.h.judge.receive(w.h.buf[:], &c)
	w.stop(Interrupted)
	if err == errGone {
		w.endAll()
		w.h.leave()
	}
}

// look compares what the program has used with what it may use.
func (w *watch) look() {
	collected := w.cpu
	w.reap()
	if w.ended {
		return
	}
	start := now()
	r, u := w.request, w.h.proc.usage(w.request.memory)
	w.ledger.add(u, w.before, w.cpu-collected)
	w.before = u
	if u.processes == 1 {
		w.peak = max(w.peak, u.resident)
	}
	used := w.cpu + w.ledger.lost + u.cpu
	if w.cgroup >= 0 {
		used = max(used, cgroupCPU(w.cgroup))
	}
	switch {
	case r.cpu > 0 && used > time.Duration(r.cpu):
		w.stop(CPULimit)
	case int64(u.tasks) > w.h.policy.processes+helperTasks:
		w.stop(Exited)
		w.note = say.Of("it was ended for having more than %d processes and threads", w.h.policy.processes)
	case r.memory > 0 && (w.peak > r.memory || u.beside > r.memory):
		w.peak = max(w.peak, u.beside)
		w.stop(MemoryLimit)
	case r.memory > 0 && u.resident > r.memory && start > w.weighed+10*slowestLook:
		if w.peak = max(w.peak, w.weigh()); w.peak > r.memory {
			w.stop(MemoryLimit)
		}
		w.weighed = now()
	case r.output > 0 && w.written() > r.output:
		w.stop(OutputLimit)
	case !w.h.inside && w.h.policy.scratch != "" && heavier(w.h.scratch, w.h.policy.bytes):
		w.stop(Exited)
		w.note = say.Of("it was ended for writing more than %d MiB, or more than %d files, to its scratch folder", w.h.policy.bytes>>20, mostScratch)
	case w.idleTooLong(start - w.began):
		w.stop(WallLimit)
	}
}

// idleTooLong reports whether the wall guard rings: not for the time a program stood in the queue for a
// processor, on a busy machine, within reason.
func (w *watch) idleTooLong(elapsed time.Duration) bool {
	wall := time.Duration(w.request.wall)
	if elapsed <= wall {
		return false
	}
	w.queued = w.h.proc.waitedMost()
	return elapsed-w.queued > wall || elapsed > mostPatience*wall
}

// weigh is the memory of all processes together: what they share, usage counts for each of them. Reading
// it waits for the locks of processes that fork, so they are made to stand still.
func (w *watch) weigh() int64 {
	w.h.proc.signal(unix.SIGSTOP)
	defer w.h.proc.signal(unix.SIGCONT)
	return w.h.proc.shared()
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
	if !w.ended {
		w.collect(w.pid, unix.WNOHANG)
	}
	for {
		pid, err := w.collect(anyChild, unix.WNOHANG)
		if err != nil { // there are none
			return !w.ended
		}
		if pid == 0 {
			return true
		}
	}
}

// anyChild is every one that tells its end by the usual signal: not the starter, nor the program before
// its exec, which has to be asked for by its number.
const anyChild = -1

func (w *watch) collect(which, options int) (pid int, err error) {
	var status unix.WaitStatus
	var used unix.Rusage
	if which != anyChild {
		options |= unix.WALL
	}
	for {
		pid, err = unix.Wait4(which, &status, options, &used)
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
			unix.Kill(-1, unix.SIGKILL) // all but ourselves: the next run needs another starter
		} else {
			w.h.proc.killAll()
		}
		next := anyChild
		if !w.ended {
			next = w.pid
		}
		if _, err := w.collect(next, 0); err != nil {
			return
		}
	}
}

// outcome is what the judge is told.
func (w *watch) outcome() (a reply) {
	t, r := &w.h.starter.room.told, w.request
	if t.errno != 0 {
		a.trouble = fmt.Sprintf("%s: %s: %v", r.args[0], stageName(t.stage), syscall.Errno(t.errno))
		return a
	}
	a.setup = t.cpu.Nano()
	cpu := w.cpu + w.ledger.lost - time.Duration(a.setup)
	a.end, a.note, a.errors = int64(w.cause), noteText(w.note), string(w.head)
	if w.cause == Exited {
		a.end = int64(w.verdict(cpu))
	}
	a.cpu, a.wall, a.peak = int64(max(cpu, 0)), int64(w.wall), w.peak>>10
	a.exit = int64(w.status.ExitStatus())
	if w.status.Signaled() {
		a.exit, a.signal = -1, int64(w.status.Signal())
	}
	// A thread that stands in the queue while another of the program runs costs it nothing.
	if delay := min(w.queued, w.wall-cpu); delay > noWait && delay > cpu/20 {
		a.contended = 1
	}
	return a
}

// written is how much the larger of its outputs has.
func (w *watch) written() (bytes int64) {
	for _, fd := range w.out {
		bytes = max(bytes, size(fd))
	}
	return bytes
}

// verdict is how a program that was not ended for a limit stands to them: it may have passed one just
// before its end.
func (w *watch) verdict(cpu time.Duration) End {
	r := w.request
	switch {
	case r.output > 0 && w.written() > r.output:
		return OutputLimit
	case r.memory > 0 && w.peak > r.memory:
		return MemoryLimit
	case r.cpu > 0 && cpu > time.Duration(r.cpu):
		return CPULimit
	}
	return Exited
}
