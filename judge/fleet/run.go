package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"os"
	"strconv"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
)

// elsewhere grades a run on a fleet: an existing one, or a server and workers for this run alone.
type elsewhere struct {
	address, resume string
}

func (e *elsewhere) Flags(fs *flag.FlagSet) {
	fs.StringVar(&e.address, "fleet", os.Getenv(environmentAddress), "")
	fs.StringVar(&e.resume, "resume", "", "")
}

// Open connects to the fleet, or makes one.
func (e *elsewhere) Open(w command.Wanted) (command.Grader, error) {
	if e.address == "" {
		if e.resume != "" {
			return nil, say.Errorf("-resume %s: only a permanent fleet keeps runs", e.resume).Hint("name it with -fleet")
		}
		return openAlone(w)
	}
	switch {
	case w.Step != 0, w.NoCache, w.Jobs > 1:
		return nil, say.Errorf("-isolation, -no-cache and -j are for the machines that run programs").Hint("give them where the workers are started")
	}
	c, err := fleet.Dial(w.Context, e.address)
	if err != nil {
		return nil, err
	}
	c.Resume, c.Warn = e.resume, w.Warn
	c.Begun = func(run string) {
		w.Warn(say.Of("run %[1]s: if it is interrupted, -resume %[1]s continues it", run))
	}
	return c, nil
}

// alone is a fleet for one run: a server, workers and a client, all in this process.
type alone struct {
	*fleet.Client
	hub     *fleet.Hub
	working sync.WaitGroup
	dismiss context.CancelFunc // the workers
	lost    context.Context    // ends when a worker does not work; its cause says why
	fail    context.CancelCauseFunc
	clean   func() error
}

func openAlone(w command.Wanted) (_ *alone, err error) {
	dir, clean, err := tempfile.Dir("fleet")
	if err != nil {
		return nil, err
	}
	a := &alone{clean: clean}
	a.lost, a.fail = context.WithCancelCause(context.Background())
	working, dismiss := context.WithCancel(context.Background())
	a.dismiss = dismiss
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.hub, err = fleet.OpenHub(w.Context, fleet.HubOptions{Dir: dir, Listen: "127.0.0.1:0"}); err != nil {
		return nil, err
	}
	at := a.hub.Addr().String()
	for n := range max(w.Jobs, 1) {
		address, err := fleet.Invite(dir, at, "here-"+strconv.Itoa(n+1), fleet.WorkerRole)
		if err != nil {
			return nil, err
		}
		one := &fleet.Worker{Address: address, Step: w.Step, NoCache: w.NoCache, Tell: func(say.Message) {}}
		a.working.Go(func() {
			defer crash.Tell(func(broken say.Message) { a.fail(&say.Error{What: broken}) })
			if err := one.Run(working); err != nil {
				a.fail(err)
			}
		})
	}
	address, err := fleet.Invite(dir, at, "run", fleet.ClientRole)
	if err != nil {
		return nil, err
	}
	if a.Client, err = fleet.Dial(w.Context, address); err == nil {
		a.Warn = w.Warn
	}
	return a, err
}

// Grade is the client's. It ends if a worker does not work.
func (a *alone) Grade(ctx context.Context, entries []grade.Entry, opt grade.Options, observe func(result.Event)) (result.Run, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(a.lost, func() { stop(context.Cause(a.lost)) })()
	run, err := a.Client.Grade(ctx, entries, opt, observe)
	return run, cmp.Or(context.Cause(a.lost), err)
}

// Close ends the workers after their running jobs, and then the server.
func (a *alone) Close() error {
	defer a.fail(nil)
	a.dismiss()
	ended := make(chan struct{})
	go func() {
		a.working.Wait()
		close(ended)
	}()
	if a.Client != nil {
		a.Client.Close()
	}
	select {
	case <-ended:
	case <-time.After(patienceForWorkers):
	}
	if a.hub != nil {
		a.hub.Close()
	}
	return a.clean()
}

const patienceForWorkers = 10 * time.Second
