//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package grade

import "os"

// Here judges do not know of each other; the lane is one within a process.

type lockKind int

const (
	exclusive lockKind = iota
	together
)

func openLock(string) *os.File        { return nil }
func tryLock(*os.File, lockKind) bool { return true }
func waitLock(*os.File, lockKind)     {}
