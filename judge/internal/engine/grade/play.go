package grade

import (
	"context"
	"io"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// Play lets a person talk to the program instead of its interactor. The verdict is AC if the program ended well; the
// person judges its answers.
func (p *Prepared) Play(ctx context.Context, c problem.Case, in io.Reader, out io.Writer) (result.Case, error) {
	res := result.Case{Case: c.Name}
	outcome, err := p.grader.Sandbox.Play(ctx, p.command(c, p.Limits), sandbox.Typed(in), out)
	if err != nil {
		return res, err
	}
	defer outcome.Close()
	if p.ended(&res, outcome, p.Limits); res.Verdict == "" {
		res.Verdict = result.AC
	}
	return res, nil
}

// PlayAgainst lets a person talk to the interactor of a problem, as the program would, and returns its verdict. It
// calls begins before each pass.
func (g *Grader) PlayAgainst(ctx context.Context, p problem.Problem, c problem.Case, in io.Reader, out io.Writer, begins func(pass int)) (result.Case, error) {
	res := result.Case{Case: c.Name}
	if !p.Check.Interactive {
		return res, say.Errorf("%s is not interactive: there is nobody to talk with", p.ID).Hint("judge try runs a program on an input of your own")
	}
	by, err := g.checking(ctx, p, nil)
	if err != nil {
		return res, err
	}
	typed := sandbox.Typed(in)
	return by.eachPass(ctx, p, c, func(n int, files check.Files) (res result.Case, err error) {
		begins(n)
		asked, err := by.checker.Start(files)
		if err != nil {
			return res, err
		}
		outcome, err := g.Sandbox.Play(ctx, by.dress(asked), typed, out)
		if err != nil {
			return res, err
		}
		defer outcome.Close()
		checked, err := by.talked(ctx, outcome, files)
		take(&res, checked)
		return res, err
	})
}
