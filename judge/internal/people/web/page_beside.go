package web

import (
	"context"
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/turns"
)

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
	key := oursOf(p, one)
	known, _ := recall[result.Solution](&s.recent, key)
	if slices.ContainsFunc(known.Cases, func(c result.Case) bool { return c.Work != nil }) {
		return nil
	}
	entries := []grade.Entry{{Problem: p.Problem, Solution: one, Cases: p.Cases}}
	var run result.Run
	err := t.Do(ctx, func() (err error) {
		run, err = s.Grader.Grade(ctx, entries, grade.Options{}, func(result.Event) {})
		return err
	})
	if err == nil {
		err = s.explainer(t, watching).Count(ctx, entries, &run)
	}
	if err == nil && ctx.Err() == nil && len(run.Results) > 0 {
		s.recent.put(key, run.Results[0])
	}
	return err
}

// fewPeers is the smallest number of other people. With fewer, they would know whose dot is whose.
const fewPeers = 3

// among compares an accepted submission with the best times of other people, without names.
func (s *Server) among(ctx context.Context, data *submissionView) error {
	if data.Judging.Verdict != result.AC {
		return nil
	}
	all, err := s.DB.Submissions(ctx, history.Filter{Problem: data.Problem, Verdict: result.AC, Limit: 500})
	best := map[int64]time.Duration{}
	for _, one := range all {
		who := one.Person.ID
		if who != data.Person.ID && one.Contest == "" && (best[who] == 0 || one.Judging.CPU < best[who]) {
			best[who] = one.Judging.CPU
		}
	}
	if err != nil || len(best) < fewPeers {
		return err
	}
	mine := data.Judging.CPU
	low, high := mine, mine
	for _, t := range best {
		low, high = min(low, t), max(high, t)
		if t < mine {
			data.Faster++
		}
	}
	for _, t := range best {
		data.Peers = append(data.Peers, alongAxis(int64(t), int64(low), int64(high)))
	}
	slices.Sort(data.Peers)
	data.AmongPeers = alongAxis(int64(mine), int64(low), int64(high))
	return nil
}

// shortCount writes a count for a narrow column: 950, 12.3k, 4.56M.
func shortCount(n int64) string {
	x := float64(n)
	for _, unit := range []string{"", "k", "M", "G"} {
		if x < 1000 {
			return strconv.FormatFloat(x, 'g', 3, 64) + unit
		}
		x /= 1000
	}
	return strconv.FormatFloat(x, 'f', 0, 64) + "T"
}
