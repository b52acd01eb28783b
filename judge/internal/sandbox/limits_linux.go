//go:build amd64 || arm64

package sandbox

import "golang.org/x/sys/unix"

const (
	memoryFile   = 64 << 20 // output up to this is kept in memory, beyond it on disk
	mostFiles    = 4096
	deepestStack = 256 << 20
)

// resourceLimits are the kernel's own bounds, a backstop to those the helper watches itself: they hold
// for each process alone. RLIMIT_CPU is not among them: with it, a program reads its own CPU clock in
// steps of a timer tick, and one that measures itself runs otherwise than alone.
func (l *launch) resourceLimits(p *policy, r *request, threads int) {
	l.nlimits = 0
	set := func(which int, soft uint64) {
		var now unix.Rlimit
		if unix.Getrlimit(which, &now) == nil && now.Max < soft {
			soft = now.Max
		}
		l.limits[l.nlimits] = resourceLimit{uintptr(which), unix.Rlimit{Cur: soft, Max: soft}}
		l.nlimits++
	}
	set(unix.RLIMIT_FSIZE, uint64(max(r.file, r.output+1)))
	set(unix.RLIMIT_CORE, 0)
	set(unix.RLIMIT_NOFILE, mostFiles)
	set(unix.RLIMIT_STACK, deepestStack)
	set(unix.RLIMIT_MSGQUEUE, 0)
	// Counted for the user as a whole, in a user namespace of our own only the helper and its programs.
	set(unix.RLIMIT_NPROC, uint64(p.processes+p.known)+uint64(threads))
}
