package command

import (
	"context"
	"errors"
	"flag"
	"io"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// explainFlags are the flags of judge explain.
type explainFlags struct {
	Choice
	Output
	puzzle   string
	of       string // a case
	problems []problem.Problem
}

func setUpExplain(fs *flag.FlagSet) Action {
	f := &explainFlags{}
	f.registerProblem(fs)
	f.registerFiles(fs)
	fs.StringVar(&f.puzzle, "puzzle", "", "")
	fs.StringVar(&f.of, "case", "", "")
	return f.atHome(f.graded(f.run))
}

func (f *explainFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	puzzle, err := explain.ParsePuzzle(f.puzzle)
	if err != nil {
		return err
	}
	solutions, faults, err := f.watched(names, puzzle)
	if err != nil {
		return err
	}
	known := slices.Clone(solutions) // a program that is watched may read a form which no problem here has
	if f.Problem == "" && f.puzzle == "" && len(names) > 0 {
		grade.Recognise(f.home, known, f.passes, func(say.Message) {})
	}
	p, c, onCase, err := f.onCase(known)
	if err != nil {
		return err
	}
	var x *explain.Explanation
	if err := f.open(ctx, map[string]writeReport{
		f.HTML: func(w io.Writer, run result.Run) error {
			return page.Explain(w, run, page.Extras{Generated: "judge explain"})
		},
		f.JSON: func(w io.Writer, _ result.Run) error { return x.JSON(w) },
	}); err != nil {
		return err
	}
	live := env.Live(env.Stderr)
	e := explain.New(f.grader, 0, live.Step).Beside(f.home)
	switch {
	case onCase:
		kept, _ := new(Keeping).open(env)
		x, err = e.Slow(kept).Case(ctx, solutions, p, c)
	case f.puzzle != "" || len(names) == 0:
		x, err = e.Puzzle(ctx, solutions, f.problems, puzzle)
	default:
		x, err = e.Usual(ctx, solutions, known, f.problems)
	}
	live.End()
	if err == nil {
		err = f.show(env, x)
	}
	switch {
	case err != nil:
		return err
	case faults != nil && !onCase:
		return say.Errorf("not everything was watched:\n%w", faults)
	case !x.Complete():
		return ErrUnexpected
	}
	return nil
}

// show writes the text and the files. A page on standard output is alone, and what was not seen has none.
func (f *explainFlags) show(env *terminal.Console, x *explain.Explanation) error {
	style := env.Style(f.forPeople(env))
	switch {
	case !x.Any():
		return env.Print(f.forPeople(env), x.Troubles(style))
	case f.HTML == "-":
		return f.write(env, x.Run())
	}
	return errors.Join(env.Print(f.forPeople(env), x.Text(style)), f.write(env, x.Run()))
}

// watched finds the solutions to watch: those that are named, or all that can be given the puzzle. If all were wanted,
// faults lists the problems and solutions that cannot be read.
func (f *explainFlags) watched(names []string, puzzle sudoku.Board) (watched []solution.Solution, faults, err error) {
	if f.Problem != "" {
		p, err := problem.Load(f.home, f.Problem)
		if err != nil {
			return nil, nil, err
		}
		f.problems = []problem.Problem{p}
	} else if f.problems, faults = problem.LoadAll(f.home); len(f.problems) == 0 {
		return nil, nil, faults
	}
	if len(names) > 0 {
		watched, err = pick(f.home, names)
		for i, s := range watched {
			if len(s.Problems) == 0 && f.Problem != "" {
				watched[i].Problems = []string{f.Problem}
			}
		}
		shortNames(watched)
		return watched, faults, err
	}
	all, unread := solution.FindAll(f.home)
	takes := explain.Takes
	if f.puzzle == "" {
		takes = explain.TakesAny
	}
	for _, s := range all {
		if s.Watchable() && takes(s, f.problems, puzzle) {
			watched = append(watched, s)
		}
	}
	faults = errors.Join(faults, unread)
	if len(watched) == 0 {
		return nil, nil, errors.Join(faults, say.Errorf("no solution here reads a board"))
	}
	return watched, faults, nil
}

// shortNames names each solution as the judge's tables do: tle.cpp, not its whole path.
func shortNames(all []solution.Solution) {
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	labels := report.Labels(names)
	for i, name := range names {
		all[i].Name = labels[name]
	}
}

// onCase decides whether the solutions are watched on a case of a problem, not on a puzzle: if a case is asked for, or if
// the problem is not about boards. It returns the problem and the case. Known are the solutions with their problems.
func (f *explainFlags) onCase(known []solution.Solution) (p problem.Problem, c problem.Case, ok bool, err error) {
	if f.puzzle != "" {
		if f.of != "" {
			err = say.Errorf("-puzzle takes the place of a case").Hint("leave out -case")
		}
		return p, c, false, err
	}
	id := f.Problem
	for _, s := range known {
		if len(s.Problems) > 0 && id == "" {
			id = s.Problems[0]
		}
	}
	at := slices.IndexFunc(f.problems, func(p problem.Problem) bool { return p.ID == id })
	switch {
	case at < 0 && f.of != "":
		return p, c, false, say.Errorf("no problem is named, and the solutions claim none").Hint("name it with -problem")
	case at < 0 || f.of == "" && explain.OnBoards(f.problems[at]):
		return p, c, false, nil
	case f.of == "":
		c, err = caseOf(f.problems[at])
	default:
		c, err = caseOf(f.problems[at], f.of)
	}
	return f.problems[at], c, true, err
}
