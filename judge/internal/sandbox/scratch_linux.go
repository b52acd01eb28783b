//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// clean empties the scratch folder; false means that it could not, and that the helper is not to be used
// again.
func (h *helper) clean() bool {
	if h.inside && !empty("/tmp", h.kept) {
		return false
	}
	return empty(h.scratch, nil)
}

// empty removes all but kept from a folder.
func empty(folder string, kept []string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !slices.Contains(kept, e.Name()) && os.RemoveAll(folder+"/"+e.Name()) != nil {
			return false
		}
	}
	return true
}

const scratchPrefix = "judge-box-"

// newScratch makes a scratch folder on disk, and locks it for as long as the file is open.
func newScratch() (path string, lock *os.File, err error) {
	path, err = os.MkdirTemp("", scratchPrefix+strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return "", nil, fmt.Errorf("no scratch folder: %w: free some space, or set TMPDIR to another disk", err)
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", nil, err
	}
	if lock, err = os.Open(path); err != nil {
		return "", nil, err
	}
	return path, lock, unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}

// sweep removes the scratch folders of judges that are no more: a helper removes its own, but not when
// the machine stops.
func sweep() {
	found, _ := filepath.Glob(filepath.Join(os.TempDir(), scratchPrefix+"*"))
	for _, path := range found {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), scratchPrefix), "-")
		if n, err := strconv.Atoi(pid); err == nil && unix.Kill(n, 0) == nil {
			continue
		}
		var st unix.Stat_t
		if unix.Lstat(path, &st) != nil || int(st.Uid) != os.Geteuid() || st.Mode&unix.S_IFMT != unix.S_IFDIR {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			removeTree(path)
		}
		f.Close()
	}
}

// removeTree removes a folder whose owner may have closed folders in it to himself.
func removeTree(path string) error {
	if path == "" {
		return nil
	}
	err := os.RemoveAll(path)
	if err == nil {
		return nil
	}
	filepath.WalkDir(path, func(p string, e os.DirEntry, err error) error {
		if e != nil && e.IsDir() {
			os.Chmod(p, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}
