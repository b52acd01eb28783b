package tempfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	. "sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"
)

func put(text string, err error) func(io.Writer) error {
	return func(w io.Writer) error {
		io.WriteString(w, text)
		return err
	}
}

// TestTarget writes to targets of several kinds. The old file stays until the new text is complete.
func TestTarget(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	os.WriteFile(in("old"), []byte("before"), 0o600)
	os.Mkdir(in("folder"), 0o700)
	os.Symlink("old", in("link"))
	os.Symlink("link", in("chain"))
	os.Symlink("nothing yet", in("ahead"))
	os.Symlink(in("folder"), in("door"))
	broken := errors.New("broken off")
	for _, tt := range []struct {
		name, file string
		err        error
		want       string
		mode       fs.FileMode
	}{
		{"new", "new", nil, "text", 0o644},
		{"old", "old", broken, "before", 0o600},
		{"old", "old", nil, "text", 0o600},
		{"chain", "old", nil, "text", 0o600},
		{"ahead", "nothing yet", nil, "text", 0o644},
		{"door/inside", "folder/inside", nil, "text", 0o644},
	} {
		f, err := OpenTarget(t.Context(), in(tt.name))
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if _, err := os.Lstat(in("new")); f.Streams() || tt.name == "new" && err == nil {
			t.Errorf("%s streams, or is there before it is written", tt.name)
		}
		if err := f.Write(put("text", tt.err)); !errors.Is(err, tt.err) {
			t.Errorf("%s: %v", tt.name, err)
		}
		info, err := os.Lstat(in(tt.file))
		must.Succeed(t, err, tt.name)
		must.Equal(t, tt.mode, info.Mode(), tt.name)
		if text, _ := os.ReadFile(in(tt.file)); string(text) != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, text, tt.want)
		}
	}
	if left, _ := filepath.Glob(in("*")); len(left) != 8 {
		t.Errorf("left behind: %q", left)
	}
}

func TestTargetRefuses(t *testing.T) {
	dir := t.TempDir()
	os.Symlink("b", filepath.Join(dir, "a"))
	os.Symlink("a", filepath.Join(dir, "b"))
	for _, name := range []string{filepath.Join(dir, "a"), filepath.Join(dir, "absent", "file"), dir} {
		if _, err := OpenTarget(t.Context(), name); err == nil {
			t.Errorf("%s can be written", name)
		}
	}
}

// TestReplace replaces a file by another.
func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	for _, want := range []string{"one", ""} {
		must.Succeed(t, Replace(path, []byte(want)))
		if text, err := os.ReadFile(path); err != nil || string(text) != want {
			t.Errorf("%q, %v", text, err)
		}
	}
	if err := Replace(filepath.Join(path, "beneath a file"), nil); err == nil {
		t.Error("a file in a file")
	}
}

// TestRemove removes a folder that a program closed to us, and reports what remains.
func TestRemove(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	os.MkdirAll(filepath.Join(path, "closed", "inside"), 0o700)
	os.Chmod(filepath.Join(path, "closed"), 0)
	must.Succeed(t, Remove(path))
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("still there: %v", err)
	}
	must.Succeed(t, Remove(path), "what is gone")
}
