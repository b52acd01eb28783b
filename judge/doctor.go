package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/sandbox"
)

var doctorCommand = command{
	name:    "doctor",
	summary: "say how well programs are walled in here, at what cost, and how to do better",
	manual: `Usage: judge doctor

Tries every step of the isolation ladder on this machine and times it: what a run costs beyond the
bare program. For a step that cannot be had it says why, and what would bring it. Then it looks at what
spoils measured times: processors that share a core, a clock that follows the load, swap, other work.

A line that starts with "->" is something you can do; commands can be pasted as they stand. What each
step guarantees stands in judge/internal/sandbox/README.md.

Example:
  judge doctor

Exit status: 0, or 2 if no program can be run here at all.
`,
	setUp: func(*flag.FlagSet) action { return runDoctor },
}

func runDoctor(ctx context.Context, env *environment, names []string) (int, error) {
	if len(names) > 0 {
		return cannotWork, fmt.Errorf("doctor %s: it takes no names", names[0])
	}
	x, err := sandbox.Examine(ctx)
	if err := cmp.Or(err, ctx.Err()); err != nil { // what was cut short was not examined
		return cannotWork, err
	}
	showSteps(env.stdout, x)
	fmt.Fprintln(env.stdout, "\nThis machine:")
	for _, f := range x.Facts {
		fmt.Fprintf(env.stdout, "  %-16s %s\n", f.Name, f.Value)
		advise(env.stdout, f.Remedy)
	}
	return allExpected, nil
}

func showSteps(w io.Writer, x sandbox.Examination) {
	fmt.Fprintf(w, "Isolation, strongest step first (a bare run of %s takes %s):\n", sandbox.Probe, report.Duration(x.Bare))
	for _, s := range x.Steps {
		mark := " "
		if s.Number == x.InForce {
			mark = "*"
		}
		if s.Trouble != "" {
			fmt.Fprintf(w, "%s step %d  not here: %s\n", mark, s.Number, s.Trouble)
			advise(w, s.Remedy)
			continue
		}
		fmt.Fprintf(w, "%s step %d  +%s a run: %s\n", mark, s.Number, report.Duration(s.Cost), s.Walls)
	}
	fmt.Fprintf(w, "The step with the star is in force. Memory is read from %s.\n", x.Memory)
}

// advise prints what can be done about something, if anything can.
func advise(w io.Writer, remedy string) {
	if remedy != "" {
		fmt.Fprintf(w, "%s-> %s\n", strings.Repeat(" ", 10), remedy)
	}
}
