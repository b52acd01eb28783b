//go:build !linux || !(amd64 || arm64)

package sandbox

import (
	"context"
	"os/exec"

	"sudokuoj/judge/internal/base/say"
)

// Sandbox runs programs. It may be used by several goroutines at once.
type Sandbox struct{ asked int }

// Open prepares the strongest isolation this machine allows.
func Open(o Options) (*Sandbox, error) { return &Sandbox{asked: o.MaxStep}, nil }

// Close gives back all that was held.
func (s *Sandbox) Close() error { return nil }

// Forget has nothing to forget here.
func (s *Sandbox) Forget() {}

// Run runs the command to its end. An error is the judge's own fault, never the program's.
func (s *Sandbox) Run(ctx context.Context, c Command) (Outcome, error) {
	if err := c.sound(); err != nil {
		return Outcome{}, err
	}
	return runPortable(ctx, c, leastPatience, s.Steps()[0].Number == withLimits)
}

// sees tells whether what a program waits for can be seen.
func (s *Sandbox) sees() bool { return false }

func (s *Sandbox) runOnce(ctx context.Context, c Command) (Outcome, error) { return s.Run(ctx, c) }

// Admits is an error if a program that was not written here must not be run.
func (s *Sandbox) Admits() error { return s.Steps()[0].wary(s.asked) }

// startSession starts a command, until done is called.
func startSession(cmd *exec.Cmd) (done func(), err error) { return func() {}, cmd.Start() }

// Steps are the steps that were tried, strongest first; the last is the one in force.
func (s *Sandbox) Steps() []Step {
	if s.asked == withTime {
		return []Step{portableStep(withTime)}
	}
	return []Step{portableStep(withLimits)}
}

// Isolation names the step of the ladder in force, in words, and how memory is read.
func (s *Sandbox) Isolation() (step int, isolation, memory say.Message) {
	return s.Steps()[0].describe()
}
