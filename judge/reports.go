package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/verdict"
)

// writeReport writes a run in some form.
type writeReport func(io.Writer, verdict.Run) error

// reports are files that will hold the results. Their places are tried before anything runs, so that a
// folder that is not there is said at once and not after the work; they appear under their names only
// when complete.
type reports struct {
	stdout io.Writer
	files  []reportFile
}

type reportFile struct {
	name  string      // as it was given
	path  string      // what the name leads to, over links
	mode  fs.FileMode // of the file
	pipe  io.WriteCloser
	write writeReport
}

// openReports prepares the reports that are wanted, by the name of their file: "" is not wanted, "-" is
// standard output.
func openReports(ctx context.Context, env *environment, wanted map[string]writeReport) (*reports, error) {
	r := &reports{stdout: env.stdout}
	taken := map[string]string{}
	for name, write := range wanted {
		if name == "" {
			continue
		}
		f := reportFile{name: name, write: write}
		if name != "-" {
			if err := f.open(ctx); err != nil {
				return nil, say.Errorf("%s: cannot be written: %w", name, err)
			}
			if other := taken[f.path]; other != "" && f.pipe == nil {
				return nil, say.Errorf("%s and %s are one file", min(name, other), max(name, other)).Hint("give each report its own")
			}
			taken[f.path] = name
		}
		r.files = append(r.files, f)
	}
	return r, nil
}

// open finds out what the name stands for. What is there and is no regular file, such as a pipe or
// /dev/null, is opened as a shell would and never replaced.
func (f *reportFile) open(ctx context.Context) (err error) {
	f.mode = 0o644
	if info, err := os.Stat(f.name); err == nil {
		if !info.Mode().IsRegular() {
			f.pipe, err = openPipe(ctx, f.name)
			return err
		}
		f.mode = info.Mode().Perm()
	}
	if f.path, err = follow(f.name); err != nil {
		return err
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(f.path)); err == nil {
		f.path = filepath.Join(folder, filepath.Base(f.path))
	}
	if f.path, err = filepath.Abs(f.path); err != nil {
		return err
	}
	_, remove, err := f.temp()
	if err != nil {
		return err
	}
	return remove()
}

// temp makes a folder beside the report, on the same disk, so that a rename brings it into place.
func (f *reportFile) temp() (folder string, remove func() error, err error) {
	folder, remove, err = temp.Beside(filepath.Dir(f.path), "report")
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = say.Errorf("folder %s: %w", filepath.Dir(f.path), e.Err) // nobody asked for the name we chose in it
	}
	return folder, remove, err
}

// openPipe waits until somebody reads the pipe, or for Ctrl-C.
func openPipe(ctx context.Context, name string) (io.WriteCloser, error) {
	opened := make(chan error, 1)
	var pipe *os.File
	go func() {
		var err error
		pipe, err = os.OpenFile(name, os.O_WRONLY, 0)
		opened <- err
	}()
	select {
	case err := <-opened:
		return pipe, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// follow returns where the links that begin at path end: at a file, or where one is to be.
func follow(path string) (string, error) {
	for range 40 { // as many as Linux follows
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", say.Errorf("its links lead round in a circle")
}

func (r *reports) write(run verdict.Run) error {
	var errs []error
	for _, f := range r.files {
		if f.name == "-" {
			errs = append(errs, f.write(r.stdout, run))
		} else if err := f.put(run); err != nil {
			errs = append(errs, say.Errorf("%s: not written: %w", f.name, err))
		}
	}
	return errors.Join(errs...)
}

// put writes a report to its pipe, or as a whole into its place.
func (f *reportFile) put(run verdict.Run) error {
	if f.pipe != nil {
		return errors.Join(f.write(f.pipe, run), f.pipe.Close())
	}
	folder, remove, err := f.temp()
	if err != nil {
		return err
	}
	return errors.Join(f.putVia(filepath.Join(folder, "report"), run), remove())
}

func (f *reportFile) putVia(name string, run verdict.Run) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(f.write(file, run), file.Chmod(f.mode), file.Close()); err != nil {
		return err
	}
	return os.Rename(name, f.path)
}
