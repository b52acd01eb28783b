package main

import (
	"context"
	"flag"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/show/terminal"
)

func setUpWorker(fs *flag.FlagSet) command.Action {
	w := &fleet.Worker{}
	quiet := fs.Bool("q", false, "")
	fs.StringVar(&w.Address, "fleet", os.Getenv(environmentAddress), "")
	fs.StringVar(&w.CacheDir, "cache", "", "")
	fs.BoolVar(&w.NoCache, "no-cache", false, "")
	fs.Func("isolation", "", func(text string) (err error) {
		w.Step, err = sandbox.ParseStep(text)
		return err
	})
	return func(ctx context.Context, env *terminal.Console, _ []string) error {
		os.Unsetenv(environmentAddress) // it is a secret, and programs will be run
		if w.Tell = env.Warn; *quiet {
			w.Tell = func(say.Message) {}
		}
		return w.Run(ctx)
	}
}
