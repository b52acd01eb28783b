//go:build amd64 || arm64

package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// played returns an agent whose helper is a process that does nothing, and the helper's end of the socket: the test plays
// the helper.
func played(t *testing.T, key string) (a *agent, helper link) {
	t.Helper()
	here, there, err := newLink()
	if err != nil {
		t.Fatal(err)
	}
	a = &agent{link: here, key: key, process: idler(t).Process, buf: make([]byte, maxMessage)}
	t.Cleanup(func() { unix.Close(there.fd) })
	return a, there
}

// idler starts a process that sleeps, in a session of its own.
func idler(t *testing.T) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("/bin/sleep", "600")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Process.Wait()
	})
	return cmd
}

// isOver reports whether an agent's helper was ended and waited for.
func isOver(a *agent) bool { return errors.Is(a.process.Signal(syscall.Signal(0)), os.ErrProcessDone) }

// TestRetried: a run is tried again if a helper died, a few times, and once if it was starved.
func TestRetried(t *testing.T) {
	broken := errors.New("broken")
	type end struct {
		starved bool
		err     error
	}
	fine, starved, gone := end{}, end{starved: true}, end{err: errGone}
	for _, test := range []struct {
		name  string
		ends  []end // one more would be missed
		again error
		note  bool
		want  string // of the error
	}{
		{name: "once", ends: []end{fine}},
		{name: "starved once", ends: []end{starved, fine}},
		{name: "starved twice", ends: []end{starved, starved}},
		{name: "an error", ends: []end{{err: broken}}, want: "broken"},
		{name: "starved by an error", ends: []end{{true, broken}}, want: "broken"},
		{name: "its helper died", ends: []end{gone, fine}, note: true},
		{name: "two helpers died", ends: []end{gone, gone, fine}, note: true},
		{name: "all helpers died", ends: []end{gone, gone, gone}, note: true, want: "died 3 times in a row"},
		{name: "its helper died, and then it was starved", ends: []end{gone, starved}, note: true},
		{name: "starved, and then helpers died", ends: []end{starved, gone, gone}, note: true, want: "died 3 times in a row"},
		{name: "it cannot be prepared again", ends: []end{starved}, again: broken, want: "broken"},
	} {
		tries, prepared := 0, 0
		note, err := retried("x", func() error { prepared++; return test.again }, func() (bool, error) {
			tries++
			e := test.ends[min(tries, len(test.ends))-1]
			return e.starved, e.err
		})
		if err == nil {
			err = errors.New("")
		}
		if want := len(test.ends); tries != want || test.again == nil && prepared != want-1 {
			t.Errorf("%s: tried %d times, prepared again %d times", test.name, tries, prepared)
		}
		if note.Said() != test.note || (test.want == "") != (err.Error() == "") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, note %q", test.name, err, note)
		}
	}
}

// TestClimb: of the steps that are asked for, the strongest that is there is taken, and it is told why others are not.
func TestClimb(t *testing.T) {
	for _, test := range []struct {
		name      string
		strongest int
		walls     map[int]string // of the steps that are there
		want      int
		missing   int // steps before it
		sealed    bool
	}{
		{"all are there", 0, map[int]string{1: "cgroup v2, Landlock", 2: "Landlock", 3: "Landlock", 4: "rlimits"}, 1, 0, false},
		{"a weaker one is asked for", 3, map[int]string{1: "Landlock", 3: "Landlock", 4: "rlimits"}, 3, 0, false},
		{"namespaces without Landlock", 1, map[int]string{2: "namespaces, rlimits"}, 2, 1, true},
		{"the last with walls", 1, map[int]string{3: "seccomp"}, 3, 2, true},
		{"no walls", 2, map[int]string{4: "rlimits"}, 4, 2, false},
		{"no helper", 1, nil, 5, 4, false},
		{"no helper is asked for", 5, map[int]string{4: "rlimits", 5: "none"}, 5, 0, false},
	} {
		s := &Sandbox{}
		s.climb(test.strongest, func(step int) (string, error) {
			if walls, ok := test.walls[step]; ok {
				return walls, nil
			}
			return "", errors.New("missing")
		})
		if s.step != test.want || s.sees() != (test.want < 5) || len(s.steps) != test.missing+1 || s.sealed != test.sealed {
			t.Errorf("%s: step %d, %d steps, sealed: %t", test.name, s.step, len(s.steps), s.sealed)
		}
		for i, step := range s.steps {
			if last := i == test.missing; step.Number != test.want-test.missing+i || step.Walls.Said() != last || step.Trouble.Said() == last {
				t.Errorf("%s: %+v", test.name, step)
			}
		}
	}
}

// TestTakeBack: a helper is kept for another run, unless something is wrong with it.
func TestTakeBack(t *testing.T) {
	for _, test := range []struct {
		name        string
		dirty       bool
		err         error
		over, other bool // the helper was ended, and one that was idle
	}{
		{"it can be used again", false, nil, false, false},
		{"it cannot", true, nil, true, false},
		{"it makes no sense", false, errTooLong, true, false},
		{"it died", false, errGone, true, true},
	} {
		it, _ := played(t, "it")
		idle, _ := played(t, "idle")
		s := &Sandbox{idle: []*agent{idle}}
		s.takeBack(it, test.dirty, test.err)
		if isOver(it) != test.over || isOver(idle) != test.other || slices.Contains(s.idle, it) == test.over || slices.Contains(s.idle, idle) == test.other {
			t.Errorf("%s: it is over: %t, the other: %t, %d are idle", test.name, isOver(it), isOver(idle), len(s.idle))
		}
	}
}

// TestPool: the helper with the same walls that was used last is used again, and not too many wait for that.
func TestPool(t *testing.T) {
	mine, others := policy{step: 3}, policy{step: 3, kind: 1}
	var all []*agent
	s := &Sandbox{}
	for i := range maxIdle + 1 {
		p := others
		if i == 1 || i == 5 {
			p = mine
		}
		a, _ := played(t, string(encode(&p)))
		all = append(all, a)
		s.release(a)
	}
	if s.ending.Wait(); !isOver(all[0]) || isOver(all[1]) || len(s.idle) != maxIdle {
		t.Errorf("the first was ended: %t, the second: %t, %d are kept", isOver(all[0]), isOver(all[1]), len(s.idle))
	}
	for _, want := range []*agent{all[5], all[1]} {
		if got, err := s.agent(mine); got != want || slices.Contains(s.idle, got) {
			t.Errorf("another helper was taken, or it is still idle: %v", err)
		}
	}
	if s.Close(); !isOver(all[2]) || !isOver(all[maxIdle]) || len(s.idle) > 0 {
		t.Errorf("%d are idle after the end", len(s.idle))
	}
	if _, err := s.agent(mine); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("a helper after the end: %v", err)
	}
	s.release(all[5])
	if s.ending.Wait(); !isOver(all[5]) || len(s.idle) > 0 {
		t.Error("one that is given back after the end is kept")
	}
}

// TestLetGo waits for the end of a helper whose orphans become the judge's.
func TestLetGo(t *testing.T) {
	a, _ := played(t, "")
	a.scratch = "/box"
	a.process.Kill()
	if (&Sandbox{}).letGo(a); !isOver(a) {
		t.Error("it is not over")
	}
}

// TestHelperEnvironment: a helper is told where a judge that counts its statements keeps them, and only then.
func TestHelperEnvironment(t *testing.T) {
	t.Setenv(coverage, "/x") // and as it was, afterwards
	if env := helperEnvironment(); !slices.Contains(env, coverage+"=/x") {
		t.Errorf("%q", env)
	}
	os.Unsetenv(coverage)
	if env := helperEnvironment(); len(env) != 4 {
		t.Errorf("%q", env)
	}
}

// TestGreet: what a helper says of its walls.
func TestGreet(t *testing.T) {
	for _, test := range []struct {
		name        string
		say         message // nil: it ends
		walls, want string
	}{
		{"walls", &ready{walls: "rlimits"}, "rlimits", ""},
		{"trouble", &ready{walls: "rlimits", trouble: "no Landlock"}, "", "no Landlock"},
		{"nothing", nil, "", "did not start"},
	} {
		a, helper := played(t, "")
		if test.say != nil {
			helper.send(test.say)
		}
		unix.Shutdown(helper.fd, unix.SHUT_WR)
		err := a.greet(&policy{step: 3})
		if a.walls != test.walls || (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: walls %q, %v", test.name, a.walls, err)
		}
		var p policy
		if _, err := helper.receive(make([]byte, maxMessage), &p); err != nil || p.step != 3 {
			t.Errorf("%s: the helper was told %+v, %v", test.name, p, err)
		}
		if unix.Shutdown(a.link.fd, unix.SHUT_RDWR); a.greet(&p) == nil {
			t.Errorf("%s: a closed socket is no error", test.name)
		}
		a.kill()
	}
}

// TestAgentRun: a request is sent with its files, its waits are told, and the end of a run comes through. A helper that
// was told to end a run is not used again, and one that is silent is ended.
func TestAgentRun(t *testing.T) {
	var buf [maxMessage]byte
	const long = int64(time.Hour)
	for _, test := range []struct {
		name     string
		patience int64 // of the request, and that of a conversation; 0 is none
		talks    time.Duration
		helper   func(helper link, stop func())
		want     reply
		gone     bool
		waits    int
	}{
		{name: "it ends", patience: long, helper: func(helper link, _ func()) { helper.send(&reply{exit: 3}) }, want: reply{exit: 3}},
		{name: "it waits, and ends", patience: -int64(slow), talks: time.Hour, waits: 2, want: reply{exit: 3}, helper: func(helper link, _ func()) {
			helper.send(&reply{waits: int64(Reads), waited: 1, excused: 2})
			helper.send(&reply{waits: int64(Reads), waited: 1, excused: 2, errors: "not of the end"})
			time.Sleep(50 * time.Millisecond) // time for the patience of the request
			helper.send(&reply{exit: 3})
		}},
		{name: "it is stopped", patience: long, want: reply{exit: 4, dirty: 1}, helper: func(helper link, stop func()) {
			stop()
			if _, err := helper.receive(buf[:], &cancel{}); err == nil {
				helper.send(&reply{exit: 4})
			}
		}},
		{name: "it dies", patience: long, helper: func(helper link, _ func()) { unix.Shutdown(helper.fd, unix.SHUT_RDWR) }, gone: true},
		{name: "it is silent", patience: -int64(slow), helper: func(link, func()) {}, gone: true},
		{name: "it is silent in a conversation", patience: long, talks: -slow, helper: func(link, func()) {}, gone: true},
	} {
		a, helper := played(t, "")
		f, err := openFiles(Command{Results: true}, false)
		if err != nil {
			t.Fatal(err)
		}
		waits := 0
		if test.talks != 0 {
			f.talks = &ends{in: f.input, out: f.output, patience: test.talks, idle: func(w Wait, waited, excused time.Duration) {
				if waits++; w != Reads || waited != 1 || excused != 2 {
					t.Errorf("%s: waits %v, %v, %v", test.name, w, waited, excused)
				}
			}}
		}
		ctx, stop := context.WithCancel(t.Context())
		played := make(chan []int)
		go func() {
			var r request
			given, _ := helper.receive(make([]byte, maxMessage), &r)
			test.helper(helper, stop)
			played <- given
		}()
		got, err := a.run(ctx, request{patience: test.patience}, f)
		given := <-played
		for _, fd := range given {
			unix.Close(fd)
		}
		stop()
		if len(given) != 3 || waits != test.waits || errors.Is(err, errGone) != test.gone || err == nil && (got.exit != test.want.exit || got.dirty != test.want.dirty || got.errors != "") {
			t.Errorf("%s: %d files, %d waits, %+v, %v", test.name, len(given), waits, got, err)
		}
		if _, err := f.input.Stat(); (err != nil) != (test.talks != 0) { // only the program is to have the ends of a conversation
			t.Errorf("%s: its input: %v", test.name, err)
		}
		a.kill()
		f.input.Close()
		f.discard()
	}
	a, helper := played(t, "")
	defer a.kill()
	unix.Shutdown(helper.fd, unix.SHUT_RDWR)
	f, _ := openFiles(Command{}, false)
	defer f.input.Close()
	defer f.discard()
	if _, err := a.run(t.Context(), request{patience: long}, f); err != errGone {
		t.Errorf("a helper that is gone: %v", err)
	}
}

// TestAgentEnds: what a helper leaves is ended, if no namespace goes with it and it did not end in order.
func TestAgentEnds(t *testing.T) {
	for _, test := range []struct {
		name           string
		scratch        string
		end            func(*agent)
		orphan, remove bool // it is ended, and the folder is removed
	}{
		{"in order", "/box", func(a *agent) {
			unix.Kill(a.process.Pid, unix.SIGKILL)
			a.process, _ = os.StartProcess("/bin/true", []string{"true"}, &os.ProcAttr{})
			until(t, "its end", func() bool { return ended(a.process.Pid) })
			a.end()
		}, false, true},
		{"told to end, in a namespace", "", (*agent).end, false, false},
		{"killed", "/box", (*agent).kill, true, true},
		{"killed, in a namespace", "", (*agent).kill, false, false},
		{"nobody knows how", "/box", func(a *agent) {
			a.process.Kill()
			a.process.Wait()
			a.end()
		}, true, true},
	} {
		a, _ := played(t, "")
		orphan, socket, removed := idler(t), a.link.fd, false
		a.scratch = test.scratch
		if test.remove {
			a.remove = func() error { removed = true; return nil }
		}
		family.pids.Store(a.process.Pid, true)
		test.end(a)
		lives := orphan.Process.Signal(syscall.SIGCONT) == nil
		if !isOver(a) || lives == test.orphan || removed != test.remove || unix.Close(socket) == nil {
			t.Errorf("%s: over: %t, its orphan lives: %t, its folder is removed: %t", test.name, isOver(a), lives, removed)
		}
		if _, known := family.pids.Load(a.process.Pid); known {
			t.Errorf("%s: it is still one of the family", test.name)
		}
	}
}

// TestWaysToStart: a helper in namespaces keeps its user's number, and only root can do without a namespace of users.
func TestWaysToStart(t *testing.T) {
	for _, test := range []struct {
		name   string
		inside bool
		user   int
		want   []uintptr
	}{
		{"no namespaces", false, 0, []uintptr{0}},
		{"root", true, 0, []uintptr{namespaces, namespaces &^ unix.CLONE_NEWUSER}},
		{"a user", true, 7, []uintptr{namespaces}},
	} {
		_, ways := waysToStart(test.inside, test.user, 8)
		var got []uintptr
		for _, way := range ways {
			got = append(got, way.Cloneflags)
			if own := way.Cloneflags&unix.CLONE_NEWUSER != 0; own && (way.UidMappings[0].HostID != test.user || way.GidMappings[0].HostID != 8) {
				t.Errorf("%s: %+v", test.name, way)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %x, want %x", test.name, got, test.want)
		}
	}
}

// TestPolicyOf: a program's own folder is shown to it, to be read unless it may write there.
func TestPolicyOf(t *testing.T) {
	for _, test := range []struct {
		name string
		c    Command
		want []string // what it may read
	}{
		{"the program", Command{Args: []string{"/p"}}, []string{"/p"}},
		{"what it may read", Command{Args: []string{"/p"}, Readable: []string{"/r"}}, []string{"/r", "/p"}},
		{"its folder", Command{Args: []string{"/p"}, Dir: "/d"}, []string{"/p", "/d"}},
		{"its folder beneath one that it may write", Command{Args: []string{"/p"}, Dir: "/w/d", Writable: []string{"/v", "/w"}}, []string{"/p"}},
		{"its folder beside one that it may write", Command{Args: []string{"/p"}, Dir: "/wd", Writable: []string{"/v", "/w"}}, []string{"/p", "/wd"}},
	} {
		s := &Sandbox{step: 3, landlock: 4}
		test.c.Policy, test.c.Limits = Compiler, Limits{Scratch: 5, Processes: 6}
		p := s.policyOf(test.c)
		if !slices.Equal(p.readable, test.want) || !slices.Equal(p.writable, test.c.Writable) || p.step != 3 || p.kind != int64(Compiler) || p.landlock != 4 || p.bytes != 5 || p.processes != 6 {
			t.Errorf("%s: %+v, want %q to be read", test.name, p, test.want)
		}
	}
}

// TestRequestOf: what the helper is told of a command.
func TestRequestOf(t *testing.T) {
	limits := Limits{CPU: 2 * time.Second, Wall: time.Minute, Memory: 3, Data: 4, Output: 5}
	for _, test := range []struct {
		name string
		c    Command
		want request
	}{
		{"plain", Command{}, request{}},
		{"with results", Command{Results: true}, request{more: 1}},
		{"with a stream", Command{Stream: os.Stdin}, request{more: 2}},
		{"with both", Command{Results: true, Stream: os.Stdin}, request{more: 2}},
		{"in a conversation", Command{ends: &ends{stall: 7}}, request{stall: 7}},
	} {
		s := &Sandbox{patience: 9 * time.Second}
		test.c.Limits = limits
		got := s.requestOf(test.c)
		if got.more != test.want.more || got.stall != test.want.stall {
			t.Errorf("%s: %+v", test.name, got)
		}
		if got.patience != int64(2*time.Minute) || got.cpu != int64(2*time.Second) || got.wall != int64(time.Minute) || got.memory != 3 || got.data != 4 || got.output != 5 {
			t.Errorf("%s: limits %+v", test.name, got)
		}
	}
}
