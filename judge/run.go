package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/verdict"
)

var runCommand = command{
	name:    "run",
	summary: "grade solutions (what judge does when no command is named)",
	manual: `Usage: judge [run] [flags] [solutions]

Builds each solution, runs it on every case of the problems it claims, and shows a verdict and a CPU
time for each. A solution is a name or a glob under solutions/, or the path of any source file or
folder; without one, all under solutions/ are graded.

What to grade:
  -root DIR       the folder that holds problems/, testdata/ and solutions/
                  (default: the nearest one upwards from here)
  -problem ID     this problem only; a file without a //judge:problem line is graded on it
  -case GLOB      these cases only: "secret/07*", or "07*" for the last part of the name; said more than
                  once, those of each

How to grade:
  -j N            N cases at once, at most one for each processor; what was disturbed or came near its
                  limit is timed again alone (default 1: every run has the machine to itself)
  -count N        run each case N times; report the median and the spread
  -fail-fast      after a solution's first unexpected result skip its other cases
  -no-cache       build everything anew
  -watch          then wait, and grade again what each saved file touches; Ctrl-C ends
  -isolation N    use no stronger step of isolation than N, 1 to 5 (judge doctor explains them)

What to show:
  -v              every case in full: time, memory, messages, differences
  -q              the summary alone
  -color WHEN     auto, always or never; NO_COLOR and FORCE_COLOR are respected
  -work           also count the statements that Go solutions execute on each case they solve: the
                  same on every machine and in every run
  -html FILE      also write the page that shows why the times differ: plots, differences, sources with
                  a count for each line, and the searches side by side on one board of the chosen cases,
                  the first that needs some search but not much (it does what -work does)
  -json FILE      also write the results as JSON; - writes them to standard output, and nothing else
  -junit FILE     also write the results as JUnit XML

Examples:
  judge                                   everything
  judge lowbit naive -v                   two solutions, every case in full
  judge my.cpp -problem acwing166         a file of your own
  judge 'b*' -case 'secret/0*' -count 5   five runs of a case, for times to rely on
  judge lowbit naive -html report.html    the page that shows why the times differ
  judge my.cpp -watch -fail-fast          while you write it: graded whenever it is saved
  judge -root ~/class -j 8 -q             a whole class, eight cases at once, and only the summary
  judge -json - | jq .summary             for another program
  judge -junit out.xml -color never       for a CI that reads JUnit
  judge naive -work                       counts of statements instead of times
  judge lowbit -isolation 4 -no-cache     to see whether the walls, or the cache, make a difference

Exit status: 0 every result is as expected, 1 some result is not, 2 the judge could not work.
(go run turns every status but 0 into 1 and prints "exit status N".)
`,
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
	if !f.ownsStdout() {
		opt := f.textOptions(env)
		err = report.Text(env.stdout, results, opt)
		if f.work {
			err = errors.Join(err, report.Work(env.stdout, results, opt))
		}
		if f.html == "" && !f.quiet && !results.Interrupted && severalTimed(results) {
			err = errors.Join(err, env.print(env.stdout, env.palette(env.stdout, f.colour).Dim("see why the times differ: -html report.html")))
		}
	}
	if err := errors.Join(err, files.write(results)); err != nil {
		return cannotWork, err
	}
	if wrote := slices.DeleteFunc([]string{f.html, f.json, f.junit}, func(name string) bool { return name == "" }); len(wrote) > 0 && !f.ownsStdout() {
		fmt.Fprintln(env.stdout, "wrote", report.Escape(strings.Join(wrote, ", ")))
	}
	switch {
	case results.Interrupted:
		return cannotWork, errors.New("interrupted")
	case faults != nil:
		return cannotWork, fmt.Errorf("not everything was graded:\n%w", faults)
	case report.Count(results).Unexpected > 0:
		return unexpected, nil
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
	return report.TextOptions{Palette: env.palette(env.stdout, f.colour), Width: env.width(), Fold: env.fold(env.stdout), Verbose: f.verbose, Quiet: f.quiet,
		Command: self(), Root: f.root}
}

// ownsStdout tells whether a report for a machine was asked for on standard output.
func (f *runFlags) ownsStdout() bool { return f.json == "-" || f.junit == "-" || f.html == "-" }

func (f *runFlags) check() error {
	switch {
	case f.opt.Jobs < 1:
		return fmt.Errorf("-j %d: it takes at least 1", f.opt.Jobs)
	case f.opt.Count < 1:
		return fmt.Errorf("-count %d: it takes at least 1", f.opt.Count)
	case f.verbose && f.quiet:
		return errors.New("-v and -q contradict each other: give one of them")
	case f.watching && (f.json != "" || f.junit != "" || f.html != "" || f.work):
		return errors.New("-watch shows results on the screen: leave out -json, -junit, -html and -work")
	}
	named := map[string]bool{}
	for _, name := range []string{f.json, f.junit, f.html} {
		if name != "" && named[name] {
			return fmt.Errorf("%s is named for two reports: give each its own file", name)
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
