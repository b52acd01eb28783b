package tempfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Open opens a regular file in a folder that a program could write in. It follows no link out of the folder and
// does not wait for the other end of a pipe.
func Open(root *os.Root, name string) (*os.File, error) {
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return f, nil
}

// OpenPlain is Open for a path.
func OpenPlain(path string) (*os.File, error) {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return Open(root, filepath.Base(path))
}

// Heads reads the beginnings of those files that are there.
func Heads(folder string, most int64, names ...string) map[string][]byte {
	heads := map[string][]byte{}
	for _, name := range names {
		if f, err := OpenPlain(filepath.Join(folder, name)); err == nil {
			heads[name], _ = io.ReadAll(io.LimitReader(f, most))
			f.Close()
		}
	}
	return heads
}

// Unnamed makes a file that is gone when it is closed. Windows does not remove an open file: there it keeps its name.
func Unnamed(what string) (*os.File, error) {
	f, err := os.CreateTemp("", "judge-"+what+"-")
	if err == nil {
		os.Remove(f.Name())
	}
	return f, err
}

// Holding returns an unnamed file with this text, to be read from its beginning.
func Holding(what string, text []byte) (*os.File, error) {
	f, err := Unnamed(what)
	if err != nil {
		return nil, err
	}
	if _, err = f.Write(text); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
	}
	return f, err
}

// WriteFile writes a new file in such a folder. It does not replace an existing one.
func WriteFile(root *os.Root, name string, text []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// Copy makes a file with the contents of another, from its start; nil has none.
func Copy(path string, from *os.File) error {
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	if from != nil {
		if _, err = from.Seek(0, io.SeekStart); err == nil {
			_, err = io.Copy(to, from)
		}
	}
	return errors.Join(err, to.Close())
}
