//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestHeavier: folders hold as many bytes and files as they may, and no more.
func TestHeavier(t *testing.T) {
	full, deep := t.TempDir(), t.TempDir()
	for i := range 3 {
		if err := os.WriteFile(filepath.Join(full, fmt.Sprint(i)), make([]byte, 8192), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var all int64
	filepath.WalkDir(full, func(path string, _ os.DirEntry, _ error) error {
		var st unix.Stat_t
		unix.Lstat(path, &st)
		all += max(st.Size, st.Blocks*512)
		return nil
	})
	many := t.TempDir() // with itself, one too many
	for i := range mostScratch {
		if err := os.Link(filepath.Join(full, "0"), filepath.Join(many, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	if !heavier([]string{many}, 1<<40) {
		t.Error("too many files are not too many")
	}
	os.Remove(filepath.Join(many, "0"))
	for _, test := range []struct {
		name    string
		folders []string
		bytes   int64
		want    bool
	}{
		{"many files", []string{many}, 1 << 40, false},
		{"one more in another folder", []string{many, deep}, 1 << 40, true},
		{"just right", []string{full}, all, false},
		{"a byte too much", []string{full}, all - 1, true},
		{"a byte too much in the last file", []string{full}, all - 8192, true},
		{"two folders", []string{full, full}, 2*all - 1, true},
		{"none", nil, 0, false},
		{"one that is gone", []string{filepath.Join(deep, "gone")}, 0, false},
		{"one that is no folder to list", []string{filepath.Join(full, "0", "x")}, 1 << 30, true},
	} {
		if got := heavier(test.folders, test.bytes); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
