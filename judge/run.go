package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/verdict"
)

var runCommand = command{
	name:  "run",
	setUp: setUpRun,
}

// runFlags are the flags of judge run.
type runFlags struct {
	choice
	opt         grade.Options
	verbose     bool
	quiet       bool
	colour      colour
	json, junit string
	html        string
	work        bool
	watching    bool
	allowSkips  bool
}

func setUpRun(fs *flag.FlagSet) action {
	f := &runFlags{}
	f.registerCases(fs)
	fs.IntVar(&f.opt.Jobs, "j", 1, "")
	fs.IntVar(&f.opt.Count, "count", 1, "")
	fs.BoolVar(&f.opt.FailFast, "fail-fast", false, "")
	fs.BoolVar(&f.verbose, "v", false, "")
	fs.BoolVar(&f.quiet, "q", false, "")
	fs.Var(&f.colour, "color", "")
	fs.BoolVar(&f.work, "work", false, "")
	fs.StringVar(&f.html, "html", "", "")
	fs.StringVar(&f.json, "json", "", "")
	fs.StringVar(&f.junit, "junit", "", "")
	fs.BoolVar(&f.watching, "watch", false, "")
	fs.BoolVar(&f.allowSkips, "allow-skips", false, "")
	return f.run
}

func (f *runFlags) run(ctx context.Context, env *environment, names []string) (int, error) {
	if err := f.check(); err != nil {
		return cannotWork, err
	}
	if f.watching {
		return f.watch(ctx, env, names)
	}
	entries, faults, err := f.choice.entries(names)
	if err != nil {
		return cannotWork, err
	}
	var extras report.Extras
	page := func(w io.Writer, run verdict.Run) error { return report.HTML(w, run, extras) }
	files, err := openReports(ctx, env, map[string]writeReport{f.json: report.JSON, f.junit: report.JUnit, f.html: page})
	if err != nil {
		return cannotWork, err
	}
	results, extras, err := f.grade(ctx, env, entries)
	if err != nil {
		return cannotWork, err
	}
	if !f.ownsStdout() {
		opt := f.textOptions(env)
		opt.Isolation = news("isolation", results.Host.Isolation.String()+results.Host.MemoryMethod.String())
		err = report.Text(env.stdout, results, opt)
		if f.work {
			err = errors.Join(err, report.Work(env.stdout, results, opt))
		}
		if f.html == "" && !f.quiet && !results.Interrupted && severalTimed(results) {
			err = errors.Join(err, env.print(env.stdout, env.palette(env.stdout, f.colour).Dim(env.say("see why the times differ: -html report.html"))))
		}
	}
	if err := errors.Join(err, files.write(results)); err != nil {
		return cannotWork, err
	}
	if wrote := slices.DeleteFunc([]string{f.html, f.json, f.junit}, func(name string) bool { return name == "" }); len(wrote) > 0 && !f.ownsStdout() {
		fmt.Fprintln(env.stdout, screen.Escape(env.say("wrote %s", say.List(wrote))))
	}
	switch {
	case results.Interrupted:
		return cannotWork, say.Errorf("interrupted")
	case faults != nil:
		return cannotWork, say.Errorf("not everything was graded:\n%w", faults)
	case report.Count(results).Unexpected > 0:
		return unexpected, nil
	case report.Count(results).AsExpected == 0 && !f.allowSkips:
		return cannotWork, say.Errorf("nothing was graded, and nothing is right by being skipped").Hint("-allow-skips takes that for success")
	}
	return allExpected, nil
}

// severalTimed tells if there are times to compare.
func severalTimed(run verdict.Run) bool {
	timed := map[string]int{}
	for _, s := range run.Results {
		if report.Sum(s).Accepted > 0 {
			timed[s.Problem]++
		}
	}
	for _, n := range timed {
		if n > 1 {
			return true
		}
	}
	return false
}

func (f *runFlags) textOptions(env *environment) report.TextOptions {
	return report.TextOptions{Style: env.style(env.stdout, f.colour), Verbose: f.verbose, Quiet: f.quiet,
		Command: self(), Root: f.root, Stress: f.stressable}
}

// ownsStdout tells whether a report for a machine was asked for on standard output.
func (f *runFlags) ownsStdout() bool { return f.json == "-" || f.junit == "-" || f.html == "-" }

func (f *runFlags) check() error {
	switch {
	case f.opt.Jobs < 1:
		return say.Errorf("-j %d: it takes at least 1", f.opt.Jobs)
	case f.opt.Count < 1:
		return say.Errorf("-count %d: it takes at least 1", f.opt.Count)
	case f.verbose && f.quiet:
		return say.Errorf("-v and -q contradict each other: give one of them")
	case f.watching && (f.json != "" || f.junit != "" || f.html != "" || f.work):
		return say.Errorf("-watch shows results on the screen: leave out -json, -junit, -html and -work")
	}
	named := map[string]bool{}
	for _, name := range []string{f.json, f.junit, f.html} {
		if name != "" && named[name] {
			return say.Errorf("%s is named for two reports: give each its own file", name)
		}
		named[name] = true
	}
	return nil
}

// grade runs the entries under a live display, and finds out why the times differ if that is wanted.
func (f *runFlags) grade(ctx context.Context, env *environment, entries []grade.Entry) (run verdict.Run, extras report.Extras, err error) {
	g, err := f.grader(env)
	if err != nil {
		return run, extras, err
	}
	defer g.Close()
	live := newProgress(env, f, entries)
	run, err = g.Grade(ctx, entries, f.opt, live.event)
	live.close()
	if err == nil && ctx.Err() == nil && (f.work || f.html != "") {
		err = countWork(ctx, env, g, entries, &run)
	}
	if err == nil && ctx.Err() == nil && f.html != "" {
		extras, err = watchSearches(ctx, env, g, entries)
	}
	run.Interrupted = ctx.Err() != nil
	return run, extras, err
}
