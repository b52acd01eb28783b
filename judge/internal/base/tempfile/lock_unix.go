//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package tempfile

import (
	"os"
	"syscall"
)

// lock locks a folder that was just made. It fails if a sweep was faster. On a file system without locks it
// succeeds: nobody can sweep there.
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

// Exclusive waits until nobody else, in any process, holds a file, and keeps it until release is called. Where it
// cannot be locked, it keeps nobody off.
func Exclusive(path string) (release func() error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return func() error { return nil }
	}
	for syscall.Flock(int(f.Fd()), syscall.LOCK_EX) == syscall.EINTR {
	}
	return f.Close
}

// sweep removes a folder of ours that nobody has locked.
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
