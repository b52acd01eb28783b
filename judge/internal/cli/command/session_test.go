//go:build unix

package command_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/cli/watch"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/processes"
	"sudokuoj/judge/internal/testkit/short"

	"sudokuoj/judge/internal/cli/command"

	"github.com/rogpeppe/go-internal/txtar"
)

// Sessions that a story cannot contain: somebody presses Ctrl-C or saves a file.

// patience is the longest time to wait for an event that normally takes a fraction of a second.
const patience = 5 * time.Minute

// session is a judge that runs in a tree of its own.
type session struct {
	*exec.Cmd
	dir    string
	temp   string // its temporary folder
	lines  chan string
	ended  chan struct{} // closed after the last line
	stderr *bytes.Buffer
}

func startSession(t *testing.T, tree string, args ...string) *session {
	t.Helper()
	short.Skip(t)
	s := &session{Cmd: exec.Command("judge", args...), dir: t.TempDir(), temp: t.TempDir(), lines: make(chan string, 10_000),
		ended: make(chan struct{}), stderr: &bytes.Buffer{}}
	must.Succeed(t, txtar.Write(txtar.Parse([]byte(tree)), s.dir))
	s.Dir, s.Stderr = s.dir, s.stderr
	s.Env = append(os.Environ(), "TMPDIR="+s.temp)
	s.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out := must.Get(s.StdoutPipe())(t)
	must.Succeed(t, s.Start())
	t.Cleanup(func() { s.Process.Kill() })
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			s.lines <- lines.Text()
		}
		close(s.lines)
		close(s.ended)
	}()
	return s
}

// aplusb is a problem for a session.
const aplusb = `
-- problems/aplusb/problem.yaml --
problem_format_version: 2025-09
name: A+B
-- testdata/aplusb/sample/1.in --
1 2
-- testdata/aplusb/sample/1.ans --
3
`

// save writes a file of the session's tree.
func (s *session) save(t *testing.T, name, text string) {
	t.Helper()
	must.Succeed(t, os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644))
}

// until reads lines up to one that contains a text, and returns them.
func (s *session) until(t *testing.T, text string) (seen []string) {
	t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case line, ok := <-s.lines:
			seen = append(seen, line)
			if !ok {
				t.Fatalf("ended without %q:\n%s\n%s", text, strings.Join(seen, "\n"), s.stderr)
			}
			if strings.Contains(line, text) {
				return seen
			}
		case <-deadline:
			t.Fatalf("no %q within %s:\n%s\n%s", text, patience, strings.Join(seen, "\n"), s.stderr)
		}
	}
}

// interrupt sends SIGINT to the foreground processes, as Ctrl-C does, and returns the exit code.
func (s *session) interrupt(t *testing.T) int {
	t.Helper()
	return s.end(t, syscall.SIGINT)
}

// end sends a signal to the foreground processes, as a terminal does.
func (s *session) end(t *testing.T, by syscall.Signal) int {
	t.Helper()
	must.Succeed(t, syscall.Kill(-s.Process.Pid, by))
	done := make(chan error, 1)
	go func() {
		<-s.ended // Wait would discard unread output
		done <- s.Wait()
	}()
	select {
	case <-done:
		return s.ProcessState.ExitCode()
	case <-time.After(patience):
		t.Fatalf("still there %s after %s", patience, by)
		return 0
	}
}

// descendant waits until a process below the judge runs a program with this name, and returns its ID.
func (s *session) descendant(t *testing.T, exe string) (pid int) {
	t.Helper()
	must.Until(t, exe+" runs", func() bool {
		for _, pid = range processes.Below(s.Process.Pid) {
			if path, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe"); err == nil && filepath.Base(path) == exe {
				return true
			}
		}
		return false
	})
	return pid
}

const quickAndSleeper = `
-- problems/wait/problem.yaml --
problem_format_version: 2025-09
name: Wait
limits:
  time_limit: 60
-- testdata/wait/sample/1.in --
-- testdata/wait/sample/1.ans --
-- solutions/quick/main.go --
//judge:problem wait
package main

func main() {}
-- solutions/sleeper/main.go --
//judge:problem wait
package main

import "time"

func main() { time.Sleep(time.Hour) }
`

func TestInterrupt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("it looks for the processes in /proc")
	}
	// A closed terminal sends SIGHUP.
	for _, by := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(by.String(), func(t *testing.T) {
			if signal.Ignored(by) {
				t.Skip("nohup started the tests, and the judge inherits it")
			}
			s := startSession(t, quickAndSleeper)
			s.until(t, "quick          AC   1/1")
			sleeper := s.descendant(t, "main")
			all := append(processes.Below(s.Process.Pid), sleeper)
			must.Equal(t, command.CannotWork, s.end(t, by), "exit code")
			s.until(t, "interrupted: these are the results that were ready")
			for line := range s.lines {
				if strings.Contains(line, "-html") {
					t.Errorf("an interrupted run is not one to look into: %s", line)
				}
			}
			must.Equal(t, "judge: interrupted\n", s.stderr.String(), "standard error", s.stderr)
			for _, pid := range all {
				must.Until(t, "process "+strconv.Itoa(pid)+" ends with the judge", func() bool { return syscall.Kill(pid, 0) != nil })
			}
			if left, err := os.ReadDir(s.temp); err != nil || len(left) > 0 {
				t.Errorf("left in the temporary folder: %v %v", left, err)
			}
		})
	}
}

// After an interrupt, every report shows the results so far, also those of an unfinished solution.
func TestInterruptKeepsFinishedCases(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("it looks for the processes in /proc")
	}
	s := startSession(t, `
-- problems/wait/problem.yaml --
problem_format_version: 2025-09
name: Wait
limits:
  time_limit: 60
-- testdata/wait/sample/1.in --
-- testdata/wait/sample/1.ans --
-- testdata/wait/secret/2.in --
-- testdata/wait/secret/2.ans --
-- testdata/wait/secret/2.yaml --
args: [long]
-- solutions/half/main.go --
//judge:problem wait
//judge:expect WA secret/2
package main

import (
	"os"
	"time"
)

func main() {
	if len(os.Args) > 1 {
		time.Sleep(time.Hour)
	}
}
`, "-json", "out.json", "-html", "out.html")
	must.Until(t, "the second case runs", func() bool {
		line, _ := os.ReadFile("/proc/" + strconv.Itoa(s.descendant(t, "main")) + "/cmdline")
		return bytes.Contains(line, []byte("long"))
	})
	must.Equal(t, command.CannotWork, s.interrupt(t), "exit code")
	s.until(t, "interrupted: these are the results that were ready")
	s.until(t, "the one result is as expected, 1 skipped")
	for name, want := range map[string]string{"out.json": `"verdict": "AC"`, "out.html": `class="v-AC `} {
		if got, err := os.ReadFile(filepath.Join(s.dir, name)); !strings.Contains(string(got), want) {
			t.Errorf("%s has no %s (%v):\n%s", name, want, err, got)
		}
	}
}

// A command that waits for input can be interrupted.
func TestInterruptTyping(t *testing.T) {
	for _, args := range [][]string{{"try", "a.py"}, {"merge", "-"}} {
		t.Run(args[0], func(t *testing.T) {
			in, _ := io.Pipe() // without input
			ctx, interrupt := context.WithCancel(t.Context())
			asked := &bytes.Buffer{}
			interrupt()
			t.Chdir(t.TempDir())
			must.Succeed(t, os.WriteFile("a.py", nil, 0o644))
			if code := judge.Run(ctx, args, in, io.Discard, asked); code != command.CannotWork || !strings.Contains(asked.String(), "interrupted") {
				t.Errorf("exit code %d, standard error %q", code, asked)
			}
		})
	}
}

// An interrupt is reported as one, whatever it interrupted.
func TestInterruptBesidesGrading(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("it looks for the processes in /proc")
	}
	const tree = `
-- problems/wait/problem.yaml --
problem_format_version: 2025-09
name: Wait
-- problems/wait/judge.yaml --
check: sudoku
format: acwing
-- testdata/wait/sample/1.in --
end
-- testdata/wait/sample/1.ans --
-- solutions/traced/main.go --
//judge:problem wait
//judge:board board
package main

import (
	"os"
	"time"
)

var board [81]int

func main() {
	if os.Getenv("JUDGE_CLOCK") != "" {
		time.Sleep(time.Hour)
	}
	board[0] = 1
}
`
	tests := []struct {
		name string
		args []string
		says string // on standard output
	}{
		{"counting statements", []string{"-work"}, "interrupted: these are the results that were ready"},
		{"watching a search", []string{"explain", "-puzzle", strings.Repeat(".", 81)}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := startSession(t, tree, tt.args...)
			if tt.says != "" {
				s.until(t, "traced         AC   1/1")
			}
			s.descendant(t, "main")
			must.Equal(t, command.CannotWork, s.interrupt(t), "exit code")
			if tt.says != "" {
				s.until(t, tt.says)
			}
			must.Equal(t, "judge: interrupted\n", s.stderr.String(), "standard error", s.stderr)
			if left, err := os.ReadDir(s.temp); err != nil || len(left) > 0 {
				t.Errorf("left in the temporary folder: %v %v", left, err)
			}
		})
	}
}

// The next judge removes the files that a killed one left.
func TestKill(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere what a judge runs may outlive it")
	}
	must.Have(t, "python3")
	s := startSession(t, `
-- problems/wait/problem.yaml --
problem_format_version: 2025-09
name: Wait
limits:
  time_limit: 60
-- testdata/wait/sample/1.in --
-- testdata/wait/sample/1.ans --
-- solutions/quick/main.py --
#judge:problem wait
-- solutions/sleeper/main.py --
#judge:problem wait
import time
time.sleep(3600)
`, "-no-cache", "-html", "out.html")
	s.until(t, "quick          AC   1/1")
	s.Process.Kill()
	s.Wait()
	if left, err := filepath.Glob(s.temp + "/judge-temp-*"); err != nil || len(left) == 0 {
		t.Errorf("nothing was in use when the judge was killed, so nothing is tried here (%v)", err)
	}
	if left, err := filepath.Glob(s.dir + "/.judge-*"); err != nil || len(left) > 0 {
		t.Errorf("left beside the report: %v %v", left, err)
	}
	next := exec.Command("judge", "quick")
	next.Dir, next.Env = s.dir, s.Env
	must.Run(t, next)
	if left, err := os.ReadDir(s.temp); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v %v", left, err)
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	must.Have(t, "python3")
	s := startSession(t, aplusb+`-- solutions/first/main.py --
#judge:problem aplusb
print(sum(map(int, input().split())))
-- solutions/second/main.py --
#judge:problem aplusb
print(sum(map(int, input().split())))
`, "-watch")
	s.until(t, "graded everything; watching for saved files")
	s.save(t, "solutions/second/main.py", "#judge:problem aplusb\nprint(4)\n")
	s.until(t, "✗  aplusb       second         WA   0/1")
	s.until(t, "1 result not as expected, 1 as expected")
	s.until(t, "1 result of 2 kept from an earlier run")
	s.until(t, "graded main.py; watching")

	s.save(t, "testdata/aplusb/sample/1.ans", "4\n")
	s.until(t, "✗  aplusb       first          WA   0/1") // a changed case affects all solutions
	s.until(t, "✓  aplusb       second         AC   1/1")

	s.save(t, "problems/aplusb/problem.yaml", "name: [\n")
	s.until(t, "problem.yaml:2") // a fault is reported at the end, and the watch goes on
	if last := s.until(t, "watching for saved files"); len(last) != 1 || strings.Contains(last[0], "graded") {
		t.Errorf("after the fault: %q", last)
	}
	s.save(t, "problems/aplusb/problem.yaml", "problem_format_version: 2025-09\nname: A+B\n")
	s.until(t, "graded problem.yaml; watching")

	must.Equal(t, command.AllExpected, s.interrupt(t), "exit code")
}

// A single file is watched without its folder, and temporary files of an editor are ignored.
func TestWatchLooseFile(t *testing.T) {
	t.Parallel()
	must.Have(t, "python3")
	s := startSession(t, aplusb+`-- solutions/mine.d/mine.py --
print(sum(map(int, input().split())))
-- solutions/other/main.py --
#judge:problem aplusb
print(3)
`, "solutions/mine.d/mine.py", "-problem", "aplusb", "-watch")
	s.until(t, "graded everything; watching for saved files")
	for _, name := range []string{"solutions/mine.d/neighbour.py", "solutions/mine.d/.mine.py.swp", "solutions/mine.d/mine.py~",
		"solutions/mine.d/4913", "solutions/other/main.py"} {
		s.save(t, name, "print(3)\n")
	}
	time.Sleep(3 * watch.Look) // at least one look is over
	s.save(t, "solutions/mine.d/mine.py", "print(3)\n")
	seen := strings.Join(s.until(t, "; watching for saved files"), "\n")
	if !strings.HasSuffix(seen, "graded mine.py; watching for saved files, Ctrl-C ends") ||
		strings.Count(seen, "the one result is as expected") != 1 {
		t.Errorf("it was graded for more than its own sake:\n%s", seen)
	}
	s.interrupt(t)
}

// A failure that was found is reported after Ctrl-C, too.
func TestInterruptKeepsFailure(t *testing.T) {
	t.Parallel()
	s := startSession(t, `
-- problems/slow/problem.yaml --
problem_format_version: 2025-09
name: Slow
limits:
  time_limit: 60
-- problems/slow/judge.yaml --
gen: gen.go
-- problems/slow/gen.go --
package main

import (
	"fmt"
	"os"
)

func main() {
	for i := 0; i < 200; i++ {
		if fmt.Println("word word word"); os.Args[1] != "7" {
			break // other seeds make short inputs
		}
	}
}
-- testdata/slow/sample/1.in --
-- testdata/slow/sample/1.ans --
-- solutions/right/main.go --
//judge:problem slow
package main

func main() {}
-- solutions/crashes/main.go --
//judge:problem slow
package main

import (
	"io"
	"os"
	"strings"
	"time"
)

func main() {
	text, _ := io.ReadAll(os.Stdin)
	time.Sleep(200 * time.Millisecond)
	if strings.Count(string(text), "word") >= 30 {
		os.Exit(3)
	}
}
`, "stress", "right", "crashes", "-seed", "7", "-save", "-time", "1h")
	const whole = 200 * len("word word word\n")
	shrinking := func() bool {
		inputs, _ := filepath.Glob(filepath.Join(s.temp, "*", "in"))
		for _, path := range inputs {
			if text, err := os.ReadFile(path); err == nil && len(text) > 0 && len(text) < whole/2 {
				return true
			}
		}
		return false
	}
	must.Until(t, "something is made small", shrinking)
	must.Equal(t, command.CannotWork, s.interrupt(t), "exit code")
	seen := strings.Join(s.until(t, "saved as"), "\n")
	for _, want := range []string{"✗ crashes · slow: RE runtime error, found after 1 input of seed 7",
		"the smallest input found so far, made small in ", "\n  interrupted while making it smaller\n",
		"right: SK skipped: interrupted", "crashes: RE runtime error", " stress right crashes -problem slow -seed 7 -from 0 -n 1"} {
		must.Contain(t, seen, want, "no", "in")
	}
	must.Equal(t, "judge: interrupted\n", s.stderr.String(), "standard error", s.stderr)
	saved, err := os.ReadFile(filepath.Join(s.dir, "testdata/slow/secret/01-stress-crashes.in"))
	if err != nil || len(saved) >= whole || strings.Count(string(saved), "word") < 30 {
		t.Errorf("saved %d bytes of %d, %v", len(saved), whole, err)
	}
}
