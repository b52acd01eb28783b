package main

import (
	"context"
	"flag"
	"io"
	"os"
	"strconv"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/show/terminal"
)

// workerFlags are the flags of fleet worker.
type workerFlags struct {
	fleet.Worker
	quiet, untilEOF bool
}

func setUpWorker(fs *flag.FlagSet) command.Action {
	w := &workerFlags{}
	fs.StringVar(&w.Address, "fleet", os.Getenv(environmentAddress), "")
	fs.StringVar(&w.CacheDir, "cache", "", "")
	fs.BoolVar(&w.NoCache, "no-cache", false, "")
	fs.BoolVar(&w.quiet, "q", false, "")
	fs.BoolVar(&w.untilEOF, "until-eof", false, "")
	fs.Func("isolation", "", func(text string) (err error) {
		if w.Step, err = strconv.Atoi(text); err != nil || w.Step < 1 || w.Step > sandbox.Steps {
			return say.Errorf("the steps are 1 to %d; judge doctor explains them", sandbox.Steps)
		}
		return nil
	})
	return func(ctx context.Context, env *terminal.Console, _ []string) error {
		os.Unsetenv(environmentAddress) // it is a secret, and programs will be run
		return w.Run(w.begin(ctx, env))
	}
}

// begin says where the worker's messages go, and returns a context that ends when the worker should.
func (w *workerFlags) begin(ctx context.Context, env *terminal.Console) context.Context {
	if w.Tell = env.Warn; w.quiet {
		w.Tell = func(say.Message) {}
	}
	if !w.untilEOF {
		return ctx
	}
	ctx, stop := context.WithCancel(ctx)
	go func() {
		io.Copy(io.Discard, env.Stdin)
		stop()
	}()
	return ctx
}
