//go:build unix

package interrupt_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	. "sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"
)

// The test binary is also a program that never ends in an orderly way.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "stubborn" {
		Process(stubborn)
	}
	os.Exit(m.Run())
}

func stubborn(ctx context.Context) int {
	dir, _, err := tempfile.Dir("stubborn")
	if err != nil {
		return 1
	}
	Explain(ctx, func(m say.Message) { fmt.Println(m) }, func() say.Message { return say.Of("it waits for ever") })
	Explain(ctx, func(m say.Message) { fmt.Println(m) }, func() say.Message { return say.Message{} })
	fmt.Println(dir)
	for range time.Tick(10 * time.Millisecond) {
		if ctx.Err() != nil {
			fmt.Println("still here")
		}
	}
	return 0
}

// start starts the stubborn program. It returns what the program says after the name of its folder.
func start(t *testing.T) (p *exec.Cmd, lines *bufio.Scanner, dir string) {
	t.Setenv("TMPDIR", t.TempDir())
	p = exec.Command(os.Args[0], "stubborn")
	out := must.Get(p.StdoutPipe())(t)
	must.Succeed(t, p.Start())
	t.Cleanup(func() { p.Process.Kill() })
	lines = bufio.NewScanner(out)
	lines.Scan()
	return p, lines, lines.Text()
}

// says waits until the program says this.
func says(t *testing.T, lines *bufio.Scanner, want string) {
	t.Helper()
	for lines.Scan() {
		if lines.Text() == want {
			return
		}
	}
	t.Fatalf("it ended, and did not say %q", want)
}

const explained = "it waits for ever\nhint: Ctrl-C again ends it at once"

// The first signal is explained, a second kill changes nothing, and Ctrl-C then ends the program.
func TestProcess(t *testing.T) {
	p, lines, dir := start(t)
	first := syscall.SIGHUP // the terminal is closed
	if signal.Ignored(first) {
		first = syscall.SIGTERM // nohup started this test, and so the program
	}
	p.Process.Signal(first)
	for line := range strings.SplitSeq(explained, "\n") {
		says(t, lines, line)
	}
	says(t, lines, "still here")
	p.Process.Signal(syscall.SIGTERM)
	for range 20 {
		says(t, lines, "still here")
	}
	p.Process.Signal(syscall.SIGINT)
	for lines.Scan() {
	}
	if p.Wait(); p.ProcessState.ExitCode() != 2 {
		t.Errorf("it ended with %v", p.ProcessState)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("its folder is left: %v", err)
	}
}

// TestNohup: a program that nohup started outlives its terminal.
func TestNohup(t *testing.T) {
	defer signal.Reset(syscall.SIGHUP)
	signal.Ignore(syscall.SIGHUP)
	p, lines, _ := start(t)
	p.Process.Signal(syscall.SIGHUP)
	p.Process.Signal(syscall.SIGINT) // were it the second request, it would end the program
	for range 50 {
		says(t, lines, "still here")
	}
}

func TestPause(t *testing.T) {
	must.Be(t, Pause(t.Context(), 0), "nobody asked for an end")
	ended, end := context.WithCancel(t.Context())
	end()
	must.Be(t, !Pause(ended, time.Hour), "it did not say that the end was asked for")
}
