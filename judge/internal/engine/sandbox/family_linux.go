//go:build amd64 || arm64

package sandbox

import (
	"os"
	"os/exec"
	"sync"

	"golang.org/x/sys/unix"
)

// A helper that dies without a pid namespace leaves orphans: the programs it had just started die with
// it, but not what those started. The judge is the next to get them, and ends them.

// helpers lists the helpers of this process, of all sandboxes.
type helpers struct {
	mu   sync.RWMutex
	pids sync.Map
}

var family helpers

// start starts our own executable as a helper.
func (f *helpers) start(attr *os.ProcAttr) (*os.Process, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	p, err := os.StartProcess("/proc/self/exe", []string{helperName}, attr)
	if err == nil {
		f.pids.Store(p.Pid, true)
	}
	return p, err
}

func (f *helpers) lose(pid int) { f.pids.Delete(pid) }

// startSession starts a command in a new session. endOrphans leaves that session alone until done is called.
func startSession(cmd *exec.Cmd) (done func(), err error) {
	family.mu.RLock()
	defer family.mu.RUnlock()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	family.pids.Store(cmd.Process.Pid, true)
	return func() { family.lose(cmd.Process.Pid) }, nil
}

// endOrphans kills all children in other sessions that the judge did not start. The judge's other children are in its
// own session, which no process can enter from outside.
func (f *helpers) endOrphans() {
	f.mu.Lock() // no helper is half started
	defer f.mu.Unlock()
	p := proc{self: os.Getpid()}
	var err error
	if p.dir, err = openFolder("/proc"); err != nil {
		return
	}
	defer unix.Close(p.dir)
	own, _ := unix.Getsid(0)
	for {
		p.pids = p.pids[:0]
		p.childrenOf(p.self)
		var orphans []int
		for _, pid := range p.pids {
			session, err := unix.Getsid(pid)
			if _, helper := f.pids.Load(pid); !helper && err == nil && session != own {
				orphans = append(orphans, pid)
			}
		}
		if len(orphans) == 0 {
			return
		}
		p.killFound(func() {
			p.pids = append(p.pids[:0], orphans...)
			p.andBelow()
		})
		for _, pid := range orphans {
			unix.Wait4(pid, nil, 0, nil)
		}
	}
}

// killAll stops all descendants before it kills them: a stopped process cannot start another one.
func (p *proc) killAll() { p.killFound(p.descendants) }

func (p *proc) killFound(find func()) {
	for seen := -1; ; {
		find()
		if len(p.pids) == seen {
			break
		}
		seen = len(p.pids)
		p.signal(unix.SIGSTOP)
	}
	p.signal(unix.SIGKILL)
}

func (p *proc) signal(s unix.Signal) {
	for _, pid := range p.pids {
		unix.Kill(pid, s)
	}
}
