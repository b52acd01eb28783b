//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// imitate returns a proc that reads a folder in place of /proc, with these files.
func imitate(t *testing.T, files map[string]string) *proc {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fd, err := openFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	return &proc{dir: fd, held: map[uint64]bool{}}
}

// statusOf is what the kernel says of a process or thread.
func statusOf(state string, threads, peak, anon int) string {
	return fmt.Sprintf("Name:\tx\nState:\t%s\nVmHWM:\t%8d kB\nRssAnon:\t%8d kB\nRssFile:\t    9999 kB\nRssShmem:\t       3 kB\nVmPTE:\t       5 kB\nVmSwap:\t       7 kB\nThreads:\t%d\n", state, peak, anon, threads)
}

// TestUsage: figures of several processes are added up, the peak is that of the largest, and one that has gone since
// does not count.
func TestUsage(t *testing.T) {
	const own, first, gone, led = 99_999_990, 99_999_991, 99_999_992, 99_999_993 // no clock has such numbers
	p := imitate(t, map[string]string{
		fmt.Sprint(first, "/status"):         statusOf("S (sleeping)", 2, 100, 40),
		fmt.Sprint(first, "/stat"):           "7 (a (strange) name) S 1 1 1 0 -1 4194560 1 2 3 4 1000 2000 30 12 20 0 1",
		fmt.Sprint(led, "/status"):           strings.ReplaceAll(statusOf("Z (zombie)", 3, 0, 0), "VmHWM", "None"),
		fmt.Sprint(led, "/task/1/status"):    statusOf("Z (zombie)", 3, 0, 0),
		fmt.Sprint(led, "/task/2/status"):    statusOf("R (running)", 3, 200, 60),
		fmt.Sprint(led, "/task/none/status"): "",
		fmt.Sprint(led, "/stat"):             "7 (short) S 1 1 1 0 -1 4194560 1 2 3 4 1000 2000 30",
		fmt.Sprint(own, "/status"):           "Name:\tx\nState:\t",
	})
	for _, test := range []struct {
		name     string
		pids     []int
		children bool
		want     usage
	}{
		{"one", []int{first}, false, usage{peak: 100 << 10, memory: 55 << 10, tasks: 2}},
		{"with its children", []int{first}, true, usage{cpu: 420 * time.Millisecond, peak: 100 << 10, memory: 55 << 10, tasks: 2}},
		{"one that has gone, and one", []int{gone, own, first}, false, usage{peak: 100 << 10, memory: 55 << 10, tasks: 2}},
		{"both", []int{first, led}, true, usage{cpu: 420 * time.Millisecond, peak: 200 << 10, memory: 130 << 10, tasks: 5, runs: true}},
	} {
		p.pids = test.pids
		if got := p.usage(test.children, false); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestHeldFiles: a file without a name counts once, and not if it was given. One with a name is counted in its folder.
func TestHeldFiles(t *testing.T) {
	file := func(kib int, remove bool) *os.File {
		f, err := os.Create(filepath.Join(t.TempDir(), "file"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		f.Write(make([]byte, kib<<10))
		if remove {
			os.Remove(f.Name())
		}
		return f
	}
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	defer to.Close()
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	os.Remove(folder.Name())
	gone, given := file(64, true), file(32, true)
	p := imitate(t, map[string]string{"5/status": statusOf("S (sleeping)", 1, 0, 0), "5/fd/none": ""})
	for i, f := range []*os.File{gone, gone, given, file(16, false), from, folder} {
		os.Symlink(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), filepath.Join(fmt.Sprintf("/proc/self/fd/%d", p.dir), "5/fd", fmt.Sprint(i)))
	}
	os.Symlink("/nowhere", filepath.Join(fmt.Sprintf("/proc/self/fd/%d", p.dir), "5/fd/9"))
	p.pids = []int{5}
	p.give([]int{int(gone.Fd())}) // to the program before
	p.give([]int{int(given.Fd())})
	for files, want := range map[bool]int64{true: 64 << 10, false: 0} {
		if got := p.usage(false, files).unlinked; got != want {
			t.Errorf("counting files %t: %d bytes, want %d", files, got, want)
		}
	}
	if spent := processClock(os.Getpid()); spent <= 0 {
		t.Errorf("this process has used %v", spent)
	}
}

// TestFamily: descendants are found by the lists of children, or in a namespace of their own, where all but the helper
// are the program's.
func TestFamily(t *testing.T) {
	p := imitate(t, map[string]string{
		"5/task/5/children": "6 7 ", "5/task/8/children": "9", "7/task/7/children": "10", "6/task/6/children": "", "11/status": "", "self/status": "", "9/x": "", "10/x": "",
	})
	p.self = 5
	for own, want := range map[bool][]int{false: {6, 7, 9, 10}, true: {6, 7, 9, 10, 11}} {
		p.own = own
		p.descendants()
		slices.Sort(p.pids)
		if !slices.Equal(p.pids, want) {
			t.Errorf("own namespace %t: %v, want %v", own, p.pids, want)
		}
	}
}

// TestWrittenAndMapped reads what a process has written, and how many files without a name it has mapped.
func TestWrittenAndMapped(t *testing.T) {
	const area = "7f0000000000-7f0000001000 rw-s 00000000 "
	p := imitate(t, map[string]string{
		"5/io":        "rchar: 1\nwchar: 200\nsyscr: 3\nsyscw: 4\nread_bytes: 5\nwrite_bytes: 4096\ncancelled_write_bytes: 7\n",
		"5/schedstat": "111 222 3\n",
		"6/schedstat": "111 333 3\n",
		"5/maps": area + "00:01 7 /tmp/a (deleted)\n" + area + "00:01 7 /tmp/a (deleted)\n" + area + "00:02 7 /tmp/b c (deleted)\n" +
			area + "00:01 8 /usr/lib/x\n" + area + "00:00 0\n" + area + "00:01 9 (deleted)\n",
	})
	if got := p.written(5); got != 4296 {
		t.Errorf("%d bytes written", got)
	}
	if got := p.mapped(5); got != 2 {
		t.Errorf("%d files mapped", got)
	}
	p.pids = []int{5, 6, 7}
	if got := p.waitedMost(); got != 333 {
		t.Errorf("waited for %v", got)
	}
	if got := p.written(7) + int64(p.mapped(7)) + int64(p.waited(7)); got != 0 {
		t.Errorf("of a process that is gone: %d", got)
	}
}

// TestHides: a program is asked for its maps when it has written half of what its folders may hold.
func TestHides(t *testing.T) {
	area := func(n int) string {
		return fmt.Sprintf("7f00-7f10 rw-s 00000000 00:01 %d /tmp/a (deleted)\n", n)
	}
	for _, test := range []struct {
		name    string
		written int
		maps    string
		watched bool
		want    bool
	}{
		{"too many", 501, area(1) + area(2) + area(3), true, true},
		{"as many as it may have", 501, area(1) + area(2), true, false},
		{"little was written", 500, area(1) + area(2) + area(3), true, false},
		{"the kernel bounds its folders", 501, area(1) + area(2) + area(3), false, false},
	} {
		w := &watch{h: &helper{inside: !test.watched, folders: []string{"box"}, policy: policy{bytes: 1000}}}
		w.h.proc = *imitate(t, map[string]string{"5/io": fmt.Sprintf("wchar: %d\n", test.written), "5/maps": test.maps})
		w.h.proc.pids = []int{5}
		if got := w.hides(); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
		if w.hides() && test.want {
			t.Errorf("%s: asked again at once", test.name)
		}
	}
}

// TestHeavier: folders hold as many bytes and files as they may, and no more.
func TestHeavier(t *testing.T) {
	full, deep := t.TempDir(), t.TempDir()
	for i := range 3 {
		if err := os.WriteFile(filepath.Join(full, fmt.Sprint(i)), make([]byte, 8192), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var all int64
	filepath.WalkDir(full, func(path string, _ os.DirEntry, _ error) error {
		var st unix.Stat_t
		unix.Lstat(path, &st)
		all += max(st.Size, st.Blocks*512)
		return nil
	})
	many := t.TempDir() // with itself, one too many
	for i := range mostScratch {
		if err := os.Link(filepath.Join(full, "0"), filepath.Join(many, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	if !heavier([]string{many}, 1<<40) {
		t.Error("too many files are not too many")
	}
	os.Remove(filepath.Join(many, "0"))
	for _, test := range []struct {
		name    string
		folders []string
		bytes   int64
		want    bool
	}{
		{"many files", []string{many}, 1 << 40, false},
		{"one more in another folder", []string{many, deep}, 1 << 40, true},
		{"just right", []string{full}, all, false},
		{"a byte too much", []string{full}, all - 1, true},
		{"a byte too much in the last file", []string{full}, all - 8192, true},
		{"two folders", []string{full, full}, 2*all - 1, true},
		{"none", nil, 0, false},
		{"one that is gone", []string{filepath.Join(deep, "gone")}, 0, false},
		{"one that is no folder to list", []string{filepath.Join(full, "0", "x")}, 1 << 30, true},
	} {
		if got := heavier(test.folders, test.bytes); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}

// look is a moment of a run, as rest sees it: what was used in all, and each thread's time on a processor and in the
// queue, and whether it wants one.
type look struct {
	at, cpu time.Duration
	threads string
	idle    time.Duration // since the last
}

// TestRest: idle is the time that passed, less what was used and what was spent in the queue. While somebody stands
// there, it is not known yet.
func TestRest(t *testing.T) {
	for name, looks := range map[string][]look{
		"asleep":                     {{10, 0, "0 0 S", 10}, {30, 0, "0 0 S", 20}},
		"busy":                       {{10, 10, "10 0 R", 0}, {30, 30, "30 0 R", 0}},
		"more than a processor":      {{10, 20, "10 0 R,10 0 R", 0}, {20, 20, "10 0 S,10 0 S", 10}},
		"stood, and then had one":    {{10, 0, "0 0 S", 10}, {20, 0, "0 0 R", 0}, {30, 10, "10 0 R", 0}, {40, 10, "10 0 S", 10}},
		"half of it":                 {{10, 5, "5 0 S", 5}, {20, 10, "10 0 S", 5}},
		"waited for a processor":     {{10, 0, "0 10 S", 0}, {30, 5, "5 20 S", 5}},
		"stands in the queue":        {{10, 0, "0 0 S", 10}, {20, 0, "0 0 R", 0}, {30, 0, "0 0 R", 0}, {40, 0, "0 25 S", 5}},
		"stood there, and slept":     {{10, 0, "0 0 S", 10}, {20, 0, "0 0 R", 0}, {30, 0, "0 0 R", 0}, {40, 1, "1 0 S", 29}},
		"was on one since":           {{10, 0, "0 0 S", 10}, {20, 0, "0 0 R", 0}, {30, 2, "2 3 R", 5}, {40, 4, "4 8 S", 13}},
		"a new one wants it":         {{10, 0, "0 0 R", 0}, {20, 0, "0 0 S", 20}},
		"who stood there has ended":  {{10, 0, "0 0 S,0 0 S", 10}, {20, 0, "0 0 S,0 0 R", 0}, {30, 0, "0 0 S", 0}, {40, 0, "0 0 S", 10}},
		"who slept has ended":        {{10, 0, "0 0 S,0 0 S", 10}, {20, 0, "0 0 S", 10}},
		"one stands, another sleeps": {{10, 0, "0 0 S,0 0 S", 10}, {20, 0, "0 0 R,0 0 S", 0}, {30, 0, "0 0 R,0 0 S", 0}},
		"one stands, another runs":   {{10, 0, "0 0 S,0 0 S", 10}, {20, 0, "0 0 R,0 0 R", 0}, {30, 2, "0 0 R,2 0 R", 0}},
	} {
		var r rest
		for i, l := range looks {
			files := map[string]string{}
			threads := strings.Split(l.threads, ",")
			u := usage{cpu: l.cpu, tasks: len(threads)}
			for n, thread := range threads {
				var ran, waited int
				var state string
				fmt.Sscan(thread, &ran, &waited, &state)
				files[fmt.Sprintf("5/task/%d/schedstat", n+1)] = fmt.Sprint(ran, " ", waited, " 1\n")
				if len(threads) > 1 { // the state of one alone is that of its process
					files[fmt.Sprintf("5/task/%d/status", n+1)] = statusOf(state, 1, 0, 0)
				}
				u.runs = u.runs || state == "R"
			}
			p := imitate(t, files)
			p.pids = []int{5}
			if got := r.look(p, l.at, u); got != l.idle {
				t.Errorf("%s: at look %d it was idle for %v, want %v", name, i+1, got, l.idle)
			}
		}
	}
}

// TestWhatACallWaitsFor reads lines of /proc.
func TestWhatACallWaitsFor(t *testing.T) {
	const endless, second = "0xffffffff", "0x3e8"
	tests := map[string]Wait{
		inCall(unix.SYS_READ, "0x0", "0x7f", "0x1", "0x0"):          Reads,
		inCall(unix.SYS_READ, "0x5", "0x7f", "0x1", "0x0"):          Busy,
		inCall(unix.SYS_READV, "0x0", "0x7f", "0x1", "0x0"):         Reads,
		inCall(unix.SYS_WRITE, "0x1", "0x7f", "0x1", "0x0"):         Writes,
		inCall(unix.SYS_WRITE, "0x2", "0x7f", "0x1", "0x0"):         Busy,
		inCall(unix.SYS_WRITEV, "0x1", "0x7f", "0x1", "0x0"):        Writes,
		inCall(unix.SYS_FSYNC, "0x0", "0x7f", "0x1", "0x0"):         Busy,
		inCall(unix.SYS_FSYNC, "0x1", "0x7f", "0x0", endless):       Busy,
		inCall(unix.SYS_PPOLL, "0x7f", "0x1", "0x0", "0x0"):         Reads,
		inCall(unix.SYS_PPOLL, "0x7f", "0x1", "0x7f", "0x0"):        Busy,
		inCall(unix.SYS_EPOLL_PWAIT, "0x3", "0x7f", "0x1", endless): Reads,
		inCall(unix.SYS_EPOLL_PWAIT, "0x3", "0x7f", "0x1", second):  Busy,
		"running\n": Busy, "-1 0x7ffe 0x7f\n": Busy, "0": Busy, "0 0x0": Busy, "99999999999999999999": Busy,
	}
	for _, call := range pollsHere {
		args := []string{"0x7f", "0x1", "0x1", "0x1"}
		tests[inCall(call, args...)] = Busy
		args[pollTimeHere(call)] = endless
		tests[inCall(call, args...)] = Reads
	}
	for text, want := range tests {
		call, args, ok := parseCall([]byte(text))
		if got := waitIn(call, args, func() bool { return true }); got != want || !ok {
			t.Errorf("%q: %v, want %v, and read %t", text, got, want, ok)
		}
		if got := waitIn(call, args, func() bool { return false }); got != want && (got != Busy || call == unix.SYS_READ || call == unix.SYS_WRITE) {
			t.Errorf("%q, a poll for something else: %v", text, got)
		}
	}
	if _, _, ok := parseCall(nil); ok {
		t.Error("a call was read that the system does not show")
	}
}

// inCall is what the kernel says of a thread in a call.
func inCall(call uint64, args ...string) string {
	return fmt.Sprintf("%d %s 0x0 0x0 0x7ffe 0x7f", call, strings.Join(args, " "))
}

// TestWaitsFor: a program waits for its partner if one of its threads does.
func TestWaitsFor(t *testing.T) {
	const pollfds = "\x05\x00\x00\x00\x01\x00\x00\x00" + "\x01\x00\x00\x00\x01\x00\x00\x00"
	poll := func(at, n int) string {
		return inCall(unix.SYS_PPOLL, fmt.Sprintf("%#x", at), fmt.Sprint("0x", n), "0x0", "0x0")
	}
	epoll := func(fd int) string {
		return inCall(unix.SYS_EPOLL_PWAIT, fmt.Sprint("0x", fd), "0x0", "0x1", "0xffffffff")
	}
	for _, test := range []struct {
		name  string
		calls []string
		want  Wait
	}{
		{"none is shown", []string{"", ""}, Sleeps},
		{"one is shown", []string{"running", ""}, Busy},
		{"one is shown, and then one", []string{"", "running"}, Busy},
		{"one reads", []string{"running", inCall(unix.SYS_READ, "0x0", "0x0", "0x0", "0x0")}, Reads},
		{"one prints", []string{inCall(unix.SYS_WRITE, "0x1", "0x0", "0x0", "0x0"), "running"}, Writes},
		{"poll of 5 and 1", []string{poll(0, 2)}, Reads},
		{"poll of 5", []string{poll(0, 1)}, Busy},
		{"poll of 1", []string{poll(8, 1)}, Reads},
		{"poll of what cannot be read", []string{poll(100, 1)}, Busy},
		{"epoll of 7 and 0", []string{epoll(3)}, Reads},
		{"epoll of 7", []string{epoll(4)}, Busy},
		{"epoll of 1", []string{epoll(6)}, Reads},
		{"epoll of nothing", []string{epoll(8)}, Busy},
	} {
		files := map[string]string{"5/mem": pollfds, "5/fdinfo/3": "pos:\t0\ntfd:        7 events: 1\ntfd:        0 events: 1\n", "5/fdinfo/4": "pos:\t0\ntfd:        7 events: 1\n",
			"5/fdinfo/6": "tfd:        1 events: 1\n"}
		for i, call := range test.calls {
			files[fmt.Sprintf("5/task/%d/syscall", i+1)] = call
		}
		p := imitate(t, files)
		p.pids = []int{5}
		if got := p.waitsFor(); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	hidden := imitate(t, nil)
	if hidden.looksAtTalk("5", unix.SYS_PPOLL, [4]uint64{0, 1}) {
		t.Error("memory that cannot be opened shows a poll")
	}
}

// TestNoteSleep: in a conversation the time in which a program waits for its partner is not sleep, and the judge hears
// of each wall limit of it.
func TestNoteSleep(t *testing.T) {
	reads, other := inCall(unix.SYS_READ, "0x0", "0x0", "0x0", "0x0"), inCall(unix.SYS_FSYNC, "0x0", "0x0", "0x0", "0x0")
	here, there, err := newLink()
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(here.fd)
	defer unix.Close(there.fd)
	type moment struct {
		at, cpu                time.Duration
		call                   string
		slept, waited, excused time.Duration
		told                   bool
	}
	for name, test := range map[string]struct {
		stall   int64
		moments []moment
	}{
		"alone": {0, []moment{{6, 0, reads, 6, 0, 0, false}, {12, 3, reads, 9, 0, 0, false}}},
		"in a conversation": {10, []moment{
			{6, 0, reads, 0, 6, 6, false}, {12, 0, reads, 0, 12, 12, true}, {18, 0, reads, 0, 18, 18, false},
			{19, 0, other, 1, 0, 18, false}, {24, 1, reads, 1, 0, 22, true}, {30, 6, other, 2, 0, 22, false},
			{38, 6, reads, 2, 8, 30, true}, {39, 7, reads, 2, 0, 30, false},
		}},
	} {
		w := &watch{h: &helper{judge: there}, request: &request{stall: test.stall}}
		for i, m := range test.moments {
			w.h.proc = *imitate(t, map[string]string{"5/task/5/syscall": m.call, "5/task/5/schedstat": "0 0 1"})
			w.h.proc.pids = []int{5}
			w.noteSleep(m.at, usage{cpu: m.cpu, tasks: 1})
			if w.slept != m.slept || w.waited != m.waited || w.excused != m.excused {
				t.Errorf("%s: at moment %d slept %v, waited %v, excused %v, want %+v", name, i+1, w.slept, w.waited, w.excused, m)
			}
			unix.SetNonblock(here.fd, true)
			var r reply
			_, err := here.receive(make([]byte, maxMessage), &r)
			if told := err == nil; told != m.told || told && (Wait(r.waits) != Reads || r.waited != int64(m.waited) || r.excused != int64(m.excused)) {
				t.Errorf("%s: at moment %d the judge was told %t: %+v", name, i+1, told, r)
			}
		}
	}
}

// TestClean empties a scratch folder, or says that it cannot.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	h := &helper{scratch: dir}
	if !h.clean() {
		t.Error("an empty folder is not clean")
	}
	os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755)
	os.WriteFile(filepath.Join(dir, "c"), nil, 0o644)
	left, _ := os.ReadDir(dir)
	if done := h.clean(); !done || len(left) != 2 {
		t.Errorf("a folder with %d entries: %t", len(left), done)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v stays, %v", left, err)
	}
	h.scratch = filepath.Join(dir, "gone")
	if h.clean() {
		t.Error("a folder that is gone is clean")
	}
}
