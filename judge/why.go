package main

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"

	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/trace"
	"sudokuoj/judge/internal/verdict"
)

// countWork runs an instrumented build of every Go solution once more on each case that it solved, and
// adds what was counted to the results. Nothing is timed here, so it uses all processors.
func countWork(ctx context.Context, env *environment, g *grade.Grader, entries []grade.Entry, run *verdict.Run) error {
	type task struct {
		solution solution.Solution
		tracer   *trace.Tracer
		input    string
		result   *verdict.Case
	}
	dir, remove, err := temp.Dir("work")
	if err != nil {
		return err
	}
	defer remove()
	var tasks []task
	for i := range run.Results {
		r := &run.Results[i]
		e := entryOf(entries, r)
		if e == nil || e.Solution.Language != "go" || !r.Compile.OK {
			continue
		}
		tracer, traced, err := g.Tracer(ctx, e.Problem, e.Solution, dir)
		if err != nil {
			return err
		}
		for j := range r.Cases {
			if c := &r.Cases[j]; c.Verdict == verdict.AC {
				tasks = append(tasks, task{traced, tracer, inputOf(e.Cases, c.Case), c})
			}
		}
	}
	live := env.liveLine(env.stderr)
	defer live.erase()
	var mu sync.Mutex
	var errs []error
	var wg sync.WaitGroup
	next := make(chan task)
	done := 0
	for range runtime.NumCPU() {
		wg.Go(func() {
			for t := range next {
				work, err := t.tracer.Work(ctx, t.solution, t.input)
				mu.Lock()
				done++
				live.show("counting statements: %d of %d  %s %s", done, len(tasks), t.solution.Name, t.result.Case)
				t.result.Work = work
				if err != nil && ctx.Err() == nil && whyUntraced(t.solution.Name, err) == "" {
					errs = append(errs, err)
				}
				mu.Unlock()
			}
		})
	}
	for _, t := range tasks {
		if ctx.Err() != nil {
			break
		}
		next <- t
	}
	close(next)
	wg.Wait()
	return errors.Join(errs...)
}

func entryOf(entries []grade.Entry, r *verdict.Solution) *grade.Entry {
	for i, e := range entries {
		if e.Problem.ID == r.Problem && e.Solution.Name == r.Solution {
			return &entries[i]
		}
	}
	return nil
}

func inputOf(cases []problem.Case, name string) string {
	for _, c := range cases {
		if c.Name == name {
			return c.In
		}
	}
	return ""
}

// watchSearches replays the solutions that name a board on one puzzle, for the page: a board of the
// problem that most of them are entered for.
func watchSearches(ctx context.Context, env *environment, g *grade.Grader, entries []grade.Entry) (report.Extras, error) {
	claims := map[string]int{}
	most := ""
	for _, e := range entries {
		if _, ok := check.InputFormat(e.Problem.Check.Format); ok && e.Solution.Board != "" {
			if claims[e.Problem.ID]++; claims[e.Problem.ID] > claims[most] {
				most = e.Problem.ID
			}
		}
	}
	var extras report.Extras
	live := env.liveLine(env.stderr)
	defer live.erase()
	dir, remove, err := temp.Dir("replay")
	if err != nil {
		return extras, err
	}
	defer remove()
	var puzzle sudoku.Board
	for _, e := range entries {
		if e.Problem.ID != most || e.Solution.Board == "" {
			continue
		}
		format, _ := check.InputFormat(e.Problem.Check.Format)
		if extras.ReplayTitle == "" {
			of := ""
			if puzzle, of = tellingPuzzle(format, e.Cases); of == "" {
				return extras, nil // cases without a board have nothing to replay
			}
			extras.ReplayTitle = e.Problem.ID + " " + of
		}
		live.show("watching %s search", e.Solution.Name)
		tracer, traced, err := g.Tracer(ctx, e.Problem, e.Solution, dir)
		if err != nil && (whyUntraced(e.Solution.Name, err) != "" || ctx.Err() != nil) {
			continue
		}
		if err != nil {
			return extras, err
		}
		replay, err := tracer.Replay(ctx, traced, format, puzzle)
		if ctx.Err() != nil {
			return extras, nil
		}
		if err != nil && whyUntraced(e.Solution.Name, err) == "" {
			return extras, say.Errorf("%s: replay: %w", e.Solution.Name, err)
		}
		if err == nil {
			extras.Replays = append(extras.Replays, *replay)
		}
	}
	return extras, nil
}

// tooLong is how many digits a walk in reading order may write on a puzzle that is to be watched.
const tooLong = 50_000

// tellingPuzzle picks, of the first boards of the cases, the first that needs some search but not much:
// there all approaches show what they do, in histories of a length that one can watch. Where there is
// none, it is the first board. It returns the name of its case, "" if there is no board at all.
func tellingPuzzle(format sudoku.Format, cases []problem.Case) (puzzle sudoku.Board, of string) {
	var solver sudoku.Solver
	for _, c := range cases {
		for _, board := range firstBoards(c.In, format) {
			if of == "" {
				puzzle, of = board, c.Name
			}
			if board.Size != 9 || solver.Count(board, 2) != 1 || board.Effort(sudoku.RowOrder, tooLong) >= tooLong {
				continue
			}
			if d, _ := solver.Grade(board); d == sudoku.Little || d == sudoku.Search {
				return board, c.Name
			}
		}
	}
	return puzzle, of
}

// firstBoards reads up to five boards of an input; one that is broken on purpose ends early.
func firstBoards(path string, format sudoku.Format) (boards []sudoku.Board) {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	for r := sudoku.NewReader(f, format); len(boards) < 5; {
		board, err := r.Next()
		if err != nil {
			break
		}
		boards = append(boards, board)
	}
	return boards
}
