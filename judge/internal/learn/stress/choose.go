package stress

import (
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// Choose finds the problem: the named one, or the first that all programs claim. Gen is a generator that replaces the
// problem's; with one, no problem is needed.
func Choose(root, id, gen string, programs []solution.Solution) (problem.Problem, error) {
	if gen != "" && id == "" {
		p := problem.Loose(filepath.Base(gen))
		p.Gen = gen
		return p, nil
	}
	for _, claimed := range programs[0].Problems {
		all := true
		for _, s := range programs {
			all = all && slices.Contains(s.Problems, claimed)
		}
		if all && id == "" {
			id = claimed
		}
	}
	claimsNone := func(s solution.Solution) bool { return len(s.Problems) == 0 }
	if id == "" && !slices.ContainsFunc(programs, claimsNone) {
		return problem.Problem{}, say.Errorf("stress: the programs share no problem: say -problem ID for one that all of them can read")
	}
	if id == "" {
		return problem.Problem{}, say.Errorf("stress: on which problem? Say -problem ID (judge list shows them), or -gen FILE for inputs of your own")
	}
	p, err := problem.Load(root, id)
	if err != nil {
		return p, err
	}
	if gen != "" {
		p.Gen = gen
	}
	if p.Gen == "" && p.Check.Kind != "sudoku" && p.Function == nil {
		return p, say.Errorf("%s: no inputs can be made up for it: add a line gen: gen.py, with a program that gets a number and prints an input, or name one with -gen",
			filepath.Join(p.Dir, "judge.yaml"))
	}
	return p, nil
}
