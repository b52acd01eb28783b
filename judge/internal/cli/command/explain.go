package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

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
	puzzle string
	of     string // a case
	html   string
	json   string
}

func setUpExplain(fs *flag.FlagSet) Action {
	f := &explainFlags{}
	f.RegisterProblem(fs)
	fs.StringVar(&f.puzzle, "puzzle", "", "")
	fs.StringVar(&f.of, "case", "", "")
	fs.StringVar(&f.html, "html", "", "")
	fs.StringVar(&f.json, "json", "", "")
	return f.run
}

func (f *explainFlags) run(ctx context.Context, env *terminal.Console, names []string) (int, error) {
	puzzle, err := explain.ParsePuzzle(f.puzzle)
	if err != nil {
		return CannotWork, err
	}
	solutions, problems, faults, err := f.watched(names, puzzle)
	if err != nil {
		return CannotWork, err
	}
	if p, c, ok, err := f.onCase(env, solutions, problems); err != nil {
		return CannotWork, err
	} else if ok {
		return f.searches(ctx, env, solutions, p, c)
	}
	var x *explain.Explanation
	files, err := f.open(ctx, env, func(w io.Writer, _ result.Run) error { return x.JSON(w) })
	if err != nil {
		return CannotWork, err
	}
	root, err := f.Choice.Home()
	if err != nil {
		return CannotWork, err
	}
	g, err := f.Grader(env)
	if err != nil {
		return CannotWork, err
	}
	defer g.Close()
	live := env.Steps()
	watching := func(patience time.Duration) *explain.Explainer {
		return explain.New(g, patience, live.Show).Beside(root)
	}
	if f.puzzle != "" || len(names) == 0 {
		x, err = watching(0).Puzzle(ctx, solutions, problems, puzzle)
	} else {
		known := slices.Clone(solutions) // a program that is watched may read a form which no problem here has
		if f.Problem == "" {
			grade.Recognise(root, known, f.Passes(env), func(say.Message) {})
		}
		x, err = onUsual(ctx, watching, solutions, known, problems, puzzle)
	}
	live.Erase()
	if err != nil {
		return CannotWork, err
	}
	if err := f.show(env, x, files); err != nil {
		return CannotWork, err
	}
	switch {
	case faults != nil:
		return CannotWork, say.Errorf("not everything was watched:\n%w", faults)
	case !x.Complete():
		return Unexpected, nil
	}
	return AllExpected, nil
}

// soon is how long the usual puzzle may take.
const soon = 3 * time.Second

// onUsual watches solutions on the usual puzzle, or on another one where they do not take that, or not in time. Known
// are the solutions with the problems that they were recognised to solve.
func onUsual(ctx context.Context, watching func(patience time.Duration) *explain.Explainer, solutions, known []solution.Solution,
	problems []problem.Problem, puzzle sudoku.Board) (*explain.Explanation, error) {
	e := watching(0)
	puzzle, note := explain.Suited(known, problems, puzzle)
	if own, where, ok := e.Carried(ctx, solutions, problems); ok {
		puzzle, note = own, where
	} else if large, where, ok := explain.Large(known, problems); ok {
		puzzle, note = large, where
	}
	if !note.Said() {
		x, err := watching(soon).Puzzle(ctx, solutions, problems, puzzle)
		if err != nil {
			return nil, err
		}
		stopped := slices.IndexFunc(x.Replays(), func(r result.Replay) bool { return r.Stopped })
		if stopped < 0 {
			return x, nil
		}
		puzzle, _ = explain.ParsePuzzle(explain.Easy)
		note = say.Of("%s takes more than %s for the usual puzzle, so this is an easier one; -puzzle %s is that one", x.Replays()[stopped].Solution, terminal.ShortDuration(soon), explain.Example)
	}
	x, err := e.Puzzle(ctx, solutions, problems, puzzle)
	if err != nil {
		return nil, err
	}
	return x.Noted(note), nil
}

// show writes the explanation, and the page if it is wanted. Only one of them may go to standard output.
func (f *explainFlags) show(env *terminal.Console, x *explain.Explanation, files *Reports) error {
	w := f.beside(env)
	style := env.Style(w)
	switch {
	case !x.Any():
		return env.Print(w, x.Troubles(style))
	case f.html == "-":
		return files.Write(x.Run())
	}
	return f.write(env, w, x.Text(style), files, x.Run())
}

// open prepares the page and the JSON.
func (f *explainFlags) open(ctx context.Context, env *terminal.Console, json WriteReport) (*Reports, error) {
	html := func(w io.Writer, run result.Run) error {
		return page.Explain(w, run, page.Extras{Generated: "judge explain"})
	}
	return OpenReports(ctx, env, map[string]WriteReport{f.html: html, f.json: json})
}

// beside returns where the text goes: not among a file on standard output.
func (f *explainFlags) beside(env *terminal.Console) io.Writer {
	if f.json == "-" || f.html == "-" {
		return env.Stderr
	}
	return env.Stdout
}

// write writes the text and the files.
func (f *explainFlags) write(env *terminal.Console, w io.Writer, text string, files *Reports, run result.Run) error {
	if err := errors.Join(env.Print(w, text), files.Write(run)); err != nil {
		return err
	}
	for _, file := range []string{f.json, f.html} {
		if file != "" && file != "-" {
			fmt.Fprintln(w, terminal.Escape(env.Say("wrote %s", file)))
		}
	}
	return nil
}

// watched finds the solutions to watch: those that are named, or all that can be given the puzzle. If all were wanted,
// faults lists the problems and solutions that cannot be read.
func (f *explainFlags) watched(names []string, puzzle sudoku.Board) (watched []solution.Solution, problems []problem.Problem, faults, err error) {
	root, err := f.Choice.Home()
	if err != nil {
		return nil, nil, nil, err
	}
	if f.Choice.Problem != "" {
		p, err := problem.Load(root, f.Choice.Problem)
		if err != nil {
			return nil, nil, nil, err
		}
		problems = []problem.Problem{p}
	} else if problems, faults = problem.LoadAll(root); len(problems) == 0 {
		return nil, nil, nil, faults
	}
	if len(names) > 0 {
		watched, err = Pick(root, names)
		for i, s := range watched {
			if len(s.Problems) == 0 && f.Problem != "" {
				watched[i].Problems = []string{f.Problem}
			}
		}
		shortNames(watched)
		return watched, problems, faults, err
	}
	all, unread := solution.FindAll(root)
	takes := explain.Takes
	if f.puzzle == "" {
		takes = explain.TakesAny
	}
	for _, s := range all {
		if s.Watchable() && takes(s, problems, puzzle) {
			watched = append(watched, s)
		}
	}
	faults = errors.Join(faults, unread)
	if len(watched) == 0 {
		return nil, nil, nil, errors.Join(faults, say.Errorf("no solution here reads a board"))
	}
	return watched, problems, faults, nil
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
