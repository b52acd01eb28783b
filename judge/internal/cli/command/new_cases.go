package command

import (
	"context"
	"flag"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/show/terminal"
)

// newCases are the flags of judge new cases.
type newCases struct {
	with string // the program that is trusted
	gen  int
	seed uint64
}

func (c *newCases) declare(fs *flag.FlagSet) {
	fs.StringVar(&c.with, "with", "", "")
	fs.IntVar(&c.gen, "gen", 0, "")
	fs.Uint64Var(&c.seed, "seed", 1, "")
}

// mostCases is how many cases are made up at once.
const mostCases = 1000

// writeCases answers the inputs of a problem that have no answer, and makes up more cases.
func (f *skeletonFlags) writeCases(ctx context.Context, env *terminal.Console, asked []string) error {
	id := asked[0]
	switch {
	case f.cases.with == "":
		return say.Errorf("new cases: which program knows the answers? Say -with FILE")
	case f.cases.gen < 0 || f.cases.gen > mostCases:
		return say.Errorf("-gen %d: from 0 to %d cases", f.cases.gen, mostCases)
	}
	programs, err := pick(f.home, []string{f.cases.with})
	if err != nil {
		return err
	}
	open, p, err := loadUnanswered(f.home, id)
	defer func() { // what was not answered is as it was before
		for _, name := range open {
			os.Remove(name + ".ans")
		}
	}()
	switch {
	case err != nil:
		return err
	case p.Check.Interactive:
		return say.Errorf("new cases: %s is interactive, and its cases have no answers", id)
	case len(open) == 0 && f.cases.gen == 0:
		return say.Errorf("new cases: every input of %s has its answer", id).Hint("-gen 10 makes up ten more cases")
	case f.cases.gen > 0:
		if _, err := stress.Choose(f.home, id, "", programs); err != nil { // no input can be made up
			return err
		}
	}
	a, err := stress.NewGrading(ctx, f.grader, p, programs)
	if err != nil {
		return err
	}
	defer a.Close()
	for len(open) > 0 {
		if err := a.WriteAnswer(ctx, open[0]); err != nil {
			return err
		}
		env.Tell("wrote %s", open[0]+".ans")
		open = open[1:]
	}
	names, err := a.WriteCases(ctx, f.cases.seed, f.cases.gen)
	for _, name := range names {
		env.Tell("wrote %s", name+".in, .ans")
	}
	return err
}

// loadUnanswered reads a problem with empty answers in the place of those that are missing, and returns the names of
// their inputs.
func loadUnanswered(root, id string) (open []string, p problem.Problem, err error) {
	if !problem.ValidID(id) {
		p, err = problem.Load(root, id) // which says so
		return nil, p, err
	}
	all, err := stress.Unanswered(filepath.Join(root, "testdata", id))
	if err != nil && !os.IsNotExist(err) {
		return nil, p, err
	}
	for _, name := range all {
		if err := os.WriteFile(name+".ans", nil, 0o666); err != nil {
			return open, p, err
		}
		open = append(open, name)
	}
	p, err = problem.Load(root, id)
	return open, p, err
}
