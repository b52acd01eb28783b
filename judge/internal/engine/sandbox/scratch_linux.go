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

// filed is how much memory the scratch folder takes that a program leaves, where that is in the program's account.
func (h *helper) filed() int64 {
	var fs unix.Statfs_t
	if h.policy.step != withCgroups || unix.Statfs(h.scratch, &fs) != nil {
		return 0
	}
	return int64(fs.Blocks-fs.Bfree) * fs.Bsize
}

// keep reads the beginnings of files in the program's scratch folder. It opens only plain files: a link could lead
// elsewhere, and opening a pipe would wait for ever.
func (h *helper) keep(names []string) (kept []string) {
	for _, name := range names {
		if text, ok := readPlain(h.scratch, name, keptFile); ok {
			kept = append(kept, name, string(text))
		}
	}
	return kept
}

func readPlain(folder, name string, most int) (text []byte, ok bool) {
	fd, err := unix.Open(filepath.Join(folder, name), unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, false
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, false
	}
	text = make([]byte, most)
	n, err := unix.Read(fd, text)
	return text[:max(n, 0)], err == nil
}

// mostScratch is how many files the folders may hold that a program writes in.
const mostScratch = 10000

// watched returns the folders whose size the kernel does not limit.
func (h *helper) watched() []string {
	if h.inside { // the scratch folder is a file system of its own
		return h.policy.writable
	}
	return h.folders
}

// heavier reports whether folders hold more than this many bytes, or too many files to count. A folder that is too deep
// for a name, or closed to us, counts as too much.
func heavier(folders []string, bytes int64) bool {
	files, hidden := 0, false
	for _, folder := range folders {
		filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
			var st unix.Stat_t
			if e != nil && unix.Lstat(path, &st) == nil {
				files++
				bytes -= max(st.Size, st.Blocks*512) // who copies it later has all of its size
			}
			hidden = hidden || err != nil && !errors.Is(err, fs.ErrNotExist)
			if bytes < 0 || files > mostScratch || hidden {
				return filepath.SkipAll
			}
			return nil
		})
	}
	return bytes < 0 || files > mostScratch || hidden
}

// newScratch makes a scratch folder on disk, under the name by which the kernel knows it.
func newScratch() (path string, remove func() error, err error) {
	path, remove, err = tempfile.Dir("box")
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
