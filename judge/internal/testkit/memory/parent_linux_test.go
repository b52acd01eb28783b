package memory

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/testkit/must"
)

// TestInMemory: a folder must be a tmpfs that is large enough and that we may write to.
func TestInMemory(t *testing.T) {
	for _, test := range []struct {
		name, folder string
		bytes        int64
	}{
		{"too small", shared, math.MaxInt64},
		{"not in memory", "/proc", 0},
		{"not there", filepath.Join(shared, "none", "such"), 0},
	} {
		must.Be(t, !inMemory(test.folder, test.bytes), "%s: %s was taken", test.name, test.folder)
	}
	var disk unix.Statfs_t
	if unix.Statfs(shared, &disk) != nil || disk.Type != unix.TMPFS_MAGIC {
		t.Skip("no tmpfs at " + shared)
	}
	closed, err := os.MkdirTemp(shared, "judge-test")
	if err != nil {
		t.Skip(err)
	}
	defer os.Remove(closed)
	if !inMemory(shared, 0) {
		t.Error(shared + " was not taken")
	}
	must.Succeed(t, os.Chmod(closed, 0o500))
	if os.Geteuid() > 0 && inMemory(closed, 0) { // root may write to all folders
		t.Error("a folder that we may not write to was taken")
	}
}
