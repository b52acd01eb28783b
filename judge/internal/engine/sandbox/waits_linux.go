//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"slices"

	"golang.org/x/sys/unix"
)

// What a sleeping thread waits for stands in /proc: the number of the call it is in, and the call's arguments.

// waitsFor is what the processes last found wait for: that one of them reads its input, or prints; or Busy if
// none does. Where the system does not say, they merely sleep.
func (p *proc) waitsFor() (waits Wait) {
	waits = Busy
	silent := true
	for _, pid := range p.pids {
		p.numbers(number(pid)+"/task", func(thread int) {
			call, args, ok := parseCall(p.read(number(pid) + "/task/" + number(thread) + "/syscall"))
			silent = silent && !ok
			if w := waitIn(call, args); w != Busy && waits == Busy {
				waits = w
			}
		})
	}
	if silent {
		return Sleeps
	}
	return waits
}

// waitIn is what a thread in a call waits for. To wait without an end for any file is taken to be for its input.
func waitIn(call uint64, args [4]uint64) Wait {
	const stdin, stdout = 0, 1
	forEver := uint64(1<<64 - 1)
	switch {
	case (call == unix.SYS_READ || call == unix.SYS_READV) && args[0] == stdin:
		return Reads
	case (call == unix.SYS_WRITE || call == unix.SYS_WRITEV) && args[0] == stdout:
		return Writes
	case call == unix.SYS_PPOLL && args[2] == 0, call == unix.SYS_EPOLL_PWAIT && uint32(args[3]) == uint32(forEver):
		return Reads
	case slices.Contains(pollsHere, call) && uint32(args[pollTimeHere(call)]) == uint32(forEver):
		return Reads
	}
	return Busy
}

// parseCall reads /proc/PID/task/TID/syscall: the call's number, and its first arguments in hexadecimal. A thread
// that runs, or is in no call, has none.
func parseCall(line []byte) (call uint64, args [4]uint64, ok bool) {
	if len(line) == 0 {
		return 0, args, false
	}
	words := bytes.Fields(line)
	n, _, known := cutNumber(words[0])
	if !known || len(words) < 1+len(args) {
		return 1 << 63, args, true
	}
	for i := range args {
		args[i] = hexadecimal(words[1+i])
	}
	return uint64(n), args, true
}

// hexadecimal reads 0x1f.
func hexadecimal(word []byte) (v uint64) {
	for _, c := range bytes.TrimPrefix(word, []byte("0x")) {
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			v = v<<4 | uint64(c-'a'+10)
		}
	}
	return v
}
