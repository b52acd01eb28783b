package grade

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
)

// runIn runs a program with the input and output that its problem asks for: standard input and output, or files in
// its working folder. It may write to that one file only, so that it cannot fill the disk.
func (g *Grader) runIn(ctx context.Context, p problem.Problem, run sandbox.Command) (sandbox.Outcome, error) {
	if p.InputFile == "" && p.OutputFile == "" {
		return g.Sandbox.Run(ctx, run)
	}
	dir, remove, err := tempfile.Dir("files")
	if err != nil {
		return sandbox.Outcome{}, err
	}
	defer remove()
	run.Dir, run.Readable = dir, append(run.Readable, dir)
	if p.InputFile != "" {
		in := run.Stdin
		if run.Input != "" {
			if in, err = os.Open(run.Input); err != nil {
				return sandbox.Outcome{}, err
			}
			defer in.Close()
		}
		if err := tempfile.Copy(filepath.Join(dir, p.InputFile), in); err != nil {
			return sandbox.Outcome{}, err
		}
		run.Input, run.Stdin = "", nil
	}
	if p.OutputFile == "" {
		return g.Sandbox.Run(ctx, run)
	}
	file := filepath.Join(dir, p.OutputFile)
	if err := tempfile.Copy(file, nil); err != nil {
		return sandbox.Outcome{}, err
	}
	run.Writable, run.Limits.Scratch = append(run.Writable, file), run.Limits.Output
	run.Once = true
	outcome, err := g.Sandbox.Run(ctx, run)
	if err != nil {
		return outcome, err
	}
	return fromFile(outcome, file, run.Limits.Output)
}

// fromFile replaces the output of a program by the file that it wrote. Without walls the program may have put
// something other than a plain file there. That is not opened, and the output is empty.
func fromFile(o sandbox.Outcome, file string, limit int64) (sandbox.Outcome, error) {
	printed, err := o.Stdout.Stat()
	if err != nil {
		return o, errors.Join(err, o.Close())
	}
	written, err := tempfile.OpenPlain(file)
	if err != nil {
		o.Note = say.Join(o.Note, say.Of("it has removed the file %s, or put something else in its place", filepath.Base(file)))
		if written, err = tempfile.Unnamed("case"); err != nil {
			return o, errors.Join(err, o.Close())
		}
	}
	o.Stdout.Close()
	o.Stdout = written
	info, err := written.Stat()
	switch {
	case err != nil:
		return o, errors.Join(err, o.Close())
	case info.Size() >= limit && limit > 0:
		o.End = sandbox.OutputLimit
	case info.Size() == 0 && printed.Size() > 0:
		o.Note = say.Join(o.Note, say.Of("it printed to standard output, but this problem's answer is read from the file %s", filepath.Base(file)))
	}
	return o, nil
}
