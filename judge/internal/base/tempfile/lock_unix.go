//go:build unix

package tempfile

import (
	"os"
	"syscall"
)

// LockKind says whether the holder of a lock is alone.
type LockKind int

// The kinds of locks.
const (
	Alone    LockKind = syscall.LOCK_EX
	Together LockKind = syscall.LOCK_SH
)

// OpenLock opens a file to lock, or makes it; nil if it cannot, or if the file is not our own. Closing the file releases
// its lock.
func OpenLock(path string) *os.File {
	return openOwn(path, os.O_RDWR|os.O_CREATE, os.FileMode.IsRegular)
}

// openOwn opens a file or folder of this user's.
func openOwn(path string, flags int, kind func(os.FileMode) bool) *os.File {
	f, err := os.OpenFile(path, flags|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !kind(info.Mode()) || int(info.Sys().(*syscall.Stat_t).Uid) != os.Geteuid() {
		f.Close()
		return nil
	}
	return f
}

// TryLock locks an open file unless somebody else holds it. A file system without locks is no obstacle.
func TryLock(f *os.File, how LockKind) bool {
	return flock(f, int(how)|syscall.LOCK_NB) != syscall.EWOULDBLOCK
}

// WaitLock locks an open file, and waits if somebody else holds it.
func WaitLock(f *os.File, how LockKind) { flock(f, int(how)) }

func flock(f *os.File, how int) (err error) {
	for {
		if err = syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}

// lock locks a new folder. It fails if a sweep was faster. On a file system without locks it succeeds, because
// nothing is swept there.
func lock(path string) (unlock func() error, ours bool) {
	f, err := os.Open(path)
	if err != nil {
		return func() error { return nil }, !os.IsNotExist(err)
	}
	WaitLock(f, Together)
	if _, err := os.Lstat(path); os.IsNotExist(err) {
		f.Close()
		return nil, false
	}
	return f.Close, true
}

// sweep removes one of our folders if no process has locked it.
func sweep(path string) {
	f := openOwn(path, os.O_RDONLY, os.FileMode.IsDir)
	if f == nil {
		return
	}
	defer f.Close()
	if flock(f, syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		Remove(path)
	}
}

// ours reports whether a folder, and a link to it, are this user's, and nobody else may write in the folder.
func ours(dir string) bool {
	for _, stat := range []func(string) (os.FileInfo, error){os.Lstat, os.Stat} {
		info, err := stat(dir)
		if err != nil || int(info.Sys().(*syscall.Stat_t).Uid) != os.Geteuid() || info.IsDir() && info.Mode()&0o022 != 0 {
			return false
		}
	}
	return true
}
