package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
)

// Worker runs the jobs of a fleet on this machine. Strangers wrote all the programs that it runs.
type Worker struct {
	Address  string
	Step     int    // the strongest step of isolation to use; 0: the strongest there is
	NoCache  bool   // rebuild everything
	CacheDir string // "": a folder of the worker's name in the user's cache folder
	Tell     func(say.Message)

	// Grade grades jobs; nil: this machine does, behind its walls. If it is set, so are the languages that it knows.
	Grade     func(context.Context, Job) ([]Graded, error)
	Languages []string

	machine result.Machine
	host    result.Host
	js      jetstream.JetStream
	slot    sync.Mutex // one job at a time: two would spoil each other's times
	now     atomic.Pointer[string]
	done    atomic.Int64
}

const weakestForStrangers = 3

// Run works until ctx ends, or the server refuses.
func (w *Worker) Run(ctx context.Context) (err error) {
	defer func() {
		if ctx.Err() != nil {
			err = nil // it was asked to end
		}
	}()
	a, err := ParseAddress(w.Address)
	if err != nil {
		return err
	}
	w.machine = result.Machine{Name: a.Name, Judge: Version(), Languages: w.Languages}
	if w.Grade == nil {
		g, err := w.openGrader(ctx)
		if err != nil {
			return err
		}
		defer g.Close()
	}
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	closed := func(c *nats.Conn) {
		if err := c.LastError(); err != nil {
			stop(say.Errorf("%s as %s: %w", a.Host, a.Name, refused(err)))
		}
	}
	conn, js, err := connect(ctx, a, forEver, nats.ClosedHandler(closed))
	if err != nil {
		return err
	}
	defer conn.Close()
	w.js = js
	w.Tell(say.Of("%s works for %s: step %d, %s", a.Name, a.Host, w.machine.Step, say.List(w.machine.Languages)))
	defer interrupt.Explain(ctx, w.Tell, w.waits)()
	w.work(working, func(broken say.Message) { stop(&say.Error{What: broken}) })
	return context.Cause(working)
}

// openGrader opens the walls and the compilers of this machine, and makes the worker grade with them.
func (w *Worker) openGrader(ctx context.Context) (*grade.Grader, error) {
	tempfile.Sweep()
	dir, err := w.CacheDir, error(nil)
	if dir == "" {
		dir, err = tempfile.Cache(filepath.Join("fleet", w.machine.Name))
	} else {
		err = tempfile.Private(dir)
	}
	if err != nil {
		return nil, err
	}
	g, err := grade.Open(sandbox.Options{MaxStep: w.Step}, build.Options{NoCache: w.NoCache, Warn: w.Tell})
	if err != nil {
		return nil, err
	}
	if w.host = grade.Host(g.Sandbox); w.host.Step > weakestForStrangers {
		err = say.Errorf("a worker runs strangers' programs, and here they would run at isolation %s", w.host.Isolation).
			Hint("it takes step %d or better: judge doctor tells what is missing", weakestForStrangers)
		return nil, errors.Join(err, g.Close())
	}
	w.machine.Step, w.machine.Languages = w.host.Step, g.Builder.Languages(ctx)
	w.Grade = (&bench{grader: g, texts: &cache{dir: dir, worker: w}}).grade
	return g, nil
}

// waits names the job that a worker must finish before it ends.
func (w *Worker) waits() say.Message {
	if now := w.now.Load(); now != nil {
		return say.Of("ending: waiting for %s to finish", *now)
	}
	return say.Message{}
}

const forEver = 100 * 365 * 24 * time.Hour

// work announces the worker and takes jobs from all queues that fit it. broken is told of a fault of the judge's.
func (w *Worker) work(ctx context.Context, broken func(say.Message)) {
	var all sync.WaitGroup
	defer w.js.Conn().Flush()
	defer all.Wait()
	all.Go(func() {
		defer crash.Tell(broken)
		w.heartbeat(ctx)
	})
	made := make(chan *nats.Msg, 16)
	w.js.Conn().ChanSubscribe(bell, made) // until the connection ends, with the worker
	var mu sync.Mutex
	serving := map[string]bool{}
	for ctx.Err() == nil {
		for _, name := range w.queues(ctx) {
			mu.Lock()
			if !serving[name] {
				serving[name] = true
				all.Go(func() {
					defer crash.Tell(broken)
					w.serve(ctx, name)
					mu.Lock()
					delete(serving, name)
					mu.Unlock()
				})
			}
			mu.Unlock()
		}
		select {
		case <-ctx.Done():
		case <-made:
		case <-time.After(everyWhile): // the bell may have been missed
		}
	}
}

// queues lists the queues that fit this worker.
func (w *Worker) queues(ctx context.Context) (names []string) {
	stream, err := w.js.Stream(ctx, jobs)
	if err != nil {
		return nil // it is asked again soon
	}
	list := stream.ConsumerNames(ctx)
	for name := range list.Name() {
		if fits(name, w.machine) {
			names = append(names, name)
		}
	}
	return names
}

// heartbeat announces the worker and its current job.
func (w *Worker) heartbeat(ctx context.Context) {
	for {
		m := w.machine
		m.Jobs = int(w.done.Load())
		if now := w.now.Load(); now != nil {
			m.Now = *now
		}
		if text, err := json.Marshal(m); err == nil {
			w.js.Conn().Publish(aliveSubject+m.Name, text) // lost while the server is away, and said again
		}
		if !interrupt.Pause(ctx, everyWhile) {
			return
		}
	}
}
