//go:build amd64 || arm64

package sandbox

import (
	"bytes"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// What the processes of a run use is read from /proc while they live, and from the kernel's accounts
// (wait4) when they have ended: the first is for stopping in time, the second is what is reported.

// usage is what the living processes of a run have used at one moment.
type usage struct {
	cpu       time.Duration // theirs, and that of children they have waited for
	children  time.Duration // that of the children alone
	of        []clock       // theirs alone
	resident  int64         // bytes
	beside    int64         // bytes in page tables, in swap, and what pipes and sockets have room for
	unlinked  int64         // bytes of files that are open and have no name any more
	processes int
	tasks     int  // processes and threads
	runnable  bool // one of them runs, or wants to
}

// clock is that of one process: a number may have been another's before.
type clock struct {
	pid   int
	began int64 // ticks
	cpu   time.Duration
}

// sameAs reports whether c is that of the same process later.
func (c clock) sameAs(was clock) bool {
	return c.pid == was.pid && c.began == was.began && c.cpu >= was.cpu
}

// ledger finds the CPU time of processes that were there at a look, are gone at the next, and are in no
// account: a process that ignores its children's ends is not charged for them.
type ledger struct {
	gone, charged time.Duration // of all so far
	lost          time.Duration
}

// add compares a look with the last. accounted is what was charged to others meanwhile. /proc rounds that
// down, by two ticks for every child if looked at once, but by no more for every parent in the long run.
func (l *ledger) add(u, last usage, accounted time.Duration) {
	var gone, surely time.Duration
	for _, was := range last.of {
		if !slices.ContainsFunc(u.of, func(c clock) bool { return c.sameAs(was) }) {
			gone += was.cpu
			surely += max(0, was.cpu-2*tick)
		}
	}
	charged := accounted + max(0, u.children-last.children)
	l.gone += gone
	l.charged += charged
	l.lost = max(l.lost+max(0, surely-charged), l.gone-l.charged-2*tick*time.Duration(u.processes+1))
}

const tick = time.Second / 100 // what /proc counts in, on every Linux

// proc reads /proc through a folder opened before the helper gave up seeing the whole machine.
type proc struct {
	dir     int
	self    int  // the helper's own number there
	starter int  // and that of its starter
	own     bool // it shows this helper's pid namespace alone
	buf     [4096]byte
	pids    []int
	held    map[uint64]bool // by their number: pipes, sockets and files without a name that were counted
	room    int64           // what those pipes and sockets have room for
	all     [32 << 10]byte  // room for a folder's entries
}

// usage adds up all living descendants of the helper.
func (p *proc) usage() usage {
	var u usage
	p.descendants()
	clear(p.held)
	p.room = 0
	for _, pid := range p.pids {
		s, ok := p.stat(pid)
		if !ok {
			continue
		}
		own := processClock(pid)
		u.of = append(u.of, clock{pid, s.began, own})
		u.cpu += own + s.children
		u.children += s.children
		u.resident += s.resident
		u.beside += p.beside(s.folder)
		p.hold(pid, &u)
		u.tasks += s.threads
		u.runnable = u.runnable || p.wantsToRun(pid, s)
		u.processes++
	}
	u.beside += max(0, p.room-freeRoom)
	return u
}

// processClock is the exact CPU time of a process, its ended threads included.
func processClock(pid int) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|2), &t) != nil { // MAKE_PROCESS_CPUCLOCK(pid, CPUCLOCK_SCHED)
		return 0
	}
	return time.Duration(t.Nano())
}

// descendants fills p.pids.
func (p *proc) descendants() {
	p.pids = p.pids[:0]
	if p.own { // everything in the namespace but the helper descends from it
		p.numbers("", func(pid int) {
			if pid != p.self && pid != p.starter {
				p.pids = append(p.pids, pid)
			}
		})
		return
	}
	p.childrenOf(p.self)
	p.andBelow()
}

// andBelow adds the descendants of all in p.pids.
func (p *proc) andBelow() {
	for i := 0; i < len(p.pids); i++ {
		p.childrenOf(p.pids[i])
	}
}

// childrenOf appends the children of every thread of a process to p.pids.
func (p *proc) childrenOf(pid int) {
	p.numbers(number(pid)+"/task", func(thread int) {
		list := p.read(number(pid) + "/task/" + number(thread) + "/children")
		for {
			child, rest, ok := cutNumber(list)
			if !ok {
				return
			}
			if int(child) != p.starter {
				p.pids = append(p.pids, int(child))
			}
			list = rest
		}
	})
}

// numbers calls f for every entry of a folder of /proc that is a number.
func (p *proc) numbers(folder string, f func(int)) {
	fd, err := unix.Openat(p.dir, "./"+folder, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	for {
		n, err := unix.Getdents(fd, p.all[:])
		if err != nil || n <= 0 {
			return
		}
		for b := p.all[:n]; len(b) > 19; {
			size := int(b[16]) | int(b[17])<<8 // struct linux_dirent64: d_reclen, then at 19 the name
			if v, _, ok := cutNumber(b[19:]); ok {
				f(int(v))
			}
			b = b[size:]
		}
	}
}

// processStat is what we need of /proc/<pid>/stat.
type processStat struct {
	children time.Duration
	threads  int
	began    int64 // ticks after the machine
	state    byte
	ended    bool   // but not yet collected
	folder   string // where the figures come from
	resident int64
}

func (p *proc) stat(pid int) (s processStat, ok bool) {
	s, ok = p.statOf(number(pid))
	if s.ended && s.threads > 1 {
		// Its first thread has ended, and the memory is the others'.
		p.numbers(s.folder+"/task", func(thread int) {
			if !s.ended {
				return
			}
			if t, ok := p.statOf(number(pid) + "/task/" + number(thread)); ok {
				s.ended, s.folder, s.resident = t.ended, t.folder, t.resident
			}
		})
	}
	return s, ok
}

// wantsToRun reports whether any thread of a process runs, or could if it had a processor.
func (p *proc) wantsToRun(pid int, s processStat) (wants bool) {
	if s.state == 'R' || s.threads == 1 {
		return s.state == 'R'
	}
	p.numbers(number(pid)+"/task", func(thread int) {
		if !wants {
			t, _ := p.statOf(number(pid) + "/task/" + number(thread))
			wants = t.state == 'R'
		}
	})
	return wants
}

// statOf is the stat of a process, or of a thread, which does not know of children.
func (p *proc) statOf(folder string) (s processStat, ok bool) {
	s.folder = folder
	line := p.read(folder + "/stat")
	for i := len(line) - 1; i >= 0; i-- { // the name, in brackets, may hold anything
		if line[i] == ')' {
			line = line[i+1:]
			break
		}
	}
	var v [25]int64 // v[n] is field n
	if len(line) < 3 {
		return s, false
	}
	s.state = line[1]
	s.ended = s.state == 'Z'
	line = line[2:] // field 3 is a letter
	for n := 4; n < len(v); n++ {
		if len(line) > 0 && line[0] == ' ' && len(line) > 1 && line[1] == '-' {
			line = line[2:] // a negative number, none of ours
		}
		if v[n], line, ok = cutNumber(line); !ok {
			return s, false
		}
	}
	s.children = time.Duration(v[16]+v[17]) * tick
	s.threads = int(v[20])
	s.began = v[22]
	s.resident = v[24] * int64(pageSize)
	return s, true
}

var pageSize = unix.Getpagesize()

// beside is the memory of a process that is in its page tables, or in swap: reading one byte in every
// gigabyte it reserved costs a program nothing, and the machine 8 kB each.
func (p *proc) beside(folder string) (sum int64) {
	text := p.read(folder + "/status")
	for _, name := range []string{"\nVmPTE:", "\nVmSwap:"} {
		_, after, _ := bytes.Cut(text, []byte(name))
		kib, _, _ := cutNumber(bytes.TrimLeft(after, "\t"))
		sum += kib << 10
	}
	return sum
}

// What waits in a pipe or a socket is in nobody's size, and cannot be seen: so what there is room for
// counts, beyond what a program may well have without using it.
const (
	pipeRoom   = 64 << 10
	socketRoom = 208 << 10
	freeRoom   = 8 << 20

	standardFiles = 3
)

// hold adds what a process holds by its open files.
func (p *proc) hold(pid int, u *usage) {
	folder := number(pid) + "/fd"
	var st unix.Stat_t
	if unix.Fstatat(p.dir, folder, &st, 0) == nil && st.Size > 0 && st.Size <= standardFiles {
		return // since Linux 6.2 that is how many it has
	}
	p.numbers(folder, func(fd int) {
		if unix.Fstatat(p.dir, folder+"/"+number(fd), &st, 0) != nil || p.held[st.Ino] {
			return
		}
		room, unlinked := int64(0), int64(0)
		switch kind := st.Mode & unix.S_IFMT; {
		case kind == unix.S_IFIFO:
			room = pipeRoom
		case kind == unix.S_IFSOCK:
			room = socketRoom
		case kind == unix.S_IFREG && st.Nlink == 0 && fd >= standardFiles:
			unlinked = st.Blocks * 512
		}
		if room+unlinked > 0 {
			p.held[st.Ino] = true
			p.room += room
			u.unlinked += unlinked
		}
	})
}

// shared is the memory of all living processes with what they share counted once.
func (p *proc) shared() (sum int64) {
	for _, pid := range p.pids {
		text := p.read(number(pid) + "/smaps_rollup")
		if _, after, ok := bytes.Cut(text, []byte("\nPss:")); ok {
			kib, _, _ := cutNumber(after)
			sum += kib << 10
		} else if s, ok := p.stat(pid); ok { // it has closed itself to us
			sum += s.resident
		}
	}
	return sum
}

// waitedMost is how long the one that waited longest did, of the processes last found.
func (p *proc) waitedMost() (most time.Duration) {
	for _, pid := range p.pids {
		most = max(most, p.waited(pid))
	}
	return most
}

// waited is how long a process's first thread stood in the queue for a processor.
func (p *proc) waited(pid int) time.Duration {
	_, rest, _ := cutNumber(p.read(number(pid) + "/schedstat")) // the first number is its time on one
	v, _, _ := cutNumber(rest)
	return time.Duration(v)
}

// read returns a file of /proc, up to the size of the buffer, valid until the next read.
func (p *proc) read(name string) []byte {
	fd, err := unix.Openat(p.dir, name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	n, _ := unix.Read(fd, p.buf[:])
	unix.Close(fd)
	return p.buf[:max(n, 0)]
}

// cutNumber takes blanks and a number off the front of b; ok is false if there is no number.
func cutNumber(b []byte) (v int64, rest []byte, ok bool) {
	for len(b) > 0 && b[0] == ' ' {
		b = b[1:]
	}
	for len(b) > 0 && b[0] >= '0' && b[0] <= '9' {
		v, ok = v*10+int64(b[0]-'0'), true
		b = b[1:]
	}
	return v, b, ok
}

func number(n int) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(b[i:])
		}
	}
}
