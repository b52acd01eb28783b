package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"time"

	"sudokuoj/judge/internal/base/interrupt"
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
	case e.resume != "" && w.Again:
		return nil, say.Errorf("-resume goes on with one run, and -watch begins one with every saved file").Hint("leave one of them out")
	case w.Step != 0, w.NoCache, w.Jobs > 1:
		return nil, say.Errorf("-isolation, -no-cache and -j are for the machines that run programs").Hint("give them where the workers are started")
	}
	c, err := fleet.Dial(w.Context, e.address)
	if err != nil {
		return nil, err
	}
	c.Resume, c.Warn = e.resume, w.Warn
	interrupt.Explain(w.Context, w.Warn, func() say.Message { return say.Of("ending: waiting for the server to take back the queued jobs") })
	if !w.Again {
		c.Begun = func(run string) {
			w.Warn(say.Of("run %[1]s: if it is interrupted, -resume %[1]s continues it", run))
		}
	}
	return c, nil
}

// alone is a fleet for one run: a server in this process, and workers in their own.
type alone struct {
	hub     *hub
	client  *fleet.Client
	workers []child
	clean   func() error

	takeBack func() bool // the explanation of what an end waits for
}

// child is a worker that ends when its input does.
type child struct {
	*exec.Cmd
	input *os.File
	ended chan struct{} // closed when it has
}

func openAlone(w command.Wanted) (_ *alone, err error) {
	dir, clean, err := tempfile.Dir("fleet")
	if err != nil {
		return nil, err
	}
	a := &alone{clean: clean}
	a.takeBack = interrupt.Explain(w.Context, w.Warn, func() say.Message {
		return say.Of("ending: waiting for its workers to finish, %d s at most", int(patienceForWorkers.Seconds()))
	})
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.hub, err = openHub(w.Context, hubOptions{dir: dir, listen: "127.0.0.1:0", host: "127.0.0.1", settings: fleet.Settings{MaxJobs: -1, Lease: 30 * time.Second}}); err != nil {
		return nil, err
	}
	for n := range max(w.Jobs, 1) {
		if err := a.startWorker("here-"+strconv.Itoa(n+1), w); err != nil {
			return nil, err
		}
	}
	address, err := a.hub.invite("run", client)
	if err != nil {
		return nil, err
	}
	if a.client, err = fleet.Dial(w.Context, address); err == nil {
		a.client.Warn = w.Warn
	}
	return a, err
}

func (a *alone) startWorker(name string, w command.Wanted) error {
	address, err := a.hub.invite(name, worker)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, workerArgs(w)...)
	cmd.Env = append(os.Environ(), environmentAddress+"="+address)
	cmd.Stderr = os.Stderr
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd.Stdin = read
	if err := errors.Join(cmd.Start(), read.Close()); err != nil {
		return errors.Join(err, write.Close())
	}
	c := child{cmd, write, make(chan struct{})}
	a.workers = append(a.workers, c)
	interrupt.Child(cmd.Process, c.ended)
	go func() {
		cmd.Wait()
		close(c.ended)
	}()
	return nil
}

// workerArgs is the command of a worker that runs programs as they are wanted.
func workerArgs(w command.Wanted) []string {
	args := []string{"worker", "-q", "-until-eof"}
	if w.Step != 0 {
		args = append(args, "-isolation", strconv.Itoa(w.Step))
	}
	if w.NoCache {
		args = append(args, "-no-cache")
	}
	return args
}

// Grade is the client's. It ends if the last worker dies.
func (a *alone) Grade(ctx context.Context, entries []grade.Entry, opt grade.Options, observe func(result.Event)) (result.Run, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		if a.lost(ctx) {
			stop(errNoWorkers)
		}
	}()
	run, err := a.client.Grade(ctx, entries, opt, observe)
	if cause := context.Cause(ctx); errors.Is(cause, errNoWorkers) {
		return run, cause
	}
	return run, err
}

// lost waits until all workers have ended. It returns false if ctx ends before.
func (a *alone) lost(ctx context.Context) bool {
	for _, c := range a.workers {
		select {
		case <-c.ended:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

var errNoWorkers error = say.Errorf("no worker is left").Hint("see above why it ended")

// Close ends the workers after their running jobs, and then the server.
func (a *alone) Close() error {
	a.takeBack()
	for _, c := range a.workers {
		c.input.Close()
	}
	if a.client != nil {
		a.client.Close()
	}
	for _, c := range a.workers {
		select {
		case <-c.ended:
		case <-time.After(patienceForWorkers):
			c.Process.Kill()
		}
	}
	if a.hub != nil {
		a.hub.close()
	}
	return a.clean()
}

const patienceForWorkers = 10 * time.Second
