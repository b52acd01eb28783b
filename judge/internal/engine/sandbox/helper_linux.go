//go:build amd64 || arm64

package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

const helperFile = 3 // its end of the socket

// help is the whole life of a process that is started as a helper; in any other it does nothing.
func help() {
	if !isHelper(os.Args) {
		return
	}
	defer crash.Tell(func(broken say.Message) {
		fmt.Fprintln(os.Stderr, broken)
		syscall.Exit(2) // the judge runs it again, with another helper
	})
	runtime.LockOSThread() // walls hold for a thread, and the kernel gives orphans to the first
	h := &helper{judge: link{helperFile}}
	closeOnExec(helperFile)
	usualSignals()
	spareThreads()
	h.serve()
	h.leave()
}

// isHelper reports whether these are the arguments of a helper. With more, a program limits itself: see limited.
func isHelper(args []string) bool { return len(args) == 1 && args[0] == helperName }

// helper runs programs, one after another, all behind the same walls.
type helper struct {
	judge  link
	policy policy
	proc   proc
	buf    [maxMessage]byte

	abi     int    // of Landlock, 0 if it is not used
	rules   []rule // of Landlock, for every run
	inside  bool   // in namespaces of its own
	scratch string
	folders []string // it, and those that a checker or a compiler may write in
	launch  *launch
	done    []int // files to close once the judge has its answer: it need not wait for that
}

// serve answers requests until the judge is gone.
func (h *helper) serve() {
	var p policy
	if _, err := h.judge.receive(h.buf[:], &p); err != nil {
		syscall.Exit(2) // no judge has started it
	}
	var answer ready
	if err := h.wallIn(p); err != nil {
		answer.Trouble = say.From(err)
	}
	answer.Walls = h.walls()
	if h.judge.send(&answer) != nil || answer.Trouble.Said() {
		return
	}
	for runs := 1; ; runs++ {
		var r request
		poll([]unix.PollFd{{Fd: int32(h.judge.fd), Events: unix.POLLIN}}, soon)
		files, err := h.judge.receive(h.buf[:], &r)
		if err != nil || len(r.Args) == 0 { // gone, or a cancel that came too late: then we are not used again
			return
		}
		var answer reply
		if len(files) < 2+r.More {
			answer.Trouble = say.From(explain("taking the program's files", unix.EMFILE))
		} else {
			answer = h.run(&r, files)
		}
		if h.judge.send(&answer) != nil {
			return
		}
		h.done = append(h.done, files...)
		for _, fd := range h.done {
			unix.Close(fd)
		}
		h.done = h.done[:0]
		if runs%keepAgain == 0 {
			keepLittle()
		}
	}
}

// keepAgain is after how many runs the helper's new memory is kept from its children, too.
const keepAgain = 100

// soon is how long the judge mostly takes for its next request. Beyond that, a wait should be told to Go's runtime.
const soon = 20 * time.Millisecond

// usualSignals gives every signal its usual effect. Go's handlers cannot run in a child, and the signal for a child's end
// would wake a thread to hear what we wait for anyway.
func usualSignals() {
	var usual [4]uint64 // a struct sigaction
	for signal := uintptr(1); signal <= 64; signal++ {
		unix.RawSyscall6(unix.SYS_RT_SIGACTION, signal, uintptr(unsafe.Pointer(&usual)), 0, 8, 0, 0)
	}
	unix.PthreadSigmask(unix.SIG_SETMASK, &unix.Sigset_t{}, nil)
}

// spareThreads makes a few threads for Go's runtime, which ends the helper if it gets none when it needs one: a program may
// have as many as it can by then.
func spareThreads() {
	var made sync.WaitGroup
	stay := make(chan bool)
	for range 4 {
		made.Add(1)
		go func() {
			runtime.LockOSThread()
			made.Done()
			<-stay
			runtime.UnlockOSThread() // now it is the runtime's
		}()
	}
	made.Wait()
	close(stay)
}

// leave ends the helper and everything that it started.
func (h *helper) leave() {
	if h.policy.Scratch != "" {
		tempfile.Remove(h.policy.Scratch) // the judge may be gone
	}
	syscall.Exit(0) // without what is done at a usual end: there are walls around us
}

// filtered reports whether the system calls of the helper and its programs are filtered.
func (h *helper) filtered() bool { return h.policy.Step <= withLandlock }

// single reports whether the walls hold a program to one process.
func (h *helper) single() bool { return h.filtered() && h.policy.Kind != Compiler }

// walls names the walls in force.
func (h *helper) walls() (words []string) {
	for _, w := range []struct {
		there bool
		word  string
	}{
		{h.policy.Step == withCgroups, "cgroup v2"},
		{h.inside, "namespaces"},
		{h.abi > 0, landlockWord},
		{h.filtered(), "seccomp"},
		{true, "rlimits"},
	} {
		if w.there {
			words = append(words, w.word)
		}
	}
	return words
}

// wallIn puts up the walls of the policy. Those that all programs share hold for this thread, and children inherit
// them. Each child adds the rest itself.
func (h *helper) wallIn(p policy) (err error) {
	h.policy = p
	h.inside = p.inside()
	h.scratch = p.Scratch
	os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0) // rather a program than the judge
	unix.Umask(0o022)
	// For programs: a large page stays in memory as long as a small part of it is used, and then only that part counts.
	unix.Prctl(unix.PR_SET_THP_DISABLE, 1, 0, 0, 0)
	if h.launch, err = newLaunch(); err != nil {
		return say.Errorf("no memory to share with the programs: %w", err)
	}
	h.launch.orphan = !h.inside
	if h.inside {
		if h.proc.dir, err = buildRoot(&p); err != nil {
			return err
		}
		h.scratch, h.proc.own = box, true
	} else if h.proc.dir, err = keepOrphans(); err != nil {
		return err
	}
	h.folders = append([]string{h.scratch}, p.Writable...)
	h.proc.self, h.proc.held = os.Getpid(), map[uint64]bool{}
	h.launch.nlimits = copy(h.launch.limits[:], resourceLimits(&p))
	// From now on the heap finds room in what it has: its garbage is collected at 8 MB, and half of that was there.
	debug.SetGCPercent(200)
	runtime.KeepAlive(make([]byte, 4<<20))
	defer keepLittle()
	if p.Step > withLandlock {
		return nil
	}
	if err := h.landlock(); err != nil {
		return err
	}
	if err := giveUp(); err != nil {
		return err
	}
	if err := filterThread(programFilter(p.Kind, h.launch.key)); err != nil {
		return say.Errorf("filtering system calls: %w", err)
	}
	return nil
}

// keepOrphans makes the helper the parent of all that its programs leave behind, where it has no namespace of its own.
// It returns the folder /proc, in which it finds them.
func keepOrphans() (proc int, err error) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return -1, say.Errorf("becoming a child subreaper: %w", err)
	}
	if proc, err = openFolder("/proc"); err != nil {
		return -1, err
	}
	if _, err := os.ReadFile("/proc/thread-self/children"); err != nil {
		return -1, say.Errorf("this kernel does not list the children of a process (CONFIG_PROC_CHILDREN): %w", err)
	}
	return proc, nil
}

// landlock prepares Landlock's rules.
func (h *helper) landlock() error {
	h.abi = min(landlockABI(), h.policy.Landlock)
	if h.abi == 0 && !h.inside {
		return say.Errorf("this kernel has no Landlock (Linux 5.13), or it is switched off").Hint("add landlock to the lsm= boot parameter")
	}
	h.openRules()
	if !h.inside {
		copy(h.launch.procSelf[:], "/proc/self")
		h.launch.beneath.Allowed_access = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	}
	if h.abi < signalScope {
		h.launch.signals.make()
	}
	return nil
}

// grant is rights on some paths, and on everything beneath them.
type grant struct {
	rights uint64
	paths  []string
}

// grants are what Landlock allows to all programs of a policy.
func (p *policy) grants(scratch string) []grant {
	made := uint64(mayRead | mayMake)
	if p.Kind != Compiler { // a program could run a file of its own that nobody else may read
		made &^= unix.LANDLOCK_ACCESS_FS_EXECUTE
	}
	all := []grant{{made, []string{scratch}}, {made, p.Writable}, {mayUseFile, sinks}, {mayRead, p.Readable}}
	if p.inside() { // the root holds nothing that may not be read
		return append(all, grant{mayRead &^ unix.LANDLOCK_ACCESS_FS_EXECUTE, []string{"/"}}, grant{mayRead, programFolders()})
	}
	return append(all, grant{unix.LANDLOCK_ACCESS_FS_READ_FILE, devices[len(sinks):]},
		grant{unix.LANDLOCK_ACCESS_FS_READ_FILE, systemFacts}, grant{mayRead, systemReadable()})
}

// openRules opens the paths that Landlock allows.
func (h *helper) openRules() {
	for _, g := range h.policy.grants(h.scratch) {
		for _, path := range g.paths {
			if r, ok := openRule(path, g.rights); ok {
				h.rules = append(h.rules, r)
			}
		}
	}
}

// systemFacts describe the machine to runtimes, which size themselves by them.
var systemFacts = []string{
	"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/cgroups", "/proc/sys/vm/overcommit_memory", "/proc/sys/vm/max_map_count",
	"/sys/kernel/mm/transparent_hugepage", "/sys/devices/system/cpu",
}

// giveUp drops the rights that the helper does not need again, for itself and all it starts.
func giveUp() error {
	for c := range uintptr(64) {
		unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0) // no such capability, or none to drop
	}
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var nothing [2]unix.CapUserData
	if err := unix.Capset(&header, &nothing[0]); err != nil {
		return say.Errorf("giving up capabilities: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return say.Errorf("forbidding new privileges: %w", err)
	}
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) // our /proc files are not for the programs
	return nil
}

// run runs one program to its end, and leaves nothing of it behind.
func (h *helper) run(r *request, files []int) (answer reply) {
	l, err := h.prepare(r, files)
	if err != nil {
		answer.Trouble = say.From(err)
		return answer
	}
	h.proc.give(files)
	w := watch{h: h, request: r, out: r.watched(files)}
	if err := w.start(l); err != nil {
		answer.Trouble = say.From(err)
		return answer
	}
	if r.Stall > 0 { // the program alone keeps its pipes open
		for i := range files[:2] {
			unix.Close(files[i])
			files[i] = -1
		}
	}
	w.toTheEnd()
	answer = w.outcome()
	answer.Kept = tempfile.Heads(h.scratch, keptFile, r.Keep...)
	answer.Dirty = !h.clean()
	return answer
}

// watched returns the files of a program's output that the watch looks at. In a conversation the judge reads it.
func (r *request) watched(files []int) []int {
	if r.Stall > 0 {
		return nil
	}
	return files[1:][:1+min(r.More, 1)]
}

// prepare lays out a request's launch.
func (h *helper) prepare(r *request, files []int) (l *launch, err error) {
	l = h.launch
	l.clear()
	ours := files[:2+r.More]
	if len(files) > len(ours) {
		l.cgroup = int32(files[len(ours)])
	}
	l.files, l.nfiles = [5]int32{0: int32(ours[0]), 1: int32(ours[1])}, 3
	for i, file := range ours[2:] {
		l.files[3+i], l.nfiles = int32(file), 4+i
	}
	l.own[0] = newLimit(unix.RLIMIT_FSIZE, uint64(largestFile(h.policy.Bytes, r.Output)))
	l.own[1] = newLimit(unix.RLIMIT_DATA, cmp.Or(uint64(r.Data), unix.RLIM_INFINITY))
	dir := cmp.Or(r.Dir, h.scratch)
	if l.argv, err = l.texts(r.Args); err != nil {
		return nil, err
	}
	if l.envv, err = l.texts(environment(r.Env, h.scratch)); err != nil {
		return nil, err
	}
	l.path = *l.argv
	if l.dir, err = l.text(dir); err != nil {
		return nil, err
	}
	if h.abi > 0 {
		fd, err := ruleset(h.abi, l.key, h.rules, rulesFor(ours))
		if err != nil {
			return nil, say.Errorf("making Landlock's rules: %w", err)
		}
		l.ruleset = int32(fd)
		h.done = append(h.done, fd)
	}
	return l, nil
}

// rulesFor returns Landlock's rules for the files of one run: its input, and what it may write.
func rulesFor(files []int) []rule {
	rules := []rule{{files[0], unix.LANDLOCK_ACCESS_FS_READ_FILE}}
	for _, fd := range files[1:] {
		rules = append(rules, rule{fd, unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE})
	}
	return rules
}

// now is a monotonic clock.
func now() time.Duration { return time.Since(start) }

var start = time.Now()
