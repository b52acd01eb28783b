//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package grade

import (
	"os"
	"syscall"
)

type lockKind int

const (
	exclusive lockKind = syscall.LOCK_EX
	together  lockKind = syscall.LOCK_SH
)

// openLock opens the file that stands for the lane; nil if it cannot, or if the file is not our own. Closing it releases
// its lock.
func openLock(path string) *os.File {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || int(info.Sys().(*syscall.Stat_t).Uid) != os.Geteuid() {
		f.Close()
		return nil
	}
	return f
}

func tryLock(f *os.File, how lockKind) bool {
	return flock(f, int(how)|syscall.LOCK_NB) != syscall.EWOULDBLOCK // a file system without locks is no obstacle
}

func waitLock(f *os.File, how lockKind) { flock(f, int(how)) }

func flock(f *os.File, how int) (err error) {
	for {
		if err = syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}
