package command

import (
	"flag"
	"fmt"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/junit"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// showFlags say where results go and how they look. The commands that have results share them.
type showFlags struct {
	verbose, quiet    bool
	colour            terminal.Colour
	json, junit, html string
	others            []string // further files that are written
	root              string   // of the tree, as it was given
}

func (f *showFlags) register(fs *flag.FlagSet) {
	fs.BoolVar(&f.verbose, "v", false, "")
	fs.BoolVar(&f.quiet, "q", false, "")
	fs.Var(&f.colour, "color", "")
	fs.StringVar(&f.html, "html", "", "")
	fs.StringVar(&f.json, "json", "", "")
	fs.StringVar(&f.junit, "junit", "", "")
}

// files returns the names of the files to write.
func (f *showFlags) files() []string {
	named := append([]string{f.html, f.json, f.junit}, f.others...)
	return slices.DeleteFunc(named, func(name string) bool { return name == "" })
}

func (f *showFlags) check() error {
	if f.verbose && f.quiet {
		return say.Errorf("-v and -q contradict each other").Hint("give one of them")
	}
	named := map[string]bool{}
	for _, name := range f.files() {
		if named[name] {
			return say.Errorf("%s is named for two reports", name).Hint("give each its own file")
		}
		named[name] = true
	}
	return nil
}

// wanted maps file names to the reports that they get.
func (f *showFlags) wanted(page writeReport) map[string]writeReport {
	return map[string]writeReport{f.json: result.WriteRun, f.junit: junit.Write, f.html: page}
}

// ownsStdout reports whether a report for a machine was asked for on standard output.
func (f *showFlags) ownsStdout() bool { return slices.Contains(f.files(), "-") }

func (f *showFlags) options(env *terminal.Console) report.TextOptions {
	return report.TextOptions{Style: env.Style(env.Stdout, f.colour), Verbose: f.verbose, Quiet: f.quiet, Command: self(), Root: f.root}
}

// text writes the report for people, unless standard output is for a machine. It names the isolation if that
// changed since the last run. Stress reports for which problems the judge can generate inputs.
func (f *showFlags) text(env *terminal.Console, run result.Run, stress func(problem string) bool) error {
	if f.ownsStdout() {
		return nil
	}
	opt := f.options(env)
	opt.Isolation = news("isolation", say.English.Text(run.Host.Isolation)+say.English.Text(run.Host.MemoryMethod))
	opt.Stress = stress
	return report.Text(env.Stdout, run, opt)
}

// progress shows how far the entries are, on the stream that no machine reads.
func (f *showFlags) progress(env *terminal.Console, entries []grade.Entry) *report.Progress {
	w := env.Stdout
	if f.ownsStdout() {
		w = env.Stderr
	}
	var planned []report.Planned
	for _, e := range entries {
		planned = append(planned, report.Planned{Problem: e.Problem.ID, Solution: e.Solution.Name, Cases: len(e.Cases)})
	}
	live := env.Live(w)
	if f.quiet && !env.Terminal(w) { // no line is printed before the end that could mix with it
		live = env.Live(env.Stderr)
	}
	return report.NewProgress(w, live, func() terminal.Style { return env.Style(w, f.colour) }, planned, f.quiet)
}

// wrote lists the files that were written.
func (f *showFlags) wrote(env *terminal.Console) error {
	if len(f.files()) == 0 || f.ownsStdout() {
		return nil
	}
	_, err := fmt.Fprintln(env.Stdout, terminal.Escape(env.Say("wrote %s", say.List(f.files()))))
	return err
}

// outcome returns the exit code for these results; faults are the entries that could not be graded.
func outcome(run result.Run, faults error) (int, error) {
	switch {
	case run.Interrupted:
		return cannotWork, errInterrupted
	case faults != nil:
		return cannotWork, say.Errorf("not everything was graded:\n%w", faults)
	case run.Count().Unexpected > 0:
		return unexpected, nil
	}
	return allExpected, nil
}

var errInterrupted error = say.Errorf("interrupted")
