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

// checker makes the checker of a problem; one that is a program is built first, and has a key.
func (g *Grader) checker(ctx context.Context, p problem.Problem) (checker *check.Checker, key string, err error) {
	var run check.Runner
	if p.Check.Program != "" {
		program, err := g.buildChecker(ctx, p)
		if err != nil {
			return nil, "", err
		}
		run, key = g.checkerRunner(program, p.Limits), program.Key
	}
	if checker, err = check.New(p.Check, run); err != nil {
		return nil, "", say.Errorf("problem %s: %w", p.ID, err)
	}
	return checker, key, nil
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

// checkerRunner runs a checker program with what check hands it.
func (g *Grader) checkerRunner(program *build.Program, l problem.Limits) check.Runner {
	return func(ctx context.Context, c sandbox.Command) (sandbox.Outcome, error) {
		memory, cpu := cmp.Or(l.CheckMemory, checkMemory), cmp.Or(l.CheckTime, checkTime)
		run := program.Command(memory, cpu)
		run.Args = append(run.Args, c.Args...)
		run.Readable = append(run.Readable, c.Readable...)
		run.Policy, run.Keep, run.Stdin = c.Policy, c.Keep, c.Stdin
		return g.Sandbox.Run(ctx, run)
	}
}
