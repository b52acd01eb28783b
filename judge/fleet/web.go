package main

import (
	"context"
	"flag"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/people/server"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/show/terminal"
)

func setUpWeb(fs *flag.FlagSet) command.Action {
	o := &server.Options{}
	o.Register(fs)
	address := fs.String("fleet", os.Getenv(environmentAddress), "")
	return func(ctx context.Context, env *terminal.Console, _ []string) error {
		os.Unsetenv(environmentAddress) // it is a secret, and programs will be run
		o.Console = env
		o.Fleet = func(ctx context.Context) (web.Fleet, error) { return stay(ctx, *address) }
		return o.Run(ctx)
	}
}

// stay connects the pages with their fleet.
func stay(ctx context.Context, address string) (web.Fleet, error) {
	if address == "" {
		return nil, say.Errorf("no fleet is named").Hint("name it with -fleet; fleet serve -new-client NAME prints its address")
	}
	return fleet.Stay(ctx, address)
}
