package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/junit"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// Output holds the flags that say where results go and how they look. The commands that have results share it.
type Output struct {
	verbose, Quiet    bool
	JSON, JUnit, HTML string // files: "" is not wanted, "-" is standard output
	others            []string
	root              string // of the tree, as it was given
	reports           []reportFile
}

// register declares the flags.
func (f *Output) register(fs *flag.FlagSet) {
	f.registerFiles(fs)
	fs.BoolVar(&f.verbose, "v", false, "")
	fs.BoolVar(&f.Quiet, "q", false, "")
	fs.StringVar(&f.JUnit, "junit", "", "")
}

// registerFiles declares those of a command that has but a page and its JSON.
func (f *Output) registerFiles(fs *flag.FlagSet) {
	fs.StringVar(&f.HTML, "html", "", "")
	fs.StringVar(&f.JSON, "json", "", "")
}

// files returns the names of the files to write.
func (f *Output) files() []string {
	named := append([]string{f.HTML, f.JSON, f.JUnit}, f.others...)
	return slices.DeleteFunc(named, func(name string) bool { return name == "" })
}

// check finds flags that contradict each other.
func (f *Output) check() error {
	if f.verbose && f.Quiet {
		return say.Errorf("-v and -q contradict each other").Hint("give one of them")
	}
	names := f.files()
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return say.Errorf("%s is named for two reports", name).Hint("give each its own file")
		}
	}
	return nil
}

// ownsStdout reports whether a report for a machine was asked for on standard output.
func (f *Output) ownsStdout() bool { return slices.Contains(f.files(), "-") }

// forPeople is where text for people goes: not among a report on standard output.
func (f *Output) forPeople(env *terminal.Console) io.Writer {
	if f.ownsStdout() {
		return env.Stderr
	}
	return env.Stdout
}

// writeReport writes a run in some form.
type writeReport func(io.Writer, result.Run) error

// reportFile is a file that will hold the results.
type reportFile struct {
	name   string // as it was given
	target *tempfile.Target
	write  writeReport
}

// open prepares the reports that are wanted, by the names of their files, before anything runs, so that a missing
// folder is reported at once. They get their names only when they are complete.
func (f *Output) open(ctx context.Context, wanted map[string]writeReport) error {
	if err := f.check(); err != nil {
		return err
	}
	taken := map[string]string{}
	for name, write := range wanted {
		one := reportFile{name: name, write: write}
		if name != "" && name != "-" {
			var err error
			if one.target, err = tempfile.OpenTarget(ctx, name); err != nil {
				return say.Errorf("%s: cannot be written: %w", name, err)
			}
			if other := taken[one.target.Path]; other != "" && !one.target.Streams() {
				return say.Errorf("%s and %s are the same file", min(name, other), max(name, other)).Hint("give each report its own")
			}
			taken[one.target.Path] = name
		}
		if name != "" {
			f.reports = append(f.reports, one)
		}
	}
	return nil
}

// openAll prepares the reports of a run in each of its forms.
func (f *Output) openAll(ctx context.Context, extras page.Extras) error {
	html := func(w io.Writer, run result.Run) error { return page.HTML(w, run, extras) }
	return f.open(ctx, map[string]writeReport{f.JSON: result.WriteRun, f.JUnit: junit.Write, f.HTML: html})
}

// write fills the files, gives them their names, and lists them.
func (f *Output) write(env *terminal.Console, run result.Run) error {
	var errs []error
	for _, one := range f.reports {
		if one.name == "-" {
			errs = append(errs, one.write(env.Stdout, run))
		} else if err := one.target.Write(func(w io.Writer) error { return one.write(w, run) }); err != nil {
			errs = append(errs, say.Errorf("%s: not written: %w", one.name, err))
		}
	}
	named := slices.DeleteFunc(f.files(), func(name string) bool { return name == "-" })
	if err := errors.Join(errs...); err != nil || len(named) == 0 {
		return err
	}
	_, err := fmt.Fprintln(f.forPeople(env), terminal.Escape(env.Say("wrote %s", say.List(named))))
	return err
}

// options returns how a report for people looks on standard output.
func (f *Output) options(env *terminal.Console) report.TextOptions {
	return report.TextOptions{Style: env.Style(env.Stdout), Verbose: f.verbose, Quiet: f.Quiet, Spell: f.spell()}
}

func (f *Output) spell() report.Spell { return spell(Self(), f.root) }

// text writes the report for people, unless standard output is for a machine. It names the isolation if that
// changed since the last run. Stress reports for which problems the judge can generate inputs.
func (f *Output) text(env *terminal.Console, run result.Run, stress func(problem string) bool) error {
	if f.ownsStdout() {
		return nil
	}
	opt := f.options(env)
	opt.Isolation = isNewIsolation(run)
	opt.Stress = stress
	return report.Text(env.Stdout, run, opt)
}

// progress shows how far the entries are, on the stream that no machine reads.
func (f *Output) progress(env *terminal.Console, entries []grade.Entry) *report.Progress {
	w := f.forPeople(env)
	var planned []report.Planned
	for _, e := range entries {
		planned = append(planned, report.Planned{Problem: e.Problem.ID, Solution: e.Solution.Name, Cases: len(e.Cases)})
	}
	live := env.Live(w)
	if f.Quiet && !env.Terminal(w) { // no line is printed before the end that could mix with it
		live = env.Live(env.Stderr)
	}
	return report.NewProgress(w, live, func() terminal.Style { return env.Style(w) }, planned, f.Quiet)
}

// outcome returns what is to be said of these results, if anything; faults are the entries that could not be graded.
func outcome(run result.Run, faults error) error {
	switch {
	case run.Interrupted:
		return ErrInterrupted
	case faults != nil:
		return say.Errorf("not everything was graded:\n%w", faults)
	case run.Count().Unexpected > 0:
		return ErrUnexpected
	}
	return nil
}

// ErrInterrupted is the error of a command that was interrupted.
var ErrInterrupted error = say.Errorf("interrupted")
