//go:build amd64 || arm64

package sandbox

import (
	"context"
	"io"
	"testing"
	"time"
)

// TestResults has a shell write to descriptor 3, by its number and by its name in /proc, and print beside
// that: neither is to find its way to the other.
func TestResults(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
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

// TestNoResults: who is not given the descriptor does not have one.
func TestNoResults(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *Sandbox) {
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
