package explain

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// Causes finds out why solutions ran out of time, each on the first case where it did, and adds that to the results. Each
// may take so long.
func (e *Explainer) Causes(ctx context.Context, entries []grade.Entry, run *result.Run, patience time.Duration) error {
	type slow struct {
		entry *grade.Entry
		of    problem.Case
		to    *result.Case
	}
	var all []slow
	for i := range run.Results {
		r := &run.Results[i]
		entry := entryOf(entries, r)
		at := slices.IndexFunc(r.Cases, func(c result.Case) bool { return c.Verdict == result.TLE })
		if entry == nil || at < 0 || e.finder == nil {
			continue
		}
		of := slices.IndexFunc(entry.Cases, func(c problem.Case) bool { return c.Name == r.Cases[at].Case })
		if of >= 0 {
			all = append(all, slow{entry, entry.Cases[of], &r.Cases[at]})
		}
	}
	var errs = make([]error, len(all))
	grade.Each(max(1, runtime.NumCPU()/2), len(all), func(i int) { // each runs two programs at once
		short, stop := context.WithTimeout(ctx, patience)
		defer stop()
		s := all[i]
		e.show("looking for what makes %s slow", s.entry.Solution.Name)
		s.to.Cause, errs[i] = e.finder.Of(short, s.entry.Problem, s.entry.Solution, s.of)
		if short.Err() != nil && ctx.Err() == nil || why(s.entry.Solution.Name, errs[i]).Said() {
			errs[i] = nil
		}
	})
	return errors.Join(errs...)
}
