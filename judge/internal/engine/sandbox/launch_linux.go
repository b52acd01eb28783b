//go:build amd64 || arm64

package sandbox

import (
	"math"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// launch is all a child needs to become the program. The helper lays it out in the room, since a child may not allocate
// memory, nor call what does.
type launch struct {
	path, dir  *byte
	argv, envv **byte
	files      [5]int32 // they become 0, 1, 2 and perhaps 3 and 4
	nfiles     int
	limits     [2]resourceLimit // of files' sizes, and of memory

	ruleset int32 // Landlock's, -1 for none

	cgroup int32 // the open folder of its cgroup, -1 for none
}

// usual is the part that all launches of a helper share. A child that waits for its launch has it already.
type usual struct {
	limits   [8]resourceLimit
	nlimits  int
	ruleset  int32    // of all runs inside whose output lies in memory, -1 for none
	procSelf [11]byte // outside, the folder to be added to Landlock's rules: it is known only once the child has a number
	beneath  unix.LandlockPathBeneathAttr
	signals  signalFilter
}

type resourceLimit struct {
	which uintptr
	value unix.Rlimit
}

// told holds the messages of the starter and the child to the helper.
type told struct {
	pid, pidfd int32            // the child's; pid is 0 before it has begun
	early      bool             // the child was made before its launch was laid out
	begin      int32            // 1: the launch is laid out
	done       int32            // 1: the starter is
	made, rest syscall.Timespec // when the child was asked for, and when it began to wait for its launch, if it did
	stage      int32            // how far it came
	errno      int32            // what stopped it there
	cpu        syscall.Timespec // its CPU time up to the exec: the sandbox's, not the program's
}

// The stages of a start.
const (
	making int32 = iota
	settingUp
	enteringFolder
	restricting
	starting
)

func stageName(s int32) string {
	return [...]string{"starting a process", "setting up", "entering its folder", "restricting its files", "starting the program"}[s]
}

// becomeProgram is a child's whole life. It shares the starter's memory, not its stack, until the exec.
//
//go:norace
//go:nosplit
//go:nocheckptr
//lint:ignore U1000 cloneProgram calls it
func becomeProgram() {
	l, t := &shared.launch, &shared.told
	errno := shared.await()
	if errno == 0 {
		errno = l.setUp(t)
	}
	if errno == 0 && l.ruleset >= 0 && !(t.early && l.ruleset == shared.usual.ruleset) {
		t.stage = restricting
		errno = shared.restrict(l.ruleset)
	}
	if errno == 0 {
		t.stage = starting
		syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, unix.CLOCK_PROCESS_CPUTIME_ID, uintptr(unsafe.Pointer(&t.cpu)), 0)
		// No signal is handled here, so none can harm us now.
		syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&shared.none)), 0, 8, 0, 0)
		_, _, errno = syscall.RawSyscall(syscall.SYS_EXECVE, uintptr(unsafe.Pointer(l.path)), uintptr(unsafe.Pointer(l.argv)), uintptr(unsafe.Pointer(l.envv)))
	}
	if t.stage != making {
		t.errno = int32(errno)
	}
	for {
		syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 127, 0, 0)
	}
}

// await gives the child its session and waits for the launch. A child that was made early shares the helper's open files
// until then, since the helper opens those of the launch later.
//
//go:norace
//go:nosplit
//go:nocheckptr
func (r *room) await() (errno syscall.Errno) {
	t := &r.told
	if r.orphan {
		syscall.RawSyscall6(syscall.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0, 0, 0, 0)
	}
	syscall.RawSyscall(syscall.SYS_SETSID, 0, 0, 0)
	parent, _, _ := syscall.RawSyscall(syscall.SYS_GETPPID, 0, 0, 0)
	pid, _, _ := syscall.RawSyscall(syscall.SYS_GETPID, 0, 0, 0)
	for i := 0; i < r.usual.nlimits && errno == 0; i++ {
		errno = r.usual.limits[i].set()
	}
	if t.early && r.usual.ruleset >= 0 && errno == 0 {
		errno = r.restrict(r.usual.ruleset)
	}
	if r.usual.signals.program.Len > 0 && errno == 0 {
		errno = r.filterSignals(uint32(pid))
	}
	if load(&t.begin) == 0 {
		syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&t.rest)), 0)
	}
	for int32(parent) == r.helper && load(&t.begin) == 0 {
		syscall.RawSyscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&t.begin)), futexWait, 0, 0, 0, 0)
	}
	if r.early != 0 && errno == 0 { // before it says that it begins: the helper may close files then
		_, _, errno = syscall.RawSyscall6(unix.SYS_CLOSE_RANGE, noFile, noFile, unix.CLOSE_RANGE_UNSHARE, 0, uintptr(r.word[0]), uintptr(r.word[1]))
	}
	if int32(parent) != r.helper {
		return syscall.ESRCH // it had died before
	}
	t.stage = settingUp
	store(&t.pid, int32(pid))
	if errno != 0 {
		return errno
	}
	for errno == 0 { // what was sent to it meanwhile was not for the program
		_, _, errno = syscall.RawSyscall6(syscall.SYS_RT_SIGTIMEDWAIT, uintptr(unsafe.Pointer(&everySignal)), 0, uintptr(unsafe.Pointer(&r.atOnce)), 8, 0, 0)
	}
	return 0
}

const noFile = math.MaxUint32 // is no file's number

// setUp gives the child its files, its limits and its folder.
//
//go:norace
//go:nosplit
//go:nocheckptr
func (l *launch) setUp(t *told) (errno syscall.Errno) {
	for i := 0; i < l.nfiles; i++ {
		if _, _, errno = syscall.RawSyscall(unix.SYS_DUP3, uintptr(l.files[i]), uintptr(i), 0); errno != 0 {
			return errno
		}
	}
	for i := range l.limits {
		if errno = l.limits[i].set(); errno != 0 {
			return errno
		}
	}
	t.stage = enteringFolder
	_, _, errno = syscall.RawSyscall(syscall.SYS_CHDIR, uintptr(unsafe.Pointer(l.dir)), 0, 0)
	return errno
}

//go:norace
//go:nosplit
//go:nocheckptr
func (l *resourceLimit) set() (errno syscall.Errno) {
	_, _, errno = syscall.RawSyscall6(unix.SYS_PRLIMIT64, 0, l.which, uintptr(unsafe.Pointer(&l.value)), 0, 0, 0)
	return errno
}

// restrict puts Landlock around the child.
//
//go:norace
//go:nosplit
//go:nocheckptr
func (r *room) restrict(ruleset int32) (errno syscall.Errno) {
	if u := &r.usual; u.procSelf[0] != 0 {
		fd, _, errno := syscall.RawSyscall6(syscall.SYS_OPENAT, ^uintptr(99), uintptr(unsafe.Pointer(&u.procSelf)), unix.O_PATH|unix.O_CLOEXEC, 0, 0, 0)
		if errno != 0 {
			return errno
		}
		u.beneath.Parent_fd = int32(fd)
		_, _, errno = syscall.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&u.beneath)), 0, uintptr(r.word[0]), uintptr(r.word[1]))
		if errno != 0 {
			return errno
		}
	}
	_, _, errno = syscall.RawSyscall6(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(ruleset), 0, 0, 0, uintptr(r.word[0]), uintptr(r.word[1]))
	return errno
}

// filterSignals adds the filter that names the child.
//
//go:norace
//go:nosplit
//go:nocheckptr
func (r *room) filterSignals(pid uint32) (errno syscall.Errno) {
	f := &r.usual.signals
	for i := range f.self {
		*f.self[i] = pid
	}
	_, _, errno = syscall.RawSyscall6(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&f.program)), 0, uintptr(r.word[0]), uintptr(r.word[1]))
	return errno
}
