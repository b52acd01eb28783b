package grade

import (
	"cmp"
	"context"
	"errors"
	"time"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
)

// What a checker program may use where its problem says nothing: it is ours, but what it reads is not.
const (
	checkTime   = 30 * time.Second
	checkMemory = 1 << 30
)

// checking is how the outputs of a problem are checked.
type checking struct {
	checker    *check.Checker
	checkerKey string                                // of its build, if it is a program
	dress      func(sandbox.Command) sandbox.Command // makes of what it is to do a command
}

// checking makes the checker of a problem; one that is a program is built first.
func (g *Grader) checking(ctx context.Context, p problem.Problem) (c checking, err error) {
	var run check.Runner
	if p.Check.Program != "" {
		program, err := g.buildChecker(ctx, p)
		if err != nil {
			return c, err
		}
		c.checkerKey = program.Key
		c.dress = func(asked sandbox.Command) sandbox.Command { return checkerCommand(program, p.Limits, asked) }
		run = func(ctx context.Context, asked sandbox.Command) (sandbox.Outcome, error) {
			return g.Sandbox.Run(ctx, c.dress(asked))
		}
	}
	if c.checker, err = check.New(p.Check, run); err != nil {
		return c, say.Errorf("problem %s: %w", p.ID, err)
	}
	return c, nil
}

// CheckerSource is what of a problem's checker program is built, with the headers it includes.
func CheckerSource(p problem.Problem) (build.Source, error) {
	s, err := solution.Open(p.Check.Program)
	if err != nil {
		return build.Source{}, say.Errorf("checker: %w", err)
	}
	return checkerSource(p, s)
}

func (g *Grader) buildChecker(ctx context.Context, p problem.Problem) (*build.Program, error) {
	path := p.Check.Program
	src, err := CheckerSource(p)
	if err != nil {
		return nil, err
	}
	program, err := g.Builder.Compile(ctx, src)
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		return nil, say.Errorf("checker %s does not compile:\n%s", path, failed.Text())
	}
	if err != nil {
		return nil, say.Errorf("checker %s: %w", path, err)
	}
	return program, nil
}

// checkerCommand is what a checker program is asked to do, with the program and its limits.
func checkerCommand(program *build.Program, l problem.Limits, asked sandbox.Command) sandbox.Command {
	memory, cpu := cmp.Or(l.CheckMemory, checkMemory), cmp.Or(l.CheckTime, checkTime)
	run := program.Command(memory, cpu)
	run.Args = append(run.Args, asked.Args...)
	run.Readable = append(run.Readable, asked.Readable...)
	run.Writable = append(run.Writable, asked.Writable...)
	run.Policy, run.Keep, run.Stdin = asked.Policy, asked.Keep, asked.Stdin
	return run
}
