package explain

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/trace"
	"sudokuoj/judge/internal/verdict"
)

// Sighting is one solution's search on a puzzle. What could not be had is nil, and Trouble says why.
type Sighting struct {
	Solution solution.Solution
	Replay   *verdict.Replay
	Work     *verdict.Work
	Trouble  []say.Message
}

// See watches a solution on a puzzle, given to it as one of the problems wants it, and counts what it does.
// Patience is how long each may take, 0 for as long as is usual. An error is the judge's own fault.
func See(ctx context.Context, g *grade.Grader, s solution.Solution, problems []problem.Problem, puzzle sudoku.Board, patience time.Duration) (Sighting, error) {
	seen := Sighting{Solution: s}
	format, p, err := format(s, problems, puzzle)
	if err != nil {
		seen.Trouble = append(seen.Trouble, say.Of("%s cannot be given the puzzle: %v", s.Name, err))
		return seen, nil
	}
	if grade.IsFunction(p, s) { // what is wrong with it is said of the user's own file, not of what becomes of it
		own, err := g.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
		if err != nil {
			return seen, err
		}
		if own.Refused == verdict.CE {
			seen.Trouble = append(seen.Trouble, say.Of("%s does not compile: %s", s.Name, own.Why()))
			return seen, nil
		}
	}
	dir, remove, err := temp.Dir("explain")
	if err != nil {
		return seen, err
	}
	defer remove()
	input := filepath.Join(dir, "input")
	if err := os.WriteFile(input, []byte(format.Join([]sudoku.Board{puzzle})), 0o600); err != nil {
		return seen, err
	}
	tracer, traced := Traced(&trace.Tracer{Builder: g.Builder, Sandbox: g.Sandbox, Patience: patience}, p, s)
	seen.Replay, err = tracer.Replay(ctx, traced, format, puzzle)
	if err := seen.note(err); err != nil {
		return seen, err
	}
	seen.Work, err = tracer.Work(ctx, traced, input, cmp.Or(patience, trace.WorkTime))
	return seen, seen.note(err)
}

// note keeps an error that is the solution's own and returns any other.
func (s *Sighting) note(err error) error {
	if err == nil {
		return nil
	}
	why := Why(s.Solution.Name, err)
	if !why.Said() {
		return err
	}
	if !slices.ContainsFunc(s.Trouble, func(m say.Message) bool { return m.String() == why.String() }) { // both builds may fail alike
		s.Trouble = append(s.Trouble, why)
	}
	return nil
}

// format is the format to give a puzzle to a solution in, and the problem whose that is: lines, where it
// reads those, else that of the first problem it claims that can hold the puzzle. A file that holds a
// function and claims no problem is taken for the first that asks for one about boards.
func format(s solution.Solution, problems []problem.Problem, puzzle sudoku.Board) (found sudoku.Format, of problem.Problem, err error) {
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

// Takes tells whether the puzzle can be given to a solution.
func Takes(s solution.Solution, problems []problem.Problem, puzzle sudoku.Board) bool {
	_, _, err := format(s, problems, puzzle)
	return err == nil
}

// Replays are the histories that could be had.
func Replays(all []Sighting) (replays []verdict.Replay) {
	for _, s := range all {
		if s.Replay != nil {
			replays = append(replays, *s.Replay)
		}
	}
	return replays
}

// Seen is what was seen on one puzzle as the page wants it: each solution with its source and one case, the
// puzzle.
func Seen(host verdict.Host, all []Sighting) verdict.Run {
	run := verdict.Run{Host: host}
	for _, s := range all {
		v := verdict.WA
		if s.Replay != nil && s.Replay.Solved {
			v = verdict.AC
		}
		run.Results = append(run.Results, verdict.Solution{
			Solution: s.Solution.Name, Path: s.Solution.Path, Language: language.NameOf(s.Solution.Language),
			Source: s.Solution.Text(), CodeBytes: s.Solution.Bytes,
			Document: s.Solution.Document, Verdict: v, Expected: "AC", AsExpected: v == verdict.AC, Compile: verdict.Compile{OK: true},
			Cases: []verdict.Case{{Case: "the puzzle", Verdict: v, Expected: "AC", AsExpected: v == verdict.AC, Work: s.Work}},
		})
	}
	return run
}
