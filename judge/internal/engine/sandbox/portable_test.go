//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"context"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
)

// TestPortable tries the lowest step on this system; other systems have no other.
func TestPortable(t *testing.T) {
	s := onStep(t, 5)
	for _, test := range []limitRun{
		{"spin", func(c *sandbox.Command) { c.Limits.CPU, c.Limits.Wall = 100*time.Millisecond, time.Minute }, sandbox.CPULimit, nil},
		{"sleep", func(c *sandbox.Command) { c.Limits.Wall = 200 * time.Millisecond }, sandbox.WallLimit, idle},
		{"flood-stdout", nil, sandbox.OutputLimit, nil},
		{"crash", nil, sandbox.Exited, signalled("SIGSEGV")},
		{"give-up", nil, sandbox.Exited, func(t *testing.T, o sandbox.Outcome, _ string) {
			must.Equal(t, "no way\n", string(o.Stderr), "errors", o.Stderr)
		}},
	} {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			change := test.change
			test.change = func(c *sandbox.Command) {
				c.Stdin = input(t, "1 2\n")
				c.Limits.Memory = 0 // without a helper, Linux counts the memory of this process
				if change != nil {
					change(c)
				}
			}
			test.try(t, s)
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if o, err := s.Run(ctx, greedy(t, "sleep")); err != nil || o.End != sandbox.Interrupted {
		t.Errorf("%+v %v", o, err)
	}
}
