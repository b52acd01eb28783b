package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"sudokuoj/judge/internal/explain"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/trace"
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
	extras.Command, extras.Root = self(), f.root
	if !f.ownsStdout() {
		opt := f.textOptions(env)
		err = report.Text(env.stdout, results, opt)
		if f.work {
			err = errors.Join(err, report.Work(env.stdout, results, opt))
		}
		if !f.quiet && !results.Interrupted {
			err = errors.Join(err, report.Finding(env.stdout, results, extras.Replays, opt))
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
	}
	return allExpected, nil
}

// pagePatience is how long a solution may search while it is watched for the page: who waits for a page has
// not asked for that one search.
const pagePatience = 5 * time.Second

func (f *runFlags) textOptions(env *environment) report.TextOptions {
	return report.TextOptions{Style: env.style(env.stdout, f.colour), Verbose: f.verbose, Quiet: f.quiet,
		Command: self(), Root: f.root}
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
		line := env.liveLine(env.stderr)
		defer line.erase()
		why := explain.Explainer{Tracer: &trace.Tracer{Builder: g.Builder, Sandbox: g.Sandbox, Patience: pagePatience}, Show: line.show}
		err = why.Count(ctx, entries, &run)
		if err == nil && ctx.Err() == nil && f.html != "" {
			extras.Replays, err = why.Watch(ctx, entries, run)
		}
	}
	run.Interrupted = ctx.Err() != nil
	return run, extras, err
}
