package web

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/history"
)

// queue holds the running judgings; those that wait are in the database. On this machine one runs at a time.
type queue struct {
	moved   chan struct{} // something was put into the queue, or a judging is over
	running sync.Map      // a *judging for each ID
	broken  sync.Map      // problems whose checkers or interactors failed, each with its version
}

// judging is a judging that runs. It stores the results as they come.
type judging struct {
	*Server
	sub    history.Submission
	ctx    context.Context // for the history, which hears of it even when the judge ends
	work   context.Context
	cancel context.CancelCauseFunc // ends the work
	begins atomic.Value            // the case that it began last
	cases  int
	kept   int
	err    error
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
		running := keys[int64](&s.queue.running)
		sub, err := history.Submission{}, error(history.ErrNone)
		if len(running) < s.atOnce() { // a transaction that has begun comes to an end
			sub, err = s.DB.Next(context.WithoutCancel(ctx), time.Now(), keys[string](&s.queue.broken), running...)
		}
		switch {
		case err == nil:
			s.watching.giveWay(0)
			j := &judging{Server: s, sub: sub, ctx: context.WithoutCancel(ctx)}
			j.work, j.cancel = context.WithCancelCause(j.ctx)
			s.queue.running.Store(sub.Judging.ID, j)
			s.streams.wake(sub.ID)
			s.streams.wake(0)
			all.Go(func() {
				s.complainAndWait(ctx, j.run(ctx))
				s.queue.running.Delete(sub.Judging.ID)
				s.streams.wake(sub.ID)
				s.moved()
			})
		case errors.Is(err, history.ErrNone):
			select {
			case <-s.queue.moved:
			case <-ctx.Done():
			}
		default:
			s.complainAndWait(ctx, err)
		}
	}
}

// keys returns the keys of a map.
func keys[K any](m *sync.Map) (all []K) {
	m.Range(func(key, _ any) bool {
		all = append(all, key.(K))
		return true
	})
	return all
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

// moved wakes Judge and the event streams, because the queue has changed.
func (s *Server) moved() {
	s.streams.wake(0)
	select {
	case s.queue.moved <- struct{}{}:
	default:
	}
}

// run judges the submission and stores the result. An error comes from the history. Then Next will queue the judging
// again.
func (j *judging) run(ctx context.Context) error {
	defer j.cancel(nil)
	leaving := context.AfterFunc(ctx, func() {
		interrupt.Pause(j.work, j.ending)
		j.cancel(errLeaving)
	})
	defer leaving()

	began, id := time.Now(), j.sub.Judging.ID
	run := j.grade()
	if j.sub.Judging.Attempt == 1 {
		if err := j.DB.Charge(j.ctx, j.sub.Person.ID, time.Since(began)); err != nil {
			return err
		}
	}
	state := history.Done
	switch cause := context.Cause(j.work); {
	case j.err != nil:
		return j.err
	case cause == errLeaving:
		return j.DB.Requeue(j.ctx, id)
	case cause == errStopped:
		state = history.Stopped
	case cause == errBroken:
		run.Results[0].Verdict = result.JE
		j.queue.broken.Store(j.sub.Problem+" "+j.sub.Version, true)
	}
	return j.DB.Finish(j.ctx, id, state, run, time.Now())
}

// grade judges the submission. The run always has one result, even if the judge itself failed.
func (j *judging) grade() (run result.Run) {
	sub := j.sub
	p, err := j.problems.get(sub.Problem)
	if err == nil {
		var theirs solution.Solution
		if theirs, err = stranger(sub); err == nil {
			j.cases = len(p.Cases)
			entry := grade.Entry{Problem: p.Problem, Solution: theirs, Cases: p.Cases}
			run, err = j.judges().Grade(j.work, []grade.Entry{entry}, grade.Options{}, j.keep)
		}
	}
	if len(run.Results) > 0 {
		return run
	}
	run.Host = grade.Host(j.Grader.Sandbox)
	none := result.Solution{Problem: sub.Problem, Solution: sub.File, Path: sub.File, Language: language.NameOf(sub.Language), Verdict: result.SK, Expected: result.Accepted}
	switch {
	case err == history.ErrNone:
		none.Verdict, none.Compile.Message = result.JE, say.Of("the problem %s is not here any more", sub.Problem)
	case err != nil && j.work.Err() == nil:
		j.Log(err)
		none.Verdict, none.Compile.Message = result.JE, errOwn.Message()
		if _, lacking := problem.Load(j.Root, sub.Problem); lacking != nil { // a file may have gone meanwhile
			none.Compile.Message = errFiles.Message()
		}
	}
	run.Results = []result.Solution{none}
	return run
}

// stranger returns a solution for a source that somebody submitted. It drops the source's own promises, because a
// promised failure would count as expected.
func stranger(sub history.Submission) (solution.Solution, error) {
	s, err := solution.Of(sub.File, sub.Language, language.File{Path: sub.File, Text: sub.Source})
	s.Stranger, s.Expect, s.Env = true, nil, nil
	return s, err
}

// keep receives all events. If it cannot store an event, the judging ends.
func (j *judging) keep(e result.Event) {
	if j.err != nil {
		return
	}
	switch e.Kind {
	case result.Built:
		j.err = j.DB.Built(j.ctx, j.sub.Judging.ID, j.Version, j.cases)
	case result.Begins:
		j.begins.Store(e.Name)
	case result.Ended:
		if j.err = j.DB.Record(j.ctx, j.sub.Judging.ID, j.kept+1, *e.Case); j.err == nil {
			j.kept++
		}
		if e.Case.Verdict == result.JE { // the other cases would take as long, and tell no more
			j.cancel(errBroken)
		}
	default:
		return
	}
	if j.err != nil {
		j.cancel(j.err)
	}
	j.streams.wake(j.sub.ID)
}

// begins returns the running case of a judging; "" if none has begun.
func (q *queue) begins(judging int64) (name string) {
	if j := q.find(judging); j != nil {
		name, _ = j.begins.Load().(string)
	}
	return name
}

// find returns a judging if it runs.
func (q *queue) find(id int64) *judging {
	j, _ := q.running.Load(id)
	one, _ := j.(*judging)
	return one
}

// Ending says what the judge would wait for if it ended now.
func (s *Server) Ending() say.Message {
	if n := len(keys[int64](&s.queue.running)); n > 0 {
		return say.Of("ending: waiting for %s to finish, %d s at most", say.Count(n, "judging"), int(s.ending.Seconds()))
	}
	return say.Message{}
}
