//go:build !linux || !(amd64 || arm64)

package sandbox

import (
	"context"
	"os/exec"
)

// Sandbox runs programs. It may be used by several goroutines at once.
type Sandbox struct{ asked int }

// Open prepares the strongest isolation this machine allows.
func Open(o Options) *Sandbox {
	mustHaveMain()
	return &Sandbox{asked: o.MaxStep}
}

// help does nothing: no helpers are started here.
func help() {}

// Close releases everything that was held.
func (s *Sandbox) Close() error { return nil }

// Forget has nothing to forget here.
func (s *Sandbox) Forget() {}

// Run runs the command to its end. An error is the judge's own fault, never the program's.
func (s *Sandbox) Run(ctx context.Context, c Command) (Outcome, error) {
	if err := c.sound(); err != nil {
		return Outcome{}, err
	}
	return runPortable(ctx, c, s.inForce().Number == withLimits)
}

// sees reports whether the sandbox can see what a program waits for.
func (s *Sandbox) sees() bool { return false }

func (s *Sandbox) runOnce(ctx context.Context, c Command) (Outcome, error) { return s.Run(ctx, c) }

// startSession starts a command, until done is called.
func startSession(cmd *exec.Cmd) (done func(), err error) { return func() {}, cmd.Start() }

// Steps returns the steps that were tried, strongest first; the last is the one in force.
func (s *Sandbox) Steps() []Step {
	if s.asked == withTime {
		return []Step{portableStep(withTime)}
	}
	return []Step{portableStep(withLimits)}
}
