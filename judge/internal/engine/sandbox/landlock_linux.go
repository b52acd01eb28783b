//go:build amd64 || arm64

package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock decides which files can be opened, whatever their owner, and with the kernel's help it also
// keeps signals, tracing and abstract sockets within the program's own processes.

const (
	mayRead = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR

	mayMake = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_REFER |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE

	mayUseFile = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE

	onFiles = mayUseFile | unix.LANDLOCK_ACCESS_FS_EXECUTE // all that a rule on a file, no folder, can grant
)

// landlockABI is the version of Landlock the kernel speaks, 0 for none.
func landlockABI() int {
	v, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

const landlockWord = "Landlock" // as Isolation says it

// signalScope is the first version that keeps signals inside.
const signalScope = 6

// landlockRights is everything version abi can refuse.
func landlockRights(abi int) (attr unix.LandlockRulesetAttr, size uintptr) {
	attr.Handled_access_fs = 1<<13 - 1 // version 1: 13 rights
	size = 8
	for v, right := range map[int]uint64{
		2: unix.LANDLOCK_ACCESS_FS_REFER,
		3: unix.LANDLOCK_ACCESS_FS_TRUNCATE,
		5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV,
	} {
		if abi >= v {
			attr.Handled_access_fs |= right
		}
	}
	if abi >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		size = 16
	}
	if abi >= signalScope {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
		size = 24
	}
	return attr, size
}

// rule grants rights on what an open file names, and beneath it.
type rule struct {
	fd     int
	rights uint64
}

// ruleset makes the ruleset of one run. The rules are kept open by the helper; only the few for this
// run's own files differ.
func ruleset(abi int, k key, rules ...[]rule) (fd int, err error) {
	attr, size := landlockRights(abi)
	r, _, errno := unix.RawSyscall6(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0, 0, 0, uintptr(k))
	if errno != 0 {
		return -1, errno
	}
	for _, group := range rules {
		for _, one := range group {
			beneath := unix.LandlockPathBeneathAttr{Allowed_access: one.rights & attr.Handled_access_fs, Parent_fd: int32(one.fd)}
			_, _, errno := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, r, unix.LANDLOCK_RULE_PATH_BENEATH,
				uintptr(unsafe.Pointer(&beneath)), 0, 0, uintptr(k))
			// EBADFD: a pipe, socket or memory file, which Landlock always allows.
			if errno != 0 && errno != unix.EBADFD {
				unix.Close(int(r))
				return -1, errno
			}
		}
	}
	return int(r), nil
}

// openRule opens path to grant rights on it; ok is false if there is no such path.
func openRule(path string, rights uint64) (r rule, ok bool) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return rule{}, false
	}
	var st unix.Stat_t
	if unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= onFiles
	}
	return rule{fd, rights}, true
}
