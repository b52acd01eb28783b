package grade

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/verdict"
)

// Play has a person talk to the program, in the place of what it else talks with. The verdict is AC if it ended
// well: what it said, the person has to judge.
func (p *Prepared) Play(ctx context.Context, c problem.Case, in io.Reader, out io.Writer) (verdict.Case, error) {
	result := verdict.Case{Case: c.Name}
	outcome, err := p.grader.Sandbox.Play(ctx, p.command(c, p.Limits), sandbox.Typed(in), out)
	if err != nil {
		return result, err
	}
	defer outcome.Close()
	if p.ended(&result, outcome, p.Limits); result.Verdict == "" {
		result.Verdict = verdict.AC
	}
	return result, nil
}

// PlayAgainst has a person talk to the interactor of a problem, in the place of a program, and returns its verdict.
// It calls begins before each pass.
func (g *Grader) PlayAgainst(ctx context.Context, p problem.Problem, c problem.Case, in io.Reader, out io.Writer, begins func(pass int)) (verdict.Case, error) {
	result := verdict.Case{Case: c.Name}
	if !p.Check.Interactive {
		return result, say.Errorf("%s is not interactive: there is nobody to talk with", p.ID).Hint("judge try runs a program on an input of your own")
	}
	by, err := g.checking(ctx, p)
	if err != nil {
		return result, err
	}
	dir, remove, err := temp.Dir("play")
	if err != nil {
		return result, err
	}
	defer remove()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return result, err
	}
	files := check.Files{Input: c.In, Answer: c.Ans, Args: c.CheckArgs}
	if p.Check.MultiPass || by.after != nil {
		files.Feedback = filepath.Join(dir, "feedback")
		if err := os.Mkdir(files.Feedback, 0o700); err != nil {
			return result, err
		}
	}
	typed := sandbox.Typed(in)
	for n := 1; ; n++ {
		begins(n)
		asked, err := by.checker.Start(files)
		if err != nil {
			return result, err
		}
		outcome, err := g.Sandbox.Play(ctx, by.dress(asked), typed, out)
		if err != nil {
			return result, err
		}
		checked, err := by.judge(ctx, outcome, files)
		outcome.Close()
		if take(&result, checked); err != nil || result.Verdict != verdict.AC || !p.Check.MultiPass {
			return result, err
		}
		next := filepath.Join(dir, fmt.Sprintf("pass%d.in", n+1)) // walls are for a file, not for its name
		if more, err := check.NextPass(files.Feedback, result.Verdict, next); !more || err != nil || n == p.Limits.Passes {
			return result, err
		}
		files.Input = next
	}
}
