//go:build amd64 || arm64

package sandbox

import (
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The filter of system calls: a program may call those on a list, see everyones. Others fail with EPERM, so that a
// runtime which only tries them goes on without.

// Offsets into struct seccomp_data; both machines we know are little-endian, so an argument's low half
// comes first.
const (
	dataCall = 0
	dataArch = 4
	dataArgs = 16
)

const (
	refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	absent = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// ioctls that every file has.
const (
	fionread = 0x541b
	fionbio  = 0x5421
	fionclex = 0x5450
	fioclex  = 0x5451
)

const newNamespace = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | 0x80 // CLONE_NEWTIME

// assembler writes a filter, instruction by instruction.
type assembler []unix.SockFilter

func (a *assembler) emit(code uint16, k uint32) { *a = append(*a, unix.SockFilter{Code: code, K: k}) }

func (a *assembler) load(offset uint32) { a.emit(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset) }

func (a *assembler) arg(n uint32) { a.load(dataArgs + 8*n) }

func (a *assembler) ret(action uint32) { a.emit(unix.BPF_RET|unix.BPF_K, action) }

// unless does body if the loaded word is not k.
func (a *assembler) unless(k uint32, body func()) { a.jump(unix.BPF_JEQ, k, true, body) }

// when does body if it is.
func (a *assembler) when(k uint32, body func()) { a.jump(unix.BPF_JEQ, k, false, body) }

// whenAny does body if the loaded word has one of the bits of k.
func (a *assembler) whenAny(k uint32, body func()) { a.jump(unix.BPF_JSET, k, false, body) }

// jump does body if the test fails, or if it holds.
func (a *assembler) jump(test uint16, k uint32, ifNot bool, body func()) {
	at := len(*a)
	a.emit(unix.BPF_JMP|test|unix.BPF_K, k)
	body()
	over := uint8(len(*a) - at - 1)
	if ifNot {
		(*a)[at].Jt = over
	} else {
		(*a)[at].Jf = over
	}
}

// onlyHere stops programs that use another machine's numbers of calls.
func (a *assembler) onlyHere() {
	a.load(dataArch)
	a.unless(auditArch, func() { a.ret(unix.SECCOMP_RET_KILL_PROCESS) })
	a.load(dataCall)
	if x32Bit != 0 {
		a.whenAny(x32Bit, func() { a.ret(absent) })
	}
}

// key is a random number that a helper and its children add to the calls that programs may not make, in an argument
// that these calls do not have. Each helper has its own, and it is gone when a child becomes the program. With it the
// filter is installed once, in the helper: installing one in each child takes 0.28 ms.
type key uint64

// keyed allows the calls that make processes and walls if they carry the key.
func (a *assembler) keyed(k key) {
	const sixth = dataArgs + 8*5
	for _, call := range []uint32{unix.SYS_CLONE, unix.SYS_CLONE3, unix.SYS_SECCOMP,
		unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_ADD_RULE, unix.SYS_LANDLOCK_RESTRICT_SELF} {
		a.when(call, func() {
			a.load(sixth)
			a.when(uint32(k), func() {
				a.load(sixth + 4)
				a.when(uint32(k>>32), a.allow)
			})
			a.load(dataCall)
		})
	}
}

// programFilter is inherited by every program of a helper.
func programFilter(kind Policy, k key) []unix.SockFilter {
	var a assembler
	a.onlyHere()
	a.keyed(k)
	calls, fcntls := numbersOf(everyones, []held{{"", callsHere}}), commands
	if kind == Compiler {
		calls, fcntls = numbersOf(everyones, []held{{"", callsHere}}, compilers), slices.Concat(commands, locks)
	} else {
		a.hiddenMemory()
	}
	a.processes(kind == Compiler)
	// Room beyond a file's end is neither in its size nor under the limit of that.
	a.when(unix.SYS_FALLOCATE, func() {
		a.arg(1)
		a.unless(0, func() { a.ret(unix.SECCOMP_RET_ERRNO | uint32(unix.EOPNOTSUPP)) })
		a.allow()
	})
	a.oneOf(unix.SYS_FCNTL, 1, unix.EINVAL, fcntls...)
	a.oneOf(unix.SYS_PRCTL, 0, unix.EINVAL, controls...)
	// An ioctl can change a file's attributes even if the file is open for reading only, or make it send signals. The
	// error is ENOTTY: there are no terminals here.
	a.oneOf(unix.SYS_IOCTL, 1, unix.ENOTTY, fionread, fionbio, fioclex, fionclex)
	a.socketPairs()
	a.ownOnly()
	for _, call := range calls {
		a.when(call, a.allow)
	}
	a.jump(unix.BPF_JGT, lastKnown, false, func() { a.ret(absent) })
	a.ret(refuse)
	return a
}

// processes holds a program to threads: all share one memory and one table of open files. A program that may have
// children gets no new namespaces.
func (a *assembler) processes(children bool) {
	a.when(unix.SYS_CLONE, func() {
		a.arg(0)
		a.whenAny(newNamespace, func() { a.ret(refuse) })
		if !children {
			for _, needed := range []uint32{unix.CLONE_THREAD, unix.CLONE_VM, unix.CLONE_FILES} {
				a.jump(unix.BPF_JSET, needed, true, func() { a.ret(refuse) })
			}
		}
		a.allow()
	})
	a.when(unix.SYS_CLONE3, func() { a.ret(absent) }) // its flags are in memory, which a filter cannot read; libraries fall back to clone
	if !children {
		a.when(unix.SYS_CLOSE_RANGE, func() {
			a.arg(2)
			a.whenAny(unix.CLOSE_RANGE_UNSHARE, func() { a.ret(refuse) })
			a.allow()
		})
	}
}

func (a *assembler) allow() { a.ret(unix.SECCOMP_RET_ALLOW) }

// oneOf allows a call if its nth argument is one of these, and else fails with an error.
func (a *assembler) oneOf(call, n uint32, otherwise unix.Errno, these ...uint32) {
	a.when(call, func() {
		a.arg(n)
		for _, k := range these {
			a.when(k, a.allow)
		}
		a.ret(unix.SECCOMP_RET_ERRNO | uint32(otherwise))
	})
}

// socketPairs allows pairs that talk to each other alone.
func (a *assembler) socketPairs() {
	a.when(unix.SYS_SOCKETPAIR, func() {
		a.arg(0)
		a.unless(unix.AF_UNIX, func() { a.ret(refuse) })
		a.arg(1)
		a.emit(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0xf) // the type without its flags
		for _, bound := range []uint32{unix.SOCK_STREAM, unix.SOCK_SEQPACKET} {
			a.when(bound, a.allow)
		}
		a.ret(refuse) // a datagram socket sends to any address, whomever it is paired with
	})
}

// ownOnly keeps the calls that steer a process to the caller itself.
func (a *assembler) ownOnly() {
	// Those that name another process by their first argument: 0 is the caller.
	for _, call := range []uint32{unix.SYS_PRLIMIT64, unix.SYS_SCHED_SETAFFINITY} {
		a.when(call, func() {
			a.arg(0)
			a.unless(0, func() { a.ret(refuse) })
			a.ret(unix.SECCOMP_RET_ALLOW)
		})
	}
}

// hiddenMemory refuses memory that no resident size counts.
func (a *assembler) hiddenMemory() {
	a.when(unix.SYS_MMAP, func() {
		a.arg(3)
		a.whenAny(unix.MAP_HUGETLB, func() { a.ret(refuse) })
		a.whenAny(unix.MAP_ANONYMOUS, func() { a.whenAny(unix.MAP_SHARED, func() { a.ret(refuse) }) })
		a.allow()
	})
	// A pipe that refers to pages instead of copying them keeps a whole page for one byte. Programs that get EINVAL
	// go on by reading and writing.
	for _, call := range []uint32{unix.SYS_VMSPLICE, unix.SYS_SPLICE, unix.SYS_TEE, unix.SYS_SENDFILE} {
		a.when(call, func() { a.ret(unix.SECCOMP_RET_ERRNO | uint32(unix.EINVAL)) })
	}
}

// signalFilter keeps signals to the program itself and its group, where Landlock does not. It names the program by its
// number, which the child fills in. tkill is allowed for the first thread alone: other threads have any number.
type signalFilter struct {
	program unix.SockFprog // empty if Landlock keeps them
	filter  [48]unix.SockFilter
	self    [5]*uint32 // the words that get the number
}

func (f *signalFilter) make() {
	var a assembler
	a.onlyHere()
	calls := [len(f.self)]uint32{unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO}
	for i, call := range calls {
		a.when(call, func() {
			a.arg(0)
			if call == unix.SYS_KILL {
				a.when(0, a.allow)
			}
			f.self[i] = &f.filter[len(a)].K
			a.when(0, a.allow)
			a.ret(refuse)
		})
	}
	a.allow()
	f.program = unix.SockFprog{Len: uint16(copy(f.filter[:], a)), Filter: &f.filter[0]}
}

// filterThread puts the calling thread, and all it will start, under a filter.
func filterThread(filter []unix.SockFilter) error {
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return errno
	}
	return nil
}
