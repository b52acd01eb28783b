package web

import (
	"context"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
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
	lacks result.Lack // what a record hardly has, if the program looks
}

func ladder() []rung {
	return []rung{
		{id: "checks", Name: say.Of("checks"), Means: say.Of("hardly a digit is placed while one stands twice in a row, column or box"), lacks: result.LacksClash},
		{id: "blanks", Name: say.Of("looks ahead"), Means: say.Of("hardly a digit is placed while some blank has none left"), lacks: result.LacksNoDigit},
		{id: "fewest", Name: say.Of("fewest first"), Means: say.Of("hardly a wrong guess while some blank has only one digit left"), lacks: result.LacksForcedCell},
		{id: "places", Name: say.Of("only place"), Means: say.Of("hardly a wrong guess while some digit has only one place left"), lacks: result.LacksForcedPlace},
	}
}

// rungsFor returns the ladder with the rungs lit whose bits are set, and the first one that is not.
func rungsFor(bits int) (all []rung, next string) {
	all = ladder()
	for i := range all {
		all[i].Lit = bits>>i&1 == 1
		if !all[i].Lit && next == "" {
			next = all[i].id
		}
	}
	return all, next
}

// climb is how far up the ladder a program is, and the solution of ours that shows the next rung.
type climb struct {
	Rungs        []rung
	Next         string
	NextSentence say.Words
	Apart        say.Message // in which language the solution is, if not in the program's own
	From         int64       // the submission that is looked at
}

// climbOf looks at the last accepted submission for a problem, which is in a language.
func (s *Server) climbOf(p *cachedProblem, mine history.Standing, spoken string) (c climb) {
	if p.Check.Kind == "sudoku" && mine.MyRungs == history.NotWatched {
		s.whenIdle(s.findRungs(p, mine.MySubmission))
	}
	if p.Check.Kind != "sudoku" || mine.MyRungs < 0 {
		return c
	}
	next := ""
	c.Rungs, next = rungsFor(mine.MyRungs)
	for _, our := range inOrder(p.beside, spoken) {
		idea := s.problems.idea(our.Name)
		if next == "" || idea.Rung != next {
			continue
		}
		c.Next, c.From = our.Name, mine.MySubmission
		c.NextSentence = idea.sentence()
		if our.Language != spoken {
			c.Apart = say.Of("in %s: there is none in %s yet", language.NameOf(our.Language), language.NameOf(spoken))
		}
		break
	}
	return c
}

// inOrder returns solutions with those in a language first.
func inOrder(all []solution.Solution, spoken string) []solution.Solution {
	same := func(one solution.Solution) bool { return one.Language == spoken }
	other := func(one solution.Solution) bool { return one.Language != spoken }
	return append(slices.DeleteFunc(slices.Clone(all), other), slices.DeleteFunc(slices.Clone(all), same)...)
}

// hardly is the greatest share of the digits, in hundredths, that counts as hardly any. A search may stop looking at the
// first cell that is forced.
const hardly = 5

// reached returns the rungs that a record shows, a bit each. One in which no digit was taken back shows nothing.
func reached(r result.Replay) (bits int, told bool) {
	if r.Reason == nil || r.Back == 0 {
		return 0, false
	}
	left := r.Reason.Placed // what no lack explains yet
	for _, lack := range result.Lacks {
		n := r.Reason.Counts[lack]
		if i := slices.IndexFunc(ladder(), func(step rung) bool { return step.lacks == lack }); i >= 0 && n*100 < hardly*left {
			bits |= 1 << i
		}
		left -= n
	}
	return bits, true
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
			if waiting, err := s.DB.Pending(ctx); err != nil || waiting > 0 {
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

// timeOfOurs returns the CPU time of a solution of ours on the cases of a problem that count, 0 if it is not known yet.
func (s *Server) timeOfOurs(p *cachedProblem, one solution.Solution) time.Duration {
	key := oursOf(p, one)
	if known, ok := recall[result.Solution](&s.recent, key); ok {
		return counting(known)
	}
	s.whenIdle(func(ctx context.Context) error {
		if _, known := recall[result.Solution](&s.recent, key); known {
			return nil
		}
		entries := []grade.Entry{{Problem: p.Problem, Solution: one, Cases: p.Cases}}
		run, err := s.judges().Grade(ctx, entries, grade.Options{}, func(result.Event) {})
		if err == nil && ctx.Err() == nil && len(run.Results) > 0 {
			s.recent.put(key, run.Results[0])
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
