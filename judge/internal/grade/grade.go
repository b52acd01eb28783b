// Package grade is the loop: it builds each solution once, gives it each case in turn, has the output
// checked and turns all of it into verdicts. It is the one place that knows the order of things; how
// to build, run and check is known by the rooms it calls.
package grade

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/verdict"
)

// Entry is one solution entered for one problem, with the cases it is to be given.
type Entry struct {
	Problem  problem.Problem
	Solution solution.Solution
	Cases    []problem.Case
}

// Options say how to grade.
type Options struct {
	Jobs     int  // cases at once, at most one for each processor; 0 is 1
	Count    int  // timed runs of each case; 0 is 1
	FailFast bool // skip the rest of a solution after its first unexpected result
}

// Event tells an onlooker how far the work is. Events come one at a time.
type Event struct {
	Entry   int               // index into the entries
	Built   bool              // the entry's build is over, well or badly
	Begins  string            // the case that is given to it now
	Case    *verdict.Case     // the case that just ended
	Result  *verdict.Solution // set when the entry is finished
	Retimed bool              // Begins, or Case, is of a case that is run once more, alone
}

// Grader has the rooms that grading needs.
type Grader struct {
	Sandbox *sandbox.Sandbox
	Builder *build.Builder
}

// Close gives back what the rooms hold.
func (g *Grader) Close() error { return errors.Join(g.Builder.Close(), g.Sandbox.Close()) }

// Grade grades all entries and returns their results in the same order. A program that fails is a
// verdict in the results; an error means that the judge could not work. When ctx is cancelled the
// results are those that were ready; of a solution that was being run, the cases not run are SK.
func (g *Grader) Grade(ctx context.Context, entries []Entry, opt Options, observe func(Event)) (verdict.Run, error) {
	start := time.Now()
	r := &run{Grader: g, opt: opt, entries: make([]*entry, len(entries)), observe: observe}
	for i, e := range entries {
		r.entries[i] = &entry{Entry: e, index: i, result: newResult(e)}
	}
	if err := r.makeCheckers(ctx); err != nil && ctx.Err() == nil {
		return verdict.Run{}, err
	}
	r.buildAll(ctx)
	r.runAll(ctx)
	out := verdict.Run{Host: Host(g.Sandbox), Interrupted: ctx.Err() != nil, Elapsed: time.Since(start)}
	for _, e := range r.entries {
		if !e.finished && !cutShort(e) {
			continue
		}
		out.Results = append(out.Results, e.result)
		for _, c := range e.result.Cases {
			out.Host.Contended = out.Host.Contended || c.Contended
		}
	}
	return out, nil
}

// run is one call of Grade.
type run struct {
	*Grader
	opt     Options
	entries []*entry
	observe func(Event)
	mu      sync.Mutex // guards the entries' results, and lets one event out at a time
}

// entry is an Entry on its way to a result.
type entry struct {
	Entry
	index    int
	program  *build.Program
	checker  *check.Checker
	result   verdict.Solution
	left     int  // cases that are not done
	failed   bool // some case did not end as expected
	finished bool
}

func newResult(e Entry) verdict.Solution {
	s := verdict.Solution{
		Problem: e.Problem.ID, Title: say.Words{English: e.Problem.Title("en"), Chinese: e.Problem.Names["zh"]}, Solution: e.Solution.Name, Path: e.Solution.Path,
		Language: language.NameOf(e.Solution.Language), Source: SourceHead(e.Solution.Path), CodeBytes: e.Solution.Bytes,
		Document: e.Solution.Document, Limits: Limits(e.Problem, e.Solution.Language),
		Cases: make([]verdict.Case, len(e.Cases)),
	}
	for i, c := range e.Cases {
		s.Cases[i] = verdict.Case{Case: c.Name, Description: c.Description}
	}
	return s
}

// makeCheckers gives every entry the checker of its problem; a problem's checker is made once.
func (r *run) makeCheckers(ctx context.Context) error {
	made := map[string]*check.Checker{}
	var errs []error
	for _, e := range r.entries {
		c, ok := made[e.Problem.ID]
		if !ok {
			var err error
			if c, err = r.Checker(ctx, e.Problem); err != nil {
				errs = append(errs, err)
			}
			made[e.Problem.ID] = c
		}
		e.checker = c
	}
	return errors.Join(errs...)
}

// buildAll builds every entry, as many at once as there are processors. Nothing is timed before all
// are built, so that no compiler takes the processor from a timed run.
func (r *run) buildAll(ctx context.Context) {
	r.each(runtime.NumCPU(), len(r.entries), func(i int) {
		e := r.entries[i]
		program, compile, v := r.compile(ctx, e.Solution, e.Problem.Limits)
		r.mu.Lock()
		defer r.mu.Unlock()
		if ctx.Err() != nil {
			return
		}
		e.program, e.result.Compile, e.left = program, compile, len(e.Cases)
		r.observe(Event{Entry: i, Built: true})
		if program == nil {
			message := compile.Message
			if v == verdict.CE {
				message = say.Text(verdict.FirstError(message.String()))
			}
			for j := range e.result.Cases {
				c := &e.result.Cases[j]
				c.Verdict, c.Message = v, message
			}
			e.left = 0
		}
		if e.left == 0 {
			r.finish(e, v)
		}
	})
}

// compile builds one solution. Without a program it says in a verdict why: CE, SK or JE.
func (r *run) compile(ctx context.Context, s solution.Solution, l problem.Limits) (*build.Program, verdict.Compile, verdict.Verdict) {
	if l.Code > 0 && s.Bytes > l.Code {
		return nil, verdict.Compile{Message: say.Of("the source has %d bytes, and the problem takes %d", s.Bytes, l.Code)}, verdict.CE
	}
	src := Source(s)
	src.Time, src.Memory = l.CompileTime, l.CompileMemory
	program, err := r.Builder.Compile(ctx, src)
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		return nil, verdict.Compile{Time: failed.Time, Message: say.Text(failed.Output)}, verdict.CE
	}
	if missing, ok := errors.AsType[*build.Missing](err); ok {
		return nil, verdict.Compile{Message: missing.Message()}, verdict.SK
	}
	if err != nil {
		return nil, verdict.Compile{Message: say.From(err)}, verdict.JE
	}
	return program, verdict.Compile{OK: true, Time: program.Time, Cached: program.Cached}, ""
}

// runAll runs every case of every entry that was built, and times once more, alone, what could not
// be timed well among others.
func (r *run) runAll(ctx context.Context) {
	type task struct {
		e *entry
		i int
	}
	var tasks []task
	for _, e := range r.entries {
		if e.program == nil {
			continue
		}
		for i := range e.Cases {
			tasks = append(tasks, task{e, i})
		}
	}
	// More than there are processors would only disturb each other, and all be run again.
	jobs := min(max(r.opt.Jobs, 1), runtime.NumCPU())
	var again []task
	r.each(jobs, len(tasks), func(n int) {
		t := tasks[n]
		c, sure := r.skipped(t.e, t.i)
		if !sure {
			if ctx.Err() != nil {
				return
			}
			r.begin(t.e, t.i, false)
			if sure = jobs == 1; sure {
				c = r.runAlone(ctx, t.e, t.i)
			} else {
				c, sure = r.runBeside(ctx, t.e, t.i)
			}
		}
		if ctx.Err() != nil {
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if !sure {
			again = append(again, t)
		}
		r.record(t.e, t.i, c, sure)
	})
	for _, t := range again {
		r.begin(t.e, t.i, true)
		c := r.runAlone(ctx, t.e, t.i)
		if ctx.Err() != nil {
			break
		}
		r.mu.Lock()
		t.e.result.Cases[t.i] = r.expected(t.e, c)
		r.observe(Event{Entry: t.e.index, Case: &t.e.result.Cases[t.i], Retimed: true})
		r.finish(t.e, "")
		r.mu.Unlock()
	}
}

func (r *run) runAlone(ctx context.Context, e *entry, i int) verdict.Case {
	return r.RunCase(ctx, e.Problem, e.Solution, e.program, e.checker, e.Cases[i], r.opt.Count)
}

// runBeside runs a case beside others. It is sure if none of its runs is doubtful.
func (r *run) runBeside(ctx context.Context, e *entry, i int) (c verdict.Case, sure bool) {
	sure = true
	p := relaxed(e.Problem, e.Solution.Language)
	c = repeat(ctx, r.opt.Count, func() verdict.Case {
		one, certain := besideOthers(r.runOnce(ctx, p, e.Solution, e.program, e.checker, e.Cases[i]), e.result.Limits)
		sure = sure && certain
		return one
	})
	return c, sure
}

// besideOthers judges one run that had more time by the limit that there is, and says if that is sure.
func besideOthers(c verdict.Case, l verdict.Limits) (verdict.Case, bool) {
	sure := !doubtful(c, l)
	if c.CPU > l.CPU && c.Verdict != verdict.JE {
		c.Verdict, c.Message, c.CPU = verdict.TLE, overCPU(l), l.CPU
	}
	return c, sure
}

// besides is by how much a program may be slower beside others than alone: they share its caches and its
// way to the memory, and perhaps its processor's other half.
const besides = 2

// relaxed is a problem that gives a program that runs beside others so much more time: what uses up even
// that need not be run again alone to be sure of it.
func relaxed(p problem.Problem, language string) problem.Problem {
	p.Limits.Wall = Limits(p, language).Wall
	p.Limits.Time *= besides
	return p
}

// doubtful tells whether a case that ran beside others must be run again alone: others took the
// processor from it, or its verdict hangs on a time near the limit.
func doubtful(c verdict.Case, l verdict.Limits) bool {
	if c.Verdict == verdict.SK || c.CPU >= besides*l.CPU {
		return false
	}
	return c.Contended || c.CPU > l.CPU/besides
}

// begin tells onlookers what is run now.
func (r *run) begin(e *entry, i int, again bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.observe(Event{Entry: e.index, Begins: e.Cases[i].Name, Retimed: again})
}

// skipped returns the result of a case that is not to be run because of -fail-fast; false if it is.
func (r *run) skipped(e *entry, i int) (verdict.Case, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.opt.FailFast || !e.failed {
		return verdict.Case{}, false
	}
	c := e.result.Cases[i]
	c.Verdict, c.Message = verdict.SK, say.Of("skipped: an earlier case failed (-fail-fast)")
	return c, true
}

// record keeps the result of case i, which may not be sure yet; the last one finishes the entry. The
// caller holds the lock.
func (r *run) record(e *entry, i int, c verdict.Case, sure bool) {
	c = r.expected(e, c)
	e.failed = e.failed || sure && !c.AsExpected
	e.result.Cases[i] = c
	r.observe(Event{Entry: e.index, Case: &e.result.Cases[i]})
	if e.left--; e.left == 0 {
		r.finish(e, "")
	}
}

// finish sums an entry up. whole is its verdict when it never ran. The caller holds the lock.
func (r *run) finish(e *entry, whole verdict.Verdict) {
	e.finished = true
	conclude(&e.result, e.Solution, whole)
	e.result.Score = score(e.Problem, e.result.Cases)
	r.observe(Event{Entry: e.index, Result: &e.result})
}

// cutShort sums up what was found out of an entry before an interrupt; false means nothing.
func cutShort(e *entry) bool {
	if e.program == nil || e.left == len(e.Cases) {
		return false
	}
	for i := range e.result.Cases {
		if c := &e.result.Cases[i]; c.Verdict == "" {
			c.Verdict, c.Message = verdict.SK, say.Of("interrupted")
		}
	}
	e.result.Interrupted = true
	conclude(&e.result, e.Solution, "")
	e.result.Score = score(e.Problem, e.result.Cases)
	return true
}

// each calls do(0), ..., do(n-1), at most jobs at once, and returns when all are done.
func (r *run) each(jobs, n int, do func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(jobs, n) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// Limits are the limits of a problem for a language.
func Limits(p problem.Problem, language string) verdict.Limits {
	cpu := p.Limits.Time
	if m := p.Limits.Multipliers[language]; m > 0 {
		cpu = time.Duration(float64(cpu) * m)
	}
	wall := p.Limits.Wall
	if wall == 0 {
		wall = 2*cpu + time.Second
	}
	return verdict.Limits{CPU: cpu, Wall: wall, Memory: p.Limits.Memory, Output: p.Limits.Output}
}
