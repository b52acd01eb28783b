//go:build unix

package interrupt

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
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
	sleeper := exec.Command("sleep", "3600")
	if err := sleeper.Start(); err != nil {
		return 1
	}
	ended := make(chan struct{})
	go func() {
		sleeper.Wait()
		close(ended)
	}()
	Child(sleeper.Process, ended)
	Explain(ctx, func(m say.Message) { fmt.Println(m) }, func() say.Message { return say.Of("it waits for ever") })
	Explain(ctx, func(m say.Message) { fmt.Println(m) }, func() say.Message { return say.Message{} })
	fmt.Println(dir, sleeper.Process.Pid)
	for range time.Tick(10 * time.Millisecond) {
		if ctx.Err() != nil {
			fmt.Println("still here")
		}
	}
	return 0
}

// The first signal is explained, a second kill changes nothing, and Ctrl-C then ends the program.
func TestProcess(t *testing.T) {
	p := exec.Command(os.Args[0], "stubborn")
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	defer p.Process.Kill()
	lines := bufio.NewScanner(out)
	says := func(want string) {
		t.Helper()
		for lines.Scan() {
			if lines.Text() == want {
				return
			}
		}
		t.Fatalf("it ended, and did not say %q", want)
	}
	var dir string
	var child int
	lines.Scan()
	if n, err := fmt.Sscan(lines.Text(), &dir, &child); n != 2 {
		t.Fatal(lines.Text(), err)
	}
	p.Process.Signal(syscall.SIGTERM)
	says("it waits for ever")
	says("hint: Ctrl-C again ends it at once")
	says("still here")
	p.Process.Signal(syscall.SIGTERM)
	for range 20 {
		says("still here")
	}
	p.Process.Signal(syscall.SIGINT)
	for lines.Scan() {
	}
	if p.Wait(); p.ProcessState.ExitCode() != cannotWork {
		t.Errorf("it ended with %v", p.ProcessState)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("its folder is left: %v", err)
	}
	if err := syscall.Kill(child, 0); err == nil {
		t.Error("its child is left")
	}
}

// A closed terminal ends a program, unless it was started by nohup.
func TestEnds(t *testing.T) {
	defer signal.Reset(syscall.SIGHUP)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	if !slices.Contains(ends(), os.Signal(syscall.SIGHUP)) {
		t.Error("it would outlive its terminal")
	}
	signal.Ignore(syscall.SIGHUP)
	if got := ends(); slices.Contains(got, os.Signal(syscall.SIGHUP)) || len(got) != 2 {
		t.Errorf("nohup is not heeded: %v", got)
	}
}

func TestPause(t *testing.T) {
	if !Pause(t.Context(), 0) {
		t.Error("nobody asked for an end")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if Pause(ended, time.Hour) {
		t.Error("it did not say that the end was asked for")
	}
}
