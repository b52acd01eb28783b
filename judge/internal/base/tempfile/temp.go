// Package temp makes the judge's temporary folders. One is locked for as long as it is in use, and the
// system unlocks what belonged to a judge that was killed; so a later judge can tell such a folder from
// those of judges at work, and removes it.
package tempfile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

const prefix = "judge-temp-"

// Dir makes a folder for what, one word, in the system's temporary folder. Remove removes it with all
// that it holds.
func Dir(what string) (path string, remove func() error, err error) {
	return mkdir(os.TempDir(), prefix+what+"-")
}

// Beside makes such a folder, hidden, in one of the user's, so that what is put together there can be
// renamed into its place. What killed judges left there is removed first.
func Beside(folder, what string) (path string, remove func() error, err error) {
	sweepIn(folder, "."+prefix)
	return mkdir(folder, "."+prefix+what+"-")
}

func mkdir(folder, name string) (path string, remove func() error, err error) {
	for {
		path, err = os.MkdirTemp(folder, name)
		if err != nil {
			return "", nil, err
		}
		if unlock, ours := lock(path); ours {
			inUse.Store(path, nil)
			return path, func() error {
				inUse.Delete(path)
				return errors.Join(Remove(path), unlock())
			}, nil
		} // else it was swept away before it was locked
	}
}

// inUse are the folders of this process.
var inUse sync.Map

// Abandon removes the folders that this process has, for one that ends at once.
func Abandon() {
	for path := range inUse.Range {
		Remove(path.(string))
	}
}

// Sweep removes from the system's temporary folder what judges left there who were killed. What it
// cannot remove stays.
func Sweep() { sweepIn(os.TempDir(), prefix) }

// Remove removes a folder that a program could write in: it may have closed folders there to us, or nested
// more of them than a path can name and than we can have open at once.
func Remove(path string) error {
	err := os.RemoveAll(path)
	if err == nil {
		return nil
	}
	exec.Command("chmod", "-R", "u+rwx", "--", path).Run()
	if exec.Command("rm", "-rf", "--", path).Run() == nil {
		return nil
	}
	return err
}

func sweepIn(folder, prefix string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			sweep(filepath.Join(folder, e.Name()))
		}
	}
}
