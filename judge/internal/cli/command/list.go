package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// listFlags are the flags of judge list.
type listFlags struct {
	Choice
	all    bool // every case too
	limits bool // what earlier runs say of them
}

func setUpList(fs *flag.FlagSet) Action {
	f := &listFlags{}
	f.registerRoot(fs)
	fs.BoolVar(&f.all, "cases", false, "")
	fs.BoolVar(&f.limits, "limits", false, "")
	return f.atHome(f.run)
}

func (f *listFlags) run(ctx context.Context, env *terminal.Console, _ []string) error {
	// What can be read is listed even if something else cannot.
	problems, problemErr := problem.LoadAll(f.home)
	solutions, solutionErr := solution.FindAll(f.home)
	fmt.Fprintf(env.Stdout, "%s\n", env.Say("%s:", say.Count(len(problems), "problem")))
	wide := 0
	for _, p := range problems {
		wide = max(wide, terminal.Width(p.ID))
	}
	var kept map[string]times
	if f.limits {
		kept = keptTimes(ctx, problems, solutions)
	}
	for _, p := range problems {
		listProblem(env, p, wide, f.all)
		kept[p.ID].propose(env, p.Limits.Time)
	}
	fmt.Fprintf(env.Stdout, "\n%s\n", env.Say("%s:", say.Count(len(solutions), "solution")))
	wide = 0
	for _, s := range solutions {
		wide = max(wide, terminal.Width(terminal.Escape(s.Name)))
	}
	for _, s := range solutions {
		listSolution(env, s, wide)
	}
	return errors.Join(problemErr, solutionErr)
}

func listProblem(env *terminal.Console, p problem.Problem, wide int, cases bool) {
	check := p.Check.Kind
	if p.Check.Format != "" {
		check += " " + p.Check.Format
	}
	if p.Check.Interactive {
		check += " (interactive)"
	}
	if p.Check.MultiPass {
		check += " (multi-pass)"
	}
	fmt.Fprintf(env.Stdout, "  %s  %s\n", terminal.Pad(p.ID, wide), env.Say("%s, %s, checked by %s, %s", terminal.Duration(p.Limits.Time),
		terminal.Size(p.Limits.Memory), check, say.Count(len(p.Cases), "case")))
	for _, warning := range slices.Concat(p.Warnings, p.Unclear) {
		fmt.Fprintf(env.Stdout, "    ! %s\n", terminal.Escape(env.Lang.Line(warning)))
	}
	if !cases {
		return
	}
	wide = 0
	for _, c := range p.Cases {
		wide = max(wide, terminal.Width(terminal.Escape(c.Name)))
	}
	for _, c := range p.Cases {
		fmt.Fprintf(env.Stdout, "    %s  %s\n", terminal.Pad(terminal.Escape(c.Name), wide), terminal.Escape(c.Description.In(env.Lang)))
	}
}

func listSolution(env *terminal.Console, s solution.Solution, wide int) {
	line := say.Of("%[1]s, %[2]s", language.NameOf(s.Language), strings.Join(s.Problems, " "))
	for _, e := range s.Expect {
		if e.Pattern == "" {
			line = say.Of("%s, %s expected on some case", line, e.Promise.Words())
		} else {
			line = say.Of("%s, %s expected on %s", line, e.Promise.Words(), e.Pattern)
		}
	}
	fmt.Fprintf(env.Stdout, "  %s  %s\n", terminal.Pad(terminal.Escape(s.Name), wide), terminal.Escape(env.Lang.Line(line)))
}
