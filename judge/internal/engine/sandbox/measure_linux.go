package sandbox

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// During a run its use is read from /proc, to stop it in time. After its end the use is read from the kernel's accounts
// (wait4); these figures are reported. A submission is one process, so the kernel's peak of its memory and its clock are
// exact, whatever it did between two looks. Compilers may have children; the figures of all descendants are added up.

// usage is the use of all living processes of a run at one moment.
type usage struct {
	cpu      time.Duration // with that of children they have waited for
	peak     int64         // bytes that the largest had at any time
	memory   int64         // bytes of all, without what they share with files: page tables and swap count too
	unlinked int64         // bytes of files that are open and have no name any more
	tasks    int           // processes and threads
	runs     bool          // one of those with a single thread runs, or wants to
}

// proc reads /proc through a folder opened before the helper gave up seeing the whole machine.
type proc struct {
	dir   int
	self  int  // the helper's own number there
	own   bool // it shows this helper's pid namespace alone
	buf   [4096]byte
	pids  []int
	given []uint64        // the numbers of files that a program was given
	held  map[uint64]bool // by their number: files without a name that were counted
}

// usage looks at the processes found last. children: they may have waited for other processes. files: count the files
// that they hold open.
func (p *proc) usage(children, files bool) (u usage) {
	clear(p.held)
	for _, pid := range p.pids {
		s, ok := p.status(strconv.Itoa(pid))
		if !ok {
			continue
		}
		u.cpu += processClock(pid)
		if children {
			u.cpu += p.ofChildren(pid)
		}
		u.peak = max(u.peak, s.peak)
		u.memory += s.memory
		u.tasks += s.threads
		u.runs = u.runs || s.state == 'R'
		if files {
			p.hold(pid, &u)
		}
	}
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
			if pid != p.self {
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
	p.numbers(strconv.Itoa(pid)+"/task", func(thread int) {
		list := p.read(strconv.Itoa(pid) + "/task/" + strconv.Itoa(thread) + "/children")
		for {
			child, rest, ok := cutNumber(list)
			if !ok {
				return
			}
			p.pids = append(p.pids, int(child))
			list = rest
		}
	})
}

// numbers calls f for each number among the entries of a folder of /proc.
func (p *proc) numbers(folder string, f func(int)) {
	fd, err := unix.Openat(p.dir, "./"+folder, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	dir := os.NewFile(uintptr(fd), folder)
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // as many as come: a process may end meanwhile
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			f(n)
		}
	}
}

// processStatus holds the fields of /proc/<pid>/status that we need.
type processStatus struct {
	state        byte
	threads      int
	peak, memory int64 // as in usage
}

// status reads a folder of a process, or of a thread. Page tables count: a program that reads one byte in every gigabyte it
// reserved has no memory of its own, and costs the machine 8 kB each time.
func (p *proc) status(folder string) (s processStatus, ok bool) {
	text := p.read(folder + "/status")
	value := func(name string) int64 {
		_, after, _ := bytes.Cut(text, []byte(name))
		v, _, _ := cutNumber(bytes.TrimLeft(after, "\t"))
		return v
	}
	_, state, ok := bytes.Cut(text, []byte("\nState:\t"))
	if !ok || len(state) == 0 {
		return s, false
	}
	s.state, s.threads = state[0], int(value("\nThreads:"))
	s.peak = value("\nVmHWM:") << 10
	s.memory = (value("\nRssAnon:") + value("\nRssShmem:") + value("\nVmPTE:") + value("\nVmSwap:")) << 10
	if s.state == 'Z' { // its first thread has ended, and the memory is the others'
		threads := s.threads
		p.numbers(folder+"/task", func(thread int) {
			if s.state == 'Z' {
				s, _ = p.status(folder + "/task/" + strconv.Itoa(thread))
			}
		})
		s.threads = threads
	}
	return s, true
}

// ofChildren is the CPU time of children that a process has waited for.
func (p *proc) ofChildren(pid int) time.Duration {
	const user, system = 16 - 3, 17 - 3
	text := p.read(strconv.Itoa(pid) + "/stat")
	words := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name in brackets may hold anything
	if len(words) <= system {
		return 0
	}
	a, _, _ := cutNumber(words[user])
	b, _, _ := cutNumber(words[system])
	return time.Duration(a+b) * tick
}

const tick = time.Second / 100 // what /proc counts in, on every Linux

// give notes the files that a program is given: they are not its own.
func (p *proc) give(files []int) {
	p.given = p.given[:0]
	for _, fd := range files {
		var st unix.Stat_t
		unix.Fstat(fd, &st)
		p.given = append(p.given, st.Ino)
	}
}

// hold adds the sizes of the nameless files that a process has open, except those that the judge gave it.
func (p *proc) hold(pid int, u *usage) {
	folder := strconv.Itoa(pid) + "/fd"
	var st unix.Stat_t
	p.numbers(folder, func(fd int) {
		if unix.Fstatat(p.dir, folder+"/"+strconv.Itoa(fd), &st, 0) == nil && st.Mode&unix.S_IFMT == unix.S_IFREG && st.Nlink == 0 &&
			!p.held[st.Ino] && !slices.Contains(p.given, st.Ino) {
			p.held[st.Ino] = true
			u.unlinked += st.Blocks * 512
		}
	})
}

// written returns how many bytes a process has written to files, pipes, or mapped memory.
func (p *proc) written(pid int) int64 {
	text := p.read(strconv.Itoa(pid) + "/io")
	value := func(name string) int64 {
		_, after, _ := bytes.Cut(text, []byte(name))
		v, _, _ := cutNumber(after)
		return v
	}
	return value("wchar: ") + value("\nwrite_bytes: ")
}

// mapped counts the nameless files that a process has mapped. It takes longer the more areas of memory the process
// has.
func (p *proc) mapped(pid int) int {
	text, _ := readAll(p.dir, strconv.Itoa(pid)+"/maps")
	files := map[string]bool{}
	for line := range bytes.Lines(text) {
		if words := bytes.Fields(line); len(words) > 6 && string(words[len(words)-1]) == "(deleted)" {
			files[string(words[3])+" "+string(words[4])] = true // device and number
		}
	}
	return len(files)
}

func openFolder(path string) (int, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, say.Errorf("opening %s: %w", path, err)
	}
	return fd, nil
}

// readAll reads a whole file of a folder.
func readAll(dir int, name string) ([]byte, error) {
	fd, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	return io.ReadAll(f)
}

// waitedMost is the longest wait for a processor among the processes last found.
func (p *proc) waitedMost() (most time.Duration) {
	for _, pid := range p.pids {
		most = max(most, p.waited(pid))
	}
	return most
}

// waited is how long a process's first thread waited for a processor.
func (p *proc) waited(pid int) time.Duration {
	_, rest, _ := cutNumber(p.read(strconv.Itoa(pid) + "/schedstat")) // the first number is its time on one
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
