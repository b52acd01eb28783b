package tempfile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// Target is a file that is written in one step: it appears under its name, or replaces the old file, when it is
// complete.
type Target struct {
	Path string      // what the name leads to, over links
	mode fs.FileMode // of the file
	pipe io.WriteCloser
}

// OpenTarget finds out what the name represents, and checks that it can be written. A pipe or a device, such as
// /dev/null, is opened as a shell would open it and never replaced.
func OpenTarget(ctx context.Context, name string) (*Target, error) {
	f := &Target{mode: 0o644}
	err := f.open(ctx, name)
	return f, err
}

// Streams reports whether the target is a pipe or a device.
func (f *Target) Streams() bool { return f.pipe != nil }

func (f *Target) open(ctx context.Context, name string) (err error) {
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			f.pipe, err = openPipe(ctx, name, info.Mode()&fs.ModeNamedPipe != 0)
			return err
		}
		f.mode = info.Mode().Perm()
	}
	if f.Path, err = follow(name); err != nil {
		return err
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(f.Path)); err == nil {
		f.Path = filepath.Join(folder, filepath.Base(f.Path))
	}
	if f.Path, err = filepath.Abs(f.Path); err != nil {
		return err
	}
	_, remove, err := f.beside()
	if err != nil {
		return err
	}
	return remove()
}

// beside makes a folder beside the file, on the same disk, so that a rename brings it into place.
func (f *Target) beside() (folder string, remove func() error, err error) {
	folder, remove, err = Beside(filepath.Dir(f.Path), "report")
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = say.Errorf("folder %s: %w", filepath.Dir(f.Path), e.Err) // the user does not know the name that we chose in it
	}
	return folder, remove, err
}

// openPipe waits until somebody reads the pipe, or for Ctrl-C. It asks again and again: an open that waits cannot be
// called off, and would take the reader of the next one.
func openPipe(ctx context.Context, name string, named bool) (io.WriteCloser, error) {
	for {
		pipe, err := os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if !named || !errors.Is(err, syscall.ENXIO) {
			return pipe, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// follow follows symbolic links to the file at their end, which need not exist yet.
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
	return "", say.Errorf("its links form a circle")
}

// Write writes what write writes.
func (f *Target) Write(write func(io.Writer) error) error {
	if f.pipe != nil {
		return errors.Join(write(f.pipe), f.pipe.Close())
	}
	folder, remove, err := f.beside()
	if err != nil {
		return err
	}
	return errors.Join(f.via(filepath.Join(folder, "report"), write), remove())
}

func (f *Target) via(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Chmod(f.mode), file.Close()); err != nil {
		return err
	}
	return os.Rename(name, f.Path)
}

// Replace writes a small file in one step.
func Replace(path string, data []byte) error {
	f := &Target{Path: path, mode: 0o644}
	return f.Write(func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
