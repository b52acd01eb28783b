package command

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"sudokuoj/judge/internal/base/say"
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
	JSON, JUnit, HTML string
	Others            []string // further files that are written
	Root              string   // of the tree, as it was given
}

// Register declares the flags.
func (f *Output) Register(fs *flag.FlagSet) {
	fs.BoolVar(&f.verbose, "v", false, "")
	fs.BoolVar(&f.Quiet, "q", false, "")
	fs.StringVar(&f.HTML, "html", "", "")
	fs.StringVar(&f.JSON, "json", "", "")
	fs.StringVar(&f.JUnit, "junit", "", "")
}

// files returns the names of the files to write.
func (f *Output) files() []string {
	named := append([]string{f.HTML, f.JSON, f.JUnit}, f.Others...)
	return slices.DeleteFunc(named, func(name string) bool { return name == "" })
}

// Check finds flags that contradict each other.
func (f *Output) Check() error {
	if f.verbose && f.Quiet {
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
func (f *Output) wanted() map[string]WriteReport {
	return map[string]WriteReport{f.JSON: result.WriteRun, f.JUnit: junit.Write,
		f.HTML: func(w io.Writer, run result.Run) error {
			return page.HTML(w, run, page.Extras{Spell: spell(Self(), f.Root)})
		}}
}

// OwnsStdout reports whether a report for a machine was asked for on standard output.
func (f *Output) OwnsStdout() bool { return slices.Contains(f.files(), "-") }

// Options returns how a report for people looks on standard output.
func (f *Output) Options(env *terminal.Console) report.TextOptions {
	return report.TextOptions{Style: env.Style(env.Stdout), Verbose: f.verbose, Quiet: f.Quiet, Spell: spell(Self(), f.Root)}
}

// Text writes the report for people, unless standard output is for a machine. It names the isolation if that
// changed since the last run. Stress reports for which problems the judge can generate inputs.
func (f *Output) Text(env *terminal.Console, run result.Run, stress func(problem string) bool) error {
	if f.OwnsStdout() {
		return nil
	}
	opt := f.Options(env)
	opt.Isolation = News("isolation", say.English.Text(run.Host.Isolation)+say.English.Text(run.Host.MemoryMethod))
	opt.Stress = stress
	return report.Text(env.Stdout, run, opt)
}

// Progress shows how far the entries are, on the stream that no machine reads.
func (f *Output) Progress(env *terminal.Console, entries []grade.Entry) *report.Progress {
	w := env.Stdout
	if f.OwnsStdout() {
		w = env.Stderr
	}
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

// Wrote lists the files that were written.
func (f *Output) Wrote(env *terminal.Console) error {
	if len(f.files()) == 0 || f.OwnsStdout() {
		return nil
	}
	_, err := fmt.Fprintln(env.Stdout, terminal.Escape(env.Say("wrote %s", say.List(f.files()))))
	return err
}

// Outcome returns the exit code for these results; faults are the entries that could not be graded.
func Outcome(run result.Run, faults error) (int, error) {
	switch {
	case run.Interrupted:
		return CannotWork, ErrInterrupted
	case faults != nil:
		return CannotWork, say.Errorf("not everything was graded:\n%w", faults)
	case run.Count().Unexpected > 0:
		return Unexpected, nil
	}
	return AllExpected, nil
}

// ErrInterrupted is the error of a command that was interrupted.
var ErrInterrupted error = say.Errorf("interrupted")
