package explain

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// WatchCalls watches the calls and the tables of solutions for the page, on a problem that has no boards: on one case, so
// that they can stand side by side. Of several problems it takes the one with most solutions.
func (e *Explainer) WatchCalls(ctx context.Context, entries []grade.Entry, run result.Run) ([]result.Search, error) {
	byProblem := map[string][]grade.Entry{}
	var most []grade.Entry
	for _, entry := range entries {
		if OnBoards(entry.Problem) || entry.Problem.Check.Talks() || len(entry.Cases) == 0 {
			continue
		}
		id := entry.Problem.ID
		byProblem[id] = append(byProblem[id], entry)
		if len(byProblem[id]) > len(most) {
			most = byProblem[id]
		}
	}
	if len(most) == 0 {
		return nil, nil
	}
	of := costliest(most[0].Problem.ID, run)
	at := max(0, slices.IndexFunc(most[0].Cases, func(c problem.Case) bool { return c.Name == of }))
	searches := make([]*result.Search, len(most))
	var all parallel
	for i, entry := range most {
		s, c := entry.Solution, entry.Cases[min(at, len(entry.Cases)-1)]
		all.add(func() error {
			return e.each(ctx, func(ctx context.Context) error {
				search, err := e.tracerOf(entry.Problem, s).Search(ctx, s, c.In, cmp.Or(e.patience, 5*time.Second))
				if err != nil && why(s.Name, err).Said() {
					return nil
				}
				if err != nil {
					return say.Errorf("%s: replay: %w", s.Name, err)
				}
				search.Problem, search.Case = entry.Problem.ID, c.Name
				searches[i] = search
				return nil
			})
		}, func() { e.show("watching %s search", s.Name) })
	}
	err := all.run(ctx)
	var seen []result.Search
	for _, s := range searches {
		if s != nil {
			seen = append(seen, *s)
		}
	}
	return seen, err
}

// costliest returns the case of a problem on which some solution took longest.
func costliest(id string, run result.Run) (name string) {
	var most time.Duration
	for _, s := range run.Results {
		for _, c := range s.Cases {
			if s.Problem == id && !c.Beyond() && c.CPU > most {
				most, name = c.CPU, c.Case
			}
		}
	}
	return name
}
