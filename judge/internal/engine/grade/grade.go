// Package grade is the loop: it builds each solution once, gives it each case in turn, has the output
// checked and turns all of it into verdicts. Only this package knows the order of things. The packages
// that it calls know how to build, run and check.
package grade

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Entry is one solution entered for one problem, with the cases to run.
type Entry struct {
	Problem  problem.Problem
	Solution solution.Solution
	Cases    []problem.Case
	Order    int  // its place among all that were entered
	Partial  bool // others are given the rest of its cases
	Unasked  bool // all solutions were asked for, and this one was not named

	Without *Without       // nil where there is a program
	Ready   *build.Program // the program, if somebody else has compiled it

	Checkers map[string]build.Source // the programs that Problem.Check names, if they are not files here
}

// Without says why an entry has no program.
type Without struct {
	Verdict result.Verdict // CE, or SK
	Why     say.Message
}

// Options say how to grade.
type Options struct {
	Jobs     int  // cases at once, at most one for each processor; 0 is 1
	Count    int  // timed runs of each case; 0 is 1
	FailFast bool // skip the rest of a solution after its first unexpected result
	Slow     int  // skip the rest of one without a score after so many unexpected TLE; 0 is never
	Shard    result.Shard

	Kept    *resultcache.Store // the store of results; nil for none
	Changed bool               // run only cases that are new or whose program, data or settings have changed
}

// Grader has the rooms that grading needs.
type Grader struct {
	Sandbox *sandbox.Sandbox
	Builder *build.Builder
}

// Open opens what grading needs. The caller closes it.
func Open(walls sandbox.Options, builds build.Options) (*Grader, error) {
	sb := sandbox.Open(walls)
	builds.Sandbox = sb
	builder, err := build.New(builds)
	if err != nil {
		return nil, errors.Join(err, sb.Close())
	}
	return &Grader{Sandbox: sb, Builder: builder}, nil
}

// Close closes builder and sandbox.
func (g *Grader) Close() error { return errors.Join(g.Builder.Close(), g.Sandbox.Close()) }

// Grade grades all entries and returns their results in the same order. A program that fails is a
// verdict in the results; an error means that the judge could not work. When ctx is cancelled, Grade
// returns the results so far; in a solution that was running, the cases that did not run are SK.
// observe gets every event before Grade returns.
func (g *Grader) Grade(ctx context.Context, entries []Entry, opt Options, observe func(result.Event)) (result.Run, error) {
	start := time.Now()
	r := &run{Grader: g, opt: opt, host: Host(g.Sandbox), entries: make([]*entry, len(entries)), observe: observe,
		data: map[string]map[string]string{}}
	for i, e := range entries {
		r.entries[i] = &entry{Entry: e, index: i}
	}
	if err := r.prepareAll(ctx); err != nil && ctx.Err() == nil {
		return result.Run{}, err
	}
	r.runAll(ctx)
	r.sanitizeAll(ctx)
	out := result.Run{Host: Host(g.Sandbox), Interrupted: ctx.Err() != nil, Shard: opt.Shard, Elapsed: time.Since(start)}
	for _, e := range r.entries {
		r.remember(e)
		if !e.finished && !e.cutShort() {
			continue
		}
		out.Results = append(out.Results, e.result)
	}
	out.Host.Contended = slices.ContainsFunc(out.Results, contended)
	return out, nil
}

// contended reports whether other programs disturbed one of the cases in this run.
func contended(s result.Solution) bool {
	return slices.ContainsFunc(s.Cases, func(c result.Case) bool { return c.Contended && !c.Kept })
}

// run is one call of Grade.
type run struct {
	*Grader
	opt     Options
	host    result.Host
	data    map[string]map[string]string // the digests of cases, by problem and name
	entries []*entry
	mu      sync.Mutex // guards the entries' results

	events  sync.Mutex // guards what follows
	sent    int
	observe func(result.Event)
}

// entry is an Entry on its way to a result.
type entry struct {
	Entry
	*Prepared // nil before it was built
	index     int
	result    result.Solution
	begun     int          // cases that were run, surely or not
	left      int          // cases whose results may still change
	unsure    map[int]bool // cases that are to be run once more
	failed    bool         // some case did surely not end as expected
	slow      int          // cases that were surely TLE, and are not expected to be
	finished  bool
}

// tell numbers an event about the entry and passes it on. Events come one at a time and in order.
func (r *run) tell(e *entry, event result.Event) {
	r.events.Lock()
	defer r.events.Unlock()
	r.sent++
	event.Seq, event.Entry, event.Problem, event.Solution = r.sent, e.index, e.Entry.Problem.ID, e.Entry.Solution.Name
	r.observe(event)
}

// prepareAll builds every entry, as many at once as there are processors. Nothing is timed before all
// are built, so that no compiler takes the processor from a timed run. It reports the faults of a
// problem once.
func (r *run) prepareAll(ctx context.Context) error {
	wrong := make([]error, len(r.entries))
	Each(runtime.NumCPU(), len(r.entries), func(i int) {
		e := r.entries[i]
		p, err := r.Prepare(ctx, e.Entry)
		r.mu.Lock()
		defer r.mu.Unlock()
		if wrong[i] = err; err != nil || ctx.Err() != nil {
			return
		}
		e.Prepared, e.result, e.left = p, p.Result(), len(e.Entry.Cases)
		r.tell(e, result.Event{Kind: result.Built})
		if p.Refused != "" || e.left == 0 {
			r.finish(e)
		}
	})
	var errs []error
	said := map[string]bool{}
	for i, err := range wrong {
		if id := r.entries[i].Entry.Problem.ID; err != nil && !said[id] {
			said[id] = true
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// task is a case of an entry.
type task struct {
	e *entry
	i int
}

// runAll runs every case of every entry that was built. It repeats a run alone if its time among others was not
// reliable. Cases that promise a TLE come last, side by side, since their time does not matter.
func (r *run) runAll(ctx context.Context) {
	var tasks, slow []task
	for _, e := range r.entries {
		if e.Prepared == nil || e.finished {
			continue
		}
		r.recall(e)
		for i := range e.Entry.Cases {
			switch {
			case e.result.Cases[i].Kept:
			case e.promisesTLE(e.Entry.Cases[i]):
				slow = append(slow, task{e, i})
			default:
				tasks = append(tasks, task{e, i})
			}
		}
	}
	again := r.runTasks(ctx, r.jobs(), tasks, false)
	again = append(again, r.runTasks(ctx, runtime.NumCPU(), slow, false)...)
	r.runTasks(ctx, 1, again, true)
}

// jobs is how many cases run at once. More than there are processors would only disturb each other.
func (r *run) jobs() int { return min(max(r.opt.Jobs, 1), runtime.NumCPU()) }

// runTasks runs cases, some of them at once or each alone, and returns those that must be run again alone.
func (r *run) runTasks(ctx context.Context, jobs int, tasks []task, again bool) (unsure []task) {
	Each(jobs, len(tasks), func(n int) {
		t := tasks[n]
		c, sure := t.e.result.Cases[t.i], true
		of := t.e.Entry.Cases[t.i]
		waits := func() { r.tell(t.e, result.Event{Kind: result.Waits}) }
		switch {
		case ctx.Err() != nil:
			return
		case !again && r.opt.FailFast && r.known(t.e).failed:
			c.Verdict, c.Message = result.SK, say.Of("skipped: an earlier case failed (-fail-fast)")
		case !again && r.opt.Slow > 0 && r.known(t.e).slow >= r.opt.Slow && t.e.result.Score == nil:
			c.Verdict, c.Message = result.SK, say.Of("skipped: %d cases were out of time before", r.opt.Slow).Hint("-all runs the rest")
		default:
			r.tell(t.e, result.Event{Kind: result.Begins, Name: of.Name, Again: again})
			c, sure = t.e.timed(ctx, of, r.opt.Count, jobs == 1, waits)
		}
		if ctx.Err() != nil {
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if !sure {
			unsure = append(unsure, t)
		}
		r.record(t, c, result.Event{Kind: result.Ended, Again: again, Provisional: !sure})
	})
	return unsure
}

// known is an entry as it is now.
func (r *run) known(e *entry) entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	return *e
}

// record keeps the result of a case, which may not be sure yet; the last one that is finishes the entry.
// The caller holds the lock.
func (r *run) record(t task, c result.Case, event result.Event) {
	e, sure := t.e, !event.Provisional
	e.Store(&e.result, t.i, &c)
	e.begun++
	event.Case = &c
	r.tell(e, event)
	if !sure {
		if e.unsure == nil {
			e.unsure = map[int]bool{}
		}
		e.unsure[t.i] = true
		return
	}
	delete(e.unsure, t.i)
	e.failed = e.failed || !c.AsExpected
	if c.Verdict == result.TLE && !c.AsExpected {
		e.slow++
	}
	if e.left--; e.left == 0 {
		r.finish(e)
	}
}

// finish sums up an entry, once. The caller holds the lock.
func (r *run) finish(e *entry) {
	e.finished = true
	e.result.Conclude(e.Refused)
	final := e.result
	r.tell(e, result.Event{Kind: result.Finished, Result: &final})
}

// cutShort sums up the results of an entry before an interrupt; false means that there are none.
func (e *entry) cutShort() bool {
	if e.begun == 0 {
		return false
	}
	e.CutShort(&e.result)
	return true
}

// Store puts the result of a case into that of its solution.
func (e Entry) Store(res *result.Solution, i int, c *result.Case) {
	known := res.Cases[i]
	c.Case, c.Number, c.About = known.Case, known.Number, known.About
	e.Expect(c)
	res.Cases[i] = *c
}

// CutShort sums up a result in which some cases were not run.
func (e Entry) CutShort(res *result.Solution) {
	for i := range res.Cases {
		if c := &res.Cases[i]; c.Verdict == "" {
			c.Verdict, c.Message = result.SK, say.Of("interrupted")
			e.Expect(c)
		}
	}
	res.Interrupted = true
	res.Conclude("")
}

// Each calls do(0), ..., do(n-1), at most jobs of them at once, and returns when all are done.
func Each(jobs, n int, do func(i int)) {
	var all crash.Group
	places := make(chan struct{}, max(jobs, 1))
	for i := range n {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			do(i)
		})
	}
	all.Wait()
}
