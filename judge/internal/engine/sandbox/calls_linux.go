//go:build amd64 || arm64

package sandbox

import (
	"slices"

	"golang.org/x/sys/unix"
)

// A program may make the calls listed here, and no others. Kernel memory does not count towards a program's limit. So for
// every allowed call we note how much the kernel still holds after 15 million calls. Calls that are allowed with some
// arguments only are listed here too; programFilter has the details.

// held is a group of calls with the same answer.
type held struct {
	most  string
	calls []uint32
}

// everyones lists the calls that all programs may make.
var everyones = []held{
	{"nothing: it only tells", []uint32{
		unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETPPID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID,
		unix.SYS_GETRESUID, unix.SYS_GETRESGID, unix.SYS_GETGROUPS, unix.SYS_GETPGID, unix.SYS_GETSID, unix.SYS_CAPGET,
		unix.SYS_UNAME, unix.SYS_SYSINFO, unix.SYS_TIMES, unix.SYS_GETRUSAGE, unix.SYS_GETRLIMIT, unix.SYS_GETCPU, unix.SYS_GETCWD,
		unix.SYS_GETTIMEOFDAY, unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETRANDOM, unix.SYS_GETITIMER,
		unix.SYS_GETPRIORITY, unix.SYS_IOPRIO_GET, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SCHED_GETPARAM, unix.SYS_SCHED_GETSCHEDULER,
		unix.SYS_SCHED_GETATTR, unix.SYS_SCHED_GET_PRIORITY_MAX, unix.SYS_SCHED_GET_PRIORITY_MIN, unix.SYS_SCHED_RR_GET_INTERVAL,
		unix.SYS_GET_MEMPOLICY, unix.SYS_GET_ROBUST_LIST, unix.SYS_GETSOCKNAME, unix.SYS_GETPEERNAME, unix.SYS_GETSOCKOPT,
		unix.SYS_FSTAT, unix.SYS_FSTATFS, unix.SYS_GETDENTS64, unix.SYS_FGETXATTR, unix.SYS_FLISTXATTR, unix.SYS_MINCORE,
		unix.SYS_TIMER_GETTIME, unix.SYS_TIMER_GETOVERRUN, unix.SYS_TIMERFD_GETTIME, unix.SYS_RT_SIGPENDING,
	}},
	{"nothing: it only waits, for as long as its thread lives", []uint32{
		unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_SCHED_YIELD, unix.SYS_PSELECT6, unix.SYS_PPOLL, unix.SYS_EPOLL_PWAIT,
		unix.SYS_EPOLL_PWAIT2, unix.SYS_RT_SIGSUSPEND, unix.SYS_RT_SIGTIMEDWAIT, unix.SYS_WAIT4, unix.SYS_WAITID,
		unix.SYS_RESTART_SYSCALL, unix.SYS_FUTEX, unix.SYS_FUTEX_WAITV, unix.SYS_FUTEX_WAIT, unix.SYS_FUTEX_WAKE, unix.SYS_FUTEX_REQUEUE,
		unix.SYS_MEMBARRIER,
	}},
	{"one value for the process or the thread, which the next call replaces", []uint32{
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_SETITIMER,
		unix.SYS_SET_TID_ADDRESS, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_UMASK, unix.SYS_CHDIR, unix.SYS_FCHDIR,
		unix.SYS_SETSID, unix.SYS_SETPGID, unix.SYS_SETRLIMIT, unix.SYS_PRLIMIT64, unix.SYS_SCHED_SETAFFINITY,
	}},
	{"nothing: the process becomes another program, or ends", []uint32{
		unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	}},
	{"a thread, of the 256 a program may have", []uint32{unix.SYS_CLONE}},
	{"a signal that waits, of 1,024", []uint32{
		unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
	}},
	{"a timer, which counts as a signal that waits", []uint32{unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_DELETE}},
	{"an area of memory, of 65,530: 20 MB with their names, and page tables, which count", []uint32{
		unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE, unix.SYS_BRK, unix.SYS_MSYNC, unix.SYS_MSEAL,
		unix.SYS_MLOCK, unix.SYS_MLOCK2, unix.SYS_MUNLOCK, unix.SYS_MLOCKALL, unix.SYS_MUNLOCKALL, unix.SYS_MAP_SHADOW_STACK,
		unix.SYS_PKEY_ALLOC, unix.SYS_PKEY_FREE, unix.SYS_PKEY_MPROTECT, unix.SYS_PRCTL,
	}},
	{"an open file, of 64: 208 KiB at most, in a socket", []uint32{
		unix.SYS_OPENAT, unix.SYS_OPENAT2, unix.SYS_CLOSE, unix.SYS_CLOSE_RANGE, unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2,
		unix.SYS_SOCKETPAIR, unix.SYS_SHUTDOWN, unix.SYS_EVENTFD2, unix.SYS_SIGNALFD4, unix.SYS_TIMERFD_CREATE, unix.SYS_TIMERFD_SETTIME,
		unix.SYS_FCNTL, unix.SYS_IOCTL, unix.SYS_LSEEK,
		unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_PREADV, unix.SYS_PREADV2, unix.SYS_READAHEAD, unix.SYS_FADVISE64,
		unix.SYS_RECVFROM, unix.SYS_RECVMSG, unix.SYS_RECVMMSG, unix.SYS_SENDTO, unix.SYS_COPY_FILE_RANGE,
		unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_PWRITE64, unix.SYS_PWRITEV, unix.SYS_PWRITEV2,
	}},
	{"a file that is watched, of 64 in each of 64 epoll files: 1 MB", []uint32{unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL}},
	{"a file in a folder that it may write in: 10,000, and the bytes of Limits.Scratch", []uint32{
		unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_LINKAT, unix.SYS_SYMLINKAT, unix.SYS_UNLINKAT, unix.SYS_RENAMEAT,
		unix.SYS_RENAMEAT2, unix.SYS_FTRUNCATE, unix.SYS_FALLOCATE, unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_SYNC_FILE_RANGE,
	}},
	{"a name in the kernel's cache of names, which it empties when memory is short", []uint32{
		unix.SYS_NEWFSTATAT, unix.SYS_STATX, unix.SYS_STATFS, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_READLINKAT,
		unix.SYS_GETXATTR, unix.SYS_LGETXATTR, unix.SYS_LISTXATTR, unix.SYS_LLISTXATTR,
	}},
}

// compilers are calls of compilers, beside everyones: they start tools, linkers set modes and times, and tools share
// memory. A compiler is not a stranger's program; only its source is.
var compilers = []held{
	{"a process, of those it may have, each with open files of its own", forksHere},
	{"one value for each file", attributeCalls},
	{"a lock for each open file, of 4,096; two submissions could talk by one on a file of the system", []uint32{unix.SYS_FLOCK}},
	{"memory that the watch counts only while it is mapped", []uint32{unix.SYS_MEMFD_CREATE}},
	{"what an open file holds, of 4,096", []uint32{
		unix.SYS_VMSPLICE, unix.SYS_SPLICE, unix.SYS_TEE, unix.SYS_SENDFILE, unix.SYS_SENDMSG, unix.SYS_SENDMMSG, unix.SYS_SETSOCKOPT,
	}},
}

// attributeCalls change a file's attributes, which Landlock does not know, and a file's length by its name, which it knows
// only since version 3.
var attributeCalls = append([]uint32{
	unix.SYS_TRUNCATE, unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
}, attributesHere...)

// lastKnown is the newest call that was examined. Newer ones fail with ENOSYS, and libraries fall back.
const lastKnown = unix.SYS_FILE_SETATTR

// controls are the options of prctl that a program may use: each is one value of a thread, a process or an area.
var controls = []uint32{
	unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_PDEATHSIG, unix.PR_GET_PDEATHSIG, unix.PR_GET_DUMPABLE, unix.PR_GET_SECCOMP,
	unix.PR_SET_NO_NEW_PRIVS, unix.PR_GET_NO_NEW_PRIVS, unix.PR_CAPBSET_READ, unix.PR_SET_TIMERSLACK, unix.PR_GET_TIMERSLACK,
	unix.PR_GET_THP_DISABLE, unix.PR_SET_VMA, unix.PR_GET_TID_ADDRESS, unix.PR_GET_AUXV,
	unix.PR_SVE_GET_VL, unix.PR_PAC_RESET_KEYS, unix.PR_GET_TAGGED_ADDR_CTRL,
}

// commands are the commands of fcntl that a program may use. Locks of a part of a file are not among them, nor signals
// that tell of files.
var commands = []uint32{
	unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_GETPIPE_SZ, unix.F_GET_SEALS,
}

// locks are commands of fcntl for compilers.
var locks = []uint32{unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW, unix.F_ADD_SEALS}

// numbersOf returns the calls of some groups.
func numbersOf(groups ...[]held) (calls []uint32) {
	for _, h := range slices.Concat(groups...) {
		calls = append(calls, h.calls...)
	}
	return calls
}
