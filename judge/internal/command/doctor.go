package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"strings"

	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
)

var doctorCommand = command{
	name:  "doctor",
	setUp: func(*flag.FlagSet) action { return runDoctor },
}

func runDoctor(ctx context.Context, env *environment, names []string) (int, error) {
	if len(names) > 0 {
		return cannotWork, say.Errorf("doctor %s: it takes no names", names[0])
	}
	x, err := sandbox.Examine(ctx)
	if err := cmp.Or(err, ctx.Err()); err != nil { // what was cut short was not examined
		return cannotWork, err
	}
	showSteps(env, x)
	fmt.Fprintln(env.stdout, "\n"+env.say("This machine:"))
	for _, f := range x.Facts {
		fmt.Fprintf(env.stdout, "  %s %s\n", screen.Pad(env.lang.Text(f.Name), 16), env.lang.Text(f.Value))
		env.advise(f.Remedy)
	}
	return allExpected, nil
}

func showSteps(env *environment, x sandbox.Examination) {
	w := env.stdout
	fmt.Fprintln(w, env.say("Isolation, strongest step first (a bare run of %s takes %s):", sandbox.Probe, screen.Duration(x.Bare)))
	for _, s := range x.Steps {
		mark := " "
		if s.Number == x.InForce {
			mark = "*"
		}
		if s.Trouble.Said() {
			fmt.Fprintf(w, "%s %s\n", mark, env.say("step %d  not here: %s", s.Number, s.Trouble))
			env.advise(s.Remedy)
			continue
		}
		fmt.Fprintf(w, "%s %s\n", mark, env.say("step %d  +%s a run: %s", s.Number, screen.Duration(s.Cost), s.Walls))
		if danger := s.Danger(); danger.Said() {
			fmt.Fprintf(w, "%s%s\n", strings.Repeat(" ", 10), env.lang.Text(danger))
		}
	}
	fmt.Fprintln(w, env.say("The step with the star is in force. Memory is read from %s.", x.Memory))
}

// advise prints what can be done about something, if anything can.
func (env *environment) advise(remedy say.Message) {
	if remedy.Said() {
		fmt.Fprintf(env.stdout, "%s-> %s\n", strings.Repeat(" ", 10), env.lang.Text(remedy))
	}
}
