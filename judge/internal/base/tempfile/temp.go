// Package tempfile makes the judge's temporary files and folders. A folder is locked while it is in use. When a
// judge is killed, the system unlocks its folders, so a later judge can tell them from folders in use and removes
// them.
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

// Dir makes a folder in the system's temporary folder. The word what becomes part of its name. The path has no links
// in it: walls are around the folder that the kernel knows. Remove deletes the folder with everything in it.
func Dir(what string) (path string, remove func() error, err error) {
	folder, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil {
		return "", nil, err
	}
	return mkdir(folder, prefix+what+"-")
}

// Beside makes such a folder, hidden, inside one of the user's folders: a file written there can be renamed
// into place. It first removes what killed judges left there.
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
		path = filepath.Clean(path) // as it is in messages: MkdirTemp makes ./name
		if unlock, ours := lock(path); ours {
			inUse.Store(path, nil)
			return path, func() error {
				inUse.Delete(path)
				return errors.Join(Remove(path), unlock())
			}, nil
		} // else a sweep removed it before it was locked
	}
}

// inUse lists the folders of this process.
var inUse sync.Map

// Abandon removes the folders of this process before an immediate exit.
func Abandon() {
	for path := range inUse.Range {
		Remove(path.(string))
	}
}

// Sweep removes what killed judges left in the system's temporary folder. Files that it cannot remove stay.
func Sweep() { sweepIn(os.TempDir(), prefix) }

// Remove removes a folder that a program could write in. The program may have taken away permissions, or nested
// more folders than a path can name.
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
