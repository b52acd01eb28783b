package tempfile

import (
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
)

// Cache makes a folder in the judge's own part of the user's cache folder; "" is the whole part.
func Cache(name string) (dir string, err error) {
	users, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	home := filepath.Join(users, "sudokuoj")
	if err := Private(home); err != nil {
		return "", err
	}
	dir = filepath.Join(home, name)
	return dir, os.MkdirAll(dir, 0o700)
}

// Private makes a folder that nobody else may write. One that another user made, or that others may write, is an
// error: what is read there is run, or believed.
func Private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if !ours(dir) {
		return say.Errorf("%s belongs to another user, or others may write there", dir)
	}
	return nil
}

// Exclusive waits until no process holds the file, and holds it until release is called. On a file system without
// locks, and on Windows, it does not wait.
func Exclusive(path string) (release func() error) {
	f := OpenLock(path)
	if f == nil {
		return func() error { return nil }
	}
	WaitLock(f, Alone)
	return f.Close
}
