package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

// Client grades programs on a fleet. It has the methods of grade.Grader, so that either can be used.
type Client struct {
	Resume string            // the run to go on with; "" is a new one
	Begun  func(run string)  // if set, gets the name of each run
	Warn   func(say.Message) // if set, gets warnings at once

	conn     *nats.Conn
	js       jetstream.JetStream
	judge    string
	patience time.Duration // for a first worker

	tidying sync.WaitGroup // up after runs that are over

	mu   sync.Mutex
	back chan struct{} // closed when the server is back after an absence: it may have lost its data
}

const (
	clientPatience = 10 * time.Second // for a server
	workerPatience = 30 * time.Second // for a first worker
)

// Dial connects to a fleet as a client of it.
func Dial(ctx context.Context, address string) (*Client, error) {
	return dial(ctx, address, workerPatience)
}

// Stay connects for a program that keeps running: once connected, it waits without end for workers and for the
// server, even if the server no longer knows its key.
func Stay(ctx context.Context, address string) (*Client, error) {
	return dial(ctx, address, forEver, nats.IgnoreAuthErrorAbort())
}

func dial(ctx context.Context, address string, patience time.Duration, options ...nats.Option) (*Client, error) {
	c := &Client{judge: Version(), patience: patience, back: make(chan struct{}), Begun: func(string) {}, Warn: func(say.Message) {}}
	options = append(options, nats.ReconnectHandler(c.cameBack))
	asks, denied := context.WithCancelCause(ctx)
	defer denied(nil)
	options = append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) {
			denied(err)
		}
	}))
	var err error
	if c.conn, c.js, err = connect(ctx, address, clientPatience, options...); err != nil {
		return nil, err
	}
	c.js.AccountInfo(asks) // which a client may ask for, and a worker may not
	if errors.Is(context.Cause(asks), nats.ErrPermissionViolation) {
		c.conn.Close()
		return nil, say.Errorf("this is the key of a worker, and a worker may not do this").Hint("fleet serve -new-client NAME makes one that may")
	}
	return c, nil
}

// cameBack tells all runs that the server is back.
func (c *Client) cameBack(*nats.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.back)
	c.back = make(chan struct{})
}

// isBack is closed when the server is back the next time.
func (c *Client) isBack() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.back
}

// Close ends the connection. Jobs that were begun are still finished.
func (c *Client) Close() error {
	c.tidying.Wait()
	c.conn.Close()
	return nil
}

// Grade does the work of grade.Grader on other machines. It ignores the option Jobs.
func (c *Client) Grade(ctx context.Context, entries []grade.Entry, opt grade.Options, observe func(result.Event)) (result.Run, error) {
	start := time.Now()
	there, err := c.awaitMachines(ctx)
	if err != nil {
		return result.Run{}, err
	}
	r, err := newRun(c, entries, opt, observe, there)
	if err != nil {
		return result.Run{}, err
	}
	c.Begun(r.id)
	if err := r.toTheEnd(ctx); err != nil && ctx.Err() == nil {
		return result.Run{}, err
	}
	if ctx.Err() != nil {
		r.tidy(true) // no job of this run is left in the queue
	} else {
		c.tidying.Go(func() { r.tidy(false) })
	}
	return r.report(ctx.Err() != nil, time.Since(start)), nil
}

// fits reports whether a machine gets this client's jobs.
func (c *Client) fits(m result.Machine) bool { return m.Fits(c.judge, weakestForStrangers) }

// awaitMachines waits for a machine that may grade for this judge.
func (c *Client) awaitMachines(ctx context.Context) ([]result.Machine, error) {
	var other error
	told, start := false, time.Now()
	for time.Since(start) < c.patience {
		all, err := c.machines(ctx)
		if err != nil && !away(err) {
			return nil, err
		}
		var fit []result.Machine
		for _, m := range all {
			if c.fits(m) {
				fit = append(fit, m)
			} else if m.Judge != c.judge {
				other = say.Errorf("%s runs judge %s, and this is %s", m.Name, m.Judge, c.judge)
			}
		}
		if len(fit) > 0 {
			return fit, nil
		}
		if !told && time.Since(start) >= tellWaiting {
			told = true
			c.Warn(say.Of("it waits for a worker"))
		}
		if !interrupt.Pause(ctx, 100*time.Millisecond) {
			return nil, ctx.Err()
		}
	}
	if other != nil {
		return nil, say.Errorf("the fleet has no worker for this judge: %w", other).Hint("give all machines the same")
	}
	return nil, say.Errorf("the fleet has no worker").Hint("start one: fleet serve -new-worker NAME prints how")
}

// machines returns the machines that have announced themselves lately.
func (c *Client) machines(ctx context.Context) (all []result.Machine, err error) {
	bucket, err := c.js.KeyValue(ctx, machines)
	if err != nil {
		return nil, err
	}
	told, err := bucket.WatchAll(ctx, jetstream.IgnoreDeletes()) // gets all at once
	if err != nil {
		return nil, err
	}
	defer told.Stop()
	for {
		select {
		case entry := <-told.Updates():
			if entry == nil { // that were all
				return all, nil
			}
			var m result.Machine
			if err := json.Unmarshal(entry.Value(), &m); err == nil && m.Name == entry.Key() { // else it is as good as none
				all = append(all, m)
			}
		case <-time.After(clientPatience):
			return nil, nats.ErrTimeout
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Status asks for the state of the fleet.
func (c *Client) Status(ctx context.Context) (s result.Fleet, err error) {
	for _, name := range []string{jobs, results, blobs, dead} {
		stream, err := c.js.Stream(ctx, name)
		if err != nil {
			return s, err
		}
		state := stream.CachedInfo().State
		s.Bytes += int64(state.Bytes)
		switch name {
		case jobs:
			s.Queued = int(state.Msgs)
			list := stream.ListConsumers(ctx)
			for info := range list.Info() {
				s.InWork += info.NumAckPending
			}
			if err := list.Err(); err != nil {
				return s, err
			}
		case results:
			s.Results = int(state.LastSeq)
		case dead:
			s.Dead = int(state.Msgs)
		}
	}
	s.Queued, s.Ended = max(s.Queued-s.InWork, 0), max(s.InWork-s.Queued, 0) // a run takes its jobs out of the queue when it ends
	s.Workers, err = c.machines(ctx)
	slices.SortFunc(s.Workers, func(a, b result.Machine) int { return strings.Compare(a.Name, b.Name) })
	for i, m := range s.Workers {
		s.Workers[i].Other = !c.fits(m)
	}
	s.Advice = adviceOn(reference(s.Workers))
	return s, err
}
