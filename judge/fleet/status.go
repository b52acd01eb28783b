package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
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
	every := fs.Duration("every", 0, "")
	return func(ctx context.Context, env *terminal.Console, _ []string) error {
		c, err := fleet.Dial(ctx, *address)
		if err != nil {
			return err
		}
		defer c.Close()
		over := rateOver
		if *every > 0 {
			over = min(over, *every)
		}
		show := func() error { return showStatus(ctx, env, c, over) }
		if *asJSON {
			show = func() error { return writeStatus(ctx, env.Stdout, c) }
		}
		for {
			err := show()
			if *every > 0 && ctx.Err() != nil {
				return nil // Ctrl-C is how it ends, also while it asks
			}
			if err != nil || *every <= 0 {
				return err
			}
			interrupt.Pause(ctx, *every)
		}
	}
}

// rateOver is the longest time over which results are counted.
const rateOver = time.Second

// writeStatus writes the state of a fleet as JSON.
func writeStatus(ctx context.Context, w io.Writer, c *fleet.Client) error {
	s, err := c.Status(ctx)
	if err != nil {
		return err
	}
	return result.WriteJSON(w, s, " ")
}

// showStatus shows the state of a fleet to people. It counts results over a time for their rate.
func showStatus(ctx context.Context, env *terminal.Console, c *fleet.Client, over time.Duration) error {
	before, err := c.Status(ctx)
	if err != nil {
		return err
	}
	start := time.Now()
	if !interrupt.Pause(ctx, over) {
		return nil
	}
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
