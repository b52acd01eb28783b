package command

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/junit"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
)

// mergeFlags are the flags of judge merge.
type mergeFlags struct {
	Output
}

func setUpMerge(fs *flag.FlagSet) Action {
	f := &mergeFlags{}
	f.Register(fs)
	return f.run
}

func (f *mergeFlags) run(ctx context.Context, env *terminal.Console, names []string) (int, error) {
	if len(names) == 0 {
		return CannotWork, say.Errorf("merge: name the files that judge -json wrote, as in: judge merge 1.json 2.json")
	}
	if err := f.Check(); err != nil {
		return CannotWork, err
	}
	var runs []result.Run
	var unread []error
	for _, name := range names {
		run, err := readRun(ctx, env, name)
		if err != nil {
			unread = append(unread, say.Errorf("%s: %w", name, err))
		}
		runs = append(runs, run)
	}
	if unread != nil {
		return CannotWork, errors.Join(unread...)
	}
	whole, missing, err := result.Merge(runs)
	if err != nil {
		return CannotWork, say.Errorf("merge: %w", err)
	}
	files, err := OpenReports(ctx, env, map[string]WriteReport{f.JSON: result.WriteRun, f.JUnit: junit.Write,
		f.HTML: func(w io.Writer, run result.Run) error { return page.HTML(w, run, page.Extras{}) }})
	if err != nil {
		return CannotWork, err
	}
	if err := errors.Join(f.Text(env, whole, nil), files.Write(whole), f.Wrote(env)); err != nil {
		return CannotWork, err
	}
	if missing.Said() {
		return CannotWork, say.Errorf("%s", missing)
	}
	return Outcome(whole, nil)
}

// readRun reads what judge -json wrote; - is standard input.
func readRun(ctx context.Context, env *terminal.Console, name string) (result.Run, error) {
	if name == "-" {
		return result.ReadRun(UntilDone{Context: ctx, From: env.Stdin})
	}
	f, err := os.Open(name)
	if err != nil {
		return result.Run{}, say.Cause(err)
	}
	defer f.Close()
	return result.ReadRun(f)
}
