package sandbox

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/temp"
)

// The lower end of the ladder, on systems where we know no walls: the program runs as the user himself,
// held to its time and to the size of its output.

// portableLook is how often time and output are looked at.
const portableLook = 5 * time.Millisecond

// runPortable runs a command with nothing but what every system has.
func runPortable(ctx context.Context, c Command) (o Outcome, err error) {
	l := c.Limits.filled()
	scratch, remove, err := temp.Dir("box")
	if err != nil {
		return o, say.Errorf("no scratch folder: %w: free some space, or set TMPDIR to another disk", err)
	}
	defer remove()
	out, err := unnamed("output")
	if err != nil {
		return o, err
	}
	errs, err := unnamed("errors")
	if err != nil {
		out.Close()
		return o, err
	}
	defer errs.discard()

	cmd, err := limited(c.Args, l)
	if err != nil {
		out.discard()
		return o, err
	}
	var results nameless
	if c.Results {
		if runtime.GOOS == "windows" {
			out.discard()
			return o, say.Errorf("a program cannot be given a descriptor for its results on Windows")
		}
		if results, err = unnamed("results"); err != nil {
			out.discard()
			return o, err
		}
		cmd.ExtraFiles = []*os.File{results.File} // the first of these becomes number 3
		o.Results = results.File
	}
	cmd.Env, cmd.Dir = environment(c.Env, scratch), c.Dir
	if cmd.Dir == "" {
		cmd.Dir = scratch
	}
	cmd.Stdout, cmd.Stderr = out.File, errs.File
	if c.Stdin != nil {
		if _, err := c.Stdin.Seek(0, 0); err != nil {
			return o, say.Errorf("going back to the start of the input: %w", err)
		}
		cmd.Stdin = c.Stdin
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		out.discard()
		if c.Results {
			results.discard()
		}
		return o, err
	}
	o.End = watchPortable(ctx, cmd, []*os.File{out.File, results.File}, errs.File, l)
	killGroup(cmd)
	o.Wall = time.Since(began)
	state := cmd.ProcessState
	o.CPU = state.UserTime() + state.SystemTime()
	o.Exit, o.Signal, o.PeakKiB = state.ExitCode(), signalOf(state), peakOf(state)
	o.Stdout = out.File
	head := make([]byte, keptErrors)
	n, _ := errs.ReadAt(head, 0)
	o.Stderr = head[:n:n]
	o.End = afterwards(o, out.File, l)
	if o.Results != nil {
		if _, err := o.Results.Seek(0, 0); err != nil {
			return o, err
		}
	}
	_, err = out.Seek(0, 0)
	return o, err
}

// watchPortable waits for the end of the command, or brings it about.
func watchPortable(ctx context.Context, cmd *exec.Cmd, out []*os.File, errs *os.File, l Limits) End {
	done := make(chan struct{})
	go func() {
		cmd.Wait()
		close(done)
	}()
	wall := time.NewTimer(l.Wall)
	defer wall.Stop()
	look := time.NewTicker(portableLook)
	defer look.Stop()
	for {
		end := Exited
		select {
		case <-done:
			return Exited
		case <-ctx.Done():
			end = Interrupted
		case <-wall.C:
			end = WallLimit
		case <-look.C:
			if slices.ContainsFunc(out, func(f *os.File) bool { return longer(f, l.Output) }) || longer(errs, defaultOutput) {
				end = OutputLimit
			} else if l.CPU > 0 && processTime(cmd.Process.Pid) > l.CPU {
				end = CPULimit
			}
		}
		if end != Exited {
			killGroup(cmd)
			<-done
			return end
		}
	}
}

// afterwards is the end of a program that may have passed a limit just before.
func afterwards(o Outcome, out *os.File, l Limits) End {
	if o.End != Exited {
		if o.End == WallLimit && l.CPU > 0 && o.CPU > l.CPU {
			return CPULimit
		}
		return o.End
	}
	switch {
	case longer(out, l.Output):
		return OutputLimit
	case l.Memory > 0 && o.PeakKiB > l.Memory>>10:
		return MemoryLimit
	case l.CPU > 0 && o.CPU > l.CPU:
		return CPULimit
	}
	return Exited
}

func longer(f *os.File, most int64) bool {
	if f == nil {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Size() > most
}

// nameless is a temporary file that is gone when closed, where the system allows that.
type nameless struct{ *os.File }

func unnamed(what string) (nameless, error) {
	f, err := os.CreateTemp("", "judge-"+what+"-")
	if err != nil {
		return nameless{}, say.Errorf("no file for the %s: %w", what, err)
	}
	os.Remove(f.Name()) // Windows refuses while it is open
	return nameless{f}, nil
}

func (n nameless) discard() {
	n.Close()
	os.Remove(n.Name())
}

var portableSteps = []Step{
	{Number: 4, Walls: "rlimits, process group"},
	{Number: 5, Walls: "time and output limits"},
}
