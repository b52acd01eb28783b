package memory_test

import (
	"os"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/testkit/memory"
	"sudokuoj/judge/internal/testkit/must"
)

// TestDir: the folder is empty, of the test alone, and gone after it.
func TestDir(t *testing.T) {
	var first, second string
	t.Run("in a test", func(t *testing.T) {
		first, second = memory.Dir(t), memory.Dir(t)
		must.Be(t, first != second, "%s twice", first)
		if got, err := os.ReadDir(first); err != nil || len(got) > 0 {
			t.Errorf("%v, %v", got, err)
		}
		parent := filepath.Dir(first) // others fill the memory meanwhile, so that asking again may have another answer
		must.Be(t, parent == "/dev/shm" || parent == filepath.Clean(os.TempDir()), "a folder in %s", parent)
		must.Succeed(t, os.WriteFile(filepath.Join(first, "file"), nil, 0o644))
	})
	for _, dir := range []string{first, second} {
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%s stays: %v", dir, err)
		}
	}
}
