//go:build unix

package check

import (
	"os"
	"syscall"
)

const mapsFiles = true

// mapped is a file in memory. Writes to the memory do not reach the file.
func mapped(f *os.File, size int64) (text []byte, release func(), err error) {
	text, err = syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE)
	return text, func() { syscall.Munmap(text) }, os.NewSyscallError("mmap", err)
}
