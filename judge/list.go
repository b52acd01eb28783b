package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/solution"
)

var listCommand = command{
	name:    "list",
	summary: "print the problems, cases and solutions that were found",
	manual: `Usage: judge list [flags]

Prints what judge finds on disk: each problem with its limits, checker and number of cases, and each
solution with its language, the problems it claims and what it expects of itself. A line that starts
with "!" tells what in the data may make a right program fail.

  -cases          every case too, with its description
  -root DIR       the folder that holds problems/, testdata/ and solutions/

Examples:
  judge list -cases
  judge list -root ~/class

Exit status: 0, or 2 if something could not be read.
`,
	setUp: setUpList,
}

// listFlags are the flags of judge list.
type listFlags struct {
	choice
	all bool // every case too
}

func setUpList(fs *flag.FlagSet) action {
	f := &listFlags{}
	f.registerRoot(fs)
	fs.BoolVar(&f.all, "cases", false, "")
	return f.run
}

func (f *listFlags) run(_ context.Context, env *environment, names []string) (int, error) {
	if len(names) > 0 {
		return cannotWork, fmt.Errorf("list %s: it takes no names", names[0])
	}
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	// What can be read is listed even if something else cannot.
	problems, problemErr := problem.LoadAll(root)
	solutions, solutionErr := solution.FindAll(root)
	fmt.Fprintf(env.stdout, "%s:\n", report.Counted(len(problems), "problem"))
	wide := 0
	for _, p := range problems {
		wide = max(wide, report.Width(p.ID))
	}
	for _, p := range problems {
		listProblem(env.stdout, p, wide, f.all)
	}
	fmt.Fprintf(env.stdout, "\n%s:\n", report.Counted(len(solutions), "solution"))
	wide = 0
	for _, s := range solutions {
		wide = max(wide, report.Width(report.Escape(s.Name)))
	}
	for _, s := range solutions {
		listSolution(env.stdout, s, wide)
	}
	if err := errors.Join(problemErr, solutionErr); err != nil {
		return cannotWork, err
	}
	return allExpected, nil
}

func listProblem(w io.Writer, p problem.Problem, wide int, cases bool) {
	check := p.Check.Kind
	if p.Check.Format != "" {
		check += " " + p.Check.Format
	}
	fmt.Fprintf(w, "  %s  %s, %s, checked by %s, %s\n", report.Pad(p.ID, wide), report.Duration(p.Limits.Time),
		report.Size(p.Limits.Memory), check, report.Counted(len(p.Cases), "case"))
	for _, warning := range p.Warnings {
		fmt.Fprintf(w, "    ! %s\n", report.Escape(warning))
	}
	if !cases {
		return
	}
	wide = 0
	for _, c := range p.Cases {
		wide = max(wide, report.Width(report.Escape(c.Name)))
	}
	for _, c := range p.Cases {
		fmt.Fprintf(w, "    %s  %s\n", report.Pad(report.Escape(c.Name), wide), report.Escape(c.Description))
	}
}

func listSolution(w io.Writer, s solution.Solution, wide int) {
	line := fmt.Sprintf("  %s  %s, %s", report.Pad(report.Escape(s.Name), wide), language.NameOf(s.Language), strings.Join(s.Problems, " "))
	for _, e := range s.Expect {
		line += fmt.Sprintf(", %s expected on %s", e.Promise.Words(), report.Escape(orWhole(e.Pattern)))
	}
	fmt.Fprintln(w, line)
}

func orWhole(pattern string) string {
	if pattern == "" {
		return "some case"
	}
	return pattern
}
