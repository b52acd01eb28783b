package tempfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

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

func TestExpire(t *testing.T) {
	for _, test := range []struct {
		name string
		ages []time.Duration // of folders with 10 bytes each
		most int64
		left int64
	}{
		{"all young and few", []time.Duration{1, 2, 3}, 100, 30},
		{"one too old", []time.Duration{1, 2 * time.Hour, 3}, 100, 20},
		{"too many: three quarters stay", []time.Duration{1, 2, 3, 4, 5}, 40, 30},
		{"as many as may stay", []time.Duration{1, 2, 3, 4}, 40, 40},
		{"none", nil, 100, 0},
	} {
		dir, oldest := t.TempDir(), 0
		for i, age := range test.ages {
			folder, used := filepath.Join(dir, strconv.Itoa(i)), time.Now().Add(-age*time.Second)
			if age > time.Minute {
				used = time.Now().Add(-age)
			}
			must.Succeed(t, os.Mkdir(folder, 0o777))
			must.Succeed(t, os.WriteFile(filepath.Join(folder, "file"), make([]byte, 10), 0o666))
			must.Succeed(t, os.Chtimes(folder, used, used))
			if age > test.ages[oldest] {
				oldest = i
			}
		}
		must.Succeed(t, os.WriteFile(filepath.Join(dir, "other"), make([]byte, 10), 0o666))
		must.Equal(t, test.left, Expire(dir, time.Hour, test.most, "[0-9]"), test.name, "bytes are left")
		_, err := os.Stat(filepath.Join(dir, strconv.Itoa(oldest)))
		must.Equal(t, test.ages == nil || test.left < int64(10*len(test.ages)), os.IsNotExist(err), test.name, "the oldest is gone")
		must.Equal(t, int64(10), Expire(dir, time.Hour, 100, "other"), test.name, "what does not match")
	}
}

func TestDaily(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "swept")
	must.Equal(t, true, Daily(mark), "never")
	must.Equal(t, false, Daily(mark), "just now")
	then := time.Now().Add(-25 * time.Hour)
	must.Succeed(t, os.Chtimes(mark, then, then))
	must.Equal(t, true, Daily(mark), "yesterday")
}
