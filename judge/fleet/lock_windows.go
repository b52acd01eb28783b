package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// exclusive locks a file for this process, for as long as it is open.
func exclusive(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, new(windows.Overlapped))
	if err == windows.ERROR_LOCK_VIOLATION {
		return err
	}
	return nil // a file system without locks is no obstacle
}
