package explain

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
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
	err := all(ctx, len(most), func(i int) error {
		p, s, c := most[i].Problem, most[i].Solution, most[i].Cases[min(at, len(most[i].Cases)-1)]
		e.show("watching %s search", s.Name)
		search, err := e.search(ctx, e.tracerOf(p, s), s, p, c, cmp.Or(e.patience, 5*time.Second))
		if err != nil {
			return e.unseen(s, err)
		}
		searches[i] = search
		return nil
	})
	return some(searches), err
}

// search watches the calls and the tables of a solution on a case.
func (e *Explainer) search(ctx context.Context, t tracer, s solution.Solution, p problem.Problem, c problem.Case, limit time.Duration) (*result.Search, error) {
	seen, err := inTurn(ctx, e, func(ctx context.Context) (*result.Search, error) { return t.Search(ctx, s, c.In, limit) })
	if seen != nil {
		seen.Problem, seen.Case = p.ID, c.Name
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
