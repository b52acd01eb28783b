package submit

import (
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// Wish names a site or a problem; "" leaves the choice to the solution.
type Wish struct{ Site, Problem string }

// Choose finds the site and the problem that a solution is for: those that are named, or that it claims, or whose
// function it holds.
func (w Wish) Choose(problems []problem.Problem, s solution.Solution) (Target, error) {
	var names []string
	for _, site := range Sites {
		names = append(names, site.Name)
	}
	if w.Site != "" && !slices.Contains(names, w.Site) {
		return Target{}, say.Errorf("-site %q: the sites are %s", w.Site, say.List(names))
	}
	found := w.targets(problems, s)
	if len(found) == 0 { // one that it does not claim
		unclaimed := s
		unclaimed.Problems = nil
		found = w.targets(problems, unclaimed)
	}
	switch len(found) {
	case 0:
		return Target{}, w.nowhere(s)
	case 1:
		return found[0], nil
	}
	return Target{}, ambiguous(found)
}

// targets are those that a solution may be for.
func (w Wish) targets(problems []problem.Problem, s solution.Solution) (found []Target) {
	for _, p := range problems {
		for _, site := range Sites {
			if t, ok := site.Takes(p); ok && (w.Site == "" || w.Site == site.Name) && w.fits(p, s) {
				found = append(found, t)
			}
		}
	}
	return found
}

func (w Wish) fits(p problem.Problem, s solution.Solution) bool {
	switch {
	case w.Problem != "":
		return w.Problem == p.ID
	case len(s.Problems) > 0:
		return slices.Contains(s.Problems, p.ID)
	case p.Function == nil:
		return w.Site != "" // any program may be one of that site's
	}
	return s.Lang().Missing(*p.Function, s.Path, []byte(s.Text())) == nil
}

// nowhere explains why no target was found for a solution.
func (w Wish) nowhere(s solution.Solution) error {
	switch {
	case w.Problem != "" && w.Site != "":
		at := slices.IndexFunc(Sites, func(site Site) bool { return site.Name == w.Site })
		return say.Errorf("-problem %s: it is no problem of %s", w.Problem, Sites[at].Called)
	case w.Problem != "":
		return say.Errorf("-problem %s: it is no problem of AcWing, Luogu or POJ, and it asks for no function, as LeetCode does", w.Problem)
	case w.Site == "leetcode":
		return say.Errorf("submit: no problem here asks for a function that the file defines").Hint("name the problem with -problem; judge new problem NAME -function '...' makes one")
	case w.Site == "" && len(s.Problems) > 0:
		return say.Errorf("submit: %s is of no site that the judge knows", say.List(s.Problems)).Hint("paste the file as it is, without its lines with judge:")
	}
	return say.Errorf("submit: no site is named").Hint("add -site acwing, leetcode, luogu or poj")
}

// ambiguous asks for a choice between targets: by their sites, or else by their problems.
func ambiguous(found []Target) error {
	var titles, sites, problems []string
	for _, t := range found {
		titles, sites, problems = append(titles, t.Title), append(sites, "-site "+t.Name), append(problems, "-problem "+t.Problem.ID)
	}
	slices.Sort(sites)
	choices := slices.Compact(sites)
	if len(choices) == 1 {
		choices = problems
	}
	return say.Errorf("submit: the file may be for %s", say.List(titles)).Hint("add one of %s", say.List(choices))
}
