//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"math"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/testkit/short"
)

// shell returns a run of a shell, which is on every system. What it does itself needs no other process.
func shell(script string) Command {
	return Command{Args: []string{"/bin/sh", "-c", script}, Limits: Limits{CPU: 20 * time.Second, Output: 1 << 20}}
}

// own prints the lines of a file of a program's own /proc that begin so.
func own(file, begin string) string {
	return "while read -r line; do case $line in " + begin + `*) echo "$line";; esac; done </proc/self/` + file
}

// failed is any exit status but 0.
const failed = -2

// TestRuns: at each step, what a program is given, what is kept from it, and how its end is told. Rows with the same
// walls share a helper.
func TestRuns(t *testing.T) {
	open, err := unix.Dup(0) // a file that the judge's own parent left open
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(open)
	ignored := []os.Signal{syscall.SIGHUP, syscall.SIGINT} // as nohup and a shell have them
	signal.Ignore(ignored...)
	defer signal.Reset(ignored...)
	number := "[ $$ -lt 300 ] && echo yes" // the first of a namespace is 1
	if boundsNumbers(line("/proc/sys/kernel/osrelease")) {
		number = "[ $$ -gt 300 ] && [ $$ -lt 1000 ] && echo yes"
	}
	droppable := withLandlock
	if os.Geteuid() != 0 { // a namespace makes them so
		droppable = withNamespaces
	}
	const fill = "while printf %09000d 0; do :; done >file 2>/dev/null; "
	folder, in := t.TempDir(), input(t, "7 8\n")
	given := func(c *Command) { c.Stdin = in }
	compiler := func(c *Command) { c.Policy = Compiler }
	little := func(c *Command) { c.Limits.Scratch = 2 << 20 }
	type row struct {
		name, script string
		last         int // of the steps
		want         string
		change       func(*Command)
		o            Outcome
		note         string
		fresh        bool // in the first run of a helper, whose child did not wait for it
	}
	rows := []row{
		{name: "an input", script: "read a b; echo $b $a", change: given, last: 5, want: "8 7\n"},
		{name: "an input by its name", script: "read a b; echo $b", change: func(c *Command) { c.Input = in.Name() }, last: 5, want: "8\n"},
		{name: "words", script: "echo $0 $1 $X", change: func(c *Command) { c.Args, c.Env = append(c.Args, "a", "b"), []string{"X=1"} }, last: 5, want: "a b 1\n"},
		{name: "a code", script: "exit 7", last: 5, o: Outcome{Exit: 7}},
		{name: "a signal", script: "kill -9 $$", last: 5, o: Outcome{Exit: -1, Signal: "SIGKILL"}},
		{name: "too much output", script: "echo 12345", change: func(c *Command) { c.Limits.Output = 5 }, last: 5, want: "12345\n", o: Outcome{End: OutputLimit}},
		{name: "a file of its own", script: "echo x >file; read x <file; echo $x", last: 5, want: "x\n"},
		{name: "an output on disk, by its name", script: "echo 1; echo 2 >>/proc/self/fd/1", change: func(c *Command) { c.Limits.Output = memoryFile + 1 }, last: 5, want: "1\n2\n"},
		{name: "its folder is empty", script: "echo *", last: 5, want: "*\n"},
		{name: "its own folder", script: "cd -P . && echo $PWD", change: func(c *Command) { c.Dir = folder }, last: 5, want: folder + "\n"},
		{name: "a file as large as may be, for a while", script: "trap '' XFSZ; " + fill + "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; exit 4", change: little, last: 5, o: Outcome{Exit: 4}},
		{name: "a larger file", script: fill, change: little, last: 4, o: Outcome{Exit: -1, Signal: "SIGXFSZ"}, note: "a file of more than 1 MiB"},
		{name: "a session of its own", script: "read -r pid name state parent group session rest </proc/self/stat; [ $group-$session = $pid-$pid ] && echo yes", last: 5, want: "yes\n"},
		{name: "signals that are blocked or ignored", script: own("status", "Sig[BI]"), last: 4, want: "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"},
		{name: "its files", script: "echo /proc/self/fd/*", last: 4, want: "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3\n"},
		{name: "its bounds", script: "ulimit -n; ulimit -f; ulimit -d", change: func(c *Command) { c.Limits.Data = 1 << 30 }, last: 4, want: fmt.Sprintf("%d\n%d\n%d\n", mostFiles, 63<<20/512, 1<<30/1024)},
		{name: "those of a compiler", script: "ulimit -n", change: compiler, last: 4, want: fmt.Sprintln(mostFilesOfCompiler)},
		{name: "children of a compiler", script: "cp /bin/true x && ./x; echo $?", change: compiler, last: 4, want: "0\n"},
		{name: "children that a compiler leaves", script: "sleep 600 & echo 42", change: compiler, last: 4, want: "42\n"},
		{name: "children", script: "/bin/true; echo some", last: 3, o: Outcome{Exit: failed}},
		{name: "rights", script: own("status", "Cap[!B]"), last: 3, want: "CapInh:\t0000000000000000\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nCapAmb:\t0000000000000000\n"},
		{name: "rights to be had", script: own("status", "CapBnd"), last: droppable, want: "CapBnd:\t0000000000000000\n"},
		{name: "a way to have some", script: own("status", "NoNewPrivs"), last: 3, want: "NoNewPrivs:\t1\n"},
		{name: "a device to write", script: "echo x >/dev/null && echo x >/dev/urandom", last: 3, o: Outcome{Exit: failed}},
		{name: "a device to write, at once", script: "echo x >/dev/null && echo x >/dev/urandom", last: 3, o: Outcome{Exit: failed}, fresh: true},
		{name: "an input to write", script: "echo x >/proc/self/fd/0", change: given, last: 3, o: Outcome{Exit: failed}},
		{name: "mounts to write", script: "while read -r a b c d at how rest; do case $how in ro,*) ;; *) echo $at; esac; done </proc/self/mountinfo", last: 2, want: "/box\n"},
		{name: "a number of its namespace", script: number, last: 2, want: "yes\n"},
	}
	eachStep(t, append(slices.Clip(allSteps), withTime), func(t *testing.T, s *Sandbox) {
		helpers := map[string]int{} // by their walls
		for _, row := range rows {
			if s.step > row.last {
				continue
			}
			c := shell(row.script)
			if row.change != nil {
				row.change(&c)
			}
			if row.fresh && s.step != withTime {
				s.Forget()
				clear(helpers)
			}
			o, got := run(t, s, c)
			ended := o.End != Exited || o.Exit == row.o.Exit && o.Signal == row.o.Signal || o.Exit > 0 && row.o.Exit == failed
			if got != row.want || o.End != row.o.End || !ended || o.Note.Said() != (row.note != "") || !strings.Contains(o.Note.String(), row.note) {
				t.Errorf("%s: printed %q, want %q: %+v %s", row.name, got, row.want, o, o.Stderr)
			}
			if s.step == withTime {
				continue
			}
			a := s.idle[len(s.idle)-1]
			if pid, known := helpers[a.key]; known && pid != a.process.Pid {
				t.Errorf("%s: another helper than for the row before", row.name)
			}
			helpers[a.key] = a.process.Pid
		}
		if s.step == withTime {
			return
		}
		for _, what := range []string{"/bin/sh\x00", folder + "/none"} {
			if o, err := s.Run(t.Context(), Command{Args: []string{what}}); err == nil {
				t.Errorf("%q was run: %+v", what, o)
			}
		}
		run(t, s, shell("echo 42"))
		unix.Kill(lastHelper(s), unix.SIGKILL)
		if o, got := run(t, s, shell("echo 42")); got != "42\n" || !o.Note.Said() || len(s.idle) != 1 {
			t.Errorf("after its helper died: %q, %+v", got, o)
		}
	})
}

// TestOlderLandlock: what an older Landlock cannot do, a filter does, or nobody.
func TestOlderLandlock(t *testing.T) {
	if landlockABI() < signalScope {
		t.Skip("this one is older")
	}
	at := func(step int, landlock int64, script string) (Outcome, string) {
		s := open(step, landlock)
		defer s.Close()
		if s.step != step {
			t.Skipf("not to be had here: %s", s.Steps()[0].Trouble)
		}
		return run(t, s, shell(script))
	}
	short.Skip(t)
	if o, _ := at(withNamespaces, 0, "echo x >/dev/urandom"); o.Exit != 0 {
		t.Errorf("without Landlock nothing keeps a program from a device: %+v", o)
	}
	for _, step := range []int{withNamespaces, withLandlock} {
		var filters [2]int
		for i := range filters {
			_, got := at(step, signalScope-1+int64(i), own("status", "Seccomp_filters"))
			fmt.Sscanf(got, "Seccomp_filters: %d", &filters[i])
		}
		if filters[0] != filters[1]+1 || filters[1] == 0 {
			t.Errorf("step %d: %d filters without and with a scope for signals", step, filters)
		}
	}
}

// TestTalk: two shells talk, and one sees that the other has ended.
func TestTalk(t *testing.T) {
	eachStep(t, append(slices.Clip(allSteps), withTime), func(t *testing.T, s *Sandbox) {
		first, second := shell("echo 5; read x; exit $x"), shell("read x; echo $((x+1)); read x; exit 9")
		heard := 0
		c, err := s.Converse(t.Context(), first, second, never, func(int, time.Duration, []byte) { heard++ })
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if c.Outcomes[0].Exit != 6 || c.Outcomes[1].Exit != 9 || heard != 2 || c.First != 0 {
			t.Errorf("%d messages: %+v", heard, c)
		}
	})
}

// TestHelperTalks plays the judge: what a helper answers, and what is left when it ends.
func TestHelperTalks(t *testing.T) {
	onStep(t, withLimits)
	begin := func() *agent {
		a, err := (&Sandbox{landlock: math.MaxInt64}).newAgent(policy{step: withLimits, bytes: defaultScratch, processes: defaultProcesses})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(a.kill)
		return a
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	ask := func(a *agent, files int, args ...string) (answer reply, err error) {
		r := request{args: args, output: 1, patience: int64(time.Minute), wall: int64(time.Minute), more: 1}
		if err := a.link.send(&r, slices.Repeat([]int{int(null.Fd())}, files)...); err != nil {
			t.Fatal(err)
		}
		_, err = a.link.receive(a.buf, &answer)
		return answer, err
	}
	a := begin()
	for range 30 {
		if answer, err := ask(a, 3, "/bin/true"); err != nil || answer.trouble != "" || answer.exit != 0 || answer.dirty != 0 {
			t.Fatalf("%+v, %v", answer, err)
		}
	}
	if files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", a.process.Pid)); err != nil || len(files) > 40 {
		t.Errorf("after 30 runs %d files are open, %v", len(files), err)
	}
	if answer, err := ask(a, 2, "/bin/true"); err != nil || !strings.Contains(answer.trouble, "ulimit -n") {
		t.Errorf("with too few files: %+v, %v", answer, err)
	}
	if answer, err := ask(a, 0); err != errGone {
		t.Errorf("without a program: %+v, %v", answer, err)
	}
	if answer, err := ask(begin(), 4, "/bin/true"); err != nil || !strings.Contains(answer.trouble, "starting a process: bad file") {
		t.Errorf("in a cgroup that is none: %+v, %v", answer, err)
	}
	until(t, "the end of a helper without a program", func() bool { return ended(a.process.Pid) })
	if _, err := os.Stat(a.scratch); err == nil {
		t.Error("its folder stays")
	}

	a, mark := begin(), markOf(t)
	a.link.send(&request{args: []string{"/bin/sh", "-c", "read x; :", mark}, wall: math.MaxInt64, patience: math.MaxInt64, output: 1, stall: 1}, silent(t), int(null.Fd()))
	until(t, "a program", func() bool { return len(left(mark)) == 1 })
	a.process.Kill()
	until(t, "the end of a program whose helper died", func() bool { return left(mark) == nil })
}

// TestHelperInTrouble: a helper that cannot build its walls says so, and ends.
func TestHelperInTrouble(t *testing.T) {
	onStep(t, withLimits)
	here, there, err := newLink()
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(here.fd)
	p, err := startHelper(there, false)
	unix.Close(there.fd)
	if err != nil {
		t.Fatal(err)
	}
	defer family.lose(p.Pid)
	var r ready
	here.send(&policy{step: withLandlock}) // without Landlock
	if _, err := here.receive(make([]byte, maxMessage), &r); err != nil || !strings.Contains(r.trouble, "Landlock") {
		t.Errorf("%+v, %v", r, err)
	}
	if state, err := p.Wait(); err != nil || !state.Success() {
		t.Errorf("%v, %v", state, err)
	}
}

// silent is a pipe to which nobody writes.
func silent(t *testing.T) int {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { from.Close(); to.Close() })
	return int(from.Fd())
}
