package grade

import (
	"slices"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// A file that was written for a site does not name a problem here. Its functions or its input often do.

// Recognise finds the problem of each solution that claims none, if its contents fit exactly one, and reports it. If
// none or several fit, the solution stays as it is. A problem that cannot be read never fits.
func Recognise(root string, solutions []solution.Solution, tell func(say.Message)) {
	nameless := func(s solution.Solution) bool { return len(s.Problems) == 0 }
	if !slices.ContainsFunc(solutions, nameless) {
		return
	}
	ids, _ := problem.IDs(root)
	var problems []problem.Problem
	for _, id := range ids {
		if p, err := problem.Load(root, id); err == nil {
			problems = append(problems, p)
		}
	}
	for i, s := range solutions {
		if !nameless(s) {
			continue
		}
		var fit []string
		var why say.Message
		for _, p := range problems {
			if because := fits(p, s); because.Said() {
				fit, why = append(fit, p.ID), because
			}
		}
		if len(fit) == 1 {
			solutions[i].Problems = fit
			tell(say.Of("%s: taken for %s, as it %s", s.Path, fit[0], why).Hint("-problem says otherwise"))
		}
	}
}

var (
	untilEnd   = match.Lazy(`[!=]==?\s*['"]e['"]|["']end["']`)
	nineByNine = match.Lazy(`\b81\b|\b[A-Z]\w*\s*=\s*9\b|<\s*9\b|\brange\(9\)`)
)

// fits explains why a solution seems to solve a problem; it is empty if it does not.
func fits(p problem.Problem, s solution.Solution) say.Message {
	switch {
	case p.Function != nil:
		if len(s.Files) == 1 && p.Function.Defines(s.Language, s.Path, s.Text()) {
			return say.Of("defines %s", p.Function.Callee())
		}
	case p.Check.Format == "acwing" && !p.Check.Talks():
		program := isProgram(s) || !function.LooksBare(s.Language, s.Text())
		if program && untilEnd().MatchString(s.Text()) && nineByNine().MatchString(s.Text()) {
			return say.Of("reads boards of 81 characters until end")
		}
	}
	return say.Message{}
}
