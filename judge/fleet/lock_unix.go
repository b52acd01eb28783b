//go:build unix

package main

import (
	"os"
	"syscall"
)

// exclusive locks a file for this process, for as long as it is open.
func exclusive(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return err
	}
	return nil // a file system without locks is no obstacle
}
