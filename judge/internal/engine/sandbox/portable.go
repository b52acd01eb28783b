package sandbox

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// The lower end of the ladder, for systems without walls that the judge knows: the program runs with
// all rights of the user, within limits of time and output.

// portableLook is the time between two looks at a program's time and output.
const portableLook = 5 * time.Millisecond

// portableRun is a command with the files that it writes to.
type portableRun struct {
	cmd     *exec.Cmd
	group   *group // the program and all it starts
	limits  Limits
	scratch string
	written []nameless // standard output, and the results where they are wanted
	errs    nameless
}

// runPortable runs a command with features that every system has. Measured means that its memory can be measured: on
// Linux a child's peak is never below the judge's own size.
func runPortable(ctx context.Context, c Command, patience time.Duration, measured bool) (o Outcome, err error) {
	r := &portableRun{limits: c.Limits.filled()}
	if c.Input != "" {
		if c.Stdin, err = os.Open(c.Input); err != nil {
			return o, err
		}
		defer c.Stdin.Close()
	}
	scratch, remove, err := tempfile.Dir("box")
	if err != nil {
		return o, say.Errorf("no scratch folder: %w: free some space, or set TMPDIR to another disk", err)
	}
	defer remove()
	r.scratch = scratch
	defer func() { r.discard(o.Stdout != nil) }()
	if err := r.prepare(c); err != nil {
		return o, err
	}
	if r.group, err = newGroup(r.cmd, c.Policy, r.limits); err != nil {
		return o, err
	}
	defer r.group.close()
	began := time.Now()
	done, err := startSession(r.cmd)
	if err != nil {
		return o, err
	}
	defer done()
	if err := r.group.admit(r.cmd); err != nil {
		r.cmd.Process.Kill()
		r.cmd.Wait()
		return o, err
	}
	if c.ends != nil { // only the program is to have them now
		c.ends.close()
	}
	if patience = r.limits.patience(patience); c.ends != nil {
		patience = c.ends.patience
	}
	o.End = r.watch(ctx, patience)
	r.group.kill(r.cmd)
	o.Wall = time.Since(began)
	state := r.cmd.ProcessState
	o.CPU = max(state.UserTime()+state.SystemTime(), r.group.cpu(r.cmd))
	o.Exit, o.Signal = state.ExitCode(), signalOf(state)
	if measured {
		o.PeakKiB = r.group.peak(state)
	}
	head := make([]byte, keptErrors)
	n, _ := r.errs.ReadAt(head, 0)
	o.Stderr = head[:n:n]
	o.End = afterwards(o, r.written, r.limits)
	o.Kept = tempfile.Heads(scratch, keptFile, c.Keep...)
	return o, r.handOver(&o)
}

// prepare makes the files, and the command that writes to them.
func (r *portableRun) prepare(c Command) error {
	out, err := unnamed("output")
	if err != nil {
		return err
	}
	r.written = []nameless{out}
	if r.errs, err = unnamed("errors"); err != nil {
		return err
	}
	var given []*os.File // the first of these becomes number 3
	if c.Results || c.Stream != nil {
		results, err := resultsFile()
		if err != nil {
			return err
		}
		r.written, given = append(r.written, results), append(given, results.File)
	}
	if c.Stream != nil {
		given = append(given, c.Stream)
	}
	if r.cmd, err = limited(c.Args, r.limits, given); err != nil {
		return err
	}
	r.cmd.Env, r.cmd.Dir = append(environment(c.Env, r.scratch), systemNeeds(c.Args[0], r.scratch)...), cmp.Or(c.Dir, r.scratch)
	r.cmd.Stdout, r.cmd.Stderr = out.File, r.errs.File
	if c.ends != nil {
		r.cmd.Stdin, r.cmd.Stdout = c.ends.in, c.ends.out
	} else if c.Stdin != nil {
		if _, err := c.Stdin.Seek(0, 0); err != nil {
			return say.Errorf("going back to the start of the input: %w", err)
		}
		r.cmd.Stdin = c.Stdin
	}
	return nil
}

// handOver gives the files that were written to the outcome, each at its start.
func (r *portableRun) handOver(o *Outcome) error {
	for _, f := range r.written {
		if _, err := f.Seek(0, 0); err != nil {
			return err
		}
		o.left = append(o.left, f.Name())
	}
	o.Stdout = r.written[0].File
	if len(r.written) > 1 {
		o.Results = r.written[1].File
	}
	return nil
}

// discard removes the files that the outcome does not own.
func (r *portableRun) discard(handedOver bool) {
	if r.errs.File != nil {
		r.errs.discard()
	}
	for _, f := range r.written {
		if !handedOver {
			f.discard()
		}
	}
}

// resultsFile makes a file for the results of a program.
func resultsFile() (nameless, error) {
	if runtime.GOOS == "windows" {
		return nameless{}, say.Errorf("a program cannot be given a descriptor for its results on Windows")
	}
	return unnamed("results")
}

// watch waits for the end of the program, or ends it. If the system shows how long the program ran or waited for a
// processor, that time is added to its wall limit.
func (r *portableRun) watch(ctx context.Context, patience time.Duration) End {
	done := make(chan struct{})
	go func() {
		r.cmd.Wait()
		close(done)
	}()
	began := time.Now()
	wall := time.NewTimer(r.limits.Wall)
	defer wall.Stop()
	look := time.NewTicker(portableLook)
	defer look.Stop()
	all := idleness{session: r.cmd.Process.Pid}
	for {
		end := Exited
		select {
		case <-done:
			return Exited
		case <-ctx.Done():
			end = Interrupted
		case <-wall.C:
			switch left := r.limits.Wall - all.look(time.Since(began)); {
			case left <= 0:
				end = WallLimit
			case time.Since(began) > patience:
				end = Starved
			default:
				wall.Reset(max(left, portableLook))
			}
		case <-look.C:
			if anyLonger(r.written, r.limits.Output) || longer(r.errs.File, defaultOutput) {
				end = OutputLimit
			} else if r.limits.CPU > 0 && r.group.cpu(r.cmd) > r.limits.CPU {
				end = CPULimit
			} else if r.group.over(r.limits.Memory) {
				end = MemoryLimit
			}
		}
		if end != Exited {
			r.group.kill(r.cmd)
			<-done
			if end == WallLimit && overBefore(r.cmd.ProcessState) {
				return Exited
			}
			return end
		}
	}
}

// afterwards returns how a program ended; it may have passed a limit just before its end.
func afterwards(o Outcome, written []nameless, l Limits) End {
	if o.End != Exited {
		if o.End == WallLimit && l.CPU > 0 && o.CPU > l.CPU {
			return CPULimit
		}
		return o.End
	}
	switch {
	case anyLonger(written, l.Output):
		return OutputLimit
	case l.Memory > 0 && o.PeakKiB > l.Memory>>10:
		return MemoryLimit
	case l.CPU > 0 && o.CPU > l.CPU:
		return CPULimit
	}
	return Exited
}

func anyLonger(files []nameless, most int64) bool {
	return slices.ContainsFunc(files, func(f nameless) bool { return longer(f.File, most) })
}

func longer(f *os.File, most int64) bool {
	info, err := f.Stat()
	return err == nil && info.Size() > most
}

// nameless is a temporary file that disappears when closed, if the system allows that.
type nameless struct{ *os.File }

func unnamed(what string) (nameless, error) {
	f, err := tempfile.Unnamed(what)
	if err != nil {
		return nameless{}, say.Errorf("no file for the %s: %w", what, err)
	}
	return nameless{f}, nil
}

func (n nameless) discard() error {
	err := n.Close()
	os.Remove(n.Name())
	return err
}

// portableStep is one of the two steps that every system has.
func portableStep(number int) Step {
	if number == withLimits {
		return Step{Number: number, Walls: groupWalls}
	}
	return Step{Number: number, Walls: say.Of("time and output limits")}
}
