//go:build amd64 || arm64

package sandbox

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// Sandbox runs programs. It may be used by several goroutines at once.
type Sandbox struct {
	step     int      // in force
	asked    int      // the strongest step to try; 0 means any
	steps    []Step   // tried, strongest first
	cgroups  *cgroups // at step 1
	landlock int      // the newest version to use
	sealed   bool     // inputs are copied, see openFiles
	patience time.Duration

	mu     sync.Mutex
	idle   []*agent       // the one used last is last
	ending sync.WaitGroup // helpers that are let go
	closed bool
}

// Open prepares the strongest isolation this machine allows.
func Open(o Options) *Sandbox {
	s := open(o.MaxStep, math.MaxInt)
	s.asked = o.MaxStep
	return s
}

// open is Open with an upper bound for the version of Landlock, 0 for none. It tries one step after the other, and takes
// the first that is there.
func open(maxStep, landlock int) *Sandbox {
	mustHaveMain()
	s := &Sandbox{landlock: landlock, patience: leastPatience}
	for s.step = max(maxStep, 1); s.step < withTime; s.step++ {
		walls, err := s.try(s.step)
		if err == nil {
			s.steps = append(s.steps, Step{Number: s.step, Walls: say.List(walls)})
			s.sealed = s.step <= withLandlock && !slices.Contains(walls, landlockWord)
			return s
		}
		s.steps = append(s.steps, Step{Number: s.step, Trouble: say.From(err)})
	}
	s.steps = append(s.steps, portableStep(withTime))
	return s
}

// try starts a helper at a step, to see whether the step is available.
func (s *Sandbox) try(step int) (walls []string, err error) {
	if step == withCgroups {
		if s.cgroups, err = delegation.open(); err != nil {
			s.cgroups = nil
			return nil, err
		}
	}
	a, err := s.newAgent(policy{Step: step, Landlock: s.landlock, Bytes: defaultScratch, Processes: defaultProcesses})
	if err != nil {
		s.closeCgroups()
		return nil, err
	}
	s.letGo(a)
	return a.walls, nil
}

// letGo ends an idle helper. It does not wait for a helper whose orphans cannot become ours: the kernel is slow in
// removing a namespace.
func (s *Sandbox) letGo(a *agent) {
	if a.scratch != "" {
		a.end()
		return
	}
	s.ending.Go(a.end)
}

func (s *Sandbox) closeCgroups() {
	if s.cgroups != nil {
		delegation.release(s.cgroups)
		s.cgroups = nil
	}
}

// Steps returns the steps that were tried, strongest first; the last is the one in force.
func (s *Sandbox) Steps() []Step { return s.steps }

// Close ends the helpers and releases everything that they held.
func (s *Sandbox) Close() error {
	s.mu.Lock()
	idle := s.idle
	s.idle, s.closed = nil, true
	s.mu.Unlock()
	for _, a := range idle {
		s.letGo(a)
	}
	s.ending.Wait()
	s.closeCgroups()
	return nil
}

const mostHelpers = 3

// Run runs the command to its end. It tries a run again that was starved, since the machine may be less busy then, and a
// few times one whose helper died. An error is the judge's own fault, never the program's.
func (s *Sandbox) Run(ctx context.Context, c Command) (o Outcome, err error) {
	if err := c.sound(); err != nil {
		return o, err
	}
	var note say.Message
	for attempt := 1; ; attempt++ {
		o, err = s.runOnce(ctx, c)
		died := errors.Is(err, errGone)
		switch {
		case c.Once:
		case died && attempt < mostHelpers:
			note = say.Of("the sandbox helper crashed; this case was run again")
			continue
		case err == nil && o.End == Starved && attempt == 1:
			o.Close()
			continue
		}
		if died {
			err = say.Errorf("%s: %w", c.Args[0], err)
		}
		o.Note = say.Join(o.Note, note)
		return o, err
	}
}

// sees reports whether the sandbox can see what a program waits for.
func (s *Sandbox) sees() bool { return s.step != withTime }

func (s *Sandbox) runOnce(ctx context.Context, c Command) (o Outcome, err error) {
	if err := ctx.Err(); err != nil {
		return interrupted()
	}
	if s.step == withTime {
		return runPortable(ctx, c, false)
	}
	c.Limits = c.Limits.filled()
	a, err := s.agent(s.policyOf(c))
	if err != nil {
		return o, err
	}
	f, err := openFiles(c, s.sealed)
	if err != nil {
		s.release(a)
		return o, err
	}
	defer f.input.Close()
	if c.ends != nil {
		defer c.ends.close()
	}
	if s.cgroups != nil {
		if f.cgroup, err = s.cgroups.leaf(c.Limits); err != nil {
			s.release(a)
			f.discard()
			return o, err
		}
		defer f.cgroup.remove()
	}
	answer, err := a.run(ctx, s.requestOf(c), f)
	s.takeBack(a, answer.Dirty, err)
	if err == nil && answer.Trouble.Said() {
		err = &say.Error{What: answer.Trouble}
	}
	if err != nil {
		f.discard()
		if errors.Is(err, errGone) && ctx.Err() != nil { // it was told to end, and too slow to say that it had
			return interrupted()
		}
		return o, err
	}
	return f.outcome(answer, c.Limits)
}

// takeBack takes a helper back after a run, and keeps it if it can be used again.
func (s *Sandbox) takeBack(a *agent, dirty bool, err error) {
	switch {
	case err != nil:
		a.kill()
		if errors.Is(err, errGone) {
			s.Forget() // if somebody killed this helper, the others may be dead too
		}
	case dirty:
		a.end()
	default:
		s.release(a)
	}
}

// Forget ends the idle helpers, dead or alive: they would still see the old version of a folder that has been
// replaced.
func (s *Sandbox) Forget() {
	s.mu.Lock()
	idle := s.idle
	s.idle = nil
	s.mu.Unlock()
	for _, a := range idle {
		a.kill()
	}
}

// interrupted is the outcome of a run that did not begin.
func interrupted() (Outcome, error) {
	out, err := memFile("output")
	return Outcome{End: Interrupted, Exit: -1, Stdout: out}, err
}

func (s *Sandbox) policyOf(c Command) policy {
	p := policy{Step: s.step, Kind: c.Policy, Landlock: s.landlock, Bytes: c.Limits.Scratch, Processes: c.Limits.Processes}
	p.Readable = append(slices.Clone(c.Readable), c.Args[0])
	p.Writable = slices.Clone(c.Writable)
	if c.Dir != "" && !slices.ContainsFunc(c.Writable, func(w string) bool { return within(w, c.Dir) }) {
		p.Readable = append(p.Readable, c.Dir)
	}
	return p
}

func (s *Sandbox) requestOf(c Command) request {
	r := request{Args: c.Args, Env: c.Env, Keep: c.Keep, Dir: c.Dir, Limits: c.Limits, Patience: c.Limits.patience(s.patience)}
	switch {
	case c.ends != nil:
		r.Stall = c.ends.stall
	case c.Stream != nil:
		r.More = 2
	case c.Results:
		r.More = 1
	}
	return r
}

// maxIdle is how many helpers are kept for the next run with the same walls.
const maxIdle = 16

// agent takes a helper with these walls, a used one if there is one.
func (s *Sandbox) agent(p policy) (*agent, error) {
	key := string(encode(&p))
	s.mu.Lock()
	for i := len(s.idle) - 1; i >= 0; i-- {
		if a := s.idle[i]; a.key == key {
			s.idle = slices.Delete(s.idle, i, i+1)
			s.mu.Unlock()
			return a, nil
		}
	}
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return nil, say.Errorf("the sandbox is closed")
	}
	return s.newAgent(p)
}

// release keeps a helper for later.
func (s *Sandbox) release(a *agent) {
	s.mu.Lock()
	defer s.mu.Unlock() // letGo comes before Close waits
	s.idle = append(s.idle, a)
	if len(s.idle) > maxIdle || s.closed {
		over := s.idle[0]
		s.idle = s.idle[1:]
		s.letGo(over)
	}
}

// userTasks counts the user's processes and threads: the kernel's limit is for all of them together. A folder of
// threads has one link for each, and two more.
func userTasks(proc string) (n int) {
	processes, _ := filepath.Glob(proc + "/[1-9]*")
	for _, process := range processes {
		var st unix.Stat_t
		if unix.Stat(process+"/task", &st) == nil && int(st.Uid) == os.Getuid() {
			n += int(st.Nlink) - 2
		}
	}
	return n
}
