//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// A program's peak of memory is never below the size of the process that started it, and copying a process with Go's
// runtime takes longer than everything else in a case. So the helper has a starter: a copy of itself that keeps almost
// none of its memory. It waits until a launch is written into the room, and makes a child that shares this little
// memory until its exec.
//
// The child is a sibling of the starter, so the helper can wait for it and measure it. The starter shares the helper's
// open files. Its end sends no signal, so waiting for children ignores it.

// starter is one, seen from its helper.
type starter struct {
	room       *room
	pid, pidfd int             // 0 for none
	worn       bool            // it has grown, or was ended with a run
	ahead      bool            // it was asked for a child that waits for its launch
	fate       unix.WaitStatus // of the one before
}

// A starter that does not answer in time was stopped by somebody, and another takes its place; or it waits for a
// processor, and so might the next: each has longer.
const mostStarters = 3

func answerTime(attempt int) time.Duration { return time.Second << (2 * attempt) }

// mostStrings is how much memory a launch may take before the starter, which had it all before its eyes,
// counts as too large for the next.
const mostStrings = 16 << 10

// ask has a child made that waits for its launch.
func (s *starter) ask() {
	s.room.told = told{pidfd: -1, ahead: true}
	s.ahead = true
	notify(s.room.start)
}

// launch lets the child that waits become what is laid out in the room, or makes one. It returns when that is known to
// have begun, or to have ended already, with the time when it was asked for.
func (s *starter) launch() (asked time.Duration, err error) {
	t := &s.room.told
	if usual := s.room.usual.ruleset; s.ahead && usual >= 0 && s.room.launch.ruleset != usual {
		s.dismiss() // it has put the usual rules around itself
	}
	for attempt := range mostStarters {
		if !s.ahead {
			if err := s.ready(); err != nil {
				return 0, err
			}
			*t = told{pidfd: -1}
		}
		asked = now()
		atomic.StoreInt32(&t.begin, 1)
		if s.ahead {
			unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.begin)), futexWake, 1, 0, 0, 0)
		} else {
			notify(s.room.start)
		}
		s.starts(answerTime(attempt))
		if !atomic.CompareAndSwapInt32(&t.pid, 0, -1) {
			s.ahead, s.worn = false, s.room.used > mostStrings
			return asked, nil
		}
		errno, ahead := t.errno, s.ahead // of the starter: a child has one only when it has begun
		s.dismiss()
		if errno != 0 && !ahead {
			return 0, explain(stageName(t.stage), syscall.Errno(errno))
		}
	}
	return 0, say.Errorf("the starters of programs end before they start one (%s): is somebody killing them?", s.last())
}

// dismiss ends a child that has not begun.
func (s *starter) dismiss() {
	s.ahead = false
	s.rest()
	if fd := s.room.told.pidfd; fd >= 0 {
		finish(int(fd))
	}
}

// starts waits until a child has begun, or there can be none. Nobody wakes us for a child that begins: it may well
// have ended before we have to look.
func (s *starter) starts(most time.Duration) {
	t := &s.room.told
	for pause := firstLook; pause < most; pause *= 2 {
		maker := int32(s.pidfd)
		if atomic.LoadInt32(&t.done) != 0 {
			maker = -1 // the child is there, whatever became of its starter
		}
		said, over := s.answers(pause, maker, s.room.ended)
		if said || over || atomic.LoadInt32(&t.pid) != 0 {
			return
		}
	}
}

// answers waits for the starter to say that it is there or that there can be no child, or for one of two files to tell
// of an end.
func (s *starter) answers(most time.Duration, one, other int32) (said, over bool) {
	fds := []unix.PollFd{{Fd: s.room.answer, Events: unix.POLLIN}, {Fd: one, Events: unix.POLLIN}, {Fd: other, Events: unix.POLLIN}}
	end := now() + most
	for {
		if poll(fds, end-now()) != unix.EINTR {
			return hear(fds[0]), fds[1].Revents|fds[2].Revents != 0
		}
	}
}

// rest waits after a child's end until the starter is done with it. Otherwise a starter that was stopped or waits for a
// processor could take a later file for the child's, if it has the same number.
func (s *starter) rest() {
	if atomic.LoadInt32(&s.room.told.done) == 0 {
		s.end()
	}
}

// ready sees to it that there is a starter.
func (s *starter) ready() error {
	if s.worn {
		s.end()
	}
	for attempt := 0; s.pid == 0; attempt++ {
		if attempt == mostStarters {
			return say.Errorf("the starter of programs does not start (%s)", s.last())
		}
		if err := s.begin(); err != nil {
			return err
		}
		if said, _ := s.answers(answerTime(attempt), int32(s.pidfd), -1); !said {
			s.end()
		}
	}
	return nil
}

// begin makes a starter, which is still to say that it is there.
func (s *starter) begin() error {
	r := s.room
	events := []unix.PollFd{{Fd: r.start, Events: unix.POLLIN}, {Fd: r.answer, Events: unix.POLLIN}}
	poll(events, 0)
	for _, e := range events { // what the one before did not hear, or said too late
		hear(e)
	}
	keepLittle(r)
	r.helper = int32(os.Getpid())
	pidfd := int32(-1)
	var old [8]byte
	setSignals(&everySignal, &old)
	pid := cloneStarter(unix.SYS_CLONE, unix.CLONE_FILES|unix.CLONE_PIDFD, top(&r.stacks[0]), uintptr(unsafe.Pointer(&pidfd)), uintptr(r.word[0]), uintptr(r.word[1]))
	setSignals(&old, nil)
	if pid < 0 {
		return explain("making a starter of programs", syscall.Errno(-pid))
	}
	s.pid, s.pidfd, s.worn = pid, int(pidfd), false
	return nil
}

// end ends the starter.
func (s *starter) end() {
	if s.pid == 0 {
		return
	}
	unix.Kill(s.pid, unix.SIGKILL)
	for {
		if _, err := unix.Wait4(s.pid, &s.fate, unix.WALL, nil); err != unix.EINTR {
			break
		}
	}
	unix.Close(s.pidfd)
	s.pid = 0
}

// last says how the starter ended that was there last.
func (s *starter) last() string {
	if s.fate.Signaled() {
		return signalName(int(s.fate.Signal()))
	}
	return fmt.Sprintf("exit status %d", s.fate.ExitStatus())
}

// finish kills a child, collects it and closes its file.
func finish(pidfd int) {
	if unix.PidfdSendSignal(pidfd, unix.SIGKILL, nil, 0) == unix.EBADF {
		return // none was made: the kernel tells its number first, which is free then, or another file's by now
	}
	for unix.Waitid(unix.P_PIDFD, pidfd, nil, unix.WEXITED|unix.WALL, nil) == unix.EINTR {
	}
	unix.Close(pidfd)
}

// poll waits for an event, and tells Go's runtime nothing of it. The runtime takes the processor from a thread that
// waits, to give it to another, and has its watcher awake to see to that: 0.08 ms of CPU time for a case. Not
// told, the watcher looks every 10 ms what became of us.
func poll(fds []unix.PollFd, most time.Duration) syscall.Errno {
	t := unix.NsecToTimespec(int64(max(most, 0)))
	_, _, errno := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&fds[0])), uintptr(len(fds)), uintptr(unsafe.Pointer(&t)), 0, 8, 0)
	return errno
}

// hear takes an event that has come, and reports whether it has.
func hear(event unix.PollFd) bool {
	if event.Revents&unix.POLLIN == 0 {
		return false
	}
	var count [8]byte
	unix.Read(int(event.Fd), count[:])
	return true
}

// notify sends an event.
//
//go:norace
//go:nosplit
//go:nocheckptr
func notify(event int32) {
	one := uint64(1)
	syscall.RawSyscall(syscall.SYS_WRITE, uintptr(event), uintptr(unsafe.Pointer(&one)), 8)
}

// setSignals sets the blocked signals; old, if not nil, gets those before.
func setSignals(blocked, old *[8]byte) {
	unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(blocked)), uintptr(unsafe.Pointer(old)), 8, 0, 0)
}

var everySignal = [8]byte{255, 255, 255, 255, 255, 255, 255, 255}

// cloneStarter and cloneProgram are the system calls clone and clone3 for a child with a stack of its own, and the
// word beside: it begins with serveStarts or becomeProgram, and returns from neither. pid is negative for an error.
//
//go:noescape
func cloneStarter(call, a1, a2, a3, w1, w2 uintptr) (pid int)

//go:noescape
func cloneProgram(call, a1, a2, a3, w1, w2 uintptr) (pid int)

// cloneArgs is struct clone_args of the kernel.
type cloneArgs struct {
	flags, pidfd, childTID, parentTID, exitSignal, stack, stackSize, tls, setTID, setTIDSize, cgroup uint64
}

const (
	futexWait = 0
	futexWake = 1

	intoCgroup   = 0x200000000
	programFlags = unix.CLONE_VM | unix.CLONE_PARENT | unix.CLONE_PIDFD
)

// serveStarts is the starter's whole life: no signal reaches it, and it ends with its helper.
//
//go:norace
//go:nosplit
//go:nocheckptr
func serveStarts() {
	r := shared
	t := &r.told
	var ignored [8]byte
	for signal := uintptr(1); signal <= 64; signal++ { // Go's handlers are not for the programs
		syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, signal, uintptr(unsafe.Pointer(&r.handler)), 0, 8, 0, 0)
	}
	syscall.RawSyscall6(syscall.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0, 0, 0, 0)
	parent, _, _ := syscall.RawSyscall(syscall.SYS_GETPPID, 0, 0, 0)
	own, _, _ := syscall.RawSyscall(syscall.SYS_GETPID, 0, 0, 0)
	r.starter = uint32(own)
	notify(r.answer)
	for int32(parent) == r.helper {
		if n, _, _ := syscall.RawSyscall(syscall.SYS_READ, uintptr(r.start), uintptr(unsafe.Pointer(&ignored)), 8); n != 8 {
			break
		}
		var pid int
		syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&t.made)), 0)
		if r.launch.cgroup >= 0 {
			r.args = cloneArgs{
				flags: programFlags | intoCgroup, pidfd: uint64(uintptr(unsafe.Pointer(&t.pidfd))),
				stack: uint64(top(&r.stacks[1])) - stackSize, stackSize: stackSize, cgroup: uint64(r.launch.cgroup),
			}
			pid = cloneProgram(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&r.args)), unsafe.Sizeof(r.args), 0, uintptr(r.word[0]), uintptr(r.word[1]))
		} else {
			pid = cloneProgram(unix.SYS_CLONE, programFlags|r.early, top(&r.stacks[1]), uintptr(unsafe.Pointer(&t.pidfd)), uintptr(r.word[0]), uintptr(r.word[1]))
		}
		if pid < 0 {
			t.errno = int32(-pid)
			notify(r.answer)
		} else {
			syscall.RawSyscall6(syscall.SYS_EPOLL_CTL, uintptr(r.ended), unix.EPOLL_CTL_ADD, uintptr(t.pidfd), uintptr(unsafe.Pointer(&r.end)), 0, 0)
		}
		atomic.StoreInt32(&t.done, 1)
	}
	for {
		syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
	}
}
