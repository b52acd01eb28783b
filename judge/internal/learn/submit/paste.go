package submit

import (
	"context"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Grade grades what would be pasted, with what the site puts around it, on the site's problem. The
// solution's own directives say what is expected of it, but not how it is built: there is no place for that there.
func (s Site) Grade(ctx context.Context, g *grade.Grader, p problem.Problem, own solution.Solution, cut Cut) (result.Run, error) {
	pasted := own
	pasted.Files, pasted.Env = []language.File{{Path: own.Path, Text: cut.Text}}, nil
	if cut.Function {
		asked := solveSudoku()
		p.Function = &asked
	}
	run, err := g.Grade(ctx, []grade.Entry{{Problem: p, Solution: pasted, Cases: p.Cases}}, grade.Options{}, func(result.Event) {})
	if err == nil && !run.Interrupted && run.Results[0].Verdict == result.SK {
		return run, say.Errorf("submit: %s", run.Results[0].Compile.Message)
	}
	return run, err
}

// Refuses reports whether the site would refuse what was graded, as far as can be told here. A case that the
// site has nothing like is only noted.
func (s Site) Refuses(p problem.Problem, res *result.Solution) (refuses bool, notes []say.Message) {
	if res.Verdict == result.CE || res.Verdict == result.JE {
		return true, nil
	}
	accepted := 0
	for _, c := range res.Cases {
		switch {
		case c.Verdict == result.AC:
			accepted++
		case c.AsExpected:
		case s.unusual(p, c.Case):
			notes = append(notes, say.Of("%s on %s, whose input is not as %s's own are: the site has no such case", string(c.Verdict), c.Case, s.Title))
		default:
			return true, nil
		}
	}
	switch {
	case accepted == 0:
		return true, nil
	case notes != nil:
		return false, notes
	}
	return !res.AsExpected, nil
}

// unusual reports whether a case's input is not as the site's own are.
func (s Site) unusual(p problem.Problem, name string) bool {
	for _, c := range p.Cases {
		if c.Name == name {
			text, err := os.ReadFile(c.In)
			return err == nil && !s.usual(string(text))
		}
	}
	return false
}
