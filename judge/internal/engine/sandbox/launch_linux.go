//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// A program's peak of memory is never below the size of the process that its child was before the exec, and to copy a
// process with Go's runtime takes longer than everything else in a case. So the helper keeps its memory from
// its children. A child has the helper's code and the launch, which both share, and nothing else.

// launch is all that a child needs to become the program.
type launch struct {
	// For all runs of a helper.
	limits  [12]resourceLimit
	nlimits int
	orphan  bool  // the kernel kills a child when the helper dies: without a pid namespace
	helper  int32 // its number
	signals signalFilter
	key     key
	// What Landlock's rules get beside: the child's own folder of /proc, which is known only once it has a number.
	procSelf [len("/proc/self") + 1]byte // empty if there is no need
	beneath  unix.LandlockPathBeneathAttr

	// For one run.
	path, dir  *byte
	argv, envv **byte
	files      [5]int32 // they become 0, 1, 2 and perhaps 3 and 4
	nfiles     int
	own        [2]resourceLimit // of files' sizes, and of memory
	ruleset    int32            // Landlock's, -1 for none
	cgroup     int32            // the open folder of its cgroup, -1 for none

	// What the child says.
	stage int32            // how far it came
	errno int32            // what stopped it there
	cpu   syscall.Timespec // its CPU time up to the exec: the sandbox's, not the program's

	pidfd int32
	stack [16 << 10]byte // the child's
	used  int            // bytes of space
	space [4 << 20]byte  // strings; unused pages cost nothing
}

type resourceLimit struct {
	which uintptr
	value unix.Rlimit
}

// The stages of a start.
const (
	settingUp int32 = iota
	enteringFolder
	restricting
	filtering
	starting
)

func stageName(s int32) string {
	return [...]string{"setting up", "entering its folder", "restricting its files", "restricting its signals", "starting the program"}[s]
}

func newLaunch() (*launch, error) {
	memory, err := unix.Mmap(-1, 0, int(unsafe.Sizeof(launch{})), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, err
	}
	l := (*launch)(unsafe.Pointer(&memory[0]))
	l.helper = int32(os.Getpid())
	var secret [8]byte
	_, err = unix.Getrandom(secret[:], 0)
	l.key = key(binary.NativeEndian.Uint64(secret[:]))
	return l, err
}

// clear prepares for another run.
func (l *launch) clear() {
	l.ruleset, l.cgroup, l.used = -1, -1, 0
	l.stage, l.errno, l.cpu = settingUp, 0, syscall.Timespec{}
}

// start makes the child. The helper is not told when it becomes the program, which saves a wake-up for short programs.
func (l *launch) start() (pid int, err error) {
	begin := reflect.ValueOf(becomeProgram).Pointer()
	at := uintptr(unsafe.Pointer(l))
	stack := uintptr(unsafe.Pointer(&l.stack))
	pidfd := uintptr(unsafe.Pointer(&l.pidfd))
	if l.cgroup >= 0 {
		args := cloneArgs{
			flags: intoCgroup | unix.CLONE_PIDFD, pidfd: uint64(pidfd), exitSignal: uint64(unix.SIGCHLD),
			stack: uint64(stack), stackSize: uint64(len(l.stack)), cgroup: uint64(l.cgroup),
		}
		pid = cloneOnto(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&args)), unsafe.Sizeof(args), 0, l.key, begin, at)
	} else {
		top := (stack + uintptr(len(l.stack))) &^ 15 // it grows downwards
		pid = cloneOnto(unix.SYS_CLONE, unix.CLONE_PIDFD|uintptr(unix.SIGCHLD), top, pidfd, l.key, begin, at)
	}
	if pid < 0 {
		return 0, explain("starting a process", syscall.Errno(-pid))
	}
	return pid, nil
}

// lost reports whether a child that has ended never began, and no error stopped it: somebody killed it.
func (l *launch) lost() bool { return l.stage != starting && l.errno == 0 }

// setup is the CPU time that the child used before it became the program.
func (l *launch) setup() time.Duration { return time.Duration(l.cpu.Nano()) }

// cloneOnto is the system call clone or clone3. The child has a stack of its own and calls begin, which takes arg and
// never returns. pid is negative for an error.
//
//go:noescape
func cloneOnto(call, a1, a2, a3 uintptr, k key, begin, arg uintptr) (pid int)

// cloneArgs is struct clone_args of the kernel.
type cloneArgs struct {
	flags, pidfd, childTID, parentTID, exitSignal, stack, stackSize, tls, setTID, setTIDSize, cgroup uint64
}

const intoCgroup = 0x200000000

// becomeProgram is a child's whole life. It has no memory but the launch, so it calls the kernel and nothing else.
//
//go:norace
//go:nosplit
//go:nocheckptr
func becomeProgram(l *launch) {
	errno := l.setUp()
	if errno == 0 && l.ruleset >= 0 {
		l.stage = restricting
		errno = l.restrict()
	}
	if errno == 0 && l.signals.program.Len > 0 {
		l.stage = filtering
		errno = l.filterSignals()
	}
	if errno == 0 {
		l.stage = starting
		syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, unix.CLOCK_PROCESS_CPUTIME_ID, uintptr(unsafe.Pointer(&l.cpu)), 0)
		_, _, errno = syscall.RawSyscall(syscall.SYS_EXECVE, uintptr(unsafe.Pointer(l.path)), uintptr(unsafe.Pointer(l.argv)), uintptr(unsafe.Pointer(l.envv)))
	}
	l.errno = int32(errno)
	for {
		syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 127, 0, 0)
	}
}

// setUp gives the child its session, its files, its limits and its folder.
//
//go:norace
//go:nosplit
//go:nocheckptr
func (l *launch) setUp() (errno syscall.Errno) {
	if l.orphan {
		syscall.RawSyscall6(syscall.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0, 0, 0, 0)
		if parent, _, _ := syscall.RawSyscall(syscall.SYS_GETPPID, 0, 0, 0); int32(parent) != l.helper {
			return syscall.ESRCH // it had died before
		}
	}
	syscall.RawSyscall(syscall.SYS_SETSID, 0, 0, 0)
	for i := 0; i < l.nfiles; i++ {
		if _, _, errno = syscall.RawSyscall(unix.SYS_DUP3, uintptr(l.files[i]), uintptr(i), 0); errno != 0 {
			return errno
		}
	}
	for i := 0; i < l.nlimits; i++ {
		if errno = l.limits[i].set(); errno != 0 {
			return errno
		}
	}
	for i := 0; i < len(l.own); i++ {
		if errno = l.own[i].set(); errno != 0 {
			return errno
		}
	}
	l.stage = enteringFolder
	_, _, errno = syscall.RawSyscall(syscall.SYS_CHDIR, uintptr(unsafe.Pointer(l.dir)), 0, 0)
	return errno
}

//go:norace
//go:nosplit
//go:nocheckptr
func (r *resourceLimit) set() (errno syscall.Errno) {
	_, _, errno = syscall.RawSyscall6(unix.SYS_PRLIMIT64, 0, r.which, uintptr(unsafe.Pointer(&r.value)), 0, 0, 0)
	return errno
}

// restrict puts Landlock around the child.
//
//go:norace
//go:nosplit
//go:nocheckptr
func (l *launch) restrict() (errno syscall.Errno) {
	if l.procSelf[0] != 0 {
		fd, _, errno := syscall.RawSyscall6(syscall.SYS_OPENAT, 0, uintptr(unsafe.Pointer(&l.procSelf)), unix.O_PATH|unix.O_CLOEXEC, 0, 0, 0)
		if errno != 0 {
			return errno
		}
		l.beneath.Parent_fd = int32(fd)
		_, _, errno = syscall.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(l.ruleset), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&l.beneath)), 0, 0, uintptr(l.key))
		if errno != 0 {
			return errno
		}
	}
	_, _, errno = syscall.RawSyscall6(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(l.ruleset), 0, 0, 0, 0, uintptr(l.key))
	return errno
}

// filterSignals adds the filter that names the child.
//
//go:norace
//go:nosplit
//go:nocheckptr
func (l *launch) filterSignals() (errno syscall.Errno) {
	pid, _, _ := syscall.RawSyscall(syscall.SYS_GETPID, 0, 0, 0)
	for i := 0; i < len(l.signals.self); i++ {
		*l.signals.self[i] = uint32(pid)
	}
	_, _, errno = syscall.RawSyscall6(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&l.signals.program)), 0, 0, uintptr(l.key))
	return errno
}

var errTooLong = say.Errorf("its arguments and environment are too long").Hint("keep them under 120 kB")

// carve allocates n values in the launch's space.
func carve[T any](l *launch, n int) ([]T, error) {
	var t T
	align := int(unsafe.Alignof(t))
	l.used = (l.used + align - 1) &^ (align - 1)
	if n > (len(l.space)-l.used)/int(unsafe.Sizeof(t)) {
		return nil, errTooLong
	}
	values := unsafe.Slice((*T)(unsafe.Pointer(&l.space[l.used])), n)
	l.used += n * int(unsafe.Sizeof(t))
	return values, nil
}

// text copies a string, as the kernel wants it.
func (l *launch) text(s string) (*byte, error) {
	b, err := carve[byte](l, len(s)+1)
	if err != nil {
		return nil, err
	}
	b[copy(b, s)] = 0
	return &b[0], nil
}

// texts copies strings, and a list of where they are.
func (l *launch) texts(all []string) (**byte, error) {
	list, err := carve[*byte](l, len(all)+1)
	if err != nil {
		return nil, err
	}
	for i, s := range all {
		if list[i], err = l.text(s); err != nil {
			return nil, err
		}
	}
	list[len(all)] = nil
	return &list[0], nil
}

// keepLittle keeps the helper's memory from its children, all but the launch and the executable's code and constants. Go's
// runtime maps a little more as it runs, so this is done again now and then. A build that counts its statements has its
// counters in memory that is kept from them.
func keepLittle() {
	if build, ok := debug.ReadBuildInfo(); ok && slices.Contains(build.Settings, debug.BuildSetting{Key: "-cover", Value: "true"}) {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return // they are as heavy as the helper then
	}
	code := reflect.ValueOf(becomeProgram).Pointer()
	image := ""                                     // the executable's device and inode
	for line := range strings.Lines(string(maps)) { // from-to access offset device inode path; the launch alone is shared: rw-s
		var from, to uintptr
		var access, offset, device, inode string
		fmt.Sscanf(line, "%x-%x %s %s %s %s", &from, &to, &access, &offset, &device, &inode)
		if from <= code && code < to {
			image = device + inode
		}
		if access != "rw-s" && (device+inode != image || strings.Contains(access, "w")) {
			unix.RawSyscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTFORK)
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
