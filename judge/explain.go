package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"sudokuoj/judge/internal/explain"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/verdict"
)

var explainCommand = command{
	name:  "explain",
	setUp: setUpExplain,
}

// explainFlags are the flags of judge explain.
type explainFlags struct {
	choice
	puzzle string
	html   string
	colour colour
}

func setUpExplain(fs *flag.FlagSet) action {
	f := &explainFlags{}
	f.registerProblem(fs)
	fs.StringVar(&f.puzzle, "puzzle", "", "")
	fs.StringVar(&f.html, "html", "", "")
	fs.Var(&f.colour, "color", "")
	return f.run
}

func (f *explainFlags) run(ctx context.Context, env *environment, names []string) (int, error) {
	puzzle, err := parsePuzzle(f.puzzle)
	if err != nil {
		return cannotWork, err
	}
	solutions, problems, faults, err := f.watched(names)
	if err != nil {
		return cannotWork, err
	}
	e := explanation{puzzle: puzzle}
	files, err := openReports(ctx, env, map[string]writeReport{f.html: func(w io.Writer, run verdict.Run) error {
		return report.Explain(w, run, report.Extras{Replays: explain.Replays(e.seen), Generated: "judge explain"})
	}})
	if err != nil {
		return cannotWork, err
	}
	g, err := f.grader(env)
	if err != nil {
		return cannotWork, err
	}
	defer g.Close()
	if err := e.watch(ctx, env, g, solutions, problems); err != nil {
		return cannotWork, err
	}
	switch {
	case !e.any():
		w := env.stdout
		if f.html == "-" {
			w = env.stderr // only a page may go to the other
		}
		err = env.print(w, e.troubles(env.palette(w, f.colour)))
	case f.html == "-":
		err = files.write(explain.Seen(grade.Host(g.Sandbox), e.seen))
	default:
		err = errors.Join(env.print(env.stdout, e.text(env.palette(env.stdout, f.colour))), files.write(explain.Seen(grade.Host(g.Sandbox), e.seen)))
		if err == nil && f.html != "" {
			fmt.Fprintln(env.stdout, "wrote", screen.Escape(f.html))
		}
	}
	if err != nil {
		return cannotWork, err
	}
	switch {
	case faults != nil:
		return cannotWork, say.Errorf("not everything was watched:\n%w", faults)
	case !e.complete():
		return unexpected, nil
	}
	return allExpected, nil
}

// parsePuzzle reads the puzzle that a user typed.
func parsePuzzle(text string) (sudoku.Board, error) {
	if text == "" {
		return sudoku.Board{}, say.Errorf("which puzzle? Say -puzzle, and 81 characters: a digit, or . for a blank")
	}
	puzzle, ok := sudoku.ParseAny(text)
	if !ok {
		_, err := sudoku.ParseLine(text)
		return sudoku.Board{}, say.Errorf("-puzzle: %w: write 81 characters by rows, a digit, or . for a blank", err)
	}
	if clash, broken := puzzle.Broken(); broken {
		return sudoku.Board{}, say.Errorf("-puzzle: %s, so there is nothing to search for", clash.Message())
	}
	return puzzle, nil
}

// watched finds the solutions to be watched: those named, or all that name a board. Faults tells which
// problems and solutions cannot be read, where all were wanted; the others can.
func (f *explainFlags) watched(names []string) (watched []solution.Solution, problems []problem.Problem, faults, err error) {
	root, err := f.choice.home()
	if err != nil {
		return nil, nil, nil, err
	}
	if f.choice.problem != "" {
		p, err := problem.Load(root, f.choice.problem)
		if err != nil {
			return nil, nil, nil, err
		}
		problems = []problem.Problem{p}
	} else if problems, faults = problem.LoadAll(root); len(problems) == 0 {
		return nil, nil, nil, faults
	}
	if len(names) > 0 {
		watched, err = pickAll(root, names)
		return watched, problems, faults, err
	}
	all, unread := solution.FindAll(root)
	for _, s := range all {
		if s.Board != "" && s.Language == "go" {
			watched = append(watched, s)
		}
	}
	faults = errors.Join(faults, unread)
	if len(watched) == 0 {
		return nil, nil, nil, errors.Join(faults, say.Errorf("no solution names its board: add //judge:board NAME to one"))
	}
	return watched, problems, faults, nil
}

// explanation is what was seen of each solution on one puzzle.
type explanation struct {
	puzzle sudoku.Board
	seen   []explain.Sighting
}

func (e *explanation) watch(ctx context.Context, env *environment, g *grade.Grader, solutions []solution.Solution, problems []problem.Problem) error {
	live := env.liveLine(env.stderr)
	defer live.erase()
	for _, s := range solutions {
		live.show("watching %s", s.Name)
		seen, err := explain.See(ctx, g, s, problems, e.puzzle, 0)
		if err != nil {
			return err
		}
		e.seen = append(e.seen, seen)
	}
	return nil
}

// any tells if anything was seen.
func (e *explanation) any() bool {
	return slices.ContainsFunc(e.seen, func(s explain.Sighting) bool { return s.Replay != nil || s.Work != nil })
}

// complete tells if everything was seen, and solved where that can be done.
func (e *explanation) complete() bool {
	for _, s := range e.seen {
		if s.Replay == nil || s.Work == nil || !s.Replay.Solved && !e.hopeless() {
			return false
		}
	}
	return true
}
