package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/stress"
)

var stressCommand = command{
	name:  "stress",
	setUp: setUpStress,
}

// stressFlags are the flags of judge stress.
type stressFlags struct {
	choice
	given  func(flag string) bool
	budget time.Duration // of the search
	shrink time.Duration // of making a failure small; 0 is no bound
	count  int
	from   int
	seed   uint64
	save   bool
	colour colour
}

func setUpStress(fs *flag.FlagSet) action {
	f := &stressFlags{given: given(fs)}
	f.declare(fs)
	return f.run
}

func (f *stressFlags) declare(fs *flag.FlagSet) {
	f.registerProblem(fs)
	fs.DurationVar(&f.budget, "time", 0, "")
	fs.IntVar(&f.count, "n", 0, "")
	fs.IntVar(&f.from, "from", 0, "")
	fs.Uint64Var(&f.seed, "seed", 0, "")
	fs.BoolVar(&f.save, "save", false, "")
	fs.Var(&f.colour, "color", "")
}

func (f *stressFlags) run(ctx context.Context, env *environment, names []string) (int, error) {
	if err := f.settle(names); err != nil {
		return cannotWork, err
	}
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	programs, err := pickAll(root, names)
	if err != nil {
		return cannotWork, err
	}
	p, err := f.choose(root, programs)
	if err != nil {
		return cannotWork, err
	}
	g, err := f.grader(env)
	if err != nil {
		return cannotWork, err
	}
	defer g.Close()
	a, err := newArena(ctx, g, p, programs)
	if err != nil {
		return cannotWork, err
	}
	defer a.remove()
	return f.search(ctx, env, a)
}

// settle checks the flags and fills in those that were not given.
func (f *stressFlags) settle(names []string) error {
	switch {
	case len(names) == 0:
		return say.Errorf("stress: name the program to try, as in: judge stress lowbit")
	case f.count < 0 || f.given("n") && f.count == 0:
		return say.Errorf("-n %d: it takes at least 1", f.count)
	case f.from < 0:
		return say.Errorf("-from %d: the first input is number 0", f.from)
	case f.budget < 0 || f.given("time") && f.budget == 0:
		return say.Errorf("-time %s: write 30s or 5m", f.budget)
	}
	switch {
	case f.budget > 0:
	case f.count > 0:
		f.budget = 365 * 24 * time.Hour
	default:
		f.budget = 10 * time.Second
	}
	if f.count == 0 || f.given("time") {
		f.shrink = max(f.budget, 5*time.Second)
	}
	if !f.given("seed") {
		f.seed = 1 + rand.Uint64N(999_999) // short, as people type it again
	}
	return nil
}

// choose finds the problem: the one named, or the first that all the programs claim.
func (f *stressFlags) choose(root string, programs []solution.Solution) (problem.Problem, error) {
	id := f.problem
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
		return problem.Problem{}, say.Errorf("stress: on which problem? Say -problem ID (judge list shows them)")
	}
	p, err := problem.Load(root, id)
	if err != nil {
		return p, err
	}
	if p.Gen == "" && p.Check.Kind != "sudoku" && p.Function == nil {
		return p, say.Errorf("%s: no inputs can be made up for it: add a line gen: gen.py, with a program that gets a number and prints an input",
			filepath.Join(p.Dir, "judge.yaml"))
	}
	return p, nil
}

// search runs the search and shows what it finds.
func (f *stressFlags) search(ctx context.Context, env *environment, a *arena) (int, error) {
	until, stop := context.WithTimeout(ctx, f.budget)
	defer stop()
	live := newTicker(env, a)
	o := stress.Options{Programs: len(a.programs), Task: a.task, Function: a.problem.Function, Bounds: a.problem.Bounds, Seed: f.seed, From: f.from, Count: f.count,
		Limit: a.limit(), Shrink: f.shrink, Observe: live.show}
	start := time.Now()
	tried, found, err := stress.Search(ctx, until, a, o)
	took := time.Since(start)
	live.line.erase()
	if ctx.Err() != nil && found == nil {
		return cannotWork, say.Errorf("interrupted after %s of seed %d, no failure so far", a.count(tried), f.seed)
	}
	if err != nil {
		return cannotWork, err
	}
	out, style := env.stdout, env.style(env.stdout, f.colour)
	if found == nil {
		fmt.Fprintf(out, "%s %s\n", style.Green("✓"), style.Say("%s: no failure in %s of seed %d (%.1f s, %.0f a second)",
			screen.Escape(strings.Join(a.names(), ", ")), a.count(tried), f.seed, took.Seconds(), float64(tried)/took.Seconds()))
		return allExpected, nil
	}
	f.show(out, style, a, found, tried)
	if f.save {
		name, err := saveCase(a, f.seed, found)
		if err != nil {
			return cannotWork, err
		}
		fmt.Fprintf(out, "  %s\n", style.Say("saved as %s.in, .ans and .yaml", name))
	}
	if ctx.Err() != nil {
		return cannotWork, say.Errorf("interrupted")
	}
	return unexpected, nil
}
