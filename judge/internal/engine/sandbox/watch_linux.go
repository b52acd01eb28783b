//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"fmt"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// watch is a helper's view of one run: it waits for the end of the program, or ends it.
type watch struct {
	h       *helper
	request *request
	out     []int  // the files of its output
	errors  [2]int // the pipe for its errors: our end, and the program's
	head    []byte // of them

	pid, pidfd int
	began      time.Duration
	wall       time.Duration

	stopped  bool // we ended it
	cause    End  // and this is why; Exited if its verdict comes from what it used
	note     say.Message
	status   unix.WaitStatus
	ended    bool          // the program itself was reaped
	cpu      time.Duration // of all reaped
	used     time.Duration // by all, when last looked at
	queued   time.Duration
	rest     rest
	slept    time.Duration // lower bound of the time asleep
	idle     time.Duration // lower bound, in a conversation: there the judge decides whether it slept
	quiet    time.Duration // the part of it since the program last used its processor
	searched map[int]int64 // what each process had written when its maps were read
	peak     int64         // bytes
}

// start starts the program.
func (w *watch) start(l *launch) (err error) {
	if err := w.openErrors(); err != nil {
		return err
	}
	l.files[2] = int32(w.errors[1])
	w.began = now()
	w.rest.at = w.began
	w.pid, err = l.start()
	w.pidfd = int(l.pidfd)
	return err
}

// openErrors makes the pipe for standard error. Our end never blocks: a program can open it too and read what was meant
// for us. We keep the program's end open: otherwise its end would wake us twice.
func (w *watch) openErrors() error {
	if err := unix.Pipe2(w.errors[:], unix.O_CLOEXEC); err != nil {
		return explain("no pipe for standard error", err)
	}
	w.h.done = append(w.h.done, w.errors[:]...)
	_, err := unix.FcntlInt(uintptr(w.errors[0]), unix.F_SETFL, unix.O_NONBLOCK)
	return err
}

// The watch looks at a program after two milliseconds, and then less often, down to every ten; but where looks take long,
// since it has many threads, a twentieth of its time goes into looking.
const (
	firstLook   = 2 * time.Millisecond
	slowestLook = 10 * time.Millisecond
	longestLook = 50 * time.Millisecond
	lookShare   = 20
)

// noWait is how long a wait for a processor may be without counting.
const noWait = 2 * time.Millisecond

// toTheEnd returns when the program and all it started are gone.
func (w *watch) toTheEnd() {
	pause := firstLook
	next := w.began + pause
	for !w.ended && !w.stopped {
		fds := [3]unix.PollFd{
			{Fd: int32(w.pidfd), Events: unix.POLLIN}, {Fd: int32(w.h.judge.fd), Events: unix.POLLIN},
			{Fd: int32(w.errors[0]), Events: unix.POLLIN},
		}
		switch errno := poll(fds[:], next-now()); {
		case errno != 0:
		case fds[0].Revents != 0: // the program has ended
			if now()-w.began-processClock(w.pid) > noWait { // else waiting has cost it nothing
				w.queued = w.h.proc.waited(w.pid)
			}
			w.reap()
		case fds[1].Revents != 0:
			w.answerCall()
		case fds[2].Revents != 0:
			w.readErrors()
		}
		if t := now(); t >= next && !w.ended && !w.stopped {
			w.look()
			pause = min(2*pause, max(slowestLook, lookShare*(now()-t)), longestLook)
			next = now() + pause
		}
	}
	w.wall = now() - w.began
	w.endAll()
	for w.readErrors() {
	}
	w.h.done = append(w.h.done, w.pidfd)
}

// readErrors keeps the head of standard error and forgets the rest; false means that there is nothing more now.
// It comes through a pipe: however much a program writes there, it waits for us and goes on.
func (w *watch) readErrors() bool {
	n, err := unix.Read(w.errors[0], w.h.buf[:])
	if n > 0 {
		w.head = append(w.head, w.h.buf[:min(n, keptErrors-len(w.head))]...)
	}
	return n > 0 || err == unix.EINTR
}

func (w *watch) stop(cause End) {
	w.stopped, w.cause = true, cause
	w.queued = w.h.proc.waitedMost()
}

// answerCall reads the judge's message: the run must end, or the judge is gone, and then the helper ends too.
func (w *watch) answerCall() {
	var c cancel
	_, err := w.h.judge.receive(w.h.buf[:], &c)
	w.stop(Interrupted)
	if err == errGone {
		w.endAll()
		w.h.leave()
	}
}

// look looks at the program, and stops it if it has passed a limit.
func (w *watch) look() {
	w.reap()
	if w.ended {
		return
	}
	start := now()
	u := w.usage()
	w.used = w.cpu + u.cpu - w.h.launch.setup()
	w.noteSleep(start, u)
	w.compare(u, start-w.began)
}

// compare compares the program's use with its limits.
func (w *watch) compare(u usage, passed time.Duration) {
	r := w.request
	w.peak = max(w.peak, u.peak)
	heavy := max(w.peak, u.memory)
	switch {
	case r.CPU > 0 && w.used > r.CPU:
		w.stop(CPULimit)
	case u.tasks > w.h.policy.Processes+helperTasks:
		w.stop(Exited)
		w.note = say.Of("it was stopped because it had more than %d processes and threads", w.h.policy.Processes)
	case r.Memory > 0 && heavy > r.Memory:
		w.peak = heavy
		w.stop(MemoryLimit)
	case w.written() > r.Output:
		w.stop(OutputLimit)
	case heavier(w.h.watched(), w.h.policy.Bytes-u.unlinked) || w.hides():
		w.stop(Exited)
		w.note = say.Of("it was stopped because it wrote more than %d MiB, or more than %d files, to its folders, or hid some there", w.h.policy.Bytes>>20, mostScratch)
	case w.slept > r.Wall:
		w.stop(WallLimit)
	case passed-w.idle > r.Patience:
		w.stop(Starved)
	}
}

// usage returns what the program uses now. Only a compiler can have other processes. Open files count only if they
// may be on the disk.
func (w *watch) usage() usage {
	p, onDisk := &w.h.proc, len(w.h.watched()) > 0
	if p.pids = append(p.pids[:0], w.pid); !w.h.single() {
		p.descendants()
	}
	return p.usage(!w.h.single(), onDisk)
}

// hides reports whether a program has mapped more nameless files than it may: each can take as much of the disk as
// its folders may hold. It looks again when the program has written half of that.
func (w *watch) hides() bool {
	if len(w.h.watched()) == 0 {
		return false
	}
	for _, pid := range w.h.proc.pids {
		if all := w.h.proc.written(pid); all-w.searched[pid] > w.h.policy.Bytes/2 {
			if w.searched == nil {
				w.searched = map[int]int64{}
			}
			w.searched[pid] = all
			if w.h.proc.mapped(pid) > mostMapped {
				return true
			}
		}
	}
	return false
}

// mostMapped is the number of such files that an honest program has, such as its output.
const mostMapped = 2

// noteSleep adds to the time that the program has slept. In a conversation the judge hears of it instead, each time that
// it amounts to another wall limit.
func (w *watch) noteSleep(at time.Duration, u usage) {
	used := u.cpu != w.rest.cpu
	idle := w.rest.look(&w.h.proc, at, u)
	stall := w.request.Stall
	if stall == 0 {
		w.slept += idle
		return
	}
	before := w.idle/stall + w.quiet/stall
	w.idle += idle
	if w.quiet += idle; used {
		w.quiet = 0
	}
	if w.idle/stall+w.quiet/stall > before {
		w.h.judge.send(&reply{Idle: w.idle, Quiet: w.quiet, Listens: w.h.proc.listens()})
	}
}

// listens reports whether a thread waits for input: it reads descriptor 0, or polls files. It is true where the system
// does not show the calls of threads.
func (p *proc) listens() bool {
	shown := false
	for _, thread := range p.threads() {
		var call uint32
		var file uint64
		text := p.read(thread + "/syscall")
		shown = shown || len(text) > 0
		if n, _ := fmt.Fscanf(bytes.NewReader(text), "%d 0x%x", &call, &file); n == 2 &&
			((call == unix.SYS_READ || call == unix.SYS_READV) && file == 0 || slices.Contains(polls, call)) {
			return true
		}
	}
	return !shown
}

// polls are the calls that wait for several files.
var polls = append([]uint32{unix.SYS_PPOLL, unix.SYS_PSELECT6, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2}, pollsHere...)

// size returns the size of a file, or half of its space on disk if that is more: some file systems reserve up to as
// much again for a growing file.
func size(fd int) int64 {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil {
		return 0
	}
	return max(st.Size, st.Blocks*512/2)
}

// reap collects the processes that have ended, and reports whether any is left.
func (w *watch) reap() (left bool) {
	for {
		pid, err := w.collect(unix.WNOHANG)
		if err != nil { // there are none
			return !w.ended
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
		pid, err = unix.Wait4(-1, &status, options, &used)
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

// endAll kills and collects all remaining processes.
func (w *watch) endAll() {
	for w.reap() {
		switch {
		case w.h.single():
			unix.Kill(w.pid, unix.SIGKILL)
		case w.h.inside:
			unix.Kill(-1, unix.SIGKILL) // all but ourselves
		default:
			w.h.proc.killAll()
		}
		if _, err := w.collect(0); err != nil {
			return
		}
	}
}

// outcome returns the reply for the judge.
func (w *watch) outcome() (a reply) {
	l, r := w.h.launch, w.request
	if l.errno != 0 {
		a.Trouble = say.Of("%s: %s", r.Args[0]+": "+stageName(l.stage), say.From(syscall.Errno(l.errno)))
		return a
	}
	if !w.stopped && l.lost() {
		syscall.Exit(1) // the judge runs it again, with another helper
	}
	cpu := w.total()
	a.End, a.Stderr, a.Setup = w.cause, w.head, l.setup()
	if w.cause == Exited {
		a.End = w.verdict(cpu)
	}
	a.CPU, a.Wall, a.PeakKiB, a.Exit = max(cpu, 0), w.wall, w.peak>>10, w.status.ExitStatus()
	if w.status.Signaled() {
		a.Signal = signalName(int(w.status.Signal()))
	}
	if a.End == Exited && w.status.Signal() == unix.SIGXFSZ {
		w.note = say.Of("it wrote a file of more than %d MiB", largestFile(w.h.policy.Bytes, r.Output)>>20)
	}
	delay := min(w.queued, w.wall-cpu) // it costs nothing if one thread queues while another runs
	a.Note, a.Contended = w.note, delay > noWait && delay > cpu/20
	return a
}

// total returns the CPU time of the run. If the run was stopped for it, this is the time at that moment: the kernel's
// work of removing the program does not count.
func (w *watch) total() time.Duration {
	if w.cause == CPULimit {
		return w.used
	}
	return w.cpu - w.h.launch.setup()
}

// written returns the size of the larger output.
func (w *watch) written() (bytes int64) {
	for _, fd := range w.out {
		bytes = max(bytes, size(fd))
	}
	return bytes
}

// verdict compares a program that ended by itself with its limits: it may have passed one just before its end.
func (w *watch) verdict(cpu time.Duration) End {
	r := w.request
	switch {
	case w.written() > r.Output:
		return OutputLimit
	case r.Memory > 0 && w.peak > r.Memory:
		return MemoryLimit
	case r.CPU > 0 && cpu > r.CPU:
		return CPULimit
	}
	return Exited
}
