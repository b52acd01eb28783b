//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package tempfile

import (
	"os"
	"syscall"
)

// lock locks a new folder. It fails if a sweep was faster. On a file system without locks it succeeds, because
// nothing is swept there.
func lock(path string) (unlock func() error, ours bool) {
	f, err := os.Open(path)
	if err != nil {
		return func() error { return nil }, !os.IsNotExist(err)
	}
	syscall.Flock(int(f.Fd()), syscall.LOCK_SH)
	if _, err := os.Lstat(path); os.IsNotExist(err) {
		f.Close()
		return nil, false
	}
	return f.Close, true
}

// Exclusive waits until no process holds the file, and holds it until release is called. On a file system without
// locks it does not wait.
func Exclusive(path string) (release func() error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return func() error { return nil }
	}
	for syscall.Flock(int(f.Fd()), syscall.LOCK_EX) == syscall.EINTR {
	}
	return f.Close
}

// sweep removes one of our folders if no process has locked it.
func sweep(path string) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_DIRECTORY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || int(info.Sys().(*syscall.Stat_t).Uid) != os.Geteuid() {
		return
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		Remove(path)
	}
}
