package command

import (
	"context"
	"errors"
	"flag"
	"io"
	"time"

	"sudokuoj/judge/internal/contest"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/verdict"
)

// compareFlags are the flags of judge compare.
type compareFlags struct {
	choice
	budget  time.Duration
	verbose bool
	json    string
	colour  screen.Colour
}

func setUpCompare(fs *flag.FlagSet) action {
	f := &compareFlags{}
	f.registerProblem(fs)
	f.registerCases(fs)
	fs.DurationVar(&f.budget, "budget", 20*time.Second, "")
	fs.BoolVar(&f.verbose, "v", false, "")
	fs.StringVar(&f.json, "json", "", "")
	fs.Var(&f.colour, "color", "")
	return f.run
}

func (f *compareFlags) run(ctx context.Context, env *screen.Console, names []string) (int, error) {
	if f.budget <= 0 {
		return cannotWork, say.Errorf("-budget %v: it takes some time, as in 20s or 2m", f.budget)
	}
	entries, faults, err := f.choice.entries(names)
	if err != nil {
		return cannotWork, err
	}
	contests, err := contest.PairUp(entries)
	if err != nil {
		return cannotWork, errors.Join(err, faults)
	}
	var result *contest.Result
	files, err := openReports(ctx, env, map[string]writeReport{f.json: func(w io.Writer, _ verdict.Run) error { return result.JSON(w) }})
	if err != nil {
		return cannotWork, err
	}
	if result, err = f.measure(ctx, env, contests); err != nil {
		return cannotWork, err
	}
	if f.json != "-" {
		err = env.Print(env.Stdout, result.Text(env.Style(env.Stdout, f.colour), f.verbose))
	}
	if err := errors.Join(err, files.write(verdict.Run{})); err != nil {
		return cannotWork, err
	}
	switch {
	case ctx.Err() != nil:
		return cannotWork, errInterrupted
	case faults != nil:
		return cannotWork, say.Errorf("not everything was compared:\n%w", faults)
	case result.Untried().Said():
		return cannotWork, say.Errorf("nothing was compared: %s", result.Untried())
	case result.Unexpected():
		return unexpected, nil
	}
	return allExpected, nil
}

// measure builds and measures, contest by contest, under a live line.
func (f *compareFlags) measure(ctx context.Context, env *screen.Console, contests [][]grade.Entry) (*contest.Result, error) {
	g, err := f.grader(env)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	live := env.Live(env.Stderr)
	defer live.Erase()
	return contest.Measure(ctx, g, contests, contest.Options{Budget: f.budget, Progress: func(m say.Message) { live.Show("%s", m) }})
}
