//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/temp"
)

// clean empties the scratch folder; false means that it could not, and that the helper is not to be used
// again.
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

// mostScratch is how many files a scratch folder may hold.
const mostScratch = 10000

// heavier reports whether a folder holds more than so many bytes, or too many files to count: on disk
// nothing but us bounds them together.
func heavier(folder string, bytes int64) bool {
	files, hidden := 0, false
	err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		var st unix.Stat_t
		empty := false // for want of the right to make anything in it
		if e != nil && unix.Lstat(path, &st) == nil {
			files++
			bytes -= st.Blocks * 512
			empty = st.Mode&0o300 != 0o300
		}
		// Too deep for a name, or not to be listed: what cannot be counted is too much.
		hidden = hidden || err != nil && !errors.Is(err, fs.ErrNotExist) && !empty
		if bytes < 0 || files > mostScratch || hidden {
			return filepath.SkipAll
		}
		return nil
	})
	return err == nil && (bytes < 0 || files > mostScratch || hidden)
}

// newScratch makes a scratch folder on disk, under the name by which the kernel knows it.
func newScratch() (path string, remove func() error, err error) {
	path, remove, err = temp.Dir("box")
	if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) {
		return "", nil, say.Errorf("no scratch folder: %w: free some space, or set TMPDIR to another disk", err)
	}
	if err != nil {
		return "", nil, explain("no scratch folder", err)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		remove()
		return "", nil, explain("no scratch folder", err)
	}
	return real, remove, nil
}
