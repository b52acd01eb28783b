package fleet

import (
	"context"
	"os"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
)

// Work is the program that compares machines: like a search, it walks through more memory than fits into a first-level
// cache. Every worker runs it in the sandbox, as itself with the argument SpeedArg.
func Work() {
	const size = 1 << 16
	var next [size]uint32
	seed := uint32(2463534242)
	for i := range next {
		seed ^= seed << 13
		seed ^= seed >> 17
		seed ^= seed << 5
		next[i] = seed % size
	}
	at, sum := uint32(0), uint32(0)
	for range 1 << 23 {
		at = (next[at] + sum) % size
		sum += at*2654435761 ^ sum>>7
	}
	if sum == 0 {
		os.Exit(1) // so that no compiler leaves it out
	}
}

// SpeedArg is the only argument of a fleet program that does Work.
const SpeedArg = "speed"

// measureSpeed runs Work, and keeps how many milliseconds it took.
func (w *Worker) measureSpeed(ctx context.Context, sb *sandbox.Sandbox) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ms, err := fastest(func() (sandbox.Outcome, error) {
		return sb.Run(ctx, sandbox.Command{Args: []string{self, SpeedArg}, Limits: sandbox.Limits{CPU: time.Minute}})
	})
	if err != nil {
		return err
	}
	w.speed.Store(&ms)
	return nil
}

// fastest returns the CPU time of the fastest of three runs, in milliseconds: that one was disturbed least.
func fastest(run func() (sandbox.Outcome, error)) (float64, error) {
	var times []time.Duration
	for range 3 {
		o, err := run()
		if err != nil {
			return 0, err
		}
		o.Close()
		if o.End != sandbox.Exited || o.Exit != 0 {
			return 0, say.Errorf("the program that measures this machine's speed failed: %s", string(o.Stderr))
		}
		times = append(times, o.CPU)
	}
	return float64(slices.Min(times).Microseconds()) / 1000, nil
}
