// Package explain finds out why the times of a run differ: it counts what the solutions did on each case,
// chooses the board on which their searches differ most, and watches them on it. It times nothing. Package report
// presents the result.
package explain

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/cause"
	"sudokuoj/judge/internal/learn/growth"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// Explainer counts and watches.
type Explainer struct {
	grader   *grade.Grader
	tracerOf func(problem.Problem, solution.Solution) tracer
	patience time.Duration                    // the limit of a search; 0: trace's own
	show     func(format string, args ...any) // reports progress; one call at a time
	root     string                           // folder of our solutions, which are shown beside others; "": none
	each     func(context.Context, func(context.Context) error) error
	finder   *cause.Finder // finds out how the work grows and why it is too much; nil: nobody asks
}

// tracer runs a solution and records what it does: see trace.Tracer.
type tracer interface {
	Work(ctx context.Context, s solution.Solution, input string, limit time.Duration) (*result.Work, error)
	Replay(ctx context.Context, s solution.Solution, format sudoku.Format, puzzle sudoku.Board) (*result.Replay, error)
	Search(ctx context.Context, s solution.Solution, input string, limit time.Duration) (*result.Search, error)
}

// Beside lets the explainer show solutions under root next to the watched ones, if they look for something that those
// miss, or name them if they grow less. It comes before Slow.
func (e *Explainer) Beside(root string) *Explainer {
	e.root = root
	return e
}

// Slow lets the explainer find out how the work of solutions grows, and why they are slow. What it finds is kept in the
// store, if there is one.
func (e *Explainer) Slow(kept *resultcache.Store) *Explainer {
	e.finder = &cause.Finder{Meter: growth.Meter{Grader: e.grader, Kept: kept}, Root: e.root}
	return e
}

// New returns an explainer. Each search may take patience, or as long as trace allows for 0; show reports progress.
func New(g *grade.Grader, patience time.Duration, show func(format string, args ...any)) *Explainer {
	plain := trace.Tracer{Builder: g.Builder, Sandbox: g.Sandbox, Patience: patience}
	var one sync.Mutex
	return &Explainer{grader: g, tracerOf: func(p problem.Problem, s solution.Solution) tracer { return plain.For(p, s) }, patience: patience,
		show: func(format string, args ...any) {
			one.Lock()
			defer one.Unlock()
			show(format, args...)
		},
		each: func(ctx context.Context, search func(context.Context) error) error { return search(ctx) }}
}

// Each passes every search, together with its compile, to do. do may wait before it runs the search.
func (e *Explainer) Each(do func(ctx context.Context, search func(context.Context) error) error) *Explainer {
	e.each = do
	return e
}

// inTurn does a search, together with its compile, when it may.
func inTurn[T any](ctx context.Context, e *Explainer, search func(context.Context) (T, error)) (found T, err error) {
	err = e.each(ctx, func(ctx context.Context) (err error) {
		found, err = search(ctx)
		return err
	})
	return found, err
}

// work counts what a solution does on an input.
func (e *Explainer) work(ctx context.Context, t tracer, s solution.Solution, input string, limit time.Duration) (*result.Work, error) {
	return inTurn(ctx, e, func(ctx context.Context) (*result.Work, error) {
		return t.Work(ctx, s, input, min(limit, cmp.Or(e.patience, trace.WorkTime)))
	})
}

// replay watches a solution on a board.
func (e *Explainer) replay(ctx context.Context, t tracer, s solution.Solution, format sudoku.Format, board sudoku.Board) (*result.Replay, error) {
	return inTurn(ctx, e, func(ctx context.Context) (*result.Replay, error) { return t.Replay(ctx, s, format, board) })
}

// why returns the reason a solution could not be traced, or nothing if the fault is the judge's.
func why(name string, err error) say.Message {
	if own, ok := errors.AsType[*trace.Untraceable](err); ok {
		return own.Message()
	}
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		return say.Of("%s does not compile: %s", name, failed.First())
	}
	if missing, ok := errors.AsType[*build.Missing](err); ok {
		return say.From(missing)
	}
	return say.Message{}
}

// Statements counts what every solution executes on each case.
func (e *Explainer) Statements(ctx context.Context, entries []grade.Entry) (run result.Run, err error) {
	for _, entry := range entries {
		s := entry.Solution
		r := result.Solution{Problem: entry.Problem.ID, Solution: s.Name, Path: s.Path, Language: language.NameOf(s.Language)}
		for _, c := range entry.Cases {
			r.Cases = append(r.Cases, result.Case{Case: c.Name, Verdict: result.AC})
		}
		run.Results = append(run.Results, r)
	}
	return run, e.Count(ctx, entries, &run)
}

// Count runs an instrumented build of every solution again on each case where it ended or ran out of time, and
// adds the counts to the results.
func (e *Explainer) Count(ctx context.Context, entries []grade.Entry, run *result.Run) error {
	return e.count(ctx, entries, run, func(*result.Solution, *result.Case) bool { return true })
}

// WatchAndCount watches the solutions, and counts what they execute on the cases whose boards they were watched on.
func (e *Explainer) WatchAndCount(ctx context.Context, entries []grade.Entry, run *result.Run) (err error) {
	if run.Replays, err = e.Watch(ctx, entries, *run); err != nil || ctx.Err() != nil {
		return err
	}
	return e.count(ctx, entries, run, func(s *result.Solution, c *result.Case) bool {
		return slices.ContainsFunc(run.Replays, func(r result.Replay) bool {
			return r.Solution == s.Solution && r.Problem == s.Problem && r.Case == c.Case
		})
	})
}

// count counts statements on the wanted cases.
func (e *Explainer) count(ctx context.Context, entries []grade.Entry, run *result.Run, wanted func(*result.Solution, *result.Case) bool) error {
	type task struct {
		tracer   tracer
		solution solution.Solution
		input    string
		limit    time.Duration
		result   *result.Case
	}
	var tasks []task
	for i := range run.Results {
		r := &run.Results[i]
		entry := entryOf(entries, r)
		if entry == nil || entry.Problem.Check.Talks() { // there is no interactor in this run
			continue
		}
		tracer := e.tracerOf(entry.Problem, entry.Solution)
		for j := range r.Cases {
			c := &r.Cases[j]
			if limit := countingTime(*c, cmp.Or(e.patience, r.Limits.CPU)); limit > 0 && wanted(r, c) {
				tasks = append(tasks, task{tracer, entry.Solution, inputOf(entry.Cases, c.Case), limit, c})
			}
		}
	}
	return all(ctx, len(tasks), func(i int) (err error) {
		t := tasks[i]
		e.show("counting statements: %d of %d  %s %s", i+1, len(tasks), t.solution.Name, t.result.Case)
		if t.result.Work, err = e.work(ctx, t.tracer, t.solution, t.input, t.limit); err == nil {
			return nil
		}
		if t.result.Uncounted = why(t.solution.Name, err); t.result.Uncounted.Said() {
			return nil
		}
		return err
	})
}

// countingTime is how long a program may run while its statements are counted; 0 means that the counts would be
// useless. A program that runs out of time, and was not expected to, stops at the limit: that of watching a search, so
// that a page counts all up to one moment, or else its own.
func countingTime(c result.Case, limit time.Duration) time.Duration {
	switch {
	case c.Verdict == result.TLE && !c.AsExpected:
		return limit
	case slices.Contains([]result.Verdict{result.AC, result.WA, result.PE, result.TLE}, c.Verdict):
		return trace.WorkTime
	}
	return 0
}

// all does n things on all processors until the context is done. What fails after that is not reported.
func all(ctx context.Context, n int, do func(i int) error) error {
	errs := make([]error, n)
	grade.Each(runtime.NumCPU(), n, func(i int) {
		if ctx.Err() != nil {
			return
		}
		if err := do(i); ctx.Err() == nil {
			errs[i] = err
		}
	})
	return errors.Join(errs...)
}

// some returns those of the results that there are.
func some[T any](all []*T) (there []T) {
	for _, one := range all {
		if one != nil {
			there = append(there, *one)
		}
	}
	return there
}

func entryOf(entries []grade.Entry, r *result.Solution) *grade.Entry {
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
