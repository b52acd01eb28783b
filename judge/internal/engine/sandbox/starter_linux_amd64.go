package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// threadStorage is the address around which the calling thread's own storage lies.
func threadStorage() (at uintptr) {
	const archGetFS = 0x1003
	unix.RawSyscall(unix.SYS_ARCH_PRCTL, archGetFS, uintptr(unsafe.Pointer(&at)), 0)
	return at
}
