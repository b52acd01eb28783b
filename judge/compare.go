package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/verdict"
)

var compareCommand = command{
	name:  "compare",
	setUp: setUpCompare,
}

// compareFlags are the flags of judge compare.
type compareFlags struct {
	choice
	budget  time.Duration
	verbose bool
	json    string
	colour  colour
}

func setUpCompare(fs *flag.FlagSet) action {
	f := &compareFlags{}
	f.registerCases(fs)
	fs.DurationVar(&f.budget, "budget", 20*time.Second, "")
	fs.BoolVar(&f.verbose, "v", false, "")
	fs.StringVar(&f.json, "json", "", "")
	fs.Var(&f.colour, "color", "")
	return f.run
}

func (f *compareFlags) run(ctx context.Context, env *environment, names []string) (int, error) {
	if f.budget <= 0 {
		return cannotWork, say.Errorf("-budget %v: it takes some time, as in 20s or 2m", f.budget)
	}
	entries, faults, err := f.choice.entries(names)
	if err != nil {
		return cannotWork, err
	}
	contests, err := pairUp(entries)
	if err != nil {
		return cannotWork, errors.Join(err, faults)
	}
	var view *compareView
	files, err := openReports(ctx, env, map[string]writeReport{f.json: func(w io.Writer, _ verdict.Run) error { return view.json(w) }})
	if err != nil {
		return cannotWork, err
	}
	if view, err = f.measure(ctx, env, contests); err != nil {
		return cannotWork, err
	}
	if f.json != "-" {
		var b strings.Builder
		view.text(&b, env.palette(env.stdout, f.colour), f.verbose)
		err = env.print(env.stdout, b.String())
	}
	if err := errors.Join(err, files.write(verdict.Run{})); err != nil {
		return cannotWork, err
	}
	switch {
	case ctx.Err() != nil:
		return cannotWork, say.Errorf("interrupted")
	case faults != nil:
		return cannotWork, say.Errorf("not everything was compared:\n%w", faults)
	case view.untried() != "":
		return cannotWork, say.Errorf("nothing was compared: %s", view.untried())
	case view.unexpected():
		return unexpected, nil
	}
	return allExpected, nil
}

// pairUp keeps the problems that two solutions or more are entered for.
func pairUp(entries []grade.Entry) ([][]grade.Entry, error) {
	var contests [][]grade.Entry
	var single []string
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Problem.ID == entries[0].Problem.ID {
			n++
		}
		if n > 1 {
			contests = append(contests, entries[:n])
		} else {
			single = append(single, fmt.Sprintf("only %s is entered for %s", entries[0].Solution.Name, entries[0].Problem.ID))
		}
		entries = entries[n:]
	}
	if len(contests) == 0 {
		return nil, say.Errorf("a comparison needs two solutions of the same problem: %s", single[0])
	}
	return contests, nil
}

// measure builds and measures, contest by contest; each gets its share of the budget.
func (f *compareFlags) measure(ctx context.Context, env *environment, contests [][]grade.Entry) (*compareView, error) {
	g, err := f.grader(env)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	live := env.liveLine(env.stderr)
	defer live.erase()
	view := &compareView{Schema: 1, Host: viewHost(grade.Host(g.Sandbox)), BudgetSeconds: f.budget.Seconds()}
	for _, entries := range contests {
		c := &contest{Grader: g, budget: f.budget / time.Duration(len(contests)), live: live}
		if err := c.prepare(ctx, entries); err != nil {
			return nil, err
		}
		c.warmUp(ctx)
		if err := c.rounds(ctx); err != nil {
			return nil, err
		}
		view.Problems = append(view.Problems, c.view())
	}
	return view, nil
}
