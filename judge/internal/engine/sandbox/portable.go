package sandbox

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
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
	written []*os.File // standard output, standard error, and the results where they are wanted
}

// runPortable runs a command with features that every system has. Measured means that its memory can be measured: on
// Linux a child's peak is never below the judge's own size.
func runPortable(ctx context.Context, c Command, measured bool) (o Outcome, err error) {
	r := &portableRun{limits: c.Limits.filled()}
	if c.Input != "" {
		if c.Stdin, err = os.Open(c.Input); err != nil {
			return o, err
		}
		defer c.Stdin.Close()
	}
	scratch, remove, err := tempfile.Dir("box")
	if err != nil {
		return o, say.Errorf("no scratch folder: %w", err).Hint("free some space, or set TMPDIR to another disk")
	}
	defer remove()
	defer func() {
		if err != nil {
			discard(r.written...)
		}
	}()
	if err := r.prepare(c, scratch); err != nil {
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
	o.End = r.watch(ctx)
	r.group.kill(r.cmd)
	o.Wall = time.Since(began)
	state := r.cmd.ProcessState
	o.CPU = max(state.UserTime()+state.SystemTime(), r.group.cpu(r.cmd))
	o.Exit, o.Signal = state.ExitCode(), signalOf(state)
	if measured {
		o.PeakKiB = r.group.peak(state)
	}
	o.End = r.afterwards(o)
	o.Kept = tempfile.Heads(scratch, keptFile, c.Keep...)
	return o, r.handOver(&o)
}

// prepare makes the files, and the command that writes to them.
func (r *portableRun) prepare(c Command, scratch string) (err error) {
	extra := c.Results || c.Stream != nil
	if extra && runtime.GOOS == "windows" {
		return say.Errorf("a program cannot be given a descriptor for its results on Windows")
	}
	for i, what := range []string{"output", "errors", "results"} {
		if i < 2 || extra {
			f, err := tempfile.Unnamed(what)
			if err != nil {
				return say.Errorf("no file for the %s: %w", what, err)
			}
			r.written = append(r.written, f)
		}
	}
	given := r.written[2:len(r.written):len(r.written)] // the first of these becomes number 3
	if c.Stream != nil {
		given = append(given, c.Stream)
	}
	if r.cmd, err = limited(c.Args, r.limits, given); err != nil {
		return err
	}
	r.cmd.Env, r.cmd.Dir = append(environment(c.Env, scratch), systemNeeds(c.Args[0], scratch)...), cmp.Or(c.Dir, scratch)
	r.cmd.Stdout, r.cmd.Stderr = r.written[0], r.written[1]
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
	o.Stderr = make([]byte, keptErrors)
	n, _ := r.written[1].ReadAt(o.Stderr, 0)
	o.Stderr = o.Stderr[:n:n]
	discard(r.written[1])
	o.Stdout = r.written[0]
	if len(r.written) > 2 {
		o.Results = r.written[2]
	}
	var errs []error
	for _, f := range []*os.File{o.Stdout, o.Results} {
		if f != nil {
			_, err := f.Seek(0, 0)
			errs = append(errs, err)
			o.left = append(o.left, f.Name())
		}
	}
	return errors.Join(errs...)
}

// discard closes files and removes them, where they could not be removed before.
func discard(files ...*os.File) {
	for _, f := range files {
		f.Close()
		os.Remove(f.Name())
	}
}

// watch waits for the end of the program, or ends it.
func (r *portableRun) watch(ctx context.Context) End {
	done := make(chan struct{})
	go func() {
		r.cmd.Wait()
		close(done)
	}()
	wall := time.After(r.limits.Wall)
	look := time.NewTicker(portableLook)
	defer look.Stop()
	for {
		end := Exited
		select {
		case <-done:
			return Exited
		case <-ctx.Done():
			end = Interrupted
		case <-wall:
			end = WallLimit
		case <-look.C:
			if r.tooLong() {
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
func (r *portableRun) afterwards(o Outcome) End {
	l := r.limits
	switch {
	case (o.End == Exited || o.End == WallLimit) && l.CPU > 0 && o.CPU > l.CPU:
		return CPULimit
	case o.End != Exited:
		return o.End
	case r.tooLong():
		return OutputLimit
	case l.Memory > 0 && o.PeakKiB > l.Memory>>10:
		return MemoryLimit
	}
	return Exited
}

// tooLong reports whether a file holds more than the program may print.
func (r *portableRun) tooLong() bool {
	for i, f := range r.written {
		most := r.limits.Output
		if i == 1 { // of standard error only the head is shown
			most = defaultOutput
		}
		if info, err := f.Stat(); err == nil && info.Size() > most {
			return true
		}
	}
	return false
}

// portableStep is one of the two steps that every system has.
func portableStep(number int) Step {
	if number == withLimits {
		return Step{Number: number, Walls: groupWalls}
	}
	return Step{Number: number, Walls: say.Of("time and output limits")}
}
