package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/processes"
)

func init() {
	tie = func(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
}

// ended reports whether a process has ended. If these tests are the first process of a namespace, nobody collects orphans,
// and they stay as zombies.
func ended(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, rest, _ := strings.Cut(string(text), ") ")
	return err != nil || strings.HasPrefix(rest, "Z")
}

// endsAtOnce interrupts, reads what the program waits for, and interrupts again until it ends. Then no process may be
// left.
func (p *process) endsAtOnce(waits, temp string) {
	p.t.Helper()
	all := processes.Below(p.Process.Pid)
	p.Process.Signal(os.Interrupt)
	if waits != "" {
		p.says("ending: waiting for " + waits)
		p.says("Ctrl-C again ends it at once")
	}
	must.Until(p.t, "it ends at once", func() bool {
		p.Process.Signal(os.Interrupt)
		select {
		case <-p.end:
			return true
		case <-time.After(100 * time.Millisecond):
			return false
		}
	})
	if code := p.ProcessState.ExitCode(); waits != "" && code != 2 {
		p.t.Errorf("exit %d", code)
	}
	for _, pid := range all {
		must.Until(p.t, "process "+strconv.Itoa(pid)+" is gone", func() bool { return ended(pid) })
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		p.t.Errorf("left in the temporary folder: %v %v", left, err)
	}
}

// TestTwiceInterrupted: a second Ctrl-C ends everything at once and leaves neither processes nor folders.
func TestTwiceInterrupted(t *testing.T) {
	t.Parallel()
	root := sleepers(t, 3_600_000)
	if err := os.WriteFile(filepath.Join(root, "problems/p/problem.yaml"),
		[]byte("problem_format_version: 2025-09\nname: P\nlimits: {time_limit: 3600}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	here := func(t *testing.T, address string, args ...string) (p *process, temp string) {
		temp = t.TempDir()
		return start(t, append(as(address), "TMPDIR="+temp), args...), temp
	}
	t.Run("worker", func(t *testing.T) {
		h := build(t)
		w, temp := here(t, h.invite("-new-worker", "w"), "worker", "-cache", t.TempDir())
		w.says(" works for ")
		h.grade(entries(t, root), grade.Options{}).begins("secret/1", 1)
		must.Until(t, "it tells of what it is at", func() bool { return h.state().Workers[0].Now != "" })
		w.endsAtOnce("p secret/1 to finish", temp)
	})
	t.Run("run", func(t *testing.T) {
		h := build(t)
		h.worker("w")
		p, temp := here(t, h.owner, "run", "-root", root, "-json-events", "-")
		p.says(`"begins":"secret/1"`)
		p.endsAtOnce("", temp)
	})
	t.Run("run alone", func(t *testing.T) {
		t.Parallel()
		p, temp := here(t, "", "run", "-root", root, "-json-events", "-")
		p.says(`"begins":"secret/1"`)
		p.endsAtOnce("", temp)
	})
	t.Run("web", func(t *testing.T) {
		h := build(t)
		h.worker("w")
		p, temp := here(t, h.owner, "web", "-root", root, "-db", filepath.Join(t.TempDir(), "history.db"), "-listen", "127.0.0.1:0")
		s := siteOf(p)
		s.follow(s.submit("c", awake), `"begins":"secret/1"`)
		p.endsAtOnce("1 judging to finish", temp)
	})
	t.Run("serve", func(t *testing.T) {
		t.Parallel()
		p, temp := here(t, "", "serve", "-store", t.TempDir(), "-listen", "127.0.0.1:0")
		p.says("serving on")
		p.endsAtOnce("", temp)
	})
}

// A worker of the Kubernetes Job in the manuals finishes its case when its hour is over, and exits with success.
// Otherwise the Job would start it again.
func TestKubernetesJob(t *testing.T) {
	must.Have(t, "timeout")
	var job struct {
		Spec struct {
			Template struct {
				Spec struct {
					Containers []struct{ Command []string }
				}
			}
		}
	}
	must.Succeed(t, yaml.Unmarshal([]byte(recipe(t, `apiVersion: batch/v1\n.*?hostPath.*?\n`)), &job))
	words := job.Spec.Template.Spec.Containers[0].Command
	words[slices.Index(words, "/fleet/fleet")] = os.Args[0]
	h, all := build(t), entries(t, sleepers(t, 3000, 3000)) // it has the program for the second case already
	p := startProgram(t, as(h.invite("-new-worker", "w")), words[0], append(words[1:], "-cache", t.TempDir())...)
	p.says(" works for ")
	g := h.grade(all, grade.Options{})
	g.begins("secret/2", 1)
	p.Process.Signal(syscall.SIGALRM) // timeout receives this when the time is over
	g.want(accepted(2))
	must.Equal(t, 0, p.exits(), "exit")
}
