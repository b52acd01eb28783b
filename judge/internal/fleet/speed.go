package fleet

import (
	"context"
	"os"
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

// measureSpeed runs Work three times; the fastest was disturbed least.
func (w *Worker) measureSpeed(ctx context.Context, sb *sandbox.Sandbox) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	best := time.Duration(0)
	for range 3 {
		o, err := sb.Run(ctx, sandbox.Command{Args: []string{self, SpeedArg}, Limits: sandbox.Limits{CPU: time.Minute}})
		if err != nil {
			return err
		}
		o.Close()
		if o.End != sandbox.Exited || o.Exit != 0 {
			return say.Errorf("%s: the program that measures this machine's speed failed: %s", self, string(o.Stderr))
		}
		if best == 0 || o.CPU < best {
			best = o.CPU
		}
	}
	ms := float64(best.Microseconds()) / 1000
	w.speed.Store(&ms)
	return nil
}
