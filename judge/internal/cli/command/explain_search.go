package command

import (
	"context"
	"io"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// onCase decides whether the solutions are watched on a case of a problem, not on a puzzle: if a case is asked for, or if
// the problem is not about boards. It returns the problem and the case.
func (f *explainFlags) onCase(env *terminal.Console, solutions []solution.Solution, problems []problem.Problem) (p problem.Problem, c problem.Case, ok bool, err error) {
	asked := f.of != ""
	if f.puzzle != "" {
		if asked {
			return p, c, false, say.Errorf("-puzzle takes the place of a case").Hint("leave out -case")
		}
		return p, c, false, nil
	}
	id, found := f.Problem, false
	if id == "" {
		root, err := f.Choice.Home()
		if err != nil {
			return p, c, false, err
		}
		known := slices.Clone(solutions)
		grade.Recognise(root, known, f.Passes(env), func(say.Message) {})
		for _, s := range known {
			if len(s.Problems) > 0 && id == "" {
				id = s.Problems[0]
			}
		}
	}
	for _, one := range problems {
		if one.ID == id {
			p, found = one, true
		}
	}
	switch {
	case !found && asked:
		return p, c, false, say.Errorf("no problem is named, and the solutions claim none").Hint("name it with -problem")
	case !found || !asked && explain.OnBoards(p):
		return p, c, false, nil
	case len(p.Cases) == 0:
		return p, c, false, say.Errorf("%s has no cases", p.ID).Hint("add testdata/%s/secret/1.in with 1.ans beside it", p.ID)
	case f.of == "":
		return p, p.Cases[0], true, nil
	}
	var names []string
	for _, c := range p.Cases {
		if c.Name == f.of {
			return p, c, true, nil
		}
		names = append(names, c.Name)
	}
	return p, c, false, say.Errorf("%s has no case %q", p.ID, f.of).Hint("%s", suggest.PerhapsListed(f.of, names))
}

// searches watches the calls and the tables of the solutions on a case.
func (f *explainFlags) searches(ctx context.Context, env *terminal.Console, solutions []solution.Solution, p problem.Problem, c problem.Case) (int, error) {
	var x *explain.Searches
	files, err := f.open(ctx, env, func(w io.Writer, _ result.Run) error { return x.JSON(w) })
	if err != nil {
		return CannotWork, err
	}
	g, err := f.Grader(env)
	if err != nil {
		return CannotWork, err
	}
	defer g.Close()
	live := env.Steps()
	kept, _ := new(Keeping).Open(env)
	x, err = explain.New(g, 0, live.Show).Slow(kept).Searches(ctx, solutions, p, c)
	live.Erase()
	if err != nil {
		return CannotWork, err
	}
	w := f.beside(env)
	if err := f.write(env, w, x.Text(env.Style(w)), files, x.Run()); err != nil {
		return CannotWork, err
	}
	if !x.Complete() {
		return Unexpected, nil
	}
	return AllExpected, nil
}
