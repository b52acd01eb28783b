//go:build unix

package check

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What a validator leaves in its folder is read only where it is a file.
func TestFeedbackIsReadFromFilesOnly(t *testing.T) {
	dir := t.TempDir()
	file, link, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(file, []byte("words"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{file: "words", link: "", pipe: "", filepath.Join(dir, "none"): ""} {
		if got := string(headOf(path)); got != want {
			t.Errorf("%s: got %q, want %q", filepath.Base(path), got, want)
		}
	}
}
