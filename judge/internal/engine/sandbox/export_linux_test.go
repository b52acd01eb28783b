//go:build amd64 || arm64

package sandbox

import (
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// All that the tests outside this package name of its inside: bounds that a run meets, what no machine has at hand (an
// older kernel, one that refuses namespaces, a judge's cgroups below an ordinary folder), and whom a test may kill.
const (
	MemoryFile          = memoryFile
	MostFiles           = mostFiles
	MostFilesOfCompiler = mostFilesOfCompiler
	KeptErrors          = keptErrors
	KeptFile            = keptFile
	SlowToEnd           = slowToEnd
	MaxIdle             = maxIdle
	MostHelpers         = mostHelpers
	SignalScope         = signalScope
)

var (
	Devices       = devices
	Line          = line
	LandlockABI   = landlockABI
	BoundsNumbers = boundsNumbers
	OpenWith      = open // a step, and the newest Landlock that is used
)

// Writes reports whether a program may have a folder to write in.
func (p Policy) Writes() bool { return p.writes() }

// Landlock is the version in use.
func (s *Sandbox) Landlock() int { return s.landlock }

// SetPatience sets for how long a program may wait for a processor.
func (s *Sandbox) SetPatience(patience time.Duration) { s.patience = patience }

// Settle waits for the helpers that are ending.
func (s *Sandbox) Settle() { s.ending.Wait() }

// Idle lists the helpers that wait for the next run, the last one last.
func (s *Sandbox) Idle() (pids []int) {
	for _, a := range s.idle {
		pids = append(pids, a.process.Pid)
	}
	return pids
}

// IsHelper reports whether a process is a helper of this judge, or one that is spared like a helper.
func IsHelper(pid int) bool {
	_, known := family.pids.Load(pid)
	return known
}

// Spare keeps a process from being ended as an orphan, and Lose ends that.
func Spare(pid int) { family.pids.Store(pid, true) }
func Lose(pid int)  { family.lose(pid) }

// Cgroups returns the folder below which each run has a cgroup of its own, if there is one.
func (s *Sandbox) Cgroups() string {
	if s.cgroups == nil {
		return ""
	}
	return s.cgroups.base
}

// Divide gives each run a cgroup of its own, as at step 1, in a new folder of a tree that may have no controllers. An
// earlier use of the folder is over when it is removed.
func (s *Sandbox) Divide() error {
	base, err := ownCgroup()
	if err != nil {
		return err
	}
	if base, err = os.MkdirTemp(base, "judge.test."); err != nil { // others may run this test, too
		return err
	}
	s.cgroups, s.step = &cgroups{base: base}, 1
	return s.cgroups.divide()
}

// RefuseNamespaces makes the kernel refuse them to this process from now on.
func RefuseNamespaces() {
	var a assembler
	a.onlyHere()
	a.when(unix.SYS_UNSHARE, func() { a.ret(refuse) })
	a.when(unix.SYS_CLONE3, func() { a.ret(absent) })
	a.when(unix.SYS_CLONE, func() {
		a.arg(0)
		a.whenAny(newNamespace, func() { a.ret(refuse) })
		a.ret(unix.SECCOMP_RET_ALLOW)
	})
	a.ret(unix.SECCOMP_RET_ALLOW)
	if _, _, errno := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); errno != 0 {
		panic(errno)
	}
	prog := unix.SockFprog{Len: uint16(len(a)), Filter: &a[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&prog))); errno != 0 {
		panic(errno)
	}
}
