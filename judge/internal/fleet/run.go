package fleet

import (
	"cmp"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

// run is one call of Grade with its entries and the results so far.
type run struct {
	client   *Client
	id       string
	entries  []grade.Entry
	opt      grade.Options
	observe  func(result.Event)
	machines []result.Machine // when it began

	texts    map[string]text     // that its jobs need, by digest
	files    map[string]Blob     // of cases, by path
	checkers map[string][]Source // by problem

	mu    sync.Mutex // guards all that follows; events are sent one at a time
	seq   int
	state []state // of each entry
	todo  []*work
	byJob map[string]*work
	open  int                    // of todo
	hosts map[string]result.Host // of the workers
	over  chan struct{}          // closed when no job is open
	news  chan struct{}          // something was heard of its jobs
}

// state is the progress of an entry.
type state struct {
	result   result.Solution
	begun    int
	left     int
	refused  result.Verdict
	why      say.Message // it was refused
	compiled string      // the first machine that tried to compile it
}

func newRun(c *Client, entries []grade.Entry, opt grade.Options, observe func(result.Event), machines []result.Machine) *run {
	r := &run{client: c, id: cmp.Or(c.Resume, randomName()[:16]), entries: entries, opt: opt, observe: observe, machines: machines,
		texts: map[string]text{}, files: map[string]Blob{}, checkers: map[string][]Source{},
		byJob: map[string]*work{}, hosts: map[string]result.Host{}, over: make(chan struct{}), news: make(chan struct{}, 1)}
	for i, e := range entries {
		r.state = append(r.state, state{result: e.Blank(), left: len(e.Cases)})
		r.tell(i, result.Event{Kind: result.Built}) // nothing more to build on this machine
		if len(e.Cases) == 0 {
			r.finish(i)
		}
	}
	return r
}

func (r *run) tell(entry int, e result.Event) {
	r.seq++
	e.Seq, e.Entry, e.Problem, e.Solution = r.seq, entry, r.entries[entry].Problem.ID, r.entries[entry].Solution.Name
	r.observe(e)
}

// take stores the result of a job for each of its cases. The caller holds the lock.
func (r *run) take(res Result) {
	w := r.byJob[res.job]
	if w == nil || w.done {
		return // it came before
	}
	fault := res.Fault
	switch {
	case res.Died && len(w.begun) == 0:
		fault = say.Of("workers took it again and again, and gave no result")
	case res.Died:
		fault = say.Of("its workers died: %s", say.List(w.begun))
	}
	if !fault.Said() {
		r.hosts[res.worker] = res.Host
	}
	for i, at := range w.slots {
		if fault.Said() {
			r.settle(at, result.Case{Verdict: result.JE, Message: fault, Machine: strings.Trim(res.worker, nobody)}, result.Compile{}, result.JE)
			continue
		}
		c, compile, refused := res.Graded[i].Case, res.Graded[i].Compile, result.Verdict("")
		if !compile.OK {
			refused = c.Verdict
		}
		c.Machine = res.worker
		r.settle(at, c, compile, refused)
	}
	w.done = true
	if r.open--; r.open == 0 {
		close(r.over)
	}
}

// settle stores the result of one case. If a solution compiles on one machine and not on another, the case cannot be
// judged: the machines are at fault.
func (r *run) settle(at slot, c result.Case, compile result.Compile, refused result.Verdict) {
	e, s := r.entries[at.entry], &r.state[at.entry]
	switch {
	case refused == result.JE && s.compiled == "":
		s.result.Compile.Message = c.Message // shown where nothing was compiled
	case refused == result.JE:
	case s.compiled == "":
		s.compiled, s.result.Compile, s.refused, s.why = c.Machine, compile, refused, c.Message
	case s.result.Compile.OK != compile.OK:
		yes, no, text := s.compiled, c.Machine, compile.Message
		if compile.OK {
			yes, no, text = no, yes, s.result.Compile.Message
		}
		c.Verdict, c.Message = result.JE, say.Of("compiles on %s and not on %s: %s", yes, no, result.FirstError(text.String()))
	}
	e.Store(&s.result, at.c, &c)
	s.begun++
	if refused == "" {
		r.tell(at.entry, result.Event{Kind: result.Ended, Case: &c})
	}
	if s.left--; s.left == 0 {
		r.finish(at.entry)
	}
}

func (r *run) finish(entry int) {
	s := &r.state[entry]
	s.result.Conclude(s.refused)
	final := s.result
	r.tell(entry, result.Event{Kind: result.Finished, Result: &final})
}

// report returns the results of the run.
func (r *run) report(interrupted bool, took time.Duration) result.Run {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byJob = nil // what comes now is too late
	out := result.Run{Interrupted: interrupted, Shard: r.opt.Shard, Elapsed: took, Host: r.host()}
	for i := range r.state {
		s := &r.state[i]
		if s.left > 0 && s.begun == 0 {
			continue
		}
		if s.left > 0 {
			r.entries[i].CutShort(&s.result)
		}
		for n := range s.result.Cases {
			c := &s.result.Cases[n]
			out.Host.Contended = out.Host.Contended || c.Contended
			if !out.Host.Several {
				c.Machine = ""
			}
		}
		out.Results = append(out.Results, s.result)
	}
	return out
}

// host describes the machines of the run.
func (r *run) host() result.Host {
	var all []result.Run
	for _, h := range r.hosts {
		all = append(all, result.Run{Host: h})
	}
	whole, _, _ := result.Merge(all) // it can only fail for results
	whole.Host.Contended, whole.Host.Several = false, len(r.hosts) > 1
	return whole.Host
}
