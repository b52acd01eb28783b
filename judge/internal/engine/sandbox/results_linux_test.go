//go:build amd64 || arm64

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestResults lets a shell write to descriptor 3, by its number and by its name in /proc, and print: the two do not
// mix.
func TestResults(t *testing.T) {
	eachStep(t, append(slices.Clip(allSteps), withTime), func(t *testing.T, s *Sandbox) {
		o, err := s.Run(context.Background(), Command{
			Args:    []string{"/bin/sh", "-c", "echo printed; echo returned >&3; echo more >>/proc/self/fd/3"},
			Results: true, Limits: Limits{CPU: 5 * time.Second, Memory: 256 << 20},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		printed, _ := io.ReadAll(o.Stdout)
		results, _ := io.ReadAll(o.Results)
		if string(printed) != "printed\n" || string(results) != "returned\nmore\n" {
			t.Errorf("printed %q, results %q, %s", printed, results, o.Stderr)
		}
	})
}

// TestNoResults: a program without a descriptor for results cannot write to one.
func TestNoResults(t *testing.T) {
	eachStep(t, append(slices.Clip(allSteps), withTime), func(t *testing.T, s *Sandbox) {
		o, err := s.Run(context.Background(), Command{Args: []string{"/bin/sh", "-c", "echo returned >&3"}, Limits: Limits{CPU: 5 * time.Second}})
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		if o.Results != nil || o.Exit == 0 {
			t.Errorf("results %v, exit %d", o.Results, o.Exit)
		}
	})
}

// leftOpen returns a file that every child inherits. Its number is at least this one, or at least 100 where fewer files
// are allowed: no run has so many of its own.
func leftOpen(t *testing.T, number int) int {
	t.Helper()
	fd, err := unix.FcntlInt(0, unix.F_DUPFD, number)
	if errors.Is(err, unix.EINVAL) {
		fd, err = unix.FcntlInt(0, unix.F_DUPFD, 100)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	return fd
}

// TestInheritedFiles: files that the judge's own parent left open are not the program's, whatever their number.
func TestInheritedFiles(t *testing.T) {
	script := fmt.Sprintf("test ! -e /proc/self/fd/%d && test ! -e /proc/self/fd/%d", leftOpen(t, 100), leftOpen(t, 2000))
	eachStep(t, append(slices.Clip(allSteps), withTime), func(t *testing.T, s *Sandbox) {
		for _, results := range []bool{false, true} {
			o, _ := run(t, s, Command{Args: []string{"/bin/sh", "-c", script}, Results: results, Limits: Limits{CPU: 5 * time.Second}})
			if o.Exit != 0 {
				t.Errorf("results %t: exit %d: %s", results, o.Exit, o.Stderr)
			}
		}
	})
}

// TestStream lets a shell write more than a pipe holds to descriptor 4 while the judge reads. Descriptor 3 is open,
// too, and the two do not mix.
func TestStream(t *testing.T) {
	eachStep(t, append(slices.Clip(allSteps), withTime), func(t *testing.T, s *Sandbox) {
		t.Parallel()
		from, to, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		read := make(chan []byte)
		go func() {
			all, _ := io.ReadAll(from)
			read <- all
		}()
		o, err := s.Run(t.Context(), Command{
			Args:   []string{"/bin/sh", "-c", "echo results >&3; i=0; while [ $i -lt 10000 ]; do echo stream >&4; i=$((i+1)); done"},
			Stream: to, Limits: Limits{CPU: 20 * time.Second, Memory: 256 << 20},
		})
		to.Close()
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		if got := string(<-read); got != strings.Repeat("stream\n", 10000) {
			t.Errorf("%d bytes came", len(got))
		}
		if results, _ := io.ReadAll(o.Results); string(results) != "results\n" || o.Exit != 0 {
			t.Errorf("results %q, exit %d: %s", results, o.Exit, o.Stderr)
		}
	})
}
