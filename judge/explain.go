package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/explain"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/trace"
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
		return report.Explain(w, run, report.Extras{Generated: "judge explain"})
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
		err = files.write(e.run(g))
	default:
		err = errors.Join(env.print(env.stdout, e.text(env.palette(env.stdout, f.colour))), files.write(e.run(g)))
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
		if s.NamesBoard() && s.Language == "go" {
			watched = append(watched, s)
		}
	}
	faults = errors.Join(faults, unread)
	if len(watched) == 0 {
		return nil, nil, nil, errors.Join(faults, say.Errorf("no solution names its board: add //judge:board NAME to one"))
	}
	return watched, problems, faults, nil
}

// formatFor is the format to give a puzzle to a solution in, and the problem whose that is: lines, where it
// reads those, else that of the first problem it claims that can hold the puzzle. A file that holds a
// function and claims no problem is taken for the first that asks for one about boards.
func formatFor(s solution.Solution, problems []problem.Problem, puzzle sudoku.Board) (found sudoku.Format, of problem.Problem, err error) {
	var trouble error
	for _, p := range claimed(s, problems) {
		format, ok := check.InputFormat(p.Check.Format)
		if p.Check.Kind != "sudoku" || !ok {
			continue
		}
		if err := format.Holds(puzzle); err != nil {
			trouble = err
		} else if found == "" || format == sudoku.AcWing {
			found, of = format, p
		}
	}
	switch {
	case found != "":
		return found, of, nil
	case trouble != nil:
		return "", of, trouble
	case len(s.Problems) == 0:
		return sudoku.AcWing, of, sudoku.AcWing.Holds(puzzle) // a program of the user's own
	}
	return "", of, say.Errorf("none of its problems is about boards")
}

// claimed are the problems that a solution claims, in its own order.
func claimed(s solution.Solution, problems []problem.Problem) (all []problem.Problem) {
	for _, id := range s.Problems {
		for _, p := range problems {
			if p.ID == id {
				all = append(all, p)
			}
		}
	}
	for _, p := range problems {
		if len(s.Problems) == 0 && grade.IsFunction(p, s) {
			all = append(all, p)
		}
	}
	return all
}

// explanation is what was seen of each solution on one puzzle.
type explanation struct {
	puzzle sudoku.Board
	seen   []sighting
}

// sighting is one solution's search. What could not be had is nil, and trouble says why.
type sighting struct {
	solution solution.Solution
	replay   *verdict.Replay
	work     *verdict.Work
	trouble  []string
}

func (e *explanation) watch(ctx context.Context, env *environment, g *grade.Grader, solutions []solution.Solution, problems []problem.Problem) error {
	live := env.liveLine(env.stderr)
	defer live.erase()
	dir, remove, err := temp.Dir("explain")
	if err != nil {
		return err
	}
	defer remove()
	for _, s := range solutions {
		live.show("watching %s", s.Name)
		seen := sighting{solution: s}
		format, p, err := formatFor(s, problems, e.puzzle)
		if err != nil {
			seen.trouble = append(seen.trouble, fmt.Sprintf("%s cannot be given the puzzle: %v", s.Name, err))
			e.seen = append(e.seen, seen)
			continue
		}
		input := filepath.Join(dir, "input")
		if err := os.WriteFile(input, []byte(format.Join([]sudoku.Board{e.puzzle})), 0o600); err != nil {
			return err
		}
		if grade.IsFunction(p, s) { // what is wrong with it is said of the user's own file, not of what becomes of it
			own, err := g.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
			if err != nil {
				return err
			}
			if own.Refused == verdict.CE {
				seen.trouble = append(seen.trouble, say.Of("%s does not compile: %s", s.Name, own.Why()).String())
				e.seen = append(e.seen, seen)
				continue
			}
		}
		tracer, traced := explain.Traced(&trace.Tracer{Builder: g.Builder, Sandbox: g.Sandbox}, p, s)
		seen.replay, err = tracer.Replay(ctx, traced, format, e.puzzle)
		if err := seen.note(err); err != nil {
			return err
		}
		seen.work, err = tracer.Work(ctx, traced, input, trace.WorkTime)
		if err := seen.note(err); err != nil {
			return err
		}
		e.seen = append(e.seen, seen)
	}
	return nil
}

// note keeps an error that is the solution's own and returns any other.
func (s *sighting) note(err error) error {
	if err == nil {
		return nil
	}
	text := explain.Why(s.solution.Name, err).String()
	if text == "" {
		return err
	}
	if !slices.Contains(s.trouble, text) { // both builds may fail alike
		s.trouble = append(s.trouble, text)
	}
	return nil
}

// any tells if anything was seen.
func (e *explanation) any() bool {
	return slices.ContainsFunc(e.seen, func(s sighting) bool { return s.replay != nil || s.work != nil })
}

// complete tells if everything was seen, and solved where that can be done.
func (e *explanation) complete() bool {
	for _, s := range e.seen {
		if s.replay == nil || s.work == nil || !s.replay.Solved && !e.hopeless() {
			return false
		}
	}
	return true
}

func (e *explanation) replays() []verdict.Replay {
	var all []verdict.Replay
	for _, s := range e.seen {
		if s.replay != nil {
			all = append(all, *s.replay)
		}
	}
	return all
}

// run is what was seen as the page wants it: each solution with its source and one case, the puzzle.
func (e *explanation) run(g *grade.Grader) verdict.Run {
	run := verdict.Run{Host: grade.Host(g.Sandbox), Replays: e.replays()}
	for _, s := range e.seen {
		v := verdict.WA
		if s.replay != nil && s.replay.Solved {
			v = verdict.AC
		}
		run.Results = append(run.Results, verdict.Solution{
			Solution: s.solution.Name, Path: s.solution.Path, Language: language.NameOf(s.solution.Language),
			Source: s.solution.Text(), CodeBytes: s.solution.Bytes,
			Document: s.solution.Document, Verdict: v, Expected: "AC", AsExpected: v == verdict.AC, Compile: verdict.Compile{OK: true},
			Cases: []verdict.Case{{Case: "the puzzle", Verdict: v, Expected: "AC", AsExpected: v == verdict.AC, Work: s.work}},
		})
	}
	return run
}
