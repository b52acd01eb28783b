//go:build amd64 || arm64

package sandbox_test

import (
	"context"
	commandLine "flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// The tests run as the current user, and again as others: see as_others_linux_test.go. Their programs are compiled
// once; this variable says where they are.
const programsVariable = "JUDGE_TEST_PROGRAMS"

// beVariable makes this executable another program.
const beVariable = "JUDGE_TEST_BE"

func TestMain(m *testing.M) {
	sandbox.Main()
	switch be := os.Getenv(beVariable); be {
	case "":
	case "sum":
		beSum()
	default:
		beJudge(be)
	}
	if os.Getenv(otherVariable) == withoutNamespaces {
		sandbox.RefuseNamespaces()
	}
	dir := os.Getenv(programsVariable)
	made := dir == ""
	if made {
		var err error
		if dir, err = os.MkdirTemp("", "judge-test-"); err != nil {
			panic(err)
		}
		os.Chmod(dir, 0o755)
		os.Setenv(programsVariable, dir)
	}
	commandLine.Parse()
	if p := commandLine.Lookup("test.parallel"); p.Value.String() == p.DefValue {
		p.Value.Set("8") // most of them wait
	}
	code := m.Run()
	if made {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// program compiles testdata/NAME.c once.
func program(t testing.TB, name string) string {
	t.Helper()
	short.Skip(t)
	compiling.Lock()
	defer compiling.Unlock()
	exe := filepath.Join(os.Getenv(programsVariable), name)
	if _, err := os.Stat(exe); err == nil {
		return exe
	}
	must.Have(t, "gcc")
	must.Run(t, exec.Command("gcc", "-O1", "-static", "-pthread", "-Wall", "-Werror", "-o", exe, "testdata/"+name+".c"))
	return exe
}

var compiling sync.Mutex

// stepOf is the step of isolation that is in force.
func stepOf(s *sandbox.Sandbox) int {
	step, _, _ := s.Isolation()
	return step
}

// onStep opens a sandbox at a step of the ladder, and skips the test if the machine does not have it.
func onStep(t testing.TB, step int) *sandbox.Sandbox {
	t.Helper()
	short.Skip(t)
	s := sandbox.Open(sandbox.Options{MaxStep: step})
	t.Cleanup(func() { s.Close() })
	if last := s.Steps()[len(s.Steps())-1]; last.Number != step {
		t.Skipf("not to be had here: %s", s.Steps()[0].Trouble)
	}
	s.Settle() // wait for the helper that Open tried, or a test might kill that one
	return s
}

// eachStep runs a test at each of the steps.
func eachStep(t *testing.T, steps []int, test func(*testing.T, *sandbox.Sandbox)) {
	for _, n := range steps {
		t.Run("step"+strconv.Itoa(n), func(t *testing.T) { test(t, onStep(t, n)) })
	}
}

// greedy returns a run of testdata/greedy.c. Its limits are small, except for CPU: a slow machine must get as far as
// others.
func greedy(t testing.TB, what string) sandbox.Command {
	c := sandbox.Command{
		Args:   []string{program(t, "greedy"), what},
		Limits: sandbox.Limits{CPU: 20 * time.Second, Memory: 64 << 20, Output: 1 << 20, Scratch: 8 << 20},
	}
	if slices.Contains(parental, what) {
		c.Policy = sandbox.Compiler
	}
	return c
}

// parental lists the runs of greedy.c that start processes.
var parental = []string{"touch-in-children", "fork-many", "fork-bomb", "leave-daemon", "crowd", "burn-in-grandchild",
	"burn-in-child", "burn-in-turns"}

// run runs a command, which must start, and returns its output.
func run(t testing.TB, s *sandbox.Sandbox, c sandbox.Command) (sandbox.Outcome, string) {
	t.Helper()
	o, err := s.Run(context.Background(), c)
	if err != nil {
		t.Fatalf("%s: %v", c.Args, err)
	}
	defer o.Close()
	head := must.Get(io.ReadAll(io.LimitReader(o.Stdout, 1<<20)))(t)
	return o, string(head)
}

// input returns a file with a text.
func input(t testing.TB, text string) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "input")
	must.Succeed(t, os.WriteFile(path, []byte(text), 0o644))
	f := must.Get(os.Open(path))(t)
	t.Cleanup(func() { f.Close() })
	return f
}

// markOf returns an argument that marks the processes of one test.
func markOf(t *testing.T) string { return fmt.Sprintf("of %s of %d", t.Name(), os.Getpid()) }

// left lists the processes whose command line contains a text: those that a run left behind.
func left(text string) (found []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		line, _ := os.ReadFile(f)
		if strings.Contains(string(line), text) {
			found = append(found, filepath.Dir(f)+" "+strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return found
}

// beSum is the Go program of TestNormal: it adds two numbers, with goroutines on several threads.
func beSum() {
	var a, b int
	fmt.Scan(&a, &b)
	sum := make(chan int)
	for range 8 {
		go func() {
			runtime.LockOSThread()
			sum <- a + b
		}()
	}
	runtime.GC()
	fmt.Println(<-sum)
	os.Exit(0)
}
