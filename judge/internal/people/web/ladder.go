package web

import (
	"context"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/history"
)

// The ladder: what a search looks at, step by step. The record of a board shows how far a program has come, because a
// program that looks never does what it would see to be wrong.

// rung is a step of the ladder.
type rung struct {
	Name  say.Message
	Means say.Message
	Lit   bool
	id    string
	lacks []result.Lack // what a record must not have
}

func ladder() []rung {
	return []rung{
		{id: "checks", Name: say.Of("checks"), Means: say.Of("no digit is placed while one stands twice in a row, column or box"), lacks: []result.Lack{result.LacksClash}},
		{id: "blanks", Name: say.Of("looks ahead"), Means: say.Of("no digit is placed while some blank has none left"), lacks: []result.Lack{result.LacksNoDigit}},
		{id: "fewest", Name: say.Of("fewest first"), Means: say.Of("no wrong guess while some blank has only one digit left"), lacks: []result.Lack{result.LacksForcedCell}},
		{id: "places", Name: say.Of("only place"), Means: say.Of("no wrong guess while some digit has only one place left, and no digit placed while one has none"), lacks: []result.Lack{result.LacksNoPlace, result.LacksForcedPlace}},
	}
}

// heightOf returns how many rungs there are up to one.
func heightOf(id string) int {
	return slices.IndexFunc(ladder(), func(r rung) bool { return r.id == id }) + 1
}

// rungsFor returns the ladder with the first rungs lit.
func rungsFor(reached int) []rung {
	all := ladder()
	for i := range all {
		all[i].Lit = i < reached
	}
	return all
}

// reached returns how many rungs a record shows. One in which no digit was taken back shows nothing.
func reached(r result.Replay) (n int, told bool) {
	if r.Reason == nil || r.Back == 0 {
		return 0, false
	}
	for _, step := range ladder() {
		if slices.ContainsFunc(step.lacks, func(l result.Lack) bool { return r.Reason.Counts[l] > 0 }) {
			break
		}
		n++
	}
	return n, true
}

// whenIdle has something done as soon as nothing is judged, or forgets it: then the next page asks for it again.
func (s *Server) whenIdle(do func(context.Context) error) {
	select {
	case s.idle <- do:
	default:
	}
}

// doIdle does what waits for that. It gives way to whatever is judged or run.
func (s *Server) doIdle(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case do := <-s.idle:
			if len(s.queue.now()) > 0 {
				continue
			}
			alone, done := s.watching.begin(ctx, 0)
			if err := do(alone); err != nil && alone.Err() == nil {
				s.Log(err)
			}
			done()
		}
	}
}

// oursTimed names the time of a solution of ours.
type oursTimed ours

// timeOfOurs returns the CPU time of a solution of ours on the cases of a problem that count, 0 if it is not known yet.
func (s *Server) timeOfOurs(p *cachedProblem, one solution.Solution) time.Duration {
	key := oursOf(p, one)
	if known, ok := recall[time.Duration](&s.recent, oursTimed(key)); ok {
		return known
	}
	if known, ok := recall[result.Solution](&s.recent, key); ok {
		return counting(known)
	}
	s.whenIdle(func(ctx context.Context) error {
		if _, known := recall[time.Duration](&s.recent, oursTimed(key)); known {
			return nil
		}
		run, err := s.judges().Grade(ctx, []grade.Entry{{Problem: p.Problem, Solution: one, Cases: p.Cases}}, grade.Options{}, func(result.Event) {})
		if err == nil && ctx.Err() == nil && len(run.Results) > 0 {
			s.recent.put(oursTimed(key), counting(run.Results[0]))
		}
		return err
	})
	return 0
}

// counting returns the CPU time on the cases that count.
func counting(one result.Solution) time.Duration {
	one.Cases = slices.DeleteFunc(slices.Clone(one.Cases), result.Case.Beyond)
	return one.Sum().CPU
}

// findRungs watches how an accepted submission searches, for the ladder of its author.
func (s *Server) findRungs(p *cachedProblem, id int64) func(context.Context) error {
	return func(ctx context.Context) error {
		sub, err := s.DB.Get(ctx, id)
		if err != nil {
			return err
		}
		run, err := s.DB.Run(ctx, sub.Judging)
		if err != nil {
			return err
		}
		theirs, err := stranger(sub.File, sub.Language, sub.Source)
		if err != nil {
			return err
		}
		t, err := s.heavy.Ask(0, true)
		if err != nil {
			return err
		}
		defer t.Leave()
		run.Results[0].Solution, run.Results[0].Problem = theirs.Name, p.ID
		rungs := history.NothingTold
		_, cases := telling(run.Results[0].Cases, p.Cases, false)
		for i := 0; i < min(len(cases), watchedCases) && rungs < 0; i++ {
			replays, err := s.explainer(t, s.studying).Watch(ctx, []grade.Entry{{Problem: p.Problem, Solution: theirs, Cases: cases[i : i+1]}}, run)
			if err != nil || ctx.Err() != nil {
				return err
			}
			for _, r := range replays {
				if n, told := reached(r); told {
					rungs = n
				}
			}
		}
		return s.DB.Reached(ctx, sub.Judging.ID, rungs)
	}
}
