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

// ownSubmission returns the submission that the address names, with the judging that counts, if the visitor may see it.
func (s *Server) ownSubmission(v *visit) (history.Submission, error) { return s.own(v, s.DB.Get) }

// ownLatest is like ownSubmission, but returns the judging that goes on, if there is one.
func (s *Server) ownLatest(v *visit) (history.Submission, error) { return s.own(v, s.DB.Latest) }

func (s *Server) own(v *visit, get func(context.Context, int64) (history.Submission, error)) (history.Submission, error) {
	id, err := strconv.ParseInt(v.PathValue("id"), 10, 64)
	if err != nil {
		return history.Submission{}, history.ErrNone
	}
	sub, err := get(v.Context(), id)
	if err == nil && !mine(v.Person, sub) {
		return history.Submission{}, refuse(http.StatusForbidden, say.Errorf("this submission is somebody else's"))
	}
	if err == nil {
		var veiled bool
		if veiled, err = s.veils(v.Context(), v.Person, sub.Problem); veiled {
			veilCost(&sub.Judging)
		}
	}
	return sub, err
}

// mine reports whether a person may see the source of a submission and the result of each case.
func mine(p history.Person, sub history.Submission) bool { return p.Teaches() || p.ID == sub.Person.ID }

// order is what teachers have decided: the rules of problems, and the contests.
type order struct {
	rules    map[string]history.Rules
	contests []history.Contest
}

func (s *Server) order(ctx context.Context) (o order, err error) {
	if o.rules, err = s.DB.AllRules(ctx); err == nil {
		o.contests, err = s.DB.Contests(ctx)
	}
	return o, err
}

// closed reports whether students may not see a problem now.
func (o order) closed(id string) bool { return o.rules[id].Closed && !o.asked(id, "running") }

// asked reports whether some contest is in one of these phases and has the problem.
func (o order) asked(id string, phases ...string) bool {
	now := time.Now()
	return slices.ContainsFunc(o.contests, func(c history.Contest) bool { return hasIn(c, id, now, phases...) })
}

// hasIn reports whether a contest has the problem and is in one of these phases.
func hasIn(c history.Contest, problem string, now time.Time, phases ...string) bool {
	return slices.Contains(c.Problems, problem) && slices.Contains(phases, phaseOf(c, now))
}

// openProblem returns a problem that a person may see and submit to; history.ErrNone if there is none.
func (s *Server) openProblem(ctx context.Context, p history.Person, id string) (*cachedProblem, error) {
	found, err := s.problems.get(id)
	if err != nil || p.Teaches() {
		return found, err
	}
	o, err := s.order(ctx)
	if err == nil && o.closed(id) {
		err = history.ErrNone
	}
	return found, err
}

// openProblems returns all problems that a person may see.
func (s *Server) openProblems(ctx context.Context, p history.Person) (all []*cachedProblem, err error) {
	sound, err := s.problems.sound()
	if err != nil || p.Teaches() {
		return sound, err
	}
	o, err := s.order(ctx)
	return slices.DeleteFunc(sound, func(one *cachedProblem) bool { return o.closed(one.ID) }), err
}

// submissions returns the submissions that a filter picks, with the details that the person may see.
func (s *Server) submissions(ctx context.Context, p history.Person, f history.Filter) (all []history.Submission, err error) {
	if p.Teaches() {
		return s.DB.Submissions(ctx, f)
	}
	o, err := s.order(ctx)
	f.Limit = cmp.Or(f.Limit, perPage)
	for end := err != nil; !end; { // older ones fill the gaps, so that the size of the page does not reveal hidden rows
		page, err := s.DB.Submissions(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, one := range page {
			f.Before = one.ID
			if o.shows(p, &one) && (f.Verdict == "" || f.Verdict == one.Judging.Verdict) {
				all = append(all, one)
			}
		}
		end = len(page) < f.Limit || len(all) >= f.Limit
	}
	return all[:min(len(all), f.Limit)], err
}

// shows reports whether a student may see a submission, and hides what the student may not see of it.
func (o order) shows(p history.Person, one *history.Submission) bool {
	if !mine(p, *one) {
		if o.rules[one.Problem].Closed && !o.asked(one.Problem, "running", "over") {
			return false // no contest has opened it yet
		}
		if o.frozen(*one) {
			one.Judging = history.Judging{State: history.Queued, Created: one.Created}
		}
	}
	if o.rules[one.Problem].Veiled {
		veilCost(&one.Judging)
	}
	return true
}

// frozen reports whether the result of a submission is hidden from others until its contest ends.
func (o order) frozen(sub history.Submission) bool {
	return slices.ContainsFunc(o.contests, func(c history.Contest) bool {
		return c.ID == sub.Contest && !c.Freezes.IsZero() && !sub.Created.Before(c.Freezes) && time.Now().Before(c.Ends)
	})
}

// veils reports whether the secret cases of a problem are hidden from a person.
func (s *Server) veils(ctx context.Context, p history.Person, problem string) (bool, error) {
	rules, err := s.DB.Rules(ctx, problem)
	return rules.Veiled && !p.Teaches(), err
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

// veilCost rounds the cost of a judging whose secret cases are hidden: of all cases the largest, as a power of two.
func veilCost(j *history.Judging) {
	j.Slowest = time.Duration(powerOfTwo(int64(j.Slowest/time.Millisecond))) * time.Millisecond
	j.CPU, j.PeakKiB = j.Slowest, powerOfTwo(j.PeakKiB)
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

// shownRun returns a judging as a run with its source, limited to what the person may see.
func (s *Server) shownRun(ctx context.Context, p history.Person, sub history.Submission) (result.Run, error) {
	run, err := s.DB.Run(ctx, sub.Judging)
	if err != nil {
		return run, err
	}
	one := &run.Results[0]
	one.Source, one.CodeBytes = sub.Source, sub.Bytes
	veiled, err := s.veils(ctx, p, sub.Problem)
	if veiled {
		for i, c := range one.Cases {
			one.Cases[i] = veil(c)
		}
	}
	return run, err
}
