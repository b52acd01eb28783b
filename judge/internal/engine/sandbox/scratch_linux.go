//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// clean empties the scratch folder; false means that it failed and that the helper must not be used again.
func (h *helper) clean() bool {
	fd, err := unix.Open(h.scratch, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	const itself = 24 + 24 // the entries of . and ..
	n, err := unix.Getdents(fd, h.buf[:])
	unix.Close(fd)
	if err == nil && n <= itself {
		return true
	}
	entries, err := os.ReadDir(h.scratch)
	for _, e := range entries {
		if err == nil {
			err = os.RemoveAll(h.scratch + "/" + e.Name())
		}
	}
	return err == nil
}

// mostScratch is the greatest number of files in the folders that a program writes in.
const mostScratch = 10000

// watched returns the folders whose size the kernel does not limit.
func (h *helper) watched() []string {
	if h.inside { // the scratch folder is a file system of its own
		return h.policy.Writable
	}
	return h.folders
}

// heavier reports whether folders hold more than this many bytes, or too many files to count. A folder that is too deep
// for a name, or closed to us, counts as too much.
func heavier(folders []string, bytes int64) bool {
	files, hidden := 0, false
	tooMuch := func() bool { return bytes < 0 || files > mostScratch || hidden }
	for _, folder := range folders {
		filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
			var st unix.Stat_t
			if e != nil && unix.Lstat(path, &st) == nil {
				files++
				bytes -= max(st.Size, st.Blocks*512) // a copy has all of its size
			}
			hidden = hidden || err != nil && !errors.Is(err, fs.ErrNotExist)
			if tooMuch() {
				return filepath.SkipAll
			}
			return nil
		})
	}
	return tooMuch()
}

// newScratch makes a scratch folder on disk.
func newScratch() (path string, remove func() error, err error) {
	path, remove, err = tempfile.Dir("box")
	if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) {
		return "", nil, say.Errorf("no scratch folder: %w", err).Hint("free some space, or set TMPDIR to another disk")
	}
	if err != nil {
		return "", nil, explain("no scratch folder", err)
	}
	return path, remove, nil
}
