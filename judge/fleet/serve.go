package main

import (
	"context"
	"flag"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/show/terminal"
)

// serveFlags are the flags of fleet serve.
type serveFlags struct {
	fleet.HubOptions
	host                 string // what others call this machine
	newWorker, newClient string
}

// enoughMemory is what a server uses before it spends more time on collecting garbage.
const enoughMemory = 192 << 20

func setUpServe(fs *flag.FlagSet) command.Action {
	f := &serveFlags{}
	fs.StringVar(&f.Dir, "store", "", "")
	fs.StringVar(&f.Listen, "listen", "0.0.0.0:4222", "")
	fs.StringVar(&f.host, "host", "", "")
	fs.Int64Var(&f.MaxJobs, "max-jobs", 1_000_000, "")
	fs.DurationVar(&f.Lease, "lease", 30*time.Second, "")
	fs.StringVar(&f.newWorker, "new-worker", "", "")
	fs.StringVar(&f.newClient, "new-client", "", "")
	return func(ctx context.Context, env *terminal.Console, _ []string) error { return f.run(ctx, env) }
}

func (f *serveFlags) run(ctx context.Context, env *terminal.Console) error {
	if err := f.fill(); err != nil {
		return err
	}
	f.Tell = env.Warn
	switch {
	case f.newWorker != "" && f.newClient != "":
		return say.Errorf("-new-worker %s -new-client %s: one key is made at a time", f.newWorker, f.newClient).
			Hint("give them one after the other")
	case f.newWorker != "":
		return f.invite(env, f.newWorker, fleet.WorkerRole, "worker")
	case f.newClient != "":
		return f.invite(env, f.newClient, fleet.ClientRole, "run")
	}
	debug.SetMemoryLimit(enoughMemory)
	h, err := fleet.OpenHub(ctx, f.HubOptions)
	if err != nil {
		return err
	}
	defer h.Close()
	env.Tell("serving on %s, store in %s; fleet serve -new-worker NAME lets a worker in; Ctrl-C ends it", h.Addr(), f.Dir)
	<-ctx.Done()
	return nil
}

func (f *serveFlags) fill() error {
	if f.Lease < time.Second {
		return say.Errorf("-lease %v: must be at least one second", f.Lease)
	}
	if f.MaxJobs < 1 {
		return say.Errorf("-max-jobs %d: must be at least 1", f.MaxJobs)
	}
	if f.Dir == "" {
		user, err := os.UserConfigDir()
		if err != nil {
			return err
		}
		f.Dir = filepath.Join(user, "sudokuoj", "fleet")
	}
	if f.host == "" {
		var err error
		f.host, err = os.Hostname()
		return err
	}
	return nil
}

// invite prints the command for a new worker or client. The server need not run; a running one accepts the new key
// at once.
func (f *serveFlags) invite(env *terminal.Console, name string, r fleet.Role, verb string) error {
	_, port, err := net.SplitHostPort(f.Listen)
	if err != nil {
		return say.Errorf("-listen %s: not a host with its port", f.Listen).Hint("write host:port, as in 0.0.0.0:4222")
	}
	address, err := fleet.Invite(f.Dir, net.JoinHostPort(f.host, port), name, r)
	if err == nil {
		env.Tell("%s", environmentAddress+"='"+address+"' fleet "+verb)
	}
	return err
}
