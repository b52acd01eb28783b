package fleet

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
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
	name     string        // of its key
	patience time.Duration // for a first worker

	tidying sync.WaitGroup // up after runs that are over
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
	a, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	c := &Client{name: a.Name, patience: patience, Begun: func(string) {}, Warn: func(say.Message) {}}
	options = append(options, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // else it is printed
	if c.conn, c.js, err = connect(ctx, a, clientPatience, options...); err != nil {
		return nil, err
	}
	hears, err := c.conn.SubscribeSync(toldSubject + c.name + ".>") // as only a client may
	if err == nil {
		c.conn.Flush()
		_, err = hears.NextMsg(time.Millisecond)
		hears.Unsubscribe()
	}
	if errors.Is(err, nats.ErrPermissionViolation) {
		c.conn.Close()
		return nil, say.Errorf("this is the key of a worker, and a worker may not do this").
			Hint("fleet serve -new-client NAME makes one that may")
	}
	return c, nil
}

// Close ends the connection. Jobs that were begun are still finished.
func (c *Client) Close() error {
	c.tidying.Wait()
	c.conn.Close()
	return nil
}

// ask asks the server.
func (c *Client) ask(ctx context.Context, what string, q question) (a answer, err error) {
	text, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	ctx, stop := context.WithTimeout(ctx, clientPatience)
	defer stop()
	m, err := c.conn.RequestWithContext(ctx, askSubject+c.name+"."+what, text)
	if err != nil {
		return a, err
	}
	if len(m.Data) == 0 { // it has too many questions
		return a, nats.ErrTimeout
	}
	if err := json.Unmarshal(m.Data, &a); err != nil {
		return a, err
	}
	if a.Fault.Said() {
		return a, &say.Error{What: a.Fault}
	}
	return a, nil
}

// Grade does the work of grade.Grader on other machines. It ignores the option Jobs.
func (c *Client) Grade(ctx context.Context, entries []grade.Entry, opt grade.Options, observe func(result.Event)) (result.Run, error) {
	start := time.Now()
	machines, err := c.awaitMachines(ctx)
	if err != nil {
		return result.Run{}, err
	}
	r := newRun(c, entries, opt, observe, machines)
	if err := r.plan(); err != nil {
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

// awaitMachines waits for a machine that has the same judge.
func (c *Client) awaitMachines(ctx context.Context) ([]result.Machine, error) {
	var other error
	told, start := false, time.Now()
	for time.Since(start) < c.patience {
		s, err := c.Status(ctx)
		if err != nil && !away(err) {
			return nil, err
		}
		var fit []result.Machine
		for _, m := range s.Workers {
			if m.Other {
				other = say.Errorf("%s runs judge %s, and this is %s", m.Name, m.Judge, Version())
			} else {
				fit = append(fit, m)
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

// Status asks for the state of the fleet.
func (c *Client) Status(ctx context.Context) (s result.Fleet, err error) {
	a, err := c.ask(ctx, askStatus, question{})
	if err != nil {
		return s, err
	}
	for i, m := range a.Fleet.Workers {
		a.Fleet.Workers[i].Other = m.Judge != Version()
	}
	return a.Fleet, nil
}

// randomName returns a name that nobody can guess.
func randomName() string { return strings.ToLower(rand.Text()) }
