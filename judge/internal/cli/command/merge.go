package command

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
)

// mergeFlags are the flags of judge merge.
type mergeFlags struct {
	showFlags
}

func setUpMerge(fs *flag.FlagSet) Action {
	f := &mergeFlags{}
	f.register(fs)
	return f.run
}

func (f *mergeFlags) run(ctx context.Context, env *terminal.Console, names []string) (int, error) {
	if len(names) == 0 {
		return cannotWork, say.Errorf("merge: name the files that judge -json wrote, as in: judge merge 1.json 2.json")
	}
	if err := f.check(); err != nil {
		return cannotWork, err
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
		return cannotWork, errors.Join(unread...)
	}
	whole, missing, err := result.Merge(runs)
	if err != nil {
		return cannotWork, say.Errorf("merge: %w", err)
	}
	page := func(w io.Writer, run result.Run) error { return page.HTML(w, run, page.Extras{}) }
	files, err := openReports(ctx, env, f.wanted(page))
	if err != nil {
		return cannotWork, err
	}
	if err := errors.Join(f.text(env, whole, nil), files.write(whole), f.wrote(env)); err != nil {
		return cannotWork, err
	}
	if missing.Said() {
		return cannotWork, say.Errorf("%s", missing)
	}
	return outcome(whole, nil)
}

// readRun reads what judge -json wrote; - is standard input.
func readRun(ctx context.Context, env *terminal.Console, name string) (result.Run, error) {
	if name == "-" {
		return result.ReadRun(untilDone{ctx, env.Stdin})
	}
	f, err := os.Open(name)
	if err != nil {
		return result.Run{}, say.Cause(err)
	}
	defer f.Close()
	return result.ReadRun(f)
}
