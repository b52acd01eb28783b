//go:build amd64 || arm64

package sandbox_test

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// shell returns a run of a shell, which is on every system. What it does itself needs no other process.
func shell(script string) sandbox.Command {
	return sandbox.Command{Args: []string{"/bin/sh", "-c", script}, Limits: sandbox.Limits{CPU: 20 * time.Second, Output: 1 << 20}}
}

// own prints the lines of a file of a program's own /proc that begin so.
func own(file, begin string) string {
	return "while read -r line; do case $line in " + begin + `*) echo "$line";; esac; done </proc/self/` + file
}

// leftOpen returns a file that the judge's own parent left open: every child inherits it. No run has so many of its own.
func leftOpen(t *testing.T) int {
	t.Helper()
	for _, number := range []int{2000, 100} { // fewer may be allowed
		if fd, err := unix.FcntlInt(0, unix.F_DUPFD, number); err == nil {
			t.Cleanup(func() { unix.Close(fd) })
			return fd
		}
	}
	t.Fatal("no descriptor is to be had")
	return 0
}

// failed is any exit status but 0.
const failed = -2

// TestRuns: at each step, what a program is given, what is kept from it, and how its end is told. Rows with the same
// walls share a helper.
func TestRuns(t *testing.T) {
	open := leftOpen(t)
	ignored := []os.Signal{syscall.SIGHUP, syscall.SIGINT} // as nohup and a shell have them
	signal.Ignore(ignored...)
	defer signal.Reset(ignored...)
	number := "[ $$ -lt 300 ] && echo yes" // the first of a namespace is 1
	if sandbox.BoundsNumbers(sandbox.Line("/proc/sys/kernel/osrelease")) {
		number = "[ $$ -gt 300 ] && [ $$ -lt 1000 ] && echo yes"
	}
	droppable := 3
	if os.Geteuid() != 0 { // a namespace makes them so
		droppable = 2
	}
	const fill = "while printf %09000d 0; do :; done >file 2>/dev/null; "
	folder, in := t.TempDir(), input(t, "7 8\n")
	given := func(c *sandbox.Command) { c.Stdin = in }
	compiler := func(c *sandbox.Command) { c.Policy = sandbox.Compiler }
	resulting := func(c *sandbox.Command) { c.Results = true }
	little := func(c *sandbox.Command) { c.Limits.Scratch = 2 << 20 }
	type row struct {
		name, script string
		last         int // of the steps
		want         string
		change       func(*sandbox.Command)
		o            sandbox.Outcome
		note         string
		fresh        bool // in the first run of a helper, whose child did not wait for it
	}
	rows := []row{
		{name: "an input", script: "read a b; echo $b $a", change: given, last: 5, want: "8 7\n"},
		{name: "an input by its name", script: "read a b; echo $b",
			change: func(c *sandbox.Command) { c.Input = in.Name() }, last: 5, want: "8\n"},
		{name: "words", script: "echo $0 $1 $X", change: func(c *sandbox.Command) {
			c.Args, c.Env = append(c.Args, "a", "b"),
				[]string{"X=1"}
		}, last: 5, want: "a b 1\n"},
		{name: "a code", script: "exit 7", last: 5, o: sandbox.Outcome{Exit: 7}},
		{name: "a signal", script: "kill -9 $$", last: 5, o: sandbox.Outcome{Exit: -1, Signal: "SIGKILL"}},
		{name: "too much output", script: "echo 12345", change: func(c *sandbox.Command) { c.Limits.Output = 5 }, last: 5, want: "12345\n",
			o: sandbox.Outcome{End: sandbox.OutputLimit}},
		{name: "a file of its own", script: "echo x >file; read x <file; echo $x", last: 5, want: "x\n"},
		{name: "an output on disk, by its name", script: "echo 1; echo 2 >>/proc/self/fd/1",
			change: func(c *sandbox.Command) { c.Limits.Output = sandbox.MemoryFile + 1 }, last: 5, want: "1\n2\n"},
		{name: "its folder is empty", script: "echo *", last: 5, want: "*\n"},
		{name: "its own folder", script: "cd -P . && echo $PWD",
			change: func(c *sandbox.Command) { c.Dir = folder }, last: 5, want: folder + "\n"},
		{name: "a file as large as may be, for a while",
			script: "trap '' XFSZ; " + fill +
				"i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; exit 4", change: little, last: 5, o: sandbox.Outcome{Exit: 4}},
		{name: "a larger file", script: fill, change: little, last: 4, o: sandbox.Outcome{Exit: -1, Signal: "SIGXFSZ"},
			note: "a file of more than 1 MiB"},
		{name: "a session of its own",
			script: "read -r pid name state parent group session rest </proc/self/stat; [ $group-$session = $pid-$pid ] && echo " +
				"yes", last: 5, want: "yes\n"},
		{name: "signals that are blocked or ignored", script: own("status", "Sig[BI]"), last: 4,
			want: "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"},
		{name: "its files", script: "echo /proc/self/fd/*", last: 4, want: "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3\n"},
		{name: "a file that the judge's parent left open", script: fmt.Sprintf("test ! -e /proc/self/fd/%d", open), last: 5},
		{name: "the same, with results", script: fmt.Sprintf("test ! -e /proc/self/fd/%d", open), change: resulting, last: 5},
		{name: "results that nobody asked for", script: "echo returned >&3", last: 5, o: sandbox.Outcome{Exit: failed}},
		{name: "its bounds", script: "ulimit -n; ulimit -f; ulimit -d", change: func(c *sandbox.Command) { c.Limits.Data = 1 << 30 },
			last: 4, want: fmt.Sprintf("%d\n%d\n%d\n", sandbox.MostFiles, 63<<20/512, 1<<30/1024)},
		{name: "those of a compiler", script: "ulimit -n", change: compiler, last: 4, want: fmt.Sprintln(sandbox.MostFilesOfCompiler)},
		{name: "children of a compiler", script: "cp /bin/true x && ./x; echo $?", change: compiler, last: 4, want: "0\n"},
		{name: "children that a compiler leaves", script: "sleep 600 & echo 42", change: compiler, last: 4, want: "42\n"},
		{name: "children", script: "/bin/true; echo some", last: 3, o: sandbox.Outcome{Exit: failed}},
		{name: "rights", script: own("status", "Cap[!B]"), last: 3,
			want: "CapInh:\t0000000000000000\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nCapAmb:\t0000000000000000\n"},
		{name: "rights to be had", script: own("status", "CapBnd"), last: droppable, want: "CapBnd:\t0000000000000000\n"},
		{name: "a way to have some", script: own("status", "NoNewPrivs"), last: 3, want: "NoNewPrivs:\t1\n"},
		{name: "a device to write", script: "echo x >/dev/null && echo x >/dev/urandom", last: 3, o: sandbox.Outcome{Exit: failed}},
		{name: "a device to write, at once", script: "echo x >/dev/null && echo x >/dev/urandom", last: 3,
			o: sandbox.Outcome{Exit: failed}, fresh: true},
		{name: "an input to write", script: "echo x >/proc/self/fd/0", change: given, last: 3, o: sandbox.Outcome{Exit: failed}},
		{name: "mounts to write", script: "while read -r a b c d at how rest; do case $how in ro,*) ;; *) echo $at; esac; done " +
			"</proc/self/mountinfo", last: 2, want: "/box\n"},
		{name: "a number of its namespace", script: number, last: 2, want: "yes\n"},
	}
	eachStep(t, append(slices.Clip(allSteps), 5), func(t *testing.T, s *sandbox.Sandbox) {
		for _, row := range rows {
			if stepOf(s) > row.last {
				continue
			}
			c := shell(row.script)
			if row.change != nil {
				row.change(&c)
			}
			if row.fresh && stepOf(s) != 5 {
				s.Forget()
			}
			o, got := run(t, s, c)
			ended := o.End != sandbox.Exited || o.Exit == row.o.Exit && o.Signal == row.o.Signal || o.Exit > 0 && row.o.Exit == failed
			if got != row.want || o.End != row.o.End || !ended || o.Note.Said() != (row.note != "") || !strings.Contains(o.Note.String(), row.note) {
				t.Errorf("%s: printed %q, want %q: %+v %s", row.name, got, row.want, o, o.Stderr)
			}
		}
		for _, what := range []string{"/bin/sh\x00", folder + "/none"} {
			if o, err := s.Run(t.Context(), sandbox.Command{Args: []string{what}}); err == nil && stepOf(s) != 5 {
				t.Errorf("%q was run: %+v", what, o)
			}
		}
	})
}

// TestOlderLandlock: what an older Landlock cannot do, a filter does, or nobody.
func TestOlderLandlock(t *testing.T) {
	if sandbox.LandlockABI() < sandbox.SignalScope {
		t.Skip("this one is older")
	}
	at := func(step int, landlock int, script string) (sandbox.Outcome, string) {
		s := sandbox.OpenWith(step, landlock)
		defer s.Close()
		if stepOf(s) != step {
			t.Skipf("not to be had here: %s", s.Steps()[0].Trouble)
		}
		return run(t, s, shell(script))
	}
	short.Skip(t)
	if o, _ := at(2, 0, "echo x >/dev/urandom"); o.Exit != 0 {
		t.Errorf("without Landlock nothing keeps a program from a device: %+v", o)
	}
	for _, step := range []int{2, 3} {
		var filters [2]int
		for i := range filters {
			_, got := at(step, sandbox.SignalScope-1+i, own("status", "Seccomp_filters"))
			fmt.Sscanf(got, "Seccomp_filters: %d", &filters[i])
		}
		if filters[0] != filters[1]+1 || filters[1] == 0 {
			t.Errorf("step %d: %d filters without and with a scope for signals", step, filters)
		}
	}
}

// TestStream lets a shell write more than a pipe holds to descriptor 4 while the judge reads. Descriptor 3, by its number
// and by its name in /proc, and what it prints are open, too, and the three do not mix.
func TestStream(t *testing.T) {
	eachStep(t, append(slices.Clip(allSteps), 5), func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		from, to, err := os.Pipe()
		must.Succeed(t, err)
		defer from.Close()
		read := make(chan []byte)
		go func() {
			all, _ := io.ReadAll(from)
			read <- all
		}()
		o, err := s.Run(t.Context(), sandbox.Command{
			Args: []string{"/bin/sh", "-c", "echo printed; echo results >&3; echo more >>/proc/self/fd/3\n" +
				"i=0; while [ $i -lt 10000 ]; do echo stream >&4; i=$((i+1)); done"},
			Stream: to, Limits: sandbox.Limits{CPU: 20 * time.Second, Memory: 256 << 20},
		})
		to.Close()
		must.Succeed(t, err)
		defer o.Close()
		if got := string(<-read); got != strings.Repeat("stream\n", 10000) {
			t.Errorf("%d bytes came", len(got))
		}
		printed, _ := io.ReadAll(o.Stdout)
		results, _ := io.ReadAll(o.Results)
		if string(printed) != "printed\n" || string(results) != "results\nmore\n" || o.Exit != 0 {
			t.Errorf("printed %q, results %q, exit %d: %s", printed, results, o.Exit, o.Stderr)
		}
	})
}
