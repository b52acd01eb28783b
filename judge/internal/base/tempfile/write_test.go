package tempfile_test

import (
	"os"
	"path/filepath"
	"testing"

	. "sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"
)

func TestWriteAllOrNone(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	must.Succeed(t, WriteNew(map[string]string{path("a"): "1", path("sub/b"): "2"}))
	if text, err := os.ReadFile(path("sub/b")); string(text) != "2" {
		t.Errorf("got %q, %v", text, err)
	}
	// An existing file is kept, and a folder cannot be made below a file.
	for _, bad := range []string{"a", "a/below"} {
		if err := WriteNew(map[string]string{path("0"): "new", path(bad): "new"}); err == nil {
			t.Errorf("%s: no error", bad)
		}
		if _, err := os.Lstat(path("0")); err == nil {
			t.Errorf("%s: another file was left behind", bad)
		}
		if text, err := os.ReadFile(path("a")); string(text) != "1" {
			t.Errorf("%s: a is now %q, %v", bad, text, err)
		}
	}
}
