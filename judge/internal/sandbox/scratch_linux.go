//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
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

const scratchPrefix = "judge-box-"

// newScratch makes a scratch folder on disk, and locks it for as long as the file is open.
func newScratch() (path string, lock *os.File, err error) {
	path, err = os.MkdirTemp("", scratchPrefix+strconv.Itoa(os.Getpid())+"-")
	if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) {
		return "", nil, fmt.Errorf("no scratch folder: %w: free some space, or set TMPDIR to another disk", err)
	}
	if err != nil {
		return "", nil, explain("no scratch folder", err)
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

// removeTree removes a folder whose owner may have closed folders in it to himself, or nested more of them
// than a path can name and than we can have open at once.
func removeTree(path string) error {
	if path == "" {
		return nil
	}
	if os.RemoveAll(path) == nil {
		return nil
	}
	exec.Command("chmod", "-R", "u+rwx", "--", path).Run()
	return exec.Command("rm", "-rf", "--", path).Run()
}
