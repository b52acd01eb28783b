//go:build amd64 || arm64

package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/netns"

	"golang.org/x/sys/unix"
)

// helperOf returns the process ID of the helper whose running program has this mark.
func helperOf(t testing.TB, mark string) (helper int) {
	t.Helper()
	for _, found := range left(mark) {
		status, _ := os.ReadFile(filepath.Join(strings.Fields(found)[0], "status"))
		_, after, _ := strings.Cut(string(status), "\nPPid:")
		var parent int
		fmt.Sscan(after, &parent)
		if sandbox.IsHelper(parent) {
			return parent
		}
	}
	t.Errorf("%s: no helper has it", mark)
	return math.MaxInt32 // no process
}

// goOn lets a crowd end.
func goOn(t *testing.T, c sandbox.Command) {
	t.Helper()
	must.Succeed(t, os.WriteFile(c.Readable[0], []byte("x"), 0o644))
}

func TestHelperKilled(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		c := greedy(t, "crowd")
		mark := markOf(t)
		c.Args, c.Readable, c.Limits.Wall = append(c.Args, mark), []string{input(t, "").Name()}, time.Minute
		c.Env = []string{"GO_ON=" + c.Readable[0]}
		done := make(chan sandbox.Outcome, 1)
		go func() {
			defer close(done)
			o, got := run(t, s, c)
			must.Be(t, got == "42\n" && o.End == sandbox.Exited, "%q %+v", got, o)
			done <- o
		}()
		must.Until(t, "all six processes", func() bool { return len(left(mark)) == 6 })
		must.Succeed(t, syscall.Kill(helperOf(t, mark), syscall.SIGKILL))
		goOn(t, c)
		if o := <-done; !strings.Contains(o.Note.String(), "run again") {
			t.Errorf("note %q", o.Note)
		}
		if still := left(mark); still != nil {
			t.Errorf("left running: %q", still)
		}
	})
}

func TestInterrupt(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		ctx, cancel := context.WithCancel(context.Background())
		c := greedy(t, "crowd")
		mark := markOf(t)
		c.Args, c.Limits.Wall = append(c.Args, mark), time.Minute
		go func() {
			must.Until(t, "the program", func() bool { return len(left(mark)) == 6 })
			cancel()
		}()
		o, err := s.Run(ctx, c)
		must.Succeed(t, err, o)
		must.Equal(t, sandbox.Interrupted, o.End, o)
		if still := left(mark); still != nil {
			t.Errorf("left running: %q", still)
		}
		if o, err := s.Run(ctx, c); err != nil || o.End != sandbox.Interrupted || o.Stdout == nil {
			t.Errorf("after it: %+v %v", o, err)
		}
	})
}

// TestInterruptStoppedHelper: a helper that somebody stopped with SIGSTOP does not delay an interrupted judge.
func TestInterruptStoppedHelper(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		ctx, cancel := context.WithCancel(context.Background())
		c := greedy(t, "sleep")
		mark := markOf(t)
		c.Args, c.Limits.Wall = append(c.Args, mark), time.Minute
		var began time.Time
		go func() {
			must.Until(t, "the program", func() bool { return len(left(mark)) == 1 })
			syscall.Kill(helperOf(t, mark), syscall.SIGSTOP)
			began = time.Now()
			cancel()
		}()
		o, err := s.Run(ctx, c)
		if took := time.Since(began); err != nil || o.End != sandbox.Interrupted || took > 15*sandbox.SlowToEnd {
			t.Errorf("after %v: %+v %v", took, o, err)
		}
		if still := left(mark); still != nil {
			t.Errorf("left running: %q", still)
		}
	})
}

// TestCloseStoppedHelper: closing does not wait for an idle helper that somebody stopped.
func TestCloseStoppedHelper(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel() // it takes seconds
		run(t, s, greedy(t, "nothing"))
		pid := lastHelper(s)
		syscall.Kill(pid, syscall.SIGSTOP)
		s.Close()
		must.Equal(t, error(syscall.ESRCH), syscall.Kill(pid, 0), "the helper is still there")
	})
}

// TestFewHelpers: however many programs have walls of their own, few helpers wait for the next run.
func TestFewHelpers(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		for range sandbox.MaxIdle + 4 {
			c := greedy(t, "nothing")
			c.Readable = []string{t.TempDir()}
			run(t, s, c)
		}
		must.Equal(t, sandbox.MaxIdle, len(s.Idle()), "helpers are kept")
	})
}

// TestIdleHelpersKilled: however many idle helpers were killed, the next run gets a living one.
func TestIdleHelpersKilled(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		c := greedy(t, "crowd")
		c.Args, c.Readable, c.Limits.Wall = append(c.Args, markOf(t)), []string{input(t, "").Name()}, time.Minute
		c.Env, c.Limits.Memory = []string{"GO_ON=" + c.Readable[0]}, 0
		var crowds sync.WaitGroup
		for range sandbox.MostHelpers + 1 {
			crowds.Go(func() { run(t, s, c) })
		}
		must.Until(t, "all crowds", func() bool { return len(left(markOf(t))) == 6*(sandbox.MostHelpers+1) })
		goOn(t, c)
		crowds.Wait()
		must.Equal(t, sandbox.MostHelpers+1, len(s.Idle()), "helpers wait")
		for _, pid := range s.Idle() {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		if o, _ := run(t, s, c); o.End != sandbox.Exited || o.Exit != 0 || !o.Note.Said() {
			t.Errorf("%+v", o)
		}
		must.Equal(t, 1, len(s.Idle()), "helpers are kept")
	})
}

// beJudge runs a judge in a process of its own, for tests that a judge may not survive.
func beJudge(what string) {
	name, step, _ := strings.Cut(what, " ")
	n, _ := strconv.Atoi(step)
	if name == "full" { // a disk with room for one more file
		if err := unix.Mount("none", os.TempDir(), "tmpfs", 0, "size=64k,nr_inodes="+step); err != nil {
			panic(err)
		}
		n = 3
	}
	if name == "blind" { // a /proc that shows who we are, and nothing else
		self, _ := os.Executable()
		if err := unix.Mount("none", "/proc", "tmpfs", 0, ""); err != nil {
			panic(err)
		}
		os.Mkdir("/proc/self", 0o755)
		os.Symlink(self, "/proc/self/exe")
	}
	s := sandbox.Open(sandbox.Options{MaxStep: n})
	if name == "blind" {
		_, isolation, memory := s.Isolation()
		fmt.Println(isolation, memory, s.Admits())
	}
	c := sandbox.Command{Args: os.Args[1:], Limits: sandbox.Limits{CPU: time.Second, Wall: time.Minute, Output: 1 << 30}}
	if len(os.Args) > 2 && slices.Contains(parental, os.Args[2]) {
		c.Policy = sandbox.Compiler
	}
	o, err := s.Run(context.Background(), c)
	fmt.Println(o.End, err)
	os.Exit(0)
}

func judgeApart(t *testing.T, what string, args ...string) *exec.Cmd {
	t.Helper()
	self := must.Get(os.Executable())(t)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), beVariable+"="+what, "TMPDIR="+t.TempDir())
	return cmd
}

// TestJudgeKilled: nothing that a killed judge started stays, not even a helper that somebody stopped with SIGSTOP. What a
// helper that was not stopped had in the temporary folder goes, too.
func TestJudgeKilled(t *testing.T) {
	for _, step := range allSteps {
		for _, stops := range []bool{false, true} {
			t.Run(fmt.Sprintf("step%d, stopped: %t", step, stops), func(t *testing.T) {
				onStep(t, step)
				mark := markOf(t)
				cmd := judgeApart(t, fmt.Sprint("judge ", step), program(t, "greedy"), "crowd", mark)
				must.Succeed(t, cmd.Start())
				defer cmd.Process.Kill()
				// The judge's own arguments contain the mark, too.
				must.Until(t, "the program", func() bool { return len(left(mark)) == 7 })
				var helpers []int
				must.Until(t, "one helper alone", func() bool { // the helper that was only tried takes a while to end
					helpers = childrenOf(t, cmd.Process.Pid)
					return len(helpers) == 1
				})
				if stops {
					syscall.Kill(helpers[0], syscall.SIGSTOP)
				}
				cmd.Process.Kill()
				cmd.Wait()
				must.Until(t, "nothing left running", func() bool { return left(mark) == nil && ended(helpers[0]) })
				tmp, _ := strings.CutPrefix(cmd.Env[len(cmd.Env)-1], "TMPDIR=")
				must.Until(t, "nothing left in "+tmp, func() bool {
					found, _ := filepath.Glob(tmp + "/*")
					return found == nil || stops
				})
			})
		}
	}
}

// ended reports whether a process is gone or a zombie.
func ended(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(text), ") Z ")
}

// TestTwoSandboxes: a sandbox leaves the programs of another one alone, even if a helper dies.
func TestTwoSandboxes(t *testing.T) {
	portable := onStep(t, 5)
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		second := onStep(t, stepOf(s))
		var others sync.WaitGroup
		var begun []sandbox.Command
		for _, other := range []*sandbox.Sandbox{portable, second} {
			c := greedy(t, "crowd")
			c.Limits.Memory, c.Limits.Wall = 0, time.Minute
			c.Args, c.Readable = append(c.Args, markOf(t)), []string{input(t, "").Name()}
			c.Env = []string{"GO_ON=" + c.Readable[0]}
			begun = append(begun, c)
			others.Go(func() {
				if o, got := run(t, other, c); got != "42\n" || o.Note.Said() {
					t.Errorf("at step %d: %q %+v", stepOf(other), got, o)
				}
			})
		}
		must.Until(t, "both programs", func() bool { return len(left(markOf(t))) >= 12 })
		run(t, s, greedy(t, "nothing"))
		syscall.Kill(lastHelper(s), syscall.SIGKILL)
		if o, _ := run(t, s, greedy(t, "nothing")); o.Exit != 0 || !o.Note.Said() {
			t.Errorf("after its helper died: %+v", o)
		}
		for _, c := range begun {
			goOn(t, c)
		}
		others.Wait()
		for _, pid := range left(markOf(t)) {
			if pid, err := strconv.Atoi(filepath.Base(strings.Fields(pid)[0])); err == nil { // step 5 does not end them
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	})
}

// TestNoHelper: if no helper can be started, the step without one is used, and the report says so.
func TestNoHelper(t *testing.T) {
	cmd := judgeApart(t, "blind 4", program(t, "greedy"), "nothing")
	cmd.SysProcAttr = netns.Namespaces(0)
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Skipf("no other /proc to be had here: %v", err)
	}
	if err != nil || !strings.Contains(string(out), "0 <nil>") || !strings.Contains(string(out), "step 5 of 5") ||
		!strings.Contains(string(out), "ALL YOUR FILES") {
		t.Errorf("%v %s", err, out)
	}
}

func TestOutOfFiles(t *testing.T) {
	s := onStep(t, 4)
	c := greedy(t, "nothing")
	run(t, s, c)
	var old unix.Rlimit
	must.Succeed(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &old))
	f, err := os.Open(os.DevNull)
	must.Succeed(t, err)
	few := old
	few.Cur = uint64(f.Fd()) // the next descriptor, and no more
	f.Close()
	must.Succeed(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &few))
	_, err = s.Run(context.Background(), c)
	must.Succeed(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &old))
	must.Fail(t, err, "ulimit -n")
	if o, _ := run(t, s, c); o.Exit != 0 || o.Note.Said() {
		t.Errorf("afterwards: %+v", o)
	}
}

func TestDiskFull(t *testing.T) {
	for _, test := range []struct{ name, inodes, want string }{
		{"no folder", "1", "no space left on device\nhint: free some space"},
		{"output", "8", "the disk is full"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := judgeApart(t, "full "+test.inodes, program(t, "greedy"), "flood-stdout")
			cmd.SysProcAttr = netns.Namespaces(0)
			out, err := cmd.CombinedOutput()
			if err != nil && len(out) == 0 {
				t.Skipf("no small disk to be had here: %v", err)
			}
			must.Contain(t, string(out), test.want)
		})
	}
}

// TestScratch: every run finds its scratch folder empty, whatever the run before left in it. Its size is bounded.
func TestScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // other tests have scratch folders, too
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		for range 2 {
			// A folder that we cannot enter may look like a full one.
			if o, got := run(t, s, greedy(t, "litter")); !o.Note.Said() && (got != "42\n" || o.Exit != 0) {
				t.Errorf("%q %+v", got, o)
			}
			list := sandbox.Command{Args: []string{"/bin/ls", "-a"}}
			if _, got := run(t, s, list); got != ".\n..\n" {
				t.Errorf("it is not empty: %q", got)
			}
		}
		c := greedy(t, "many-files")
		c.Limits.CPU = 10 * time.Second
		if o, _ := run(t, s, c); o.Exit != 4 && !strings.Contains(o.Note.String(), "its folders") {
			t.Errorf("4 GB were written: %+v", o)
		}
		for _, what := range []string{"hide-behind", "hide-below", "hide-shut", "unlinked-files"} {
			if o, _ := run(t, s, greedy(t, what)); o.Exit != 4 && !strings.Contains(o.Note.String(), "its folders") {
				t.Errorf("%s: 15 MB were written: %+v", what, o)
			}
		}
		s.Close()
		if found, _ := filepath.Glob(filepath.Join(os.TempDir(), "judge-temp-box-*")); found != nil {
			t.Errorf("left behind: %v", found)
		}
	})
}

// TestCrowd uses one sandbox from many goroutines.
func TestCrowd(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		exe := program(t, "sum")
		var all sync.WaitGroup
		for g := range 6 {
			in := input(t, fmt.Sprint(g, " 1000\n"))
			all.Go(func() {
				mine, err := os.Open(in.Name())
				if err != nil {
					t.Error(err)
					return
				}
				defer mine.Close()
				for range 30 {
					o, err := s.Run(context.Background(), sandbox.Command{Args: []string{exe}, Stdin: mine, Limits: sandbox.Limits{CPU: 5 * time.Second}})
					if err != nil {
						t.Error(err)
						return
					}
					got, _ := io.ReadAll(o.Stdout)
					must.Equal(t, fmt.Sprintf("%d\n", g+1000), string(got), o)
					o.Close()
				}
			})
		}
		all.Wait()
	})
}

// alone returns the CPU time of a program that runs without a sandbox, counted from its exec.
func alone(t *testing.T, args []string) time.Duration {
	t.Helper()
	out := must.Get(exec.Command(program(t, "alone"), args...).Output())(t)
	us := must.Get(strconv.Atoi(strings.TrimSpace(string(out))))(t)
	return time.Duration(us) * time.Microsecond
}

// TestFigures compares the reported figures with those of the kernel for the same program without a sandbox. Where an exec
// takes longer than the millisecond that the program burns, it takes now more and now less of that by itself.
func TestFigures(t *testing.T) {
	exact := func(alone time.Duration) time.Duration {
		if own := alone - time.Millisecond; own > time.Millisecond {
			return own
		}
		return 100 * time.Microsecond
	}
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		for _, test := range []struct {
			what  string
			times int
			most  func(alone time.Duration) time.Duration
		}{
			{"burn-ms", 10, exact},
			{"burn-more", 5, func(alone time.Duration) time.Duration { return alone / 20 }},
		} {
			c := greedy(t, test.what)
			in, out := time.Hour, time.Hour // the least of each, because a disturbance only adds time
			agree := func() bool { return (in - out).Abs() <= test.most(out) }
			for n := 0; n < test.times || n < 40*test.times && !agree(); n++ {
				o, _ := run(t, s, c)
				in, out = min(in, o.CPU), min(out, alone(t, c.Args))
			}
			must.Be(t, agree(), "%s: alone %v, inside %v", test.what, out, in)
		}
	})
}

// busy runs a test's program and as many others on one processor until the test ends. Other tests keep the other
// processors.
func busy(t *testing.T, others int) {
	var on unix.CPUSet
	must.Succeed(t, unix.SchedGetaffinity(0, &on))
	for cpu := len(on) * bits.UintSize; on.Count() > 1; cpu-- {
		on.Clear(cpu)
	}
	// programs started here run on that processor; the thread stays locked, so nothing else will use it
	runtime.LockOSThread()
	must.Succeed(t, unix.SchedSetaffinity(0, &on))
	for range others {
		other := exec.Command(program(t, "greedy"), "spin")
		other.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // the kernel may divide the processor by session
		must.Succeed(t, other.Start())
		t.Cleanup(func() {
			other.Process.Kill()
			other.Wait()
		})
	}
}

// TestStarved: a program that waits for a processor is not idle, whichever of its threads and processes waits. A
// program that sleeps is idle, however busy the machine is.
func TestStarved(t *testing.T) {
	busy(t, 2)
	eachStep(t, walled, func(t *testing.T, s *sandbox.Sandbox) { // step 4 looks as step 3 does
		t.Parallel() // most of its time is waiting
		busy(t, 0)
		for _, what := range []string{"burn-beside", "burn-in-child"} {
			c := greedy(t, what)
			c.Limits.Wall = 500 * time.Millisecond
			if o, _ := run(t, s, c); o.End != sandbox.Exited || o.Exit != 0 {
				t.Errorf("%s: %+v", what, o)
			}
		}
		s.SetPatience(10 * time.Minute) // a program that wakes up repeatedly waits for the processor each time
		for _, what := range []string{"sleep", "nap"} {
			c := greedy(t, what)
			c.Limits.Wall = 200 * time.Millisecond
			if o, _ := run(t, s, c); o.End != sandbox.WallLimit {
				t.Errorf("%s: %+v", what, o)
			}
		}
		c := greedy(t, "burn-at-once") // the waits of several threads are not added up
		c.Limits.Wall = 500 * time.Millisecond
		o, got := run(t, s, c)
		if burnt, err := strconv.Atoi(strings.TrimSpace(got)); err != nil || o.End != sandbox.WallLimit ||
			o.Wall > time.Duration(10*burnt)*time.Millisecond+20*time.Second {
			t.Errorf("one that sleeps after %q ms: %v %+v", got, err, o)
		}
		c = greedy(t, "spin")
		c.Limits.Wall, c.Limits.CPU = 100*time.Millisecond, 0
		const patience = 300 * time.Millisecond
		s.SetPatience(patience)
		if o, _ := run(t, s, c); o.End != sandbox.Starved || o.Wall < patience {
			t.Errorf("one that hardly ever ran: %+v", o)
		}
	})
}

// TestContended: a program that shares its processor is marked, and its CPU time changes little. The kernel may run a
// program that just began first, and keep only the helper waiting, so the test repeats until one had to share.
func TestContended(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		busy(t, 2)
		var o sandbox.Outcome
		for range 20 {
			if o, _ = run(t, s, greedy(t, "burn-more")); o.Contended && o.Wall >= o.CPU*5/4 {
				return
			}
		}
		t.Errorf("with two others on its processor: %v CPU, %v wall, contended: %v", o.CPU, o.Wall, o.Contended)
	})
}

// TestMemoryIsItsOwn: neither the judge's memory, however large, nor the helper's counts as the program's.
func TestMemoryIsItsOwn(t *testing.T) {
	if testing.CoverMode() != "" {
		t.Skip("a child has a copy of the counters")
	}
	held := bytes.Repeat([]byte{1}, 64<<20)
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		runs := 50
		if stepOf(s) == 2 {
			runs = 2500 // the helper's own memory grows with the runs
		}
		for n := range runs {
			if o, _ := run(t, s, greedy(t, "nothing")); o.PeakKiB == 0 || o.PeakKiB > 1<<10 {
				t.Fatalf("run %d of a program that does nothing has a peak of %d KiB", n, o.PeakKiB)
			}
		}
	})
	must.Equal(t, 1, held[len(held)-1], "it was not held")
}

// TestNeighbours: processes that its user starts elsewhere do not count towards a program's limit.
func TestNeighbours(t *testing.T) {
	c := shell("/bin/true && echo 42")
	c.Policy, c.Limits.Processes = sandbox.Compiler, 16
	var boxes []*sandbox.Sandbox
	for _, step := range allSteps {
		if s := onStepOrNone(t, step); s != nil {
			run(t, s, c) // starts the helper
			boxes = append(boxes, s)
		}
	}
	for range 60 {
		neighbour := exec.Command(program(t, "greedy"), "sleep")
		must.Succeed(t, neighbour.Start())
		defer neighbour.Wait()
		defer neighbour.Process.Kill()
	}
	for _, s := range boxes {
		if o, got := run(t, s, c); got != "42\n" {
			t.Errorf("at step %d beside 60 others: %q %+v", stepOf(s), got, o)
		}
	}
}
