package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	x32Bit    = 0x40000000
)

// callsHere are older names of calls that are in everyones, and hold the same.
var callsHere = []uint32{
	unix.SYS_OPEN, unix.SYS_CREAT, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_ACCESS, unix.SYS_READLINK, unix.SYS_POLL, unix.SYS_SELECT,
	unix.SYS_PIPE, unix.SYS_DUP2, unix.SYS_PAUSE, unix.SYS_ALARM, unix.SYS_GETDENTS, unix.SYS_GETPGRP, unix.SYS_TIME, unix.SYS_ARCH_PRCTL,
	unix.SYS_RENAME, unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_LINK, unix.SYS_UNLINK, unix.SYS_SYMLINK, unix.SYS_MKNOD,
	unix.SYS_EPOLL_CREATE, unix.SYS_EPOLL_WAIT, unix.SYS_SIGNALFD, unix.SYS_EVENTFD,
}

var (
	forksHere      = []uint32{unix.SYS_FORK, unix.SYS_VFORK}
	attributesHere = []uint32{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT}
)

// pollsHere are calls that wait for files and that other machines have not got.
var pollsHere = []uint32{unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_EPOLL_WAIT}
