package grade

import (
	"cmp"
	"context"
	"errors"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// The limits of a checker program if its problem sets none. The checker is ours, but its input is not.
const (
	checkTime   = 30 * time.Second
	checkMemory = 1 << 30
)

// checking holds what checks the outputs of a problem.
type checking struct {
	checker    *check.Checker
	checkerKey string                                // of its build, if it is a program
	dress      func(sandbox.Command) sandbox.Command // turns the arguments into a command
	after      *check.Checker                        // checks what an interactor leaves; nil if the interactor decides
	programs   []*build.Program                      // that take part in it
	drawer     *drawer                               // nil if there are no pictures
}

// talked turns the end of the interactor into a verdict.
func (c checking) talked(ctx context.Context, o sandbox.Outcome, f check.Files) (check.Result, error) {
	r, err := c.checker.Judge(o, f)
	if err != nil || c.after == nil || r.Verdict != result.AC {
		return r, err
	}
	if f.Output, err = check.Left(f.Feedback); err != nil {
		return r, err
	}
	defer f.Output.Close()
	f.Feedback = "" // that was the interactor's
	if r, err = c.after.Check(ctx, f); r.Difference != nil && !r.Message.Said() {
		r.Message = say.Of("in what the interactor wrote down")
	}
	return r, err
}

// checking makes the checker of a problem. If it is a program, it is built first.
func (g *Grader) checking(ctx context.Context, p problem.Problem, made map[string]build.Source) (c checking, err error) {
	if p.Check.Interactor != "" {
		talker := p
		talker.Check, p.Check.Interactor = p.Check.Talker(), ""
		after, err := g.checking(ctx, p, made)
		if err != nil {
			return c, err
		}
		c, err = g.checking(ctx, talker, made)
		c.after, c.checkerKey = after.checker, c.checkerKey+after.checkerKey
		c.programs = append(c.programs, after.programs...)
		return c, err
	}
	var run check.Runner
	if p.Check.Program != "" {
		program, err := g.buildChecker(ctx, p, p.Check.Program, made)
		if err != nil {
			return c, err
		}
		c.checkerKey, c.programs = program.Key, []*build.Program{program}
		c.dress = func(asked sandbox.Command) sandbox.Command { return CheckerCommand(program, p.Limits, asked) }
		run = func(ctx context.Context, asked sandbox.Command) (sandbox.Outcome, error) {
			return g.Sandbox.Run(ctx, c.dress(asked))
		}
	}
	if c.checker, err = check.New(p.Check, run); err != nil {
		return c, say.Errorf("problem %s: %w", p.ID, err)
	}
	return c, nil
}

// CheckerFrom returns the source of a checker that was sent here with its headers.
func CheckerFrom(p problem.Problem, s solution.Solution, headers bool) build.Source {
	src := source(s)
	src.Time, src.Memory = p.Limits.CompileTime, p.Limits.CompileMemory
	if headers {
		src.Flags = []string{"-I."}
	}
	return src
}

// buildChecker builds the checker of a problem, or another of its programs, from its path, or as it was made.
func (g *Grader) buildChecker(ctx context.Context, p problem.Problem, path string, made map[string]build.Source) (*build.Program, error) {
	p.Check.Program = path
	src := made[path]
	if made == nil {
		var err error
		if src, err = CheckerSource(p); err != nil {
			return nil, err
		}
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

// CheckerCommand completes a command for a checker with its program and its limits.
func CheckerCommand(program *build.Program, l problem.Limits, asked sandbox.Command) sandbox.Command {
	memory, cpu := cmp.Or(l.CheckMemory, checkMemory), cmp.Or(l.CheckTime, checkTime)
	run := program.Command(memory, cpu)
	run.Args = append(run.Args, asked.Args...)
	run.Readable = append(run.Readable, asked.Readable...)
	run.Writable = append(run.Writable, asked.Writable...)
	run.Policy, run.Keep, run.Stdin, run.Once = asked.Policy, asked.Keep, asked.Stdin, asked.Once
	return run
}
