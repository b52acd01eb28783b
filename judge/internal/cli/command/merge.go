package command

import (
	"context"
	"errors"
	"flag"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
)

func setUpMerge(fs *flag.FlagSet) Action {
	f := &Output{}
	f.register(fs)
	return f.merge
}

func (f *Output) merge(ctx context.Context, env *terminal.Console, names []string) error {
	if len(names) == 0 {
		return say.Errorf("merge: name the files that judge -json wrote, as in: judge merge 1.json 2.json")
	}
	if err := f.check(); err != nil {
		return err
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
		return errors.Join(unread...)
	}
	whole, missing, err := result.Merge(runs)
	if err != nil {
		return say.Errorf("merge: %w", err)
	}
	if err := f.openAll(ctx, page.Extras{}); err != nil {
		return err
	}
	if err := errors.Join(f.text(env, whole, nil), f.write(env, whole)); err != nil {
		return err
	}
	if missing.Said() {
		return say.Errorf("%s", missing)
	}
	return outcome(whole, nil)
}

// readRun reads what judge -json wrote; - is standard input.
func readRun(ctx context.Context, env *terminal.Console, name string) (result.Run, error) {
	if name == "-" {
		return result.ReadRun(untilDone(ctx, env.Stdin))
	}
	f, err := os.Open(name)
	if err != nil {
		return result.Run{}, say.Cause(err)
	}
	defer f.Close()
	return result.ReadRun(f)
}
