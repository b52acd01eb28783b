package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// look returns for how long a session was idle. Threads that came and went between two looks are not seen.
func (i *idleness) look(at time.Duration) time.Duration {
	var err error
	p := &i.proc
	if p.dir, err = openFolder("/proc"); err != nil {
		return at
	}
	defer unix.Close(p.dir)
	p.pids = p.pids[:0]
	p.numbers("", func(pid int) {
		if of, err := unix.Getsid(pid); err == nil && of == i.session {
			p.pids = append(p.pids, pid)
		}
	})
	i.rest.look(p, at, p.usage(true, false))
	return i.rest.idle
}

// idleness measures how long all processes of a session were idle.
type idleness struct {
	session int
	proc    proc
	rest    rest
}
