// Package cause finds out why a program ran out of time. It asks for one cause after the other, and tells the first that
// it can show: by a proof, an experiment or exact counts. A changed program counts only if it prints what the plain one
// prints. What cannot be shown is not told.
package cause

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/learn/growth"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

const (
	patience = 4                // limits that a program may take to end,
	most     = 10 * time.Second // but no longer
	watching = 2 * time.Second  // that it is watched for a sign, at most
)

// Finder finds causes.
type Finder struct {
	growth.Meter
	Root string // of the solutions one of which may grow less; "": none is asked for
}

// suspect is a program on the case on which it ran out of time.
type suspect struct {
	*Finder
	ctx     context.Context
	program *grade.Prepared
	tracer  trace.Tracer
	at      problem.Case
	limit   time.Duration
	watch   time.Duration // that it is watched for a sign
	plain   run           // with more time
	heard   trace.Printed // by the program that is watched for what it handles
}

// run is what a program did.
type run struct {
	text  string
	cpu   time.Duration
	ended bool // well
}

// Of finds out why a solution runs out of time on a case. It returns nil if it does not, or if another limit stops it.
func (f *Finder) Of(ctx context.Context, p problem.Problem, s solution.Solution, c problem.Case) (*result.Cause, error) {
	if p.Check.Talks() {
		return nil, nil
	}
	program, err := f.Grader.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
	if err != nil || program.NotBuilt() != nil {
		return nil, err
	}
	basis, data := program.Basis(grade.Host(f.Grader.Sandbox), 1), resultcache.Data(append(p.Cases[:len(p.Cases):len(p.Cases)], c))
	var kept *result.Cause
	if f.Kept != nil && f.Kept.Read(basis, "cause "+c.Name, data, &kept) {
		return kept, nil
	}
	x := &suspect{Finder: f, ctx: ctx, program: program, at: c, limit: program.Limits.CPU}
	x.watch = min(watching, x.limit+500*time.Millisecond)
	x.tracer = *trace.Tracer{Builder: f.Grader.Builder, Sandbox: f.Grader.Sandbox}.For(p, s)
	cause, err := x.find()
	if err == nil && ctx.Err() == nil && f.Kept != nil {
		f.Kept.Write(basis, "cause "+c.Name, data, cause)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return cause, err
}

// find asks for one cause after the other. Those that only look at the program do so at the same time.
func (x *suspect) find() (*result.Cause, error) {
	var circle, handling *result.Cause
	var broken *result.Fault
	var errs [3]error
	var plain result.Case
	var all sync.WaitGroup
	ctx, enough := context.WithCancel(x.ctx)
	defer enough()
	circling, ends := context.WithCancel(ctx)
	whole := x.ctx
	x.ctx = ctx
	all.Go(func() {
		if x.plain, plain, errs[0] = x.run(x.program, min(patience*x.limit, most)); x.plain.ended && x.plain.cpu <= x.limit {
			enough() // it is not slow
		} else if x.plain.ended {
			ends() // it is in no circle
		}
	})
	all.Go(func() {
		if circle, errs[1] = x.circle(circling); circle != nil {
			soon := *x.program
			soon.Limits.CPU /= 10 // what it breaks it breaks before it runs in a circle
			broken = soon.Sanitize(ctx, x.at)
			enough() // the circle is a proof, however long the program goes on
		}
	})
	all.Go(func() { handling, errs[2] = x.handling() })
	all.Wait()
	x.ctx = whole
	if circle != nil && !x.plain.ended && whole.Err() == nil {
		return after(circle, broken), nil
	}
	slow := plain.Verdict == result.TLE && plain.CPU >= x.limit || x.plain.ended && x.plain.cpu > x.limit
	if err := errors.Join(errs[:]...); err != nil || !slow {
		if ctx.Err() != nil && whole.Err() == nil {
			err = nil
		}
		return nil, err
	}
	if c, err := x.stream(); c != nil || err != nil {
		return c, err
	}
	if handling != nil && x.believed() {
		return handling, nil
	}
	if c, err := x.memory(); c != nil || err != nil {
		return c, err
	}
	c, err := x.growth()
	if c != nil && c.Kind == result.Untold && !x.plain.ended {
		short, stop := context.WithTimeout(x.ctx, patience*watching)
		defer stop()
		c = after(c, x.program.Sanitize(short, x.at))
	}
	return c, err
}

// after tells what is broken beside a cause: the program may have lost its way by that.
func after(c *result.Cause, broken *result.Fault) *result.Cause {
	if broken != nil && broken.Line > 0 {
		c.Sentence = say.Of("%s First it does what no program may: %s.", c.Sentence, broken.Message())
	}
	return c
}

// run runs a program on the case with more time.
func (x *suspect) run(program *grade.Prepared, limit time.Duration) (run, result.Case, error) {
	text, c, err := program.OutputWithin(x.ctx, x.at, limit)
	return run{text, c.CPU, c.Verdict == result.AC}, c, err
}

// same runs a changed program, and reports whether it does what the plain one does. Its time and that of the plain one
// are the least of two runs each if the changed one was faster, since machines are noisy.
func (x *suspect) same(changed *grade.Prepared) (before, after time.Duration, ok bool, err error) {
	got, _, err := x.run(changed, min(patience*x.limit, most))
	if err != nil || !got.ended || got.text != x.plain.text {
		return 0, 0, false, err
	}
	before, after = x.plain.cpu, got.cpu
	if after < before {
		plain, _, err := x.run(x.program, min(patience*x.limit, most))
		second, _, err2 := x.run(changed, min(patience*x.limit, most))
		if err := errors.Join(err, err2); err != nil || !plain.ended || !second.ended {
			return 0, 0, false, err
		}
		before, after = min(before, plain.cpu), min(after, second.cpu)
	}
	return before, after, true, nil
}

// believed reports whether the watched program printed what the plain one printed, as far as both came.
func (x *suspect) believed() bool {
	if x.heard.Ended && x.plain.ended {
		return x.heard.Text == x.plain.text
	}
	return strings.HasPrefix(x.plain.text, x.heard.Text) || strings.HasPrefix(x.heard.Text, x.plain.text)
}

// untold says that no cause was found.
func untold(why say.Message) *result.Cause {
	said := say.Of("Why it is slow cannot be told.")
	if why.Said() {
		said = say.Of("Why it is slow cannot be told; %s.", why)
	}
	return &result.Cause{Kind: result.Untold, Sentence: said}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
