//go:build amd64 || arm64

package sandbox

import (
	"math"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The filter of system calls: everything is allowed but what reaches beyond the program itself. What is
// refused fails with EPERM, so that a runtime which only tries goes on without.

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

// fcntls that tell the kernel how long what is written will last.
const (
	setHint     = 1036
	setFileHint = 1038
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

// onlyHere stops programs that call the kernel by another machine's numbers.
func (a *assembler) onlyHere() {
	a.load(dataArch)
	a.unless(auditArch, func() { a.ret(unix.SECCOMP_RET_KILL_PROCESS) })
	a.load(dataCall)
	if x32Bit != 0 {
		a.whenAny(x32Bit, func() { a.ret(absent) })
	}
}

// programFilter is inherited by every program of a helper. A compiler is left the calls that
// change a file's mode, owner and times, since linkers need them, and ways to share memory; any other
// could spoil the input it was given with the first, and hide memory with the second.
func programFilter(kind Policy, cgroups bool) []unix.SockFilter {
	var a assembler
	a.onlyHere()
	for _, call := range refusedCalls {
		a.when(call, func() { a.ret(refuse) })
	}
	if kind != Compiler {
		for _, call := range attributeCalls {
			a.when(call, func() { a.ret(refuse) })
		}
		a.hiddenMemory()
	}
	// Room beyond a file's end is neither in its size nor under the limit of that.
	a.when(unix.SYS_FALLOCATE, func() {
		a.arg(1)
		a.unless(0, func() { a.ret(unix.SECCOMP_RET_ERRNO | uint32(unix.EOPNOTSUPP)) })
		a.ret(unix.SECCOMP_RET_ALLOW)
	})
	// Larger pipes; being told of others' files; keeping others from them; hints about them.
	a.refuseAt(unix.SYS_FCNTL, 1, unix.F_SETPIPE_SZ, unix.F_NOTIFY, unix.F_SETLEASE, setHint, setFileHint)
	// Closing itself to those who count what it holds.
	a.refuseAt(unix.SYS_PRCTL, 0, unix.PR_SET_DUMPABLE, unix.PR_SET_MM, unix.PR_TASK_PERF_EVENTS_DISABLE)
	a.socketPairs()
	a.when(unix.SYS_CLONE, func() {
		a.arg(0)
		a.whenAny(newNamespace, func() { a.ret(refuse) })
		a.ret(unix.SECCOMP_RET_ALLOW)
	})
	// An ioctl can change a file's attributes though it is open for reading only, or have it signal somebody.
	a.when(unix.SYS_IOCTL, func() {
		a.arg(1)
		for _, harmless := range []uint32{fionread, fionbio, fioclex, fionclex} {
			a.when(harmless, func() { a.ret(unix.SECCOMP_RET_ALLOW) })
		}
		a.ret(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOTTY)) // as of a file that is no terminal: there are none here
	})
	if !cgroups { // the starter needs clone3 to start a program in its cgroup
		a.when(unix.SYS_CLONE3, func() { a.ret(absent) }) // its flags lie in memory, out of sight; everyone falls back to clone
	}
	a.ownOnly()
	a.ret(unix.SECCOMP_RET_ALLOW)
	return a
}

// socketPairs allows pairs that talk to each other alone.
func (a *assembler) socketPairs() {
	a.when(unix.SYS_SOCKETPAIR, func() {
		a.arg(0)
		a.unless(unix.AF_UNIX, func() { a.ret(refuse) })
		a.arg(1)
		a.emit(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0xf) // the type without its flags
		for _, bound := range []uint32{unix.SOCK_STREAM, unix.SOCK_SEQPACKET} {
			a.when(bound, func() { a.ret(unix.SECCOMP_RET_ALLOW) })
		}
		a.ret(refuse) // a datagram socket sends to any address, whomever it is paired with
	})
}

// ownOnly keeps the calls that steer a process to the caller itself.
func (a *assembler) ownOnly() {
	// Those that name another process by their first argument: 0 is the caller.
	for _, call := range []uint32{unix.SYS_PRLIMIT64, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETPARAM,
		unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETATTR} {
		a.when(call, func() {
			a.arg(0)
			a.unless(0, func() { a.ret(refuse) })
			a.ret(unix.SECCOMP_RET_ALLOW)
		})
	}
	a.when(unix.SYS_SETPRIORITY, func() {
		a.arg(0)
		a.unless(unix.PRIO_PROCESS, func() { a.ret(refuse) })
		a.arg(1)
		a.unless(0, func() { a.ret(refuse) })
		a.ret(unix.SECCOMP_RET_ALLOW)
	})
}

// hiddenMemory refuses memory that is in nobody's resident size.
func (a *assembler) hiddenMemory() {
	// A file without a name holds what it holds when it is not mapped.
	a.when(unix.SYS_MEMFD_CREATE, func() { a.ret(refuse) })
	a.when(unix.SYS_MMAP, func() {
		a.arg(3)
		a.whenAny(unix.MAP_HUGETLB, func() { a.ret(refuse) })
		a.whenAny(unix.MAP_ANONYMOUS, func() { a.whenAny(unix.MAP_SHARED, func() { a.ret(refuse) }) })
		a.ret(unix.SECCOMP_RET_ALLOW)
	})
	// A pipe that refers to pages instead of copying them keeps all of a page that is one byte of it, and
	// a large one has 2 MB. Whoever is told "not with these files" goes on by reading and writing.
	for _, call := range []uint32{unix.SYS_VMSPLICE, unix.SYS_SPLICE, unix.SYS_TEE, unix.SYS_SENDFILE} {
		a.when(call, func() { a.ret(unix.SECCOMP_RET_ERRNO | uint32(unix.EINVAL)) })
	}
	// Files that are under way between sockets are in no process, and what waits in them in no account.
	for _, call := range []uint32{unix.SYS_SENDMSG, unix.SYS_SENDMMSG, unix.SYS_IO_SETUP} {
		a.when(call, func() { a.ret(refuse) })
	}
	a.refuseAt(unix.SYS_SETSOCKOPT, 2, unix.SO_SNDBUF, unix.SO_RCVBUF, unix.SO_SNDBUFFORCE, unix.SO_RCVBUFFORCE)
}

// refuseAt refuses a call if its nth argument is one of these.
func (a *assembler) refuseAt(call, n uint32, these ...uint32) {
	a.when(call, func() {
		a.arg(n)
		for _, k := range these {
			a.when(k, func() { a.ret(refuse) })
		}
		a.load(dataCall)
	})
}

// selfFilter is added by the child that becomes the program, which knows its own number and its
// starter's: the words of the filter at the indices in self and starter are to be overwritten with them.
// clone3 goes if the starter needed it. The numbers below first are not to be signalled: where Landlock
// does not keep signals inside, those of the helper's threads in a pid namespace, and everybody's without
// one. Nor is the starter, whose number is not among them. 0 stands for no such bound.
func selfFilter(clone3 bool, first uint32) (filter []unix.SockFilter, self, starter []int) {
	if !clone3 && first == 0 {
		return nil, nil, nil
	}
	var a assembler
	a.onlyHere()
	if clone3 {
		a.when(unix.SYS_CLONE3, func() { a.ret(absent) })
	}
	allow := func() { a.ret(unix.SECCOMP_RET_ALLOW) }
	deny := func() { a.ret(refuse) }
	for _, call := range []uint32{unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO} {
		if first == 0 {
			break
		}
		a.when(call, func() {
			a.arg(0)
			if call == unix.SYS_KILL {
				a.when(0, allow) // its own group, which is its own session's
			}
			if first != everybody && call != unix.SYS_TKILL { // a thread started late may have any number
				a.when(math.MaxUint32, deny) // -1, all at once, the starter too
				starter = append(starter, len(a))
				a.when(0, deny)
				a.jump(unix.BPF_JGE, first, false, allow)
			}
			self = append(self, len(a))
			a.when(0, allow)
			a.ret(refuse)
		})
	}
	if first != 0 {
		a.when(unix.SYS_PIDFD_SEND_SIGNAL, func() { a.ret(refuse) })
		// A file can be told to signal somebody when there is something to read.
		a.when(unix.SYS_FCNTL, func() {
			a.arg(1)
			for _, command := range []uint32{unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG} {
				a.when(command, func() { a.ret(refuse) })
			}
			a.ret(unix.SECCOMP_RET_ALLOW)
		})
	}
	allow()
	return a, self, starter
}

const everybody = math.MaxUint32

// filterThread puts the calling thread, and all it will start, under a filter.
func filterThread(filter []unix.SockFilter) error {
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return errno
	}
	return nil
}

// refusedCalls reach other processes, the network, the kernel's set-up, or memory shared by name.
var refusedCalls = append([]uint32{
	unix.SYS_SOCKET, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,

	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PROCESS_MRELEASE, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES,
	unix.SYS_IOPRIO_SET,

	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2,
	unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG,
	unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,
	unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	unix.SYS_FANOTIFY_INIT, unix.SYS_FANOTIFY_MARK, unix.SYS_INOTIFY_INIT1, unix.SYS_INOTIFY_ADD_WATCH,

	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER,
	unix.SYS_IO_URING_REGISTER, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE,
	unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	unix.SYS_SYSLOG, unix.SYS_ACCT, unix.SYS_REBOOT, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_VHANGUP,
	unix.SYS_PERSONALITY, unix.SYS_MEMFD_SECRET,

	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SHMDT, unix.SYS_SEMGET, unix.SYS_SEMOP,
	unix.SYS_SEMCTL, unix.SYS_SEMTIMEDOP, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
}, refusedHere...)

// attributeCalls change what stands about a file rather than in it, which Landlock does not know, and a
// file's length by its name, which it knows only since version 3.
var attributeCalls = append([]uint32{
	unix.SYS_TRUNCATE, unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT, unix.SYS_REMOVEXATTR,
	unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR,
}, attributesHere...)
