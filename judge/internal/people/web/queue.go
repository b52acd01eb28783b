package web

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/history"
)

// queue holds the running judgings; those that wait are in the database. On this machine one runs at a time.
type queue struct {
	wake    chan struct{} // something was put into the queue, or a judging is over
	mu      sync.Mutex
	running map[int64]*underway // by ID
	broken  []string            // problems whose checkers or interactors failed, each with its version
}

// underway is a running judging.
type underway struct {
	cancel context.CancelCauseFunc
	begins string // the case that it began last
}

// Why a judging is cancelled.
var (
	errStopped = say.Errorf("stopped")
	errLeaving = say.Errorf("the judge is ending")
	errBroken  = say.Errorf("the problem's own checker or interactor failed")
)

const (
	patience = 10 * time.Second // for the running judging when the judge ends
	retry    = 2 * time.Second  // after a fault of the history: a full disk may have room again
)

// Judge judges submissions until the context is done: one after the other here, one more at once than there are
// workers in a fleet. Judgings that run then have a while to finish. After that they are queued again.
func (s *Server) Judge(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	if s.Fleet != nil {
		s.lookAtFleet(ctx)
		all.Go(func() { s.watchFleet(ctx) })
	}
	all.Go(func() { s.doIdle(ctx) })
	for ctx.Err() == nil {
		running := s.queue.now()
		sub, err := history.Submission{}, error(history.ErrNone)
		if len(running) < s.atOnce() {
			sub, err = s.DB.Next(context.WithoutCancel(ctx), time.Now(), s.queue.brokenNow(), running...) // a transaction that has begun comes to an end
		}
		switch {
		case err == nil:
			s.watching.giveWay(0)
			s.streams.wake(sub.ID)
			s.streams.wakeAll() // the judgings behind it moved up
			work, cancel := s.queue.begin(ctx, sub.Judging.ID)
			all.Go(func() {
				s.complainAndWait(ctx, s.judge(ctx, work, cancel, sub))
				s.queue.end(sub.Judging.ID)
				s.streams.wake(sub.ID)
				s.streams.wakeAll()
				s.enqueue()
			})
		case errors.Is(err, history.ErrNone):
			select {
			case <-s.queue.wake:
			case <-ctx.Done():
			}
		default:
			s.complainAndWait(ctx, err)
		}
	}
}

// behind returns how many other people wait for a judging. A program that runs for somebody delays them, even with a
// fleet, because a worker may be on this machine.
func (s *Server) behind(person int64) int {
	n, err := s.DB.WaitingOthers(context.Background(), person)
	if err != nil {
		s.Log(err)
	}
	return n
}

// complainAndWait logs a fault, for instance of the history, and waits a while before the next try.
func (s *Server) complainAndWait(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		s.Log(err)
		interrupt.Pause(ctx, retry)
	}
}

// enqueue wakes Judge, because the queue may have something.
func (s *Server) enqueue() {
	select {
	case s.queue.wake <- struct{}{}:
	default:
	}
}

// judge judges one submission and stores the result; work ends when the judging is stopped. An error comes from the
// history. Then Next will queue the judging again.
func (s *Server) judge(ctx, work context.Context, cancel context.CancelCauseFunc, sub history.Submission) error {
	defer cancel(nil)
	leaving := context.AfterFunc(ctx, func() {
		interrupt.Pause(work, patience)
		cancel(errLeaving)
	})
	defer leaving()

	keeper := &keeper{Server: s, sub: sub, ctx: context.WithoutCancel(ctx), cancel: cancel}
	began := time.Now()
	run := s.grade(work, sub, keeper)
	if sub.Judging.Attempt == 1 {
		if err := s.DB.Charge(keeper.ctx, sub.Person.ID, time.Since(began)); err != nil {
			return err
		}
	}
	cause := context.Cause(work)
	switch {
	case keeper.err != nil:
		return keeper.err
	case cause == errLeaving:
		return s.DB.Requeue(keeper.ctx, sub.Judging.ID)
	}
	state := history.Done
	switch cause {
	case errStopped:
		state = history.Stopped
	case errBroken:
		run.Results[0].Verdict = result.JE
		s.queue.breaks(sub)
	}
	return s.DB.Finish(keeper.ctx, sub.Judging.ID, state, run, time.Now())
}

// grade judges one submission. The run always has one result, even if the judge itself failed.
func (s *Server) grade(ctx context.Context, sub history.Submission, k *keeper) result.Run {
	var run result.Run
	p, err := s.problems.get(sub.Problem)
	if err == nil {
		var theirs solution.Solution
		if theirs, err = stranger(sub.File, sub.Language, sub.Source); err == nil {
			k.cases = len(p.Cases)
			run, err = s.judges().Grade(ctx, []grade.Entry{{Problem: p.Problem, Solution: theirs, Cases: p.Cases}}, grade.Options{}, k.keep)
		}
	}
	if len(run.Results) > 0 {
		return run
	}
	run.Host = grade.Host(s.Grader.Sandbox)
	none := result.Solution{Problem: sub.Problem, Solution: sub.File, Path: sub.File, Language: language.NameOf(sub.Language), Verdict: result.SK, Expected: result.Accepted}
	switch {
	case err == history.ErrNone:
		none.Verdict, none.Compile.Message = result.JE, say.Of("the problem %s is not here any more", sub.Problem)
	case err != nil && ctx.Err() == nil:
		s.Log(err)
		none.Verdict, none.Compile.Message = result.JE, errOwn.Message()
	}
	run.Results = []result.Solution{none}
	return run
}

// stranger returns a solution for a source that somebody submitted. It drops the source's own promises, because a
// promised failure would count as expected.
func stranger(file, lang, source string) (solution.Solution, error) {
	s, err := solution.Of(file, lang, language.File{Path: file, Text: source})
	s.Stranger, s.Expect, s.Env = true, nil, nil
	return s, err
}

// keeper stores the results of a judging as they come.
type keeper struct {
	*Server
	sub    history.Submission
	ctx    context.Context
	cancel context.CancelCauseFunc
	cases  int
	kept   int
	err    error
}

// keep receives all events. If it cannot store an event, the judging ends.
func (k *keeper) keep(e result.Event) {
	if k.err != nil {
		return
	}
	switch e.Kind {
	case result.Built:
		k.err = k.DB.Built(k.ctx, k.sub.Judging.ID, k.Version, k.cases)
	case result.Begins:
		k.queue.at(k.sub.Judging.ID, e.Name)
	case result.Ended:
		if k.err = k.DB.Record(k.ctx, k.sub.Judging.ID, k.kept+1, *e.Case); k.err == nil {
			k.kept++
		}
		if e.Case.Verdict == result.JE { // the other cases would take as long, and tell no more
			k.cancel(errBroken)
		}
	default:
		return
	}
	if k.err != nil {
		k.cancel(k.err)
	}
	k.streams.wake(k.sub.ID)
}

// begin notes that a judging runs. Its work ends when it is cancelled, not with ctx.
func (q *queue) begin(ctx context.Context, judging int64) (work context.Context, cancel context.CancelCauseFunc) {
	work, cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running[judging] = &underway{cancel: cancel}
	return work, cancel
}

func (q *queue) end(judging int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.running, judging)
}

// breaks notes that a version of a problem is broken: its submissions come last from now on.
func (q *queue) breaks(sub history.Submission) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if name := sub.Problem + " " + sub.Version; !slices.Contains(q.broken, name) {
		q.broken = append(q.broken, name)
	}
}

func (q *queue) brokenNow() []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.broken)
}

// now returns the running judgings.
func (q *queue) now() []int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Collect(maps.Keys(q.running))
}

// Ending says what the judge would wait for if it ended now.
func (s *Server) Ending() say.Message {
	if n := len(s.queue.now()); n > 0 {
		return say.Of("ending: waiting for %s to finish, %d s at most", say.Count(n, "judging"), int(patience.Seconds()))
	}
	return say.Message{}
}

// at notes the running case of a judging.
func (q *queue) at(judging int64, name string) {
	q.of(judging, func(u *underway) { u.begins = name })
}

// begins returns the running case of a judging; "" if none has begun.
func (q *queue) begins(judging int64) (name string) {
	q.of(judging, func(u *underway) { name = u.begins })
	return name
}

// stop stops a judging if it is running.
func (q *queue) stop(judging int64) (runs bool) {
	q.of(judging, func(u *underway) {
		u.cancel(errStopped)
		runs = true
	})
	return runs
}

// of does something with a judging if it is running.
func (q *queue) of(judging int64, do func(*underway)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if u := q.running[judging]; u != nil {
		do(u)
	}
}
