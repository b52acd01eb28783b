package main

import (
	"context"
	"flag"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/companion"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/show/terminal"
)

func setUpImport(fs *flag.FlagSet) command.Action {
	id, port, root := fs.String("id", "", ""), fs.Int("port", companion.Ports[0], ""), fs.String("root", "", "")
	return func(ctx context.Context, env *terminal.Console, _ []string) error {
		return listenFor(ctx, *root, *id, *port, env)
	}
}

// listenFor waits for the extension to send, and tells what came.
func listenFor(ctx context.Context, root, id string, port int, env *terminal.Console) error {
	if port < 0 || port > 65535 {
		return say.Errorf("-port %d: ports are 1 to 65535", port)
	}
	home, err := problem.Root(root)
	if err != nil {
		return err
	}
	listeners, err := companion.Loopback(port)
	if err != nil {
		return err
	}
	env.Tell("listening on %s: click on Competitive Companion's + on a problem's page; Ctrl-C ends it", listeners[0].Addr())
	came, failed := 0, 0
	err = companion.Run(ctx, home, id, listeners, func(i exchange.Imported, err error) {
		if came++; err != nil {
			failed++
			env.Complain(err)
			return
		}
		command.ShowImported(env.Stdout, env.Lang, i, "go run ./judge", root)
	})
	switch {
	case err != nil:
		return err
	case failed > 0:
		return say.Errorf("import: %d of %d could not be imported", failed, came)
	case came == 0:
		return say.Errorf("import: interrupted before anything arrived")
	}
	return nil
}
