//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/testkit/short"
)

// endedTests are programs that ended by themselves, with their limits; 0 is no limit.
var endedTests = []struct {
	name            string
	cpu, mostCPU    time.Duration
	peak, memory    int64 // KiB
	printed, output int64
	want            End
}{
	{"within all limits", 10, 20, 30, 40, 50, 60, Exited},
	{"at all limits", 20, 20, 40, 40, 60, 60, Exited},
	{"no limits", time.Hour, 0, 1 << 40, 0, 60, 60, Exited},
	{"too much CPU time", 21, 20, 40, 40, 60, 60, CPULimit},
	{"too much memory", 20, 20, 41, 40, 60, 60, MemoryLimit},
	{"too much output", 20, 20, 40, 40, 61, 60, OutputLimit},
	{"memory before CPU time", 21, 20, 41, 40, 60, 60, MemoryLimit},
	{"output before all", 21, 20, 41, 40, 61, 60, OutputLimit},
}

// TestEnded: a program that ended by itself may have passed a limit just before. Both ways to watch one decide alike.
func TestEnded(t *testing.T) {
	for _, test := range endedTests {
		out, err := unnamed("output")
		if err != nil {
			t.Fatal(err)
		}
		defer out.discard()
		if err := out.Truncate(test.printed); err != nil {
			t.Fatal(err)
		}
		w := &watch{request: &request{cpu: int64(test.mostCPU), memory: test.memory << 10, output: test.output}, out: []int{int(out.Fd())}, peak: test.peak << 10}
		if got := w.verdict(test.cpu); got != test.want {
			t.Errorf("%s: the watch says %d, want %d", test.name, got, test.want)
		}
		l := Limits{CPU: test.mostCPU, Memory: test.memory << 10, Output: test.output}
		if got := afterwards(Outcome{CPU: test.cpu, PeakKiB: test.peak}, []nameless{out}, l); got != test.want {
			t.Errorf("%s: afterwards it is %d, want %d", test.name, got, test.want)
		}
		l.Output = test.printed
		want := WallLimit
		if test.mostCPU > 0 && test.cpu > test.mostCPU {
			want = CPULimit
		}
		if got := afterwards(Outcome{End: WallLimit, CPU: test.cpu}, []nameless{out}, l); got != want {
			t.Errorf("%s, and ended for its sleep: %d, want %d", test.name, got, want)
		}
		if got := afterwards(Outcome{End: Interrupted, CPU: test.cpu}, []nameless{out}, l); got != Interrupted {
			t.Errorf("%s, and interrupted: %d", test.name, got)
		}
	}
}

// TestCompare: a program is stopped when it has passed a limit, not when it has reached it; 0 is no limit.
func TestCompare(t *testing.T) {
	const folder = 1 << 20 // its bytes
	for _, test := range []struct {
		name   string
		change func(*watch, *usage, *time.Duration)
		want   End
		note   string
	}{
		{"at all limits", nil, -1, ""},
		{"no limits", func(w *watch, _ *usage, _ *time.Duration) {
			w.request.cpu, w.request.memory = 0, 0
		}, -1, ""},
		{"CPU time", func(w *watch, _ *usage, _ *time.Duration) { w.used++ }, CPULimit, ""},
		{"processes", func(_ *watch, u *usage, _ *time.Duration) { u.tasks++ }, Exited, "more than 5 processes"},
		{"memory at one time", func(_ *watch, u *usage, _ *time.Duration) { u.peak++ }, MemoryLimit, ""},
		{"memory at another", func(w *watch, _ *usage, _ *time.Duration) { w.peak = 1001 }, MemoryLimit, ""},
		{"memory of all", func(_ *watch, u *usage, _ *time.Duration) { u.memory++ }, MemoryLimit, ""},
		{"output", func(w *watch, _ *usage, _ *time.Duration) { w.request.output-- }, OutputLimit, ""},
		{"files", func(_ *watch, u *usage, _ *time.Duration) { u.unlinked = 2 * folder }, Exited, "to its folders"},
		{"sleep", func(w *watch, _ *usage, _ *time.Duration) { w.slept++ }, WallLimit, ""},
		{"patience", func(_ *watch, _ *usage, passed *time.Duration) { *passed++ }, Starved, ""},
		{"patience, but for its partner", func(w *watch, _ *usage, passed *time.Duration) { *passed++; w.excused++ }, -1, ""},
		{"CPU time before memory", func(w *watch, u *usage, _ *time.Duration) { w.used++; u.peak++ }, CPULimit, ""},
	} {
		out, err := unnamed("output")
		if err != nil {
			t.Fatal(err)
		}
		defer out.discard()
		out.Write(make([]byte, 60))
		w := &watch{h: &helper{policy: policy{processes: 5, bytes: folder}, folders: []string{t.TempDir()}}, out: []int{int(out.Fd())}, cause: -1,
			request: &request{cpu: 20, memory: 1000, output: size(int(out.Fd())), wall: 30, patience: 100}, used: 20, slept: 30}
		u, passed := usage{peak: 1000, memory: 1000, tasks: 5 + helperTasks}, time.Duration(100)
		if test.change != nil {
			test.change(w, &u, &passed)
		}
		w.compare(u, passed)
		if w.cause != test.want || w.stopped != (test.want >= 0) || !strings.Contains(w.note.String(), test.note) {
			t.Errorf("%s: stopped %t for %d, want %d: %q", test.name, w.stopped, w.cause, test.want, w.note)
		}
	}
}

// TestUntilNext: the next look is not after the moment that a limit may be reached.
func TestUntilNext(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name                         string
		cpu, used, wall, slept, want time.Duration
	}{
		{"no limit is near", time.Second, 0, time.Second, 0, 10 * ms},
		{"no CPU limit", 0, time.Second, time.Second, 0, 10 * ms},
		{"CPU time for two processors", time.Second, time.Second - 8*ms, time.Second, 0, 4 * ms},
		{"nearly no CPU time", time.Second, time.Second, time.Second, 0, ms / 2},
		{"sleep", time.Second, 0, time.Second, time.Second - 3*ms, 3 * ms},
		{"sleep till now", time.Second, 0, time.Second, time.Second, 10 * ms},
	} {
		w := &watch{request: &request{cpu: int64(test.cpu), wall: int64(test.wall)}, ncpu: 2, used: test.used, slept: test.slept}
		if got := w.untilNext(10 * ms); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestLandlockRights: each version of Landlock refuses what it knows, and no call asks for more.
func TestLandlockRights(t *testing.T) {
	const network = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	for _, test := range []struct {
		abi             int
		fs, net, scopes uint64
		size            uintptr
	}{
		{1, 0x1fff, 0, 0, 8}, {2, 0x3fff, 0, 0, 8}, {3, 0x7fff, 0, 0, 8}, {4, 0x7fff, network, 0, 16}, {5, 0xffff, network, 0, 16}, {6, 0xffff, network, 3, 24}, {7, 0xffff, network, 3, 24},
	} {
		got, size := landlockRights(test.abi)
		if want := (unix.LandlockRulesetAttr{Handled_access_fs: test.fs, Handled_access_net: test.net, Scoped: test.scopes}); got != want || size != test.size {
			t.Errorf("version %d: %+v of %d bytes, want %+v of %d", test.abi, got, size, want, test.size)
		}
	}
}

// TestStepsAreHad: a step that this machine allows is not given up for a fault of ours, which other tests would skip.
func TestStepsAreHad(t *testing.T) {
	short.Skip(t)
	var allowed []int
	if landlockABI() > 0 {
		if _, err := os.ReadFile("/proc/thread-self/children"); err == nil {
			allowed = append(allowed, withLandlock)
		}
	}
	again := []string{"--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--net", "--ipc", "--uts", "true"}
	if exec.Command("unshare", again...).Run() == nil {
		allowed = append(allowed, withNamespaces)
	}
	if s := Open(Options{}); (s.step == withCgroups) != (s.cgroups != nil) {
		t.Errorf("step %d is had, and cgroups: %v", s.step, s.cgroups)
	} else {
		s.Close()
	}
	for _, step := range allowed {
		for _, landlock := range []int64{0, 1, math.MaxInt64} {
			s := open(step, landlock)
			defer s.Close()
			if had := s.step == step; had != (landlock > 0 || step == withNamespaces) {
				t.Errorf("step %d with Landlock %d is had: %t: %s", step, landlock, had, s.Steps()[0].Trouble)
			}
		}
	}
}

// TestFactsAndWalls: what the doctor and the report say of a machine.
func TestFactsAndWalls(t *testing.T) {
	for abi, want := range map[int]string{0: "none", signalScope - 1: "signals are kept inside by a filter", signalScope: "version 6"} {
		if f := landlockFact(abi); !strings.Contains(f.Value.String(), want) || abi > 0 && f.Remedy.Said() != (abi < signalScope) {
			t.Errorf("Landlock %d: %q, remedy %q", abi, f.Value, f.Remedy)
		}
	}
	for want, h := range map[string]*helper{
		"rlimits":                    {policy: policy{step: withLimits}},
		"Landlock, seccomp, rlimits": {policy: policy{step: withLandlock}, abi: 1},
		"cgroup v2, namespaces, seccomp, rlimits": {policy: policy{step: withCgroups}, inside: true},
		"namespaces, seccomp, rlimits":            {policy: policy{step: withNamespaces}, inside: true},
	} {
		if got := strings.Join(h.walls(), ", "); got != want {
			t.Errorf("walls %q, want %q", got, want)
		}
	}
}

// TestRemedies: what is told of a step that the machine refuses.
func TestRemedies(t *testing.T) {
	const v2, v1 = "25 30 0:23 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "33 25 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
	settings := func(file, value string) func(string) string {
		return func(asked string) string { return map[bool]string{true: value, false: "9"}[asked == file] }
	}
	const userns = "/proc/sys/user/max_user_namespaces"
	for _, test := range []struct {
		name string
		got  say.Message
		want string // a part of it
	}{
		{"both versions", cgroupRemedy(v2, true, true, true), "cgroup version 1"},
		{"version 1 alone", cgroupRemedy(v1, false, true, true), "cgroup version 1"},
		{"a container", cgroupRemedy(v2, false, false, true), "docker"},
		{"root", cgroupRemedy(v2, false, true, true), "systemd-run --scope"},
		{"a user", cgroupRemedy(v2, false, true, false), "systemd-run --user"},
		{"a setting", namespaceRemedy(settings(userns, "0")), "sysctl -w user.max_user_namespaces"},
		{"no setting", namespaceRemedy(settings(userns, "1")), "docker"},
		{"the doctor: a setting", namespaceFact(settings(userns, "0")).Value, "user.max_user_namespaces is 0"},
		{"the doctor: no setting", namespaceFact(settings(userns, "1")).Value, "allowed"},
		{"a kernel without Landlock", landlockRemedy(0, ""), "is booted with"},
		{"one that does not use it", landlockRemedy(0, "yama"), "(now: yama)"},
		{"one that has it", landlockRemedy(1, "yama"), ""},
		{"limits", remedy(withLimits), ""},
		{"no swap", swapFact("Filename Type").Value, "none"},
		{"swap", swapFact("Filename Type\n/swap file").Value, "on:"},
		{"step 4 of other systems", portableStep(withLimits).Walls, "process group"},
		{"step 5", portableStep(withTime).Walls, "time and output"},
		{"half of the processors are busy", loadFact("2.00 9 9", 4).Remedy, ""},
		{"more are", loadFact("2.01 0 0", 4).Remedy, "quiet moment"},
		{"nobody knows", loadFact("", 4).Remedy, ""},
	} {
		if !strings.Contains(test.got.String(), test.want) || test.got.Said() != (test.want != "") {
			t.Errorf("%s: %q, want %q", test.name, test.got, test.want)
		}
	}
	for path, want := range map[string]bool{"/": true, "/none/such": false} {
		if isThere(path) != want {
			t.Errorf("%s: %t", path, !want)
		}
	}
}

// TestUserTasks counts the processes and threads of a user.
func TestUserTasks(t *testing.T) {
	proc := t.TempDir()
	for _, task := range []string{"1/task/1", "1/task/2", "97/task/97", "self/task/97", "0/task/0"} {
		if err := os.MkdirAll(filepath.Join(proc, task), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var st unix.Stat_t
	if unix.Stat(filepath.Join(proc, "1/task"), &st); st.Nlink != 4 {
		t.Skip("folders here do not count what lies in them")
	}
	if n := userTasks(proc); n != 3 {
		t.Errorf("%d, want 3", n)
	}
	if os.Chown(filepath.Join(proc, "97/task"), os.Getuid()+1, -1) == nil {
		if n := userTasks(proc); n != 2 {
			t.Errorf("without those of another: %d, want 2", n)
		}
	}
}

// TestClose: an outcome gives back all that it holds.
func TestClose(t *testing.T) {
	for _, results := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "left")
		os.WriteFile(name, nil, 0o600)
		o := Outcome{left: []string{name}}
		o.Stdout, _ = memFile("output")
		if results {
			o.Results, _ = memFile("results")
		}
		err := o.Close()
		if _, there := os.Stat(name); err != nil || there == nil || o.Stdout.Close() == nil || results && o.Results.Close() == nil {
			t.Errorf("results: %t, %v, %v", results, err, there)
		}
	}
}

// TestExplain: what to do about too few files is said, whoever has too few.
func TestExplain(t *testing.T) {
	for err, want := range map[error]bool{unix.EMFILE: true, unix.ENFILE: true, unix.EIO: false} {
		if got := explain("opening it", err); strings.Contains(got.Error(), "ulimit -n") != want || !errors.Is(got, err) {
			t.Error(got)
		}
	}
}

// TestBoundsNumbers knows the kernels whose namespaces have a greatest number each.
func TestBoundsNumbers(t *testing.T) {
	for release, want := range map[string]bool{"6.14.0": true, "6.14-rc1": true, "6.18.44-x": true, "7.0": true, "6.13.9": false, "5.20": false, "4.19": false, "6": false, "x": false, "": false} {
		if got := boundsNumbers(release); got != want {
			t.Errorf("%q: %t", release, got)
		}
	}
}

// TestFilesOfOutcome: what the judge makes of the helper's answer.
func TestFilesOfOutcome(t *testing.T) {
	file := func(text string) *os.File {
		f, err := memFile("test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		f.WriteString(text)
		return f
	}
	for _, test := range []struct {
		name  string
		reply reply
		read  bool
		want  Outcome
	}{
		{"all zero", reply{}, false, Outcome{Unread: true}},
		{"it read", reply{}, true, Outcome{}},
		{"in the queue", reply{contended: 1}, true, Outcome{Contended: true}},
		{"by a signal", reply{exit: -1, signal: 9, errors: "x"}, true, Outcome{Exit: -1, Signal: "SIGKILL", Stderr: []byte("x")}},
		{"kept, and no text", reply{kept: []string{"a"}}, true, Outcome{}},
		{"kept", reply{kept: []string{"a", "1", "b", ""}}, true, Outcome{Kept: map[string][]byte{"a": []byte("1"), "b": {}}}},
	} {
		f := files{input: file("text"), output: file("printed"), results: file("returned")}
		if !test.read {
			f.input.Seek(0, 0)
		}
		got, err := f.outcome(test.reply, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		printed, _ := io.ReadAll(got.Stdout)
		returned, _ := io.ReadAll(got.Results)
		if string(printed) != "printed" || string(returned) != "returned" {
			t.Errorf("%s: printed %q, returned %q", test.name, printed, returned)
		}
		got.Stdout, got.Results = nil, nil
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
		f.discard()
		if f.output.Close() == nil || f.results.Close() == nil {
			t.Errorf("%s: files stay open", test.name)
		}
		(&files{output: file("")}).discard()
	}
}

// TestOpenFiles: the files that a run is given.
func TestOpenFiles(t *testing.T) {
	in := input(t, "7\n")
	var given unix.Stat_t
	unix.Fstat(int(in.Fd()), &given)
	little, much := Limits{Output: memoryFile}, Limits{Output: memoryFile + 1}
	for _, test := range []struct {
		name             string
		c                Command
		sealed           bool
		copied, onDisk   bool
		results, refused bool
		tmp              string
	}{
		{name: "an input", c: Command{Stdin: in, Limits: little}},
		{name: "by its name", c: Command{Input: in.Name(), Limits: little}},
		{name: "a copy of it", c: Command{Stdin: in, Limits: little}, sealed: true, copied: true},
		{name: "none", c: Command{Limits: little}, copied: true},
		{name: "results", c: Command{Stdin: in, Limits: little, Results: true}, results: true},
		{name: "a stream", c: Command{Stdin: in, Limits: little, Stream: in}, results: true},
		{name: "much output", c: Command{Stdin: in, Limits: much}, onDisk: true},
		{name: "no input of that name", c: Command{Input: "/none", Limits: little}, refused: true},
		{name: "a folder, to be copied", c: Command{Input: "/", Limits: little}, sealed: true, refused: true},
		{name: "no folder for much output", c: Command{Stdin: in, Limits: much}, tmp: "/none", refused: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.tmp != "" {
				t.Setenv("TMPDIR", test.tmp)
			}
			f, err := openFiles(test.c, test.sealed)
			if (err != nil) != test.refused {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			defer f.discard()
			defer f.input.Close()
			var st unix.Stat_t
			if err := unix.Fstat(int(f.input.Fd()), &st); err != nil || (st.Ino != given.Ino) != test.copied {
				t.Errorf("file %d, %v; given was %d", st.Ino, err, given.Ino)
			}
			if _, err := f.output.WriteString("x"); err != nil || f.onDisk != test.onDisk || (f.results != nil) != test.results || f.stream != test.c.Stream {
				t.Errorf("%v, on disk: %t, %+v", err, f.onDisk, f)
			}
		})
	}
}

// TestSealedCopy: a copy of an input is whole, and nobody can change it.
func TestSealedCopy(t *testing.T) {
	from, err := os.Open("decide_linux_test.go")
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, err := sealedCopy(from)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if text, err := io.ReadAll(to); err != nil || !strings.HasPrefix(string(text), "//go:build") {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if _, err := to.WriteString("x"); err == nil || to.Truncate(0) == nil {
		t.Error("it can be changed")
	}
	if info, err := to.Stat(); err != nil || info.Mode().Perm() != 0o400 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	from.Close()
	if _, err := sealedCopy(from); err == nil {
		t.Error("a closed file was copied")
	}
}

// TestNewLimit: a limit is never higher than our own.
func TestNewLimit(t *testing.T) {
	var own unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &own); err != nil {
		t.Fatal(err)
	}
	const unknown = 999
	for _, test := range []struct {
		which      int
		most, want uint64
	}{
		{unix.RLIMIT_NOFILE, 3, 3}, {unix.RLIMIT_NOFILE, own.Max, own.Max}, {unix.RLIMIT_NOFILE, math.MaxUint64, own.Max}, {unknown, 7, 7},
	} {
		if l := newLimit(test.which, test.most); l.which != uintptr(test.which) || l.value.Cur != test.want || l.value.Max != test.want {
			t.Errorf("%+v: %+v", test, l)
		}
	}
}

// TestLargestFile: a program that fills a file is refused by the kernel, before the watch sees that its folders hold too
// much; and it can print more than it may, or nobody would know.
func TestLargestFile(t *testing.T) {
	for _, test := range []struct{ all, output, want int64 }{
		{64 << 20, 1 << 20, 63 << 20},
		{1 << 20, 0, 1<<20 - 16<<10}, // the folder around it takes 4 KiB
		{64 << 20, 63<<20 - 1, 63 << 20},
		{64 << 20, 63 << 20, 63<<20 + 1},
	} {
		if got := largestFile(test.all, test.output); got != test.want {
			t.Errorf("%d in all, %d printed: %d, want %d", test.all, test.output, got, test.want)
		}
	}
}

// TestKillFound: what appears while the first are stopped is killed with them.
func TestKillFound(t *testing.T) {
	var children []*exec.Cmd
	for range 2 {
		child := exec.Command("/bin/sleep", "600")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		defer child.Wait()
		defer child.Process.Kill()
		children = append(children, child)
	}
	p, looks := proc{}, 0
	p.killFound(func() {
		looks++
		p.pids = p.pids[:0]
		for _, child := range children[:min(looks, 2)] {
			p.pids = append(p.pids, child.Process.Pid)
		}
	})
	for _, child := range children {
		if err := child.Process.Signal(syscall.SIGCONT); err != nil { // wakes one that was only stopped
			t.Error(err)
		}
	}
	ended := make(chan error, len(children))
	for _, child := range children {
		go func() {
			_, err := child.Process.Wait()
			ended <- err
		}()
	}
	for range children {
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatal("one lives on")
		}
	}
}

// TestExamine: each step is found or missing once, in order, with its trouble or its cost.
func TestExamine(t *testing.T) {
	onStep(t, withTime)
	t.Parallel()
	x, err := Examine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first := 0
	for i, s := range x.Steps {
		if s.Number != i+1 || s.Trouble.Said() && s.Cost != 0 || s.Trouble.Said() == s.Walls.Said() {
			t.Errorf("step %d: %+v", i+1, s)
		}
		if first == 0 && !s.Trouble.Said() {
			first = s.Number
		}
	}
	if len(x.Steps) != Steps || x.InForce != first || !x.Memory.Said() || x.Bare <= 0 {
		t.Errorf("%d steps, %d in force, want %d; memory %q, bare %v", len(x.Steps), x.InForce, first, x.Memory, x.Bare)
	}
	if _, err := os.Stat("/proc/loadavg"); err == nil && !strings.Contains(x.Facts[0].Value.String(), "Linux") {
		t.Errorf("facts: %+v", x.Facts)
	}
}
