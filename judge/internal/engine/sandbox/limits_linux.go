//go:build amd64 || arm64

package sandbox

import (
	"golang.org/x/sys/unix"
)

const (
	memoryFile   = 64 << 20 // output up to this is kept in memory, beyond it on disk
	deepestStack = 256 << 20

	mostFiles           = 64 // what is in a pipe or socket counts in no program's memory: up to 0.5 MB a pair
	mostFilesOfCompiler = 4096
	mostPending         = 1024 // signals that wait and timers, for the user as a whole
	moreOthers          = 256  // processes and threads that its user may start elsewhere while a helper lives
)

// resourceLimits are the kernel's own bounds, a backstop to those the helper watches itself: they hold
// for each process alone. RLIMIT_CPU is not among them: with it, a program reads its own CPU clock in
// steps of a timer tick, and one that measures itself runs otherwise than alone.
func resourceLimits(p *policy) (limits []resourceLimit) {
	set := func(which int, most uint64) { limits = append(limits, newLimit(which, most)) }
	set(unix.RLIMIT_CORE, 1) // with 0, a program that collects crashes (apport, systemd-coredump) is still started
	files := uint64(mostFiles)
	if p.Kind == Compiler {
		files = mostFilesOfCompiler
	}
	set(unix.RLIMIT_NOFILE, files)
	set(unix.RLIMIT_STACK, deepestStack)
	set(unix.RLIMIT_MSGQUEUE, 0)
	set(unix.RLIMIT_RTPRIO, 0) // nothing outranks the watch
	set(unix.RLIMIT_NICE, 0)
	set(unix.RLIMIT_SIGPENDING, mostPending)
	// Counted for the user as a whole, in a user namespace of our own only the helper and its programs.
	set(unix.RLIMIT_NPROC, uint64(p.Processes+p.Others)+helperTasks)
	return limits
}

// largestFile is how many bytes a file may have: a 64th less than all that a program writes together, since the folder
// around the file counts too; and in any case a byte more than it may print.
func largestFile(all, output int64) int64 { return max(all-all/64, output+1) }

// newLimit is a limit, or the one that we have ourselves if that is stricter.
func newLimit(which int, most uint64) resourceLimit {
	var now unix.Rlimit
	if unix.Getrlimit(which, &now) == nil {
		most = min(most, now.Max)
	}
	return resourceLimit{uintptr(which), unix.Rlimit{Cur: most, Max: most}}
}
