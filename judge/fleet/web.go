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
	return func(ctx context.Context, env *terminal.Console, _ []string) (int, error) {
		os.Unsetenv(environmentAddress) // it is a secret, and programs will be run
		o.Console = env
		o.Fleet = func(ctx context.Context) (web.Fleet, error) {
			if *address == "" {
				return nil, say.Errorf("which fleet is to judge is not said").Hint("name it with -fleet; fleet serve -new-client NAME prints its address")
			}
			c, err := fleet.Stay(ctx, *address)
			return pages{c}, err
		}
		return 0, o.Run(ctx)
	}
}

// pages is a fleet as the judge in a browser knows it.
type pages struct{ *fleet.Client }

func (p pages) Status(ctx context.Context) (web.FleetStatus, error) {
	s, err := p.Client.Status(ctx)
	seen := web.FleetStatus{Waiting: int(s.Queued), InWork: s.InWork, Results: s.Results, Dead: int(s.Dead), Bytes: int64(s.Bytes), Note: s.Advice()}
	for _, m := range s.Workers {
		seen.Workers = append(seen.Workers, web.FleetWorker{Name: m.Name, Languages: m.Languages, Step: m.Step, SpeedMS: m.SpeedMS,
			Reference: m.Reference, Jobs: int(m.Jobs), Now: m.Now, Other: !p.Fits(m)})
	}
	return seen, err
}
