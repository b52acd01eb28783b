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
	Address   string
	Step      int    // the strongest step of isolation to use; 0: the strongest there is
	NoCache   bool   // rebuild everything
	CacheDir  string // "": a folder of the worker's name in the user's cache folder
	Reference bool   // its verdict counts where others depend on the machine
	Tell      func(say.Message)

	machine result.Machine
	host    json.RawMessage
	grade   func(context.Context, Job) ([]Graded, error) // of a bench
	js      jetstream.JetStream
	slot    turn // one job at a time: two would spoil each other's times
	storing turn // held while the results of one batch are stored
	now     atomic.Pointer[string]
	done    atomic.Int64
	speed   atomic.Pointer[float64]
	usual   time.Duration // what a job took lately; guarded by slot
}

// turn is had by one at a time. It may be taken for long, and given back by another goroutine.
type turn chan struct{}

func (t turn) take()     { t <- struct{}{} }
func (t turn) giveBack() { <-t }

const (
	weakestForStrangers = 3
	everyWhile          = 3 * time.Second  // between two messages of a worker about itself
	speedEvery          = 10 * time.Minute // how often the speed is measured
	batchFor            = 20 * time.Millisecond
	mostInBatch         = 64
)

// Run works until ctx ends, or the server refuses.
func (w *Worker) Run(ctx context.Context) error {
	tempfile.Sweep()
	sb := sandbox.Open(sandbox.Options{MaxStep: w.Step})
	defer sb.Close()
	host := grade.Host(sb)
	err := strongEnough(host)
	if err != nil {
		return err
	}
	if w.host, err = json.Marshal(host); err != nil {
		return err
	}
	builder, err := build.New(build.Options{NoCache: w.NoCache, Sandbox: sb, Warn: w.Tell})
	if err != nil {
		return err
	}
	defer builder.Close()
	a, err := ParseAddress(w.Address)
	if err != nil {
		return err
	}
	w.machine = result.Machine{Name: a.Name, Judge: Version(), Step: host.Step, Languages: builder.Languages(ctx), Reference: w.Reference}
	if err := w.measureSpeed(ctx, sb); err != nil {
		return err
	}
	closed := make(chan error, 1)
	conn, _, err := connect(ctx, w.Address, forEver, nats.ClosedHandler(func(c *nats.Conn) { closed <- c.LastError() }))
	if err != nil {
		return err
	}
	defer conn.Close()
	if w.js, err = jetstream.NewWithAPIPrefix(conn, workerAPI); err != nil {
		return err
	}
	if err := w.openBench(ctx, &grade.Grader{Sandbox: sb, Builder: builder}, a.Name); err != nil {
		return err
	}
	w.Tell(say.Of("%s works for %s: step %d, %s, %.1f ms", a.Name, a.Host, host.Step, say.List(w.machine.Languages), *w.speed.Load()))
	defer interrupt.Explain(ctx, w.Tell, w.waits)()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		if err := <-closed; err != nil {
			stop(say.Errorf("%s as %s: %w", a.Host, a.Name, refused(err)))
		}
	}()
	w.work(ctx, sb)
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// strongEnough returns an error if strangers' programs must not run within the walls of this machine.
func strongEnough(host result.Host) error {
	if host.Step <= weakestForStrangers {
		return nil
	}
	return say.Errorf("a worker runs strangers' programs, and here they would run at isolation %s", host.Isolation).
		Hint("it takes step %d or better: judge doctor tells what is missing", weakestForStrangers)
}

// waits names the job that a worker must finish before it ends.
func (w *Worker) waits() say.Message {
	if now := w.now.Load(); now != nil {
		return say.Of("ending: waiting for %s to finish", *now)
	}
	return say.Message{}
}

const forEver = 100 * 365 * 24 * time.Hour

func (w *Worker) openBench(ctx context.Context, g *grade.Grader, name string) error {
	dir, err := w.CacheDir, error(nil)
	if dir == "" {
		dir, err = tempfile.Cache(filepath.Join("fleet", name))
	} else {
		err = tempfile.Private(dir)
	}
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		stream, err := w.js.Stream(ctx, blobs)
		if err == nil {
			w.grade = (&bench{grader: g, texts: &cache{dir: dir, stream: stream}}).grade
			return nil
		}
		interrupt.Pause(ctx, time.Second) // the server is there, and its streams not yet
	}
	return ctx.Err()
}

// work announces the worker and takes jobs from all queues that fit it.
func (w *Worker) work(ctx context.Context, sb *sandbox.Sandbox) {
	w.slot, w.storing = make(turn, 1), make(turn, 1)
	var all sync.WaitGroup
	defer w.storing.take() // never given back: all results are stored
	defer all.Wait()
	all.Go(func() { w.heartbeat(ctx) })
	all.Go(func() {
		w.betweenJobs(ctx, speedEvery, func(ctx context.Context) error { return w.measureSpeed(ctx, sb) })
	})
	made := make(chan *nats.Msg, 16)
	w.js.Conn().ChanSubscribe(Bell, made) // until the connection ends, with the worker
	var mu sync.Mutex
	serving := map[string]bool{}
	for ctx.Err() == nil {
		for _, name := range w.queues(ctx) {
			mu.Lock()
			if !serving[name] {
				serving[name] = true
				all.Go(func() {
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

// betweenJobs calls do every so often until ctx ends, and tells its errors. No job runs meanwhile.
func (w *Worker) betweenJobs(ctx context.Context, every time.Duration, do func(context.Context) error) {
	for interrupt.Pause(ctx, every) {
		w.slot.take()
		err := do(ctx)
		w.slot.giveBack()
		if err != nil && ctx.Err() == nil {
			w.Tell(say.From(err))
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
		if q, ok := parseQueue(name); ok && q.fits(w.machine) {
			names = append(names, name)
		}
	}
	return names
}

// heartbeat announces the worker and its current job.
func (w *Worker) heartbeat(ctx context.Context) {
	for {
		m := w.machine
		m.SpeedMS, m.Jobs = *w.speed.Load(), int(w.done.Load())
		if now := w.now.Load(); now != nil {
			m.Now = *now
		}
		if text, err := json.Marshal(m); err == nil {
			w.js.Conn().Publish("$KV."+machines+"."+m.Name, text) // lost while the server is away, and said again
		}
		if !interrupt.Pause(ctx, everyWhile) {
			return
		}
	}
}
