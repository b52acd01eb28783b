package sandbox

import (
	"strconv"
	"time"
)

// rest measures how long a run was idle: the time that passed, less the CPU time that it used and the time that its
// threads waited for a processor, added up from one look to the next. The kernel counts a wait only when it is over.
// So while a thread waits, that time is open.
type rest struct {
	at, cpu time.Duration // at the last look
	idle    time.Duration // for sure
	open    time.Duration // and this, unless it was spent in the queue
	turns   map[string]turn
}

// turn holds a thread's figures at one look.
type turn struct {
	ran, waited time.Duration
	queued      bool // it was seen waiting for a processor
}

// look returns the part of the time since the last look that was certainly idle.
func (r *rest) look(p *proc, at time.Duration, u usage) (idle time.Duration) {
	passed, awake := at-r.at, max(0, u.cpu-r.cpu)
	r.at, r.cpu = at, u.cpu
	if awake >= passed { // it had a processor all the time
		r.open = 0
		return 0
	}
	before := r.idle
	turns := p.turns()
	wants, stands, ended := false, false, false
	for name, t := range turns {
		was, known := r.turns[name]
		awake += max(0, t.waited-was.waited)
		t.queued = p.runnable(name, u)
		wants = wants || t.queued
		stands = stands || t.queued && known && t.ran == was.ran && t.waited == was.waited
		turns[name] = t
	}
	for name, was := range r.turns {
		_, there := turns[name]
		ended = ended || !there && was.queued
	}
	r.turns = turns
	left := r.open + passed - min(r.open+passed, awake)
	switch {
	case ended: // who stood in the queue had its turn, and took with it what we could know
		left = 0
	case stands:
	case wants: // it was on a processor since the last look, so nothing before that is open
		r.idle += max(0, left-passed)
		left = min(left, passed)
	default:
		r.idle += left
		left = 0
	}
	r.open = left
	return r.idle - before
}

// turns returns the figures of all threads found last.
func (p *proc) turns() map[string]turn {
	all := map[string]turn{}
	for _, pid := range p.pids {
		p.numbers(strconv.Itoa(pid)+"/task", func(thread int) {
			name := strconv.Itoa(pid) + "/task/" + strconv.Itoa(thread)
			ran, rest, ok := cutNumber(p.read(name + "/schedstat"))
			if waited, _, _ := cutNumber(rest); ok {
				all[name] = turn{ran: time.Duration(ran), waited: time.Duration(waited)}
			}
		})
	}
	return all
}

// runnable reports whether a thread runs, or could if it had a processor.
func (p *proc) runnable(name string, u usage) bool {
	if u.tasks == 1 {
		return u.runs
	}
	s, _ := p.status(name)
	return s.state == 'R'
}
