package grade

import (
	"errors"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Enter matches solutions with the problems that they claim and with the cases that the patterns pick; no patterns
// mean all cases. Ids names all problems, also those that could not be read. With only, just that problem counts, and
// solutions that claim no problem are entered for it too. The entries are ordered by problem. A solution whose
// directives name missing problems or cases is left out, and faults tells why. An error means that nothing can be
// entered.
func Enter(problems []problem.Problem, ids []string, solutions []solution.Solution, only string, globs []string) (entries []Entry, faults, err error) {
	cases := map[string][]string{}
	for _, p := range problems {
		cases[p.ID] = []string{}
		for _, c := range p.Cases {
			cases[p.ID] = append(cases[p.ID], c.Name)
		}
	}
	if only != "" && cases[only] == nil {
		return nil, nil, say.Errorf("-problem %s: there is no such problem", only).Hint("%s", suggest.PerhapsListed(only, ids))
	}
	var sound []solution.Solution
	var wrong []error
	for _, s := range solutions {
		err := s.CheckAgainst(ids, cases)
		if err == nil && len(s.Problems) == 0 && only == "" {
			err = unclaimed(s, ids)
		}
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		sound = append(sound, s)
	}
	faults = errors.Join(wrong...)
	chosen := 0 // cases that globs pick
	for _, p := range problems {
		picked := p.Select(globs...)
		chosen += len(picked)
		for _, s := range sound {
			if len(picked) > 0 && (slices.Contains(s.Problems, p.ID) || len(s.Problems) == 0) {
				entries = append(entries, Entry{Problem: p, Solution: s, Cases: picked, Order: len(entries)})
			}
		}
	}
	return entries, faults, whyNone(entries, solutions, faults, chosen, only, globs)
}

// unclaimed explains why a solution that claims no problem cannot be graded.
func unclaimed(s solution.Solution, ids []string) error {
	if no := s.NoProgram(); no.Said() {
		return say.Errorf("%s", no)
	}
	which := say.Errorf("%s: which problem does it solve? Say -problem ID, or put %s into the file (problems: %s)", s.Path, s.Directive("problem ID"), strings.Join(ids, " "))
	if asked, ok := siteFunction(s); ok {
		return which.Hint("for none of them: judge new problem %s -function '%s'; then paste the samples of the site", strings.ToLower(asked.Name), asked)
	}
	return which.Hint("for none of them: judge try runs it on what you type")
}

var private = match.Lazy(`(?m)^\s*private\b.*$`)

// siteFunction is the function that a source without a main holds for a site.
func siteFunction(s solution.Solution) (asked function.Signature, ok bool) {
	if len(s.Files) != 1 || isProgram(s) {
		return asked, false
	}
	code := private().ReplaceAllString(s.Text(), "")
	if _, class, ok := strings.Cut(code, "class Solution"); ok {
		if _, public, ok := strings.Cut(class, "public:"); ok {
			class = public
		}
		code = class
	}
	asked, err := function.ParseAny(code)
	return asked, err == nil && s.Lang().Defines(asked, s.Path, s.Text())
}

// In keeps the cases that belong to a shard.
func In(shard result.Shard, entries []Entry) (kept []Entry) {
	if shard.Of <= 1 {
		return entries
	}
	for _, e := range entries {
		e.Partial = true
		e.Cases = slices.DeleteFunc(slices.Clone(e.Cases), func(c problem.Case) bool { return !shard.Holds(e.Problem.ID, c.Name) })
		if len(e.Cases) > 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

// whyNone explains why there is nothing to grade; nil if there is something.
func whyNone(entries []Entry, solutions []solution.Solution, faults error, chosen int, only string, globs []string) error {
	switch {
	case len(entries) > 0:
		return nil
	case faults != nil:
		return faults
	case len(solutions) == 0:
		return say.Errorf("no solutions found").Hint("add solutions/NAME/main.go, or name a source file")
	case chosen == 0 && len(globs) > 0:
		return say.Errorf("-case %s: no case of that name", strings.Join(globs, " -case ")).Hint("judge list -cases shows them")
	case only != "":
		return say.Errorf("-problem %s: none of the chosen solutions claims it", only)
	}
	return say.Errorf("none of the chosen solutions claims a problem that has a chosen case")
}

// sourceHead is the text of a main source file for the report. A text too long for people is cut.
func sourceHead(s solution.Solution) string {
	const most = 64 << 10
	return s.Text()[:min(len(s.Text()), most)]
}
