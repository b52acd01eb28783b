package grade

import (
	"errors"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// Wanted is a user's choice of what to grade.
type Wanted struct {
	Root    string   // of the tree
	Problem string   // "" for those that the solutions claim
	Cases   []string // patterns; a case needs to match one of them; none means all

	Passes func(problem.Problem, solution.Solution) bool // see Recognise; may be nil
	Tell   func(say.Message)                             // if set, gets a message for each solution that names no problem and is taken for one
}

// Find reads the solutions and problems to grade: all, or those that are named. Faults lists the problems and
// solutions that cannot be graded, and why. unknown explains a name that matches no solution.
func (w Wanted) Find(names []string, unknown func(name string, known []string) error) (entries []Entry, faults, err error) {
	ids, err := problem.IDs(w.Root)
	if err != nil {
		return nil, nil, err
	}
	solutions, unread := solution.FindAll(w.Root)
	if len(names) > 0 {
		if solutions, unread, err = solution.Pick(w.Root, names, unknown); err != nil {
			return nil, nil, err
		}
	}
	if w.Problem == "" {
		tell := w.Tell
		if tell == nil {
			tell = func(say.Message) {}
		}
		Recognise(w.Root, solutions, w.Passes, tell)
	}
	if len(solutions) == 0 && unread != nil {
		return nil, nil, unread
	}
	problems, broken := w.problems(ids, solutions, len(names) > 0)
	if len(problems) == 0 && broken != nil {
		return nil, nil, broken
	}
	entries, faults, err = Enter(problems, ids, solutions, w.Problem, w.Cases)
	if err != nil {
		return nil, nil, errors.Join(err, broken)
	}
	for i := range entries {
		entries[i].Unasked = len(names) == 0
	}
	return entries, errors.Join(broken, unread, faults), Unmatched(w.Cases, entries)
}

// problems reads the problems to grade: the one that is named, those that named solutions claim, or all. Faults of
// other problems are reported when those are graded.
func (w Wanted) problems(ids []string, solutions []solution.Solution, named bool) (problems []problem.Problem, broken error) {
	var faults []error
	for _, id := range ids {
		claims := func(s solution.Solution) bool { return slices.Contains(s.Problems, id) || len(s.Problems) == 0 }
		if w.Problem != "" && w.Problem != id || named && w.Problem == "" && !slices.ContainsFunc(solutions, claims) {
			continue
		}
		p, err := problem.Load(w.Root, id)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		problems = append(problems, p)
	}
	return problems, errors.Join(faults...)
}

// Unmatched returns an error for patterns that match no case of the entries: otherwise a run that left out the
// wanted cases would look like a successful one.
func Unmatched(patterns []string, entries []Entry) error {
	var faults []error
	for _, pattern := range patterns {
		if !slices.ContainsFunc(entries, func(e Entry) bool { return len(e.Problem.Select(pattern)) > 0 }) {
			faults = append(faults, say.Errorf("-case %s: no case of that name", pattern).Hint("judge list -cases shows them"))
		}
	}
	return errors.Join(faults...)
}
