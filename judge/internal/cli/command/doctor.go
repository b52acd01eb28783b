package command

import (
	"context"
	"fmt"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/show/terminal"
)

func runDoctor(ctx context.Context, env *terminal.Console, _ []string) error {
	stop := env.Meanwhile(say.Of("trying each step of isolation"))
	x := sandbox.Examine()
	stop()
	if ctx.Err() != nil { // an interrupted examination says nothing
		return ctx.Err()
	}
	showSteps(env, x)
	fmt.Fprintln(env.Stdout, "\n"+env.Say("This machine:"))
	for _, f := range x.Facts {
		fmt.Fprintf(env.Stdout, "  %s %s\n", terminal.Pad(env.Lang.Text(f.Name), 16), env.Lang.Text(f.Value))
		advise(env, f.Remedy)
	}
	return nil
}

func showSteps(env *terminal.Console, x sandbox.Examination) {
	w := env.Stdout
	fmt.Fprintln(w, env.Say("Isolation, strongest step first:"))
	for _, s := range x.Steps {
		mark := " "
		if s.Number == x.InForce {
			mark = "*"
		}
		if s.Trouble.Said() {
			fmt.Fprintf(w, "%s %s\n", mark, env.Say("step %d  not here: %s", s.Number, s.Trouble))
			advise(env, s.Remedy)
			continue
		}
		fmt.Fprintf(w, "%s %s\n", mark, env.Say("step %d  %s", s.Number, s.Walls))
		if danger := s.Danger(); danger.Said() {
			fmt.Fprintf(w, "%s%s\n", strings.Repeat(" ", 10), env.Lang.Text(danger))
		}
	}
	fmt.Fprintln(w, env.Say("The step with the star is in force. Memory is read from %s.", x.Memory))
}

// advise prints what can be done about something, if anything can.
func advise(env *terminal.Console, remedy say.Message) {
	if remedy.Said() {
		fmt.Fprintf(env.Stdout, "%s-> %s\n", strings.Repeat(" ", 10), env.Lang.Text(remedy))
	}
}
