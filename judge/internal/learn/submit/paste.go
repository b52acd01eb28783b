package submit

import (
	"context"
	"path"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Grade grades the text to paste on the site's problem, with the code that the site puts around it. The solution's
// directives still say which verdicts are expected. Directives about the build do not count: a site does not know
// them.
func (t Target) Grade(ctx context.Context, g *grade.Grader, own solution.Solution, cut Cut) (result.Run, error) {
	pasted := own
	pasted.Files, pasted.Env = []language.File{{Path: own.Path, Text: cut.Text}}, nil
	run, err := g.Grade(ctx, []grade.Entry{{Problem: t.Problem, Solution: pasted, Cases: t.Problem.Cases}}, grade.Options{}, func(result.Event) {})
	if err == nil && !run.Interrupted && run.Results[0].Verdict == result.SK {
		return run, say.Errorf("submit: %s", run.Results[0].Compile.Message)
	}
	return run, err
}

// Refuses reports whether the site would probably refuse the program. Cases beyond the site do not count.
func Refuses(res result.Solution) bool {
	if res.Verdict == result.CE || res.Verdict == result.JE {
		return true
	}
	res.Cases = Promised(res)
	accepted := func(c result.Case) bool { return c.Verdict == result.AC }
	if !slices.ContainsFunc(res.Cases, accepted) {
		return true
	}
	res.Conclude("")
	return !res.AsExpected
}

// Promised returns the cases that the site may have.
func Promised(res result.Solution) []result.Case {
	return slices.DeleteFunc(slices.Clone(res.Cases), result.Case.Beyond)
}

// Beyond returns one line about the cases beyond the site; it is empty if there are none.
func Beyond(title string, res result.Solution) say.Message {
	var failed []string
	all := 0
	for _, c := range res.Cases {
		if c.Beyond() {
			all++
		}
		if c.Beyond() && c.Verdict != result.AC {
			failed = append(failed, string(c.Verdict)+" "+path.Base(c.Case))
		}
	}
	switch {
	case all == 0:
		return say.Message{}
	case failed == nil:
		return say.Of("beyond what %s promises: %d of %d accepted", title, all, all)
	}
	return say.Of("beyond what %s promises: %d of %d accepted (%s), which it has nothing like", title, all-len(failed), all, say.List(failed))
}
