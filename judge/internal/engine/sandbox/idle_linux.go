package sandbox

import (
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// rest measures how long a run is idle: the time from one look to the next, less the CPU time that it used and the time
// that its threads waited for a processor. The kernel counts a wait only when it is over, so while a thread waits, or if
// one has ended, the time since the last look does not count.
type rest struct{ at, cpu, waited time.Duration }

// look returns how long the run was certainly idle since the last look.
func (r *rest) look(p *proc, at time.Duration, u usage) (idle time.Duration) {
	passed, used := at-r.at, max(0, u.cpu-r.cpu)
	r.at, r.cpu = at, u.cpu
	if used >= passed {
		return 0
	}
	before := r.waited
	wants := false
	r.waited = 0
	for _, thread := range p.threads() {
		_, rest, _ := cutNumber(p.read(thread + "/schedstat")) // the first number is its time on a processor
		waited, _, _ := cutNumber(rest)
		r.waited += time.Duration(waited)
		if u.tasks > 1 && !wants {
			s, _ := p.status(thread)
			wants = s.state == 'R'
		}
	}
	if u.runs || wants || r.waited < before {
		return 0
	}
	return max(0, passed-used-(r.waited-before))
}

// threads returns the folders of all threads of the processes found last.
func (p *proc) threads() (folders []string) {
	for _, pid := range p.pids {
		tasks := strconv.Itoa(pid) + "/task"
		p.numbers(tasks, func(thread int) { folders = append(folders, tasks+"/"+strconv.Itoa(thread)) })
	}
	return folders
}

// unread returns how many bytes are in a pipe.
func unread(pipe *os.File) (bytes int) {
	if c, err := pipe.SyscallConn(); err == nil {
		c.Control(func(fd uintptr) { bytes, _ = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	}
	return bytes
}
