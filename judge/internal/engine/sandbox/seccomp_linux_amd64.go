package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	x32Bit    = 0x40000000
)

var (
	refusedHere    = []uint32{unix.SYS_IOPERM, unix.SYS_IOPL, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_USTAT, unix.SYS_SYSFS, unix.SYS_INOTIFY_INIT}
	attributesHere = []uint32{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT}
)

// pollsHere are calls that wait for files and that other machines have not got; pollTimeHere is which argument
// says for how long.
var pollsHere = []uint64{unix.SYS_POLL, unix.SYS_EPOLL_WAIT}

func pollTimeHere(call uint64) int {
	if call == unix.SYS_POLL {
		return 2
	}
	return 3
}
