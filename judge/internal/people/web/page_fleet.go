package web

import (
	"context"
	"time"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// Fleet judges submissions on other machines and reports their state. Runs of the editor, measurements and replays
// still run on this machine.
type Fleet interface {
	grader
	Status(context.Context) (result.Fleet, error)
	Close() error
}

// grader grades; grade.Grader does so on this machine.
type grader interface {
	Grade(ctx context.Context, entries []grade.Entry, opt grade.Options, observe func(result.Event)) (result.Run, error)
}

// judges returns the grader of submissions.
func (s *Server) judges() grader {
	if s.Fleet != nil {
		return s.Fleet
	}
	return s.Grader
}

// fleetView is the last known state of a fleet, and the data of its page.
type fleetView struct {
	result.Fleet
	Away bool // it does not answer
}

const (
	lookEvery = 2 * time.Second
	lookFor   = 5 * time.Second
)

// watchFleet looks at the fleet repeatedly.
func (s *Server) watchFleet(ctx context.Context) {
	for ctx.Err() == nil {
		interrupt.Pause(ctx, lookEvery)
		s.lookAtFleet(ctx)
	}
}

// lookAtFleet asks for the state of the fleet, and wakes the waiting pages.
func (s *Server) lookAtFleet(ctx context.Context) {
	asking, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	before := s.fleet.Load()
	now, err := s.Fleet.Status(asking)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		if now = before.Fleet; !before.Away {
			s.Log(say.Errorf("the fleet does not answer: %w", err))
		}
	}
	s.fleet.Store(&fleetView{now, err != nil})
	s.moved()
}

// able returns the number of workers that may judge for this judge.
func able(f result.Fleet) (n int) {
	for _, w := range f.Workers {
		if !w.Other {
			n++
		}
	}
	return n
}

// atOnce returns the number of submissions that are judged at once. In a fleet it is one more than there are workers,
// so that the next submission is ready when a worker becomes free.
func (s *Server) atOnce() int {
	if s.Fleet == nil {
		return 1
	}
	return able(s.fleet.Load().Fleet) + 1
}

// waits says why a submission does not continue; begins is its running case, if any. It returns nothing if it
// continues.
func (s *Server) waits(begins string) say.Message {
	if s.Fleet == nil {
		return say.Message{}
	}
	now := s.fleet.Load()
	switch {
	case now.Away:
		return say.Of("the fleet's server is away; the judging goes on when it is back")
	case able(now.Fleet) == 0:
		return say.Of("no worker is connected; the judging goes on when one is")
	case begins == "":
		return say.Of("waiting for a worker")
	}
	return say.Message{}
}

// fleetPage shows the state of the fleet; its script asks repeatedly.
func (s *Server) fleetPage(*visit) (fleetView, error) {
	if s.Fleet == nil {
		return fleetView{}, history.ErrNone
	}
	return *s.fleet.Load(), nil
}
