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
	grader *grade.Grader
	tracer trace.Tracer
	show   func(format string, args ...any) // reports progress; one call at a time
	root   string                           // folder of our solutions, which are shown beside others; "": none
	each   func(context.Context, func(context.Context) error) error
	finder *cause.Finder // finds out how the work grows and why it is too much; nil: nobody asks
}

// New returns an explainer. Each search may take patience, or as long as trace allows for 0; show reports progress.
func New(g *grade.Grader, patience time.Duration, show func(format string, args ...any)) *Explainer {
	var one sync.Mutex
	return &Explainer{grader: g, tracer: trace.Tracer{Builder: g.Builder, Sandbox: g.Sandbox, Patience: patience},
		show: func(format string, args ...any) {
			one.Lock()
			defer one.Unlock()
			show(format, args...)
		},
		each: func(ctx context.Context, search func(context.Context) error) error { return search(ctx) }}
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
func (e *Explainer) work(ctx context.Context, t *trace.Tracer, s solution.Solution, input string, limit time.Duration) (*result.Work, error) {
	return inTurn(ctx, e, func(ctx context.Context) (*result.Work, error) {
		return t.Work(ctx, s, input, min(limit, cmp.Or(t.Patience, trace.WorkTime)))
	})
}

// replay watches a solution on a board.
func (e *Explainer) replay(ctx context.Context, t *trace.Tracer, s solution.Solution, format sudoku.Format, board sudoku.Board) (*result.Replay, error) {
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

// unseen returns an error of watching, unless the solution is at fault.
func unseen(s solution.Solution, err error) error {
	if err == nil || why(s.Name, err).Said() {
		return nil
	}
	return say.Errorf("%s: replay: %w", s.Name, err)
}

// Count runs an instrumented build of every solution again on each case where it ended or ran out of time, and adds the
// counts to the results. If the run has searches on boards, only the cases of these boards are counted.
func (e *Explainer) Count(ctx context.Context, entries []grade.Entry, run *result.Run) error {
	type task struct {
		entry *grade.Entry
		limit time.Duration
		to    *result.Case
	}
	var tasks []task
	for i := range run.Results {
		r := &run.Results[i]
		entry := entryOf(entries, r)
		if entry == nil || entry.Problem.Check.Talks() { // there is no interactor in this run
			continue
		}
		for j := range r.Cases {
			c := &r.Cases[j]
			if limit := countingTime(*c, cmp.Or(e.tracer.Patience, r.Limits.CPU)); limit > 0 && wanted(run.Replays, r, c) {
				tasks = append(tasks, task{entry, limit, c})
			}
		}
	}
	return all(ctx, runtime.NumCPU(), len(tasks), func(i int) (err error) {
		t, s := tasks[i], tasks[i].entry.Solution
		e.show("counting statements: %d of %d  %s %s", i+1, len(tasks), s.Name, t.to.Case)
		of, _ := caseNamed(*t.entry, t.to.Case)
		if t.to.Work, err = e.work(ctx, e.tracer.For(t.entry.Problem, s), s, of.In, t.limit); err == nil {
			return nil
		}
		if t.to.Uncounted = why(s.Name, err); t.to.Uncounted.Said() {
			return nil
		}
		return err
	})
}

// wanted reports whether a case is to be counted: any, or only those on whose boards the program was watched.
func wanted(replays []result.Replay, s *result.Solution, c *result.Case) bool {
	return len(replays) == 0 || slices.ContainsFunc(replays, func(r result.Replay) bool {
		return r.Solution == s.Solution && r.Problem == s.Problem && r.Case == c.Case
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

// Causes finds out why solutions ran out of time, each on the first case where it did, and adds that to the results. Each
// may take so long.
func (e *Explainer) Causes(ctx context.Context, entries []grade.Entry, run *result.Run, patience time.Duration) error {
	type slow struct {
		entry *grade.Entry
		to    *result.Case
	}
	var late []slow
	for i := range run.Results {
		r := &run.Results[i]
		at := slices.IndexFunc(r.Cases, func(c result.Case) bool { return c.Verdict == result.TLE })
		if entry := entryOf(entries, r); entry != nil && at >= 0 {
			late = append(late, slow{entry, &r.Cases[at]})
		}
	}
	return all(ctx, max(1, runtime.NumCPU()/2), len(late), func(i int) (err error) { // each runs two programs at once
		short, stop := context.WithTimeout(ctx, patience)
		defer stop()
		s := late[i].entry.Solution
		of, known := caseNamed(*late[i].entry, late[i].to.Case)
		if !known {
			return nil
		}
		e.show("looking for what makes %s slow", s.Name)
		late[i].to.Cause, err = e.finder.Of(short, late[i].entry.Problem, s, of)
		if short.Err() != nil || why(s.Name, err).Said() {
			return nil
		}
		return err
	})
}

// all does n things, so many at once, until the context is done. What fails after that is not reported.
func all(ctx context.Context, atOnce, n int, do func(i int) error) error {
	errs := make([]error, n)
	grade.Each(atOnce, n, func(i int) {
		if ctx.Err() != nil {
			return
		}
		if err := do(i); ctx.Err() == nil {
			errs[i] = err
		}
	})
	return errors.Join(errs...)
}

func entryOf(entries []grade.Entry, r *result.Solution) *grade.Entry {
	for i, e := range entries {
		if e.Problem.ID == r.Problem && e.Solution.Name == r.Solution {
			return &entries[i]
		}
	}
	return nil
}

func caseNamed(e grade.Entry, name string) (c problem.Case, ok bool) {
	at := slices.IndexFunc(e.Cases, func(c problem.Case) bool { return c.Name == name })
	if at < 0 {
		return c, false
	}
	return e.Cases[at], true
}
