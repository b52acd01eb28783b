//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// account is the kernel's own of the CPU time of all that a helper ever started. A software counter of
// the perf subsystem, opened by the helper's thread on itself, is inherited by whatever that forks, and
// theirs: a child that nobody waits for, or whose number another has got meanwhile, is in it like any
// other. Its price is a microsecond for a fork. The kernel lets everybody count himself, unless
// kernel.perf_event_paranoid is above 2.
type account struct{ fd int } // -1 for none

const accountWord = "perf task-clock" // as Isolation says it

// It is not left to begin when a program does (enable_on_exec): the kernel exchanges the counters of processes
// that it takes for the same, the helper's own among them, and then some never begin.

// openAccount begins to count what the calling thread and its children use from now on.
func openAccount() account {
	attr := unix.PerfEventAttr{
		Type:   unix.PERF_TYPE_SOFTWARE,
		Config: unix.PERF_COUNT_SW_TASK_CLOCK,
		Size:   uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Bits:   unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv, // the clock knows no such difference
	}
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		fd = -1
	}
	return account{fd}
}

// there reports whether there is one.
func (a *account) there() bool { return a.fd >= 0 }

// spent is what the programs have used in all, the living too, but not the helper's thread nor its starters.
func (a *account) spent(s *starter) time.Duration {
	var total [8]byte
	if n, err := unix.Read(a.fd, total[:]); err != nil || n != len(total) {
		return 0
	}
	var own unix.Timespec
	unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &own)
	return time.Duration(binary.NativeEndian.Uint64(total[:])) - time.Duration(own.Nano()) - s.clock()
}

// surely is how much of what the account says was used in any case: it also counts interrupts, and the
// time a virtual machine stands still, where the figures of processes may not.
func surely(spent time.Duration) time.Duration { return spent - spent/10 - 10*time.Millisecond }
