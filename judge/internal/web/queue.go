package web

import (
	"context"
	"errors"
	"sync"
	"time"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/history"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/verdict"
)

// queue is what of it is not in the history: the judging that is running now.
type queue struct {
	wake    chan struct{} // something was put into the queue
	mu      sync.Mutex
	running int64 // its ID, 0 if none is
	begins  string
	cancel  context.CancelCauseFunc
}

// Why a judging is cancelled.
var (
	errStopped = say.Errorf("stopped")
	errLeaving = say.Errorf("the judge is ending")
)

const (
	patience = 10 * time.Second // for the judging that is running when the judge is to end
	retry    = 2 * time.Second  // after a fault of the history's: a full disk may have room again
)

// Judge judges what is submitted, one after the other, until the context is done. What is running then may
// still come to its end for a while; after that it is queued again.
func (s *Server) Judge(ctx context.Context) {
	for ctx.Err() == nil {
		sub, err := s.DB.Next(context.WithoutCancel(ctx), time.Now()) // what is begun comes to an end
		switch {
		case errors.Is(err, history.ErrNone):
			select {
			case <-s.queue.wake:
			case <-ctx.Done():
			}
		case err == nil:
			s.streams.wakeAll() // those behind it moved up
			err = s.judge(ctx, sub)
			s.streams.wakeAll()
			fallthrough
		default:
			if err != nil && ctx.Err() == nil {
				s.Log(err)
				pause(ctx, retry)
			}
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// enqueue tells that the queue is not empty.
func (s *Server) enqueue() {
	select {
	case s.queue.wake <- struct{}{}:
	default:
	}
}

// judge judges one submission and keeps what comes of it. An error is the history's: then Next will
// queue the judging again.
func (s *Server) judge(ctx context.Context, sub history.Submission) error {
	work, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	leaving := context.AfterFunc(ctx, func() {
		pause(work, patience)
		cancel(errLeaving)
	})
	defer leaving()
	s.queue.begin(sub.Judging.ID, cancel)
	defer s.queue.begin(0, nil)

	keeper := &keeper{Server: s, sub: sub, ctx: context.WithoutCancel(ctx), cancel: cancel}
	run := s.grade(work, sub, keeper)
	cause := context.Cause(work)
	switch {
	case keeper.err != nil:
		return keeper.err
	case cause == errLeaving:
		return s.DB.Requeue(keeper.ctx, sub.Judging.ID)
	}
	state := history.Done
	if cause == errStopped {
		state = history.Stopped
	}
	return s.DB.Finish(keeper.ctx, sub.Judging.ID, state, keeper.kept, run, time.Now())
}

// grade is the run of one submission. It always has one result: the judge's own fault is one, too.
func (s *Server) grade(ctx context.Context, sub history.Submission, k *keeper) verdict.Run {
	var run verdict.Run
	p, err := s.shelf.get(sub.Problem)
	if err == nil {
		var theirs solution.Solution
		if theirs, err = stranger(sub.File, sub.Language, sub.Source); err == nil {
			k.cases = len(p.Cases)
			run, err = s.Grader.Grade(ctx, []grade.Entry{{Problem: p.Problem, Solution: theirs, Cases: p.Cases}}, grade.Options{}, k.keep)
		}
	}
	if len(run.Results) > 0 {
		return run
	}
	run.Host = grade.Host(s.Grader.Sandbox)
	none := verdict.Solution{Problem: sub.Problem, Solution: sub.File, Path: sub.File, Language: language.NameOf(sub.Language), Verdict: verdict.SK, Expected: verdict.Accepted}
	if err != nil && ctx.Err() == nil {
		s.Log(err)
		none.Verdict, none.Compile.Message = verdict.JE, errOwn.Message()
	}
	run.Results = []verdict.Solution{none}
	return run
}

// stranger is a source as a solution that somebody else wrote, whatever it says of itself: what it promises
// would be held for as good as right.
func stranger(file, lang, source string) (solution.Solution, error) {
	s, err := solution.Of(file, lang, language.File{Path: file, Text: source})
	s.Stranger, s.Expect, s.Env = true, nil, nil
	return s, err
}

// keeper keeps the results of a judging as they come.
type keeper struct {
	*Server
	sub    history.Submission
	ctx    context.Context
	cancel context.CancelCauseFunc
	cases  int
	kept   int
	err    error
}

// keep is told everything that happens. What cannot be kept ends the judging.
func (k *keeper) keep(e verdict.Event) {
	if k.err != nil {
		return
	}
	switch e.Kind {
	case verdict.Built:
		k.err = k.DB.Built(k.ctx, k.sub.Judging.ID, k.Version, grade.Host(k.Grader.Sandbox), k.cases)
	case verdict.Begins:
		k.queue.at(e.Name)
	case verdict.Ended:
		if k.err = k.DB.Record(k.ctx, k.sub.Judging.ID, k.kept+1, *e.Case); k.err == nil {
			k.kept++
		}
	default:
		return
	}
	if k.err != nil {
		k.cancel(k.err)
	}
	k.streams.wake(k.sub.ID)
}

// begin notes which judging is running, and what cancels it.
func (q *queue) begin(judging int64, cancel context.CancelCauseFunc) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running, q.cancel, q.begins = judging, cancel, ""
}

// at notes the case that is running.
func (q *queue) at(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.begins = name
}

// now is the case of a judging that is running, "" if none is.
func (q *queue) now(judging int64) string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running != judging {
		return ""
	}
	return q.begins
}

// stop stops a judging if it is running.
func (q *queue) stop(judging int64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running != judging || q.cancel == nil {
		return false
	}
	q.cancel(errStopped)
	return true
}
