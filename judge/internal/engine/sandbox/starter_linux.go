//go:build amd64 || arm64

package sandbox

import (
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A program's peak of memory is never below the size of the process that started it, and copying a process with Go's
// runtime takes longer than everything else in a case. So the helper has a starter: a copy of itself that keeps almost
// none of its memory. It waits until a launch is written into the room, and makes a child that shares this little
// memory until its exec.
//
// The child is a sibling of the starter, so the helper can wait for it and measure it. The starter shares the helper's
// open files. Its end sends no signal, so waiting for children ignores it.

// starter is a helper's view of its starter.
type starter struct {
	room       *room
	pid, pidfd int
	ahead      bool // it was asked for a child that waits for its launch
}

// slowToStart is how long a starter, or a child that is told to begin, may be silent. After that it counts as stopped
// by somebody.
const slowToStart = 5 * time.Second

// mostStrings is how many bytes of strings a launch may have. With more, the starter has become too large for the
// next launch.
const mostStrings = 16 << 10

// begin makes the starter.
func (s *starter) begin() error {
	r := s.room
	keepLittle(r)
	r.helper = int32(os.Getpid())
	pidfd := int32(-1)
	var old [8]byte
	setSignals(&everySignal, &old)
	s.pid = cloneStarter(unix.SYS_CLONE, unix.CLONE_FILES|unix.CLONE_PIDFD, top(&r.stacks[0]), uintptr(unsafe.Pointer(&pidfd)), uintptr(r.word[0]), uintptr(r.word[1]))
	setSignals(&old, nil)
	if s.pid < 0 {
		return explain("making a starter of programs", syscall.Errno(-s.pid))
	}
	s.pidfd = int(pidfd)
	return nil
}

// ask orders a child that waits for its launch. An early child is made before the launch is laid out.
func (s *starter) ask(early bool) {
	s.room.told = told{pidfd: -1, early: early}
	s.ahead = true
	notify(s.room.start)
}

// launch lets the waiting child become the program that is laid out in the room, or orders one. It returns when the
// child has begun, with the time of the order.
func (s *starter) launch() (asked time.Duration, err error) {
	t := &s.room.told
	if s.ahead && s.room.unusual() {
		s.dismiss() // it has put the usual rules around itself
	}
	if !s.ahead {
		s.ask(false)
	}
	asked = now()
	if s.made(); t.errno != 0 && t.early { // there may be room for one now
		s.ask(false)
		s.made()
	}
	s.ahead = false
	if t.errno != 0 {
		return 0, explain(stageName(t.stage), syscall.Errno(t.errno))
	}
	atomic.StoreInt32(&t.begin, 1)
	unix.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&t.begin)), futexWake, 1, 0, 0, 0)
	// Nothing wakes the helper when the child begins: often the child has ended before the helper must look.
	child := []unix.PollFd{{Fd: t.pidfd, Events: unix.POLLIN}}
	for pause := firstLook; atomic.LoadInt32(&t.pid) == 0; pause *= 2 {
		poll(child, pause)
		if gone(child[0].Revents, now()-asked) && atomic.LoadInt32(&t.pid) == 0 {
			s.lost()
		}
	}
	return asked, nil
}

// made waits until the starter has made the child, or was refused one.
func (s *starter) made() {
	fds := []unix.PollFd{{Fd: s.room.answer, Events: unix.POLLIN}, {Fd: int32(s.pidfd), Events: unix.POLLIN}}
	for asked := now(); atomic.LoadInt32(&s.room.told.done) == 0; {
		poll(fds, asked+slowToStart-now())
		if gone(fds[1].Revents, now()-asked) {
			s.lost()
		}
		if fds[0].Revents != 0 { // perhaps it was for an earlier child
			var count [8]byte
			unix.Read(int(s.room.answer), count[:])
		}
	}
}

// gone reports whether a process that has been asked for something will not answer: it has ended, or was stopped.
func gone(ended int16, waited time.Duration) bool { return ended != 0 || waited > slowToStart }

// lost ends a helper whose starter or waiting child was killed or stopped. Everything that it started ends with it,
// and the judge starts another helper.
func (s *starter) lost() {
	unix.Kill(s.pid, unix.SIGKILL)
	unix.PidfdSendSignal(int(s.room.told.pidfd), unix.SIGKILL, nil, 0)
	syscall.Exit(1)
}

// dismiss ends a child that has not begun.
func (s *starter) dismiss() {
	s.ahead = false
	s.made()
	t := &s.room.told
	if t.errno != 0 {
		return
	}
	unix.PidfdSendSignal(int(t.pidfd), unix.SIGKILL, nil, 0)
	for unix.Waitid(unix.P_PIDFD, int(t.pidfd), nil, unix.WEXITED|unix.WALL, nil) == unix.EINTR {
	}
	unix.Close(int(t.pidfd))
}

// end ends the starter.
func (s *starter) end() {
	if s.pid == 0 {
		return
	}
	unix.Kill(s.pid, unix.SIGKILL)
	for {
		if _, err := unix.Wait4(s.pid, nil, unix.WALL, nil); err != unix.EINTR {
			return
		}
	}
}

// poll waits for an event, and tells Go's runtime nothing of it. The runtime takes the processor from a waiting
// thread to give it to another, and keeps its watcher awake for that: 0.08 ms of CPU time for a case. Without this
// the watcher looks every 10 ms.
func poll(fds []unix.PollFd, most time.Duration) syscall.Errno {
	t := unix.NsecToTimespec(int64(max(most, 0)))
	_, _, errno := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&fds[0])), uintptr(len(fds)), uintptr(unsafe.Pointer(&t)), 0, 8, 0)
	return errno
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

// load and store are those of sync/atomic, which the race detector watches with memory that the starter does not keep.
//
//go:noescape
func load(x *int32) (is int32)

//go:noescape
func store(x *int32, to int32)

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
		}
		store(&t.done, 1)
		notify(r.answer)
	}
	for {
		syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
	}
}
