//go:build amd64 || arm64

package sandbox

import (
	"context"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// agent is a helper, seen from the judge.
type agent struct {
	link    link
	key     string // its policy
	walls   []string
	process *os.Process
	scratch string // its folder, "" if it has one in memory
	remove  func() error
	buf     []byte
}

// newAgent starts a helper, which puts up its walls.
func (s *Sandbox) newAgent(p policy) (a *agent, err error) {
	a = &agent{key: string(encode(&p)), buf: make([]byte, maxMessage)}
	if !p.inside() {
		unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // see endOrphans
		if a.scratch, a.remove, err = newScratch(); err != nil {
			return nil, err
		}
		p.Others = userTasks("/proc") + moreOthers
	}
	p.Scratch = a.scratch
	here, there, err := newLink()
	if err != nil {
		a.forget()
		return nil, explain("no socket for a helper", err)
	}
	a.link = here
	a.process, err = startHelper(there, p.inside())
	unix.Close(there.fd)
	if err != nil {
		unix.Close(here.fd)
		a.forget()
		return nil, err
	}
	if err := a.greet(&p); err != nil {
		a.kill()
		return nil, err
	}
	return a, nil
}

// greet sends the policy and reads the helper's answer.
func (a *agent) greet(p *policy) error {
	defer time.AfterFunc(slowToBegin, func() { a.process.Kill() }).Stop()
	if err := a.link.send(p); err != nil {
		return say.Errorf("talking to the sandbox helper: %w", err)
	}
	var r ready
	if _, err := a.link.receive(a.buf, &r); err != nil {
		return say.Errorf("the sandbox helper did not start: %w", err)
	}
	if r.Trouble.Said() {
		return &say.Error{What: r.Trouble}
	}
	a.walls = r.Walls
	return nil
}

// helperEnvironment is the helper's whole environment.
func helperEnvironment() []string {
	// Its runtime is not told when it waits, see poll, and is not to interrupt that. A C library that is linked in
	// would have the kernel write to a child's memory that the child has not got.
	env := []string{"GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1", "GOTRACEBACK=single", "GLIBC_TUNABLES=glibc.pthread.rseq=0"}
	if dir, ok := os.LookupEnv(coverage); ok { // a judge built to count its statements complains without
		env = append(env, coverage+"="+dir)
	}
	return env
}

const coverage = "GOCOVERDIR"

// startHelper runs our own executable again; help takes it from there.
func startHelper(there link, inside bool) (*os.Process, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, explain("starting a helper", err)
	}
	defer null.Close()
	socket, err := unix.FcntlInt(uintptr(there.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, explain("no socket for a helper", err)
	}
	end := os.NewFile(uintptr(socket), "helper")
	defer end.Close()
	trouble, ways := waysToStart(inside, os.Geteuid(), os.Getegid())
	for _, sys := range ways {
		sys.Setsid = true // a Ctrl-C is for the judge, who tells the helpers
		// When the judge dies, a helper sees that its socket closes: if it was stopped, this wakes it up.
		sys.Pdeathsig = syscall.SIGCONT
		var p *os.Process
		p, err = family.start(&os.ProcAttr{
			Env:   helperEnvironment(),
			Files: []*os.File{null, null, os.Stderr, end, null}, // the last keeps a place for a program's stream
			Sys:   sys,
		})
		if err == nil {
			return p, nil
		}
	}
	return nil, explain(trouble, err)
}

// waysToStart returns how to start a helper, the better way first, and the message if all fail.
func waysToStart(inside bool, user, group int) (trouble string, ways []*syscall.SysProcAttr) {
	if !inside {
		return "starting a helper", []*syscall.SysProcAttr{{}}
	}
	ways = []*syscall.SysProcAttr{{
		Cloneflags:  namespaces,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: user, HostID: user, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: group, HostID: group, Size: 1}},
		AmbientCaps: builderCaps,
	}}
	if user == 0 { // root needs no user namespace
		ways = append(ways, &syscall.SysProcAttr{Cloneflags: namespaces &^ unix.CLONE_NEWUSER})
	}
	return "no new namespaces for us", ways
}

// A helper that is silent for longer counts as dead: slow is the time after the end of a run's limits, slowToBegin
// the time until its walls are up, and slowToEnd the time after it was told to end a run or itself.
const (
	slowToBegin = time.Minute
	slow        = 10 * time.Second
	slowToEnd   = 2 * time.Second
)

// run sends one request to the helper and waits for its reply.
func (a *agent) run(ctx context.Context, r request, f files) (answer reply, err error) {
	err = a.link.send(&r, f.beside()...)
	patience := r.Patience
	if f.talks != nil { // only the program is to have them now
		f.talks.close()
		patience = f.talks.patience
	}
	if err != nil {
		return answer, err
	}
	silent := time.AfterFunc(patience+slow, func() {
		a.process.Kill()
		unix.Shutdown(a.link.fd, unix.SHUT_RDWR) // a stopped child of the helper may hold the other end
	})
	cancelled := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		a.link.send(&cancel{})
		silent.Reset(slowToEnd)
		close(cancelled)
	})
	for {
		if _, err = a.link.receive(a.buf, &answer); err != nil || answer.Idle == 0 {
			break
		}
		f.talks.idle(answer.Idle, answer.Quiet, answer.Listens)
		answer = reply{}
	}
	if !stop() {
		<-cancelled // it may have come too late for this run, and must not meet another
		answer.Dirty = true
	}
	silent.Stop()
	return answer, err
}

// end ends the helper. The helper and the kernel kill everything that its programs left.
func (a *agent) end() {
	unix.Shutdown(a.link.fd, unix.SHUT_RDWR)
	if a.scratch == "" {
		a.process.Kill() // the kernel clears its namespaces away
	}
	defer time.AfterFunc(slowToEnd, func() { a.process.Kill() }).Stop() // somebody may have stopped it
	a.wait()
}

// kill is end for a helper that does not answer any more.
func (a *agent) kill() {
	a.process.Kill()
	a.wait()
}

func (a *agent) wait() {
	state, err := a.process.Wait()
	family.lose(a.process.Pid)
	if a.scratch != "" && (err != nil || !state.Success()) { // its children are ours now
		family.endOrphans()
	}
	unix.Close(a.link.fd)
	a.forget()
}

func (a *agent) forget() {
	if a.remove != nil {
		a.remove()
	}
}
