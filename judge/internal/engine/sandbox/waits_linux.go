//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// What a sleeping thread waits for stands in /proc: the number of the call it is in, and the call's arguments.

// waitsFor returns what the processes found last wait for: one of them reads its input, or prints; Busy if none does.
// If the system does not show it, they count as sleeping.
func (p *proc) waitsFor() (waits Wait) {
	waits = Busy
	silent := true
	for _, pid := range p.pids {
		process := strconv.Itoa(pid)
		p.numbers(process+"/task", func(thread int) {
			call, args, ok := parseCall(p.read(process + "/task/" + strconv.Itoa(thread) + "/syscall"))
			silent = silent && !ok
			if w := waitIn(call, args, func() bool { return p.looksAtTalk(process, call, args) }); w != Busy {
				waits = w
			}
		})
	}
	if silent {
		return Sleeps
	}
	return waits
}

const stdin, stdout = 0, 1

// waitIn returns what a thread in a call waits for. An endless poll is waiting for the partner only if looks reports that
// the conversation's pipes are among its files.
func waitIn(call uint64, args [4]uint64, looks func() bool) Wait {
	const forEver = 1<<32 - 1
	switch {
	case (call == unix.SYS_READ || call == unix.SYS_READV) && args[0] == stdin:
		return Reads
	case (call == unix.SYS_WRITE || call == unix.SYS_WRITEV) && args[0] == stdout:
		return Writes
	case call == unix.SYS_PPOLL && args[2] == 0, call == unix.SYS_EPOLL_PWAIT && uint32(args[3]) == forEver,
		slices.Contains(pollsHere, call) && uint32(args[pollTimeHere(call)]) == forEver:
		if looks() {
			return Reads
		}
	}
	return Busy
}

// looksAtTalk reports whether a poll is for standard input or output: those of epoll the kernel lists, those of poll
// stand in the program's memory.
func (p *proc) looksAtTalk(process string, call uint64, args [4]uint64) bool {
	talk := func(fd int64) bool { return fd == stdin || fd == stdout }
	if call != unix.SYS_PPOLL && pollTimeHere(call) != pollTime {
		for line := range bytes.Lines(p.read(process + "/fdinfo/" + strconv.Itoa(int(args[0])))) {
			if after, ok := bytes.CutPrefix(line, []byte("tfd:")); ok {
				if fd, _, _ := cutNumber(after); talk(fd) {
					return true
				}
			}
		}
		return false
	}
	memory, err := unix.Openat(p.dir, process+"/mem", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(memory)
	const size = 8 // of a struct pollfd, which begins with the number
	list := make([]byte, size*min(args[1], mostFiles))
	n, _ := unix.Pread(memory, list, int64(args[0]))
	for ; n >= size; n -= size {
		if talk(int64(int32(binary.NativeEndian.Uint32(list[n-size:])))) {
			return true
		}
	}
	return false
}

// pollTime is which argument of poll says for how long, where there is one.
const pollTime = 2

// parseCall reads /proc/PID/task/TID/syscall: the call's number, and its first arguments. A thread that runs, or is in no
// call, has none.
func parseCall(line []byte) (call uint64, args [4]uint64, ok bool) {
	if _, err := fmt.Sscanf(string(line), "%d 0x%x 0x%x 0x%x 0x%x", &call, &args[0], &args[1], &args[2], &args[3]); err != nil {
		return 1 << 63, args, len(line) > 0
	}
	return call, args, true
}
