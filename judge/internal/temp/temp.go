// Package temp makes the judge's temporary folders. One is locked for as long as it is in use, and the
// system unlocks what belonged to a judge that was killed; so a later judge can tell such a folder from
// those of judges at work, and removes it.
package temp

import (
	"errors"
	"os"
	"path/filepath"
)

const prefix = "judge-temp-"

// Dir makes a folder for what, one word, in the system's temporary folder. Remove removes it with all
// that it holds.
func Dir(what string) (path string, remove func() error, err error) {
	for {
		path, err = os.MkdirTemp("", prefix+what+"-")
		if err != nil {
			return "", nil, err
		}
		unlock, ours := lock(path)
		if !ours {
			continue // swept away before it was locked
		}
		return path, func() error { return errors.Join(os.RemoveAll(path), unlock()) }, nil
	}
}

// Sweep removes the folders that judges left who were killed. What it cannot remove stays.
func Sweep() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*"))
	for _, path := range left {
		sweep(path)
	}
}
