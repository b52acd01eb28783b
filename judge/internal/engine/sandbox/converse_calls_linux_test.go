//go:build amd64 || arm64

package sandbox

import "golang.org/x/sys/unix"

const (
	readCall  = unix.SYS_READ
	writeCall = unix.SYS_WRITE
)
