package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

func setUpStatus(fs *flag.FlagSet) command.Action {
	address := fs.String("fleet", os.Getenv(environmentAddress), "")
	asJSON := fs.Bool("json", false, "")
	return func(ctx context.Context, env *terminal.Console, _ []string) error {
		c, err := fleet.Dial(ctx, *address)
		if err != nil {
			return err
		}
		defer c.Close()
		before, err := c.Status(ctx)
		if err != nil {
			return err
		}
		if *asJSON {
			return result.WriteJSON(env.Stdout, before, " ")
		}
		return showStatus(ctx, env, c, before)
	}
}

// showStatus shows the state of a fleet to people. It counts results for a second, for their rate.
func showStatus(ctx context.Context, env *terminal.Console, c *fleet.Client, before result.Fleet) error {
	start := time.Now()
	interrupt.Pause(ctx, time.Second)
	s, err := c.Status(ctx)
	if err != nil {
		return err
	}
	rate := float64(s.Results-before.Results) / time.Since(start).Seconds()
	env.Tell("%s, %d in work, %.1f results a second; the store has %s",
		say.Count(s.Queued, "waiting job"), s.InWork, rate, terminal.Size(s.Bytes))
	for _, m := range s.Workers {
		what := cmp.Or(m.Now, env.Say("idle"))
		fmt.Fprintln(env.Stdout, terminal.Escape(fmt.Sprintf("  %-20s %s", m.Name,
			env.Say("step %d, %s, %s: %s", m.Step, say.Count(m.Jobs, "job"), say.List(m.Languages), what))))
	}
	if len(s.Workers) == 0 {
		env.Tell("no worker is connected")
	}
	return nil
}
