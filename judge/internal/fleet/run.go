package fleet

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

// run is one call of Grade with its entries and the results so far.
type run struct {
	client    *Client
	id        string
	entries   []grade.Entry
	opt       grade.Options
	observe   func(result.Event)
	there     []result.Machine // when it began
	reference string           // the machine that decides; "" if there is none
	spread    float64          // the slowest takes so many times as long as the fastest

	fresh bool // no job was sent yet

	mu      sync.Mutex // guards all that follows; events are sent one at a time
	seq     int
	state   []state // of each entry
	todo    []*work
	byJob   map[string]*work
	open    int             // of todo
	ready   []*work         // to be sent
	sent    map[string]bool // texts that the store has
	missing map[string]bool // jobs that were not in the queue at the last check
	hosts   map[string]host // of the workers
	more    chan struct{}   // something is ready, or all is done
	seen    uint64          // the store's number of the last result that was taken
}

// host is a worker's description of its machine, which every result contains: decoded, and as it arrived.
type host struct {
	result.Host
	said string
}

// outcome is the result of one solution.
type outcome struct {
	result.Case
	compile result.Compile
}

// state is the progress of an entry.
type state struct {
	result   result.Solution
	begun    int
	left     int
	refused  result.Verdict
	why      say.Message // it was refused
	compiled string      // the first machine that tried to compile it
	failed   bool        // a case did not end as expected
}

// sameSpeed: machines within 10 % count as equally fast; a single machine varies that much.
const sameSpeed = 1.1

func newRun(c *Client, entries []grade.Entry, opt grade.Options, observe func(result.Event), there []result.Machine) (*run, error) {
	r := &run{client: c, id: c.Resume, entries: entries, opt: opt, observe: observe, there: there,
		byJob: map[string]*work{}, sent: map[string]bool{}, hosts: map[string]host{}, more: make(chan struct{}, 1)}
	if r.fresh = r.id == ""; r.fresh {
		var id [8]byte
		rand.Read(id[:])
		r.id = hex.EncodeToString(id[:])
	}
	r.reference, r.spread = reference(there)
	for i, e := range entries {
		r.state = append(r.state, state{result: e.Blank(), left: len(e.Cases)})
		r.tell(i, result.Event{Kind: result.Built}) // nothing more to build on this machine
		if len(e.Cases) == 0 {
			r.finish(i)
		}
	}
	if advice := adviceOn(r.reference, r.spread); advice.Said() {
		c.Warn(advice)
	}
	return r, r.plan()
}

func (r *run) tell(entry int, e result.Event) {
	r.seq++
	e.Seq, e.Entry, e.Problem, e.Solution = r.seq, entry, r.entries[entry].Problem.ID, r.entries[entry].Solution.Name
	r.observe(e)
}

// add adds a job to the run.
func (r *run) add(w *work) {
	r.todo, r.open = append(r.todo, w), r.open+1
	r.byJob[w.job.ID] = w
}

// take stores the result of a job for each of its cases. The caller holds the lock.
func (r *run) take(res Result) {
	w := r.byJob[res.Job]
	if w == nil || w.done {
		return // it came before
	}
	graded, fault := res.read(len(w.places))
	if !fault.Said() {
		fault = r.heed(res)
	}
	if fault.Said() {
		graded = nil
	} else if again := r.doubtful(w, res.Worker, graded); again != nil {
		again.first = &res
		r.done(w)
		r.add(again)
		r.send(again)
		return
	}
	for i, at := range w.places {
		if graded == nil {
			r.settle(at, result.Case{Verdict: result.JE, Message: fault, Machine: res.Worker}, result.Compile{}, result.JE)
			continue
		}
		c, refused := graded[i].Case, result.Verdict("")
		if !graded[i].compile.OK {
			refused = c.Verdict
		}
		c.Machine = res.Worker
		r.settle(at, c, graded[i].compile, refused)
	}
	r.done(w)
}

// read decodes a result, or says why it cannot.
func (res Result) read(solutions int) (all []outcome, _ say.Message) {
	if res.V != Wire {
		return nil, say.Of("%s uses version %d of the fleet's protocol, and this judge uses %d", res.Worker, res.V, Wire)
	}
	if res.Fault.Said() {
		return nil, res.Fault
	}
	if len(res.Graded) != solutions {
		return nil, say.Of("%s sent %s instead of %d", res.Worker, say.Count(len(res.Graded), "result"), solutions)
	}
	for _, g := range res.Graded {
		var c result.Case
		if err := json.Unmarshal(g.Case, &c); err != nil {
			return nil, say.Of("%s: %s", res.Worker, say.From(err))
		}
		all = append(all, outcome{c, g.Compile})
	}
	return all, say.Message{}
}

// heed remembers the host of the worker that sent a result.
func (r *run) heed(res Result) say.Message {
	if known, ok := r.hosts[res.Worker]; ok && known.said == string(res.Host) {
		return say.Message{}
	}
	h := host{said: string(res.Host)}
	if err := json.Unmarshal(res.Host, &h.Host); err != nil {
		return say.Of("%s: %s", res.Worker, say.From(err))
	}
	r.hosts[res.Worker] = h
	return say.Message{}
}

// doubtful returns a job that repeats w on the reference machine if a verdict could differ there: a time-out, or a time
// that would be a time-out on the slowest machine. Nil means that no verdict is in doubt.
func (r *run) doubtful(w *work, machine string, graded []outcome) *work {
	if r.reference == "" || machine == r.reference || w.first != nil || r.spread <= sameSpeed {
		return nil
	}
	for i, at := range w.places {
		e, c := r.entries[at.entry], graded[i]
		limit := grade.Limits(e.Problem, e.Solution.Language).CPU
		if c.Verdict == result.TLE && c.CPU >= limit || c.Verdict == result.AC && time.Duration(float64(c.CPU)*r.spread) > limit {
			again := *w
			again.job.Again, again.queue, again.done = true, queue{r.client.judge, weakestForStrangers, "at-" + r.reference}, false
			if again.job.sign() != nil {
				return nil // what was encoded once can be encoded again
			}
			return &again
		}
	}
	return nil
}

// settle stores the result of one case. If a solution compiles on one machine and not on another, the case cannot be
// judged: the machines are at fault.
func (r *run) settle(at place, c result.Case, compile result.Compile, refused result.Verdict) {
	e, s := r.entries[at.entry], &r.state[at.entry]
	switch {
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
	s.failed = s.failed || !c.AsExpected
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

// done notes that a job needs nothing more.
func (r *run) done(w *work) {
	w.done, w.texts = true, nil
	r.open--
	r.wake()
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
		all = append(all, result.Run{Host: h.Host})
	}
	whole, _, _ := result.Merge(all) // it can only fail for results
	whole.Host.Contended, whole.Host.Several = false, len(r.hosts) > 1
	return whole.Host
}
