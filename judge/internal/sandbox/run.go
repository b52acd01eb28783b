package sandbox

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"time"
)

// Options choose how a Sandbox works.
type Options struct {
	MaxStep int // the strongest step of the ladder to try, 1 to 5; 0 is the strongest there is
}

// Sandbox runs programs. It may be used by several goroutines at once.
type Sandbox struct{}

// Open prepares the strongest isolation this machine allows.
func Open(Options) (*Sandbox, error) { return &Sandbox{}, nil }

// Close ends the helper and gives back all it held.
func (s *Sandbox) Close() error { return nil }

// Isolation names the step of the ladder in force, in words, and how memory is read.
func (s *Sandbox) Isolation() (isolation, memory string) {
	return "time and output limits only", "rusage"
}

// Main must be the first call of main and of every TestMain of a package that opens a Sandbox: in the
// helper process it never returns.
func Main() {}

// Run runs the command to its end. An error is the judge's own fault, never the program's.
func (s *Sandbox) Run(ctx context.Context, c Command) (Outcome, error) {
	out, err := os.CreateTemp("", "judge-out")
	if err != nil {
		return Outcome{}, err
	}
	os.Remove(out.Name())
	wall := c.Limits.Wall
	if wall == 0 {
		wall = 2*c.Limits.CPU + time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, wall)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Env, cmd.Dir, cmd.Stdout = c.Env, c.Dir, out
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if c.Stdin != nil {
		cmd.Stdin = c.Stdin
	}
	start := time.Now()
	err = cmd.Run()
	o := Outcome{Wall: time.Since(start), Stdout: out, Stderr: stderr.Bytes()}
	if cmd.ProcessState == nil {
		return o, err
	}
	o.Exit, o.CPU = cmd.ProcessState.ExitCode(), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	if ctx.Err() != nil {
		o.End = WallLimit
	}
	_, err = out.Seek(0, 0)
	return o, err
}
