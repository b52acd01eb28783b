package main

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// pin makes all that is started from here on run on one processor.
func pin(cpu int) error {
	runtime.LockOSThread() // what a thread starts inherits where that may run
	var one unix.CPUSet
	one.Set(cpu)
	return unix.SchedSetaffinity(0, &one)
}
