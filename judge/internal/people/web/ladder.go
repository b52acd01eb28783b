package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/turns"
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
func (s *Server) climbOf(v *visit, p *cachedProblem, mine history.Standing, spoken string) (c climb) {
	if p.Check.Kind != "sudoku" || v.contested(p.ID) {
		return c
	}
	if mine.MyRungs == history.NotWatched {
		s.whenIdle(func(ctx context.Context, v *visit) error {
			sub, err := s.DB.Get(ctx, mine.MySubmission)
			if v.Person = sub.Person; err == nil {
				_, err = s.study(ctx, v, sub)
			}
			return err
		})
	}
	if mine.MyRungs < 0 {
		return c
	}
	next := ""
	c.Rungs, next = rungsFor(mine.MyRungs)
	ours := inOrder(p.beside, spoken)
	at := slices.IndexFunc(ours, func(one solution.Solution) bool { return s.problems.idea(one.Name).Rung == next })
	if next == "" || at < 0 {
		return c
	}
	c.Next, c.NextSentence, c.From = ours[at].Name, s.problems.idea(ours[at].Name).sentence(), mine.MySubmission
	if ours[at].Language != spoken {
		c.Apart = say.Of("in %s: there is none in %s yet", language.NameOf(ours[at].Language), language.NameOf(spoken))
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
func (s *Server) whenIdle(do func(context.Context, *visit) error) {
	select {
	case s.idle <- do:
	default:
	}
}

// doIdle does what waits for that, for a visit of nobody. It gives way to whatever is judged or run.
func (s *Server) doIdle(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case do := <-s.idle:
			waiting, err := s.DB.Pending(ctx)
			if err != nil || waiting > 0 {
				continue
			}
			alone, done := s.watching.begin(ctx, 0)
			v := &visit{Request: new(http.Request).WithContext(alone)}
			if v.order, err = s.readOrder(alone); err == nil {
				v.turn, err = s.heavy.Ask(0, true)
			}
			if err == nil {
				err = do(alone, v)
				v.turn.Leave()
			}
			if err != nil && alone.Err() == nil {
				s.Log(err)
			}
			done()
		}
	}
}

// timeOfOurs returns the CPU time of a solution of ours on the cases of a problem that count, 0 if it is not known yet.
func (s *Server) timeOfOurs(p *cachedProblem, one solution.Solution) time.Duration {
	if known, ok := recall[result.Solution](&s.recent, oursOf(p, one)); ok {
		known.Cases = slices.DeleteFunc(slices.Clone(known.Cases), result.Case.Beyond)
		return known.Sum().CPU
	}
	s.whenIdle(func(ctx context.Context, v *visit) error { return s.judgeOurs(ctx, v.turn, p, one) })
	return 0
}

// ours names a solution of the tree as it is now, and a version of a problem.
type ours struct{ problem, version, name, text string }

func oursOf(p *cachedProblem, one solution.Solution) ours {
	return ours{p.ID, p.Version, one.Name, one.Text()}
}

// chosenOurs returns the solution that a request names, or else the usual one, in the language of the submission if it
// can be, and the names of all; nothing if the tree has none for the problem, or the idea is for after a contest.
func (s *Server) chosenOurs(v *visit, p *cachedProblem, spoken string) (one solution.Solution, all []string) {
	choices := inOrder(p.beside, spoken)
	if len(choices) == 0 || p.Check.Talks() || v.contested(p.ID) {
		return one, nil
	}
	for _, c := range choices {
		all = append(all, c.Name)
	}
	return choices[max(0, slices.Index(all, v.FormValue("with")))], all
}

// judgeOurs runs a solution of the tree on all cases of a problem and counts what it does. It does this once for each
// version of the problem and of the solution.
func (s *Server) judgeOurs(ctx context.Context, t *turns.Request, p *cachedProblem, one solution.Solution) error {
	_, err := remember(&s.recent, oursOf(p, one), func() (ours result.Solution, err error) {
		entries := []grade.Entry{{Problem: p.Problem, Solution: one, Cases: p.Cases}}
		var run result.Run
		err = t.Do(ctx, func() (err error) {
			run, err = s.judges().Grade(ctx, entries, grade.Options{}, func(result.Event) {})
			return err
		})
		if err == nil {
			err = s.explainer(t, watching).Count(ctx, entries, &run)
		}
		if err = cmp.Or(ctx.Err(), err); err == nil && len(run.Results) > 0 {
			ours = run.Results[0]
		}
		return ours, err
	})
	return err
}
