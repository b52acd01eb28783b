package web

import (
	"cmp"
	"context"
	"math/bits"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// This file decides what a person may see, for pages, events and files alike.

// order is what teachers have decided: the rules of problems, and the contests.
type order struct {
	rules    map[string]history.Rules
	contests []history.Contest
}

// orderAfter names the order as it was after so many changes of the history.
type orderAfter int64

// readOrder reads what holds now.
func (s *Server) readOrder(ctx context.Context) (order, error) {
	return remember(&s.recent, orderAfter(s.DB.Changes()), func() (o order, err error) {
		if o.rules, err = s.DB.AllRules(ctx); err == nil {
			o.contests, err = s.DB.Contests(ctx)
		}
		return o, err
	})
}

// asked reports whether some contest is in one of these phases and has the problem.
func (o order) asked(id string, phases ...string) bool {
	now := time.Now()
	return slices.ContainsFunc(o.contests, func(c history.Contest) bool { return hasIn(c, id, now, phases...) })
}

// hasIn reports whether a contest has the problem and is in one of these phases.
func hasIn(c history.Contest, problem string, now time.Time, phases ...string) bool {
	return slices.Contains(c.Problems, problem) && slices.Contains(phases, phaseOf(c, now))
}

// frozen reports whether the result of a submission is hidden from others until its contest ends.
func (o order) frozen(sub history.Submission) bool {
	return slices.ContainsFunc(o.contests, func(c history.Contest) bool {
		return c.ID == sub.Contest && !c.Freezes.IsZero() && !sub.Created.Before(c.Freezes) && time.Now().Before(c.Ends)
	})
}

// contested reports whether a problem is asked in a contest, so that the visitor may see nothing of our solutions.
func (v *visit) contested(problem string) bool {
	return !v.Person.Teaches() && v.order.asked(problem, "running")
}

// closed reports whether the visitor may not see a problem now.
func (v *visit) closed(problem string) bool {
	return !v.Person.Teaches() && v.order.rules[problem].Closed && !v.order.asked(problem, "running")
}

// veiled reports whether the secret cases of a problem are hidden from the visitor.
func (v *visit) veiled(problem string) bool {
	return !v.Person.Teaches() && v.order.rules[problem].Veiled
}

// mine reports whether the visitor may see the source of a submission and the result of each case.
func (v *visit) mine(sub history.Submission) bool {
	return v.Person.Teaches() || v.Person.ID == sub.Person.ID
}

// openProblem returns a problem that the visitor may see and submit to; history.ErrNone if there is none.
func (s *Server) openProblem(v *visit, id string) (*cachedProblem, error) {
	found, err := s.problems.get(id)
	if err == nil && v.closed(id) {
		err = history.ErrNone
	}
	return found, err
}

// openProblems returns all problems that the visitor may see.
func (s *Server) openProblems(v *visit) ([]*cachedProblem, error) {
	sound, err := s.problems.sound()
	return slices.DeleteFunc(sound, func(one *cachedProblem) bool { return v.closed(one.ID) }), err
}

// own returns the submission that the address names, if the visitor may see it: by DB.Get with the judging that counts, by
// DB.Latest with the one that goes on, if there is one.
func (s *Server) own(v *visit, get func(context.Context, int64) (history.Submission, error)) (history.Submission, error) {
	id, err := strconv.ParseInt(v.PathValue("id"), 10, 64)
	if err != nil {
		return history.Submission{}, history.ErrNone
	}
	sub, err := get(v.Context(), id)
	if err == nil && !v.mine(sub) {
		return history.Submission{}, refuse(http.StatusForbidden, say.Errorf("this submission is somebody else's"))
	}
	v.veilCost(sub.Problem, &sub.Judging)
	return sub, err
}

// submissions returns the submissions that a filter picks, with the details that the visitor may see.
func (s *Server) submissions(v *visit, f history.Filter) (all []history.Submission, err error) {
	f.Limit = cmp.Or(f.Limit, perPage)
	for end := false; !end; { // older ones fill the gaps, so that the size of the page does not reveal hidden rows
		page, err := s.DB.Submissions(v.Context(), f)
		if err != nil {
			return nil, err
		}
		for _, one := range page {
			f.Before = one.ID
			if v.shows(&one) && (f.Verdict == "" || f.Verdict == one.Judging.Verdict) {
				all = append(all, one)
			}
		}
		end = len(page) < f.Limit || len(all) >= f.Limit
	}
	return all[:min(len(all), f.Limit)], nil
}

// shows reports whether the visitor may see a submission, and hides what the visitor may not see of it.
func (v *visit) shows(one *history.Submission) bool {
	if !v.mine(*one) {
		if v.order.rules[one.Problem].Closed && !v.order.asked(one.Problem, "running", "over") {
			return false // no contest has opened it yet
		}
		if v.order.frozen(*one) {
			one.Judging = history.Judging{State: history.Queued, Created: one.Created}
		}
	}
	v.veilCost(one.Problem, &one.Judging)
	return true
}

// veil keeps only the verdict and the hint of a secret case. A program can print its input, or tell it by how much time
// and memory it takes.
func veil(c result.Case) result.Case {
	if strings.HasPrefix(c.Case, "sample/") {
		return c
	}
	bare := result.Case{Case: c.Case, Number: c.Number, Verdict: c.Verdict, Expected: c.Expected, AsExpected: c.AsExpected}
	if c.Verdict.Failed() {
		bare.Hint = c.Hint
	}
	return bare
}

// veilCost rounds the cost of a judging if secret cases are hidden: of all cases the largest, as a power of two.
func (v *visit) veilCost(problem string, j *history.Judging) {
	if v.veiled(problem) {
		j.Slowest = time.Duration(powerOfTwo(int64(j.Slowest/time.Millisecond))) * time.Millisecond
		j.CPU, j.PeakKiB = j.Slowest, powerOfTwo(j.PeakKiB)
	}
}

// powerOfTwo rounds a number up to one.
func powerOfTwo(n int64) int64 {
	if n <= 0 {
		return 0
	}
	return 1 << bits.Len64(uint64(n-1))
}

// outline returns the verdict and the cost of a case.
func outline(c result.Case) result.Case {
	return result.Case{Case: c.Case, Number: c.Number, Verdict: c.Verdict, Expected: c.Expected, AsExpected: c.AsExpected,
		CPU: c.CPU, Wall: c.Wall, PeakKiB: c.PeakKiB, Contended: c.Contended}
}

// shownRun returns a judging as a run with its source, limited to what the visitor may see.
func (s *Server) shownRun(v *visit, sub history.Submission) (result.Run, error) {
	run, err := s.DB.Run(v.Context(), sub.Judging)
	if err != nil {
		return run, err
	}
	one := &run.Results[0]
	one.Source, one.CodeBytes = sub.Source, sub.Bytes
	for i, c := range one.Cases {
		if v.veiled(sub.Problem) {
			one.Cases[i] = veil(c)
		}
	}
	return run, nil
}
