//go:build unix

package tempfile_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	. "sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"
)

func TestOpen(t *testing.T) {
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	must.Succeed(t, os.WriteFile(elsewhere, []byte("42"), 0o666))
	os.WriteFile(filepath.Join(dir, "file"), []byte("words"), 0o666)
	os.Symlink("file", filepath.Join(dir, "inside"))
	os.Symlink(elsewhere, filepath.Join(dir, "outside"))
	os.Symlink(filepath.Join(t.TempDir(), "new"), filepath.Join(dir, "nowhere"))
	os.Symlink(filepath.Dir(elsewhere), filepath.Join(dir, "folder"))
	syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666)
	root, err := os.OpenRoot(dir)
	must.Succeed(t, err)
	defer root.Close()
	for name, opens := range map[string]bool{
		"file": true, "inside": false, "outside": false, "nowhere": false, "folder": false, "folder/secret": false,
		"pipe": false, "../x": false,
	} {
		f, err := Open(root, name)
		if opens != (err == nil) {
			t.Errorf("opening %s: %v", name, err)
		}
		if err == nil {
			f.Close()
		}
		if err := WriteFile(root, name, nil); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if heads := Heads(dir, 3, "file", "pipe", "outside", "none"); len(heads) != 1 || string(heads["file"]) != "wor" {
		t.Errorf("the heads are %q", heads)
	}
	if heads := Heads(filepath.Join(dir, "none"), 3, "file"); len(heads) != 0 {
		t.Errorf("the heads of no folder are %q", heads)
	}
	if f, err := Unnamed("x"); err != nil {
		t.Error(err)
	} else if _, err := os.Stat(f.Name()); !errors.Is(err, fs.ErrNotExist) || f.Close() != nil {
		t.Errorf("%s has a name: %v", f.Name(), err)
	}
	if Remove(dir+"/.") == nil { // a command cannot remove its current folder
		t.Error("what was not removed is said to be")
	}
	must.Succeed(t, WriteFile(root, "fresh", []byte("x")))
	if err := WriteFile(root, "fresh", nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("twice: %v", err)
	}
	if text, err := root.ReadFile("fresh"); err != nil || string(text) != "x" {
		t.Errorf("written is %q, %v", text, err)
	}
	if text, err := os.ReadFile(elsewhere); err != nil || string(text) != "42" {
		t.Errorf("the secret is %q, %v", text, err)
	}
}

// TestTargetPipe writes to a pipe whose reader comes later, and does not wait for one that never comes.
func TestTargetPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	gone, leave := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, leave)
	if _, err := OpenTarget(gone, path); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody reads: %v", err)
	}
	read := make(chan string, 1)
	go func() {
		f, err := os.Open(path)
		if err != nil {
			read <- err.Error()
			return
		}
		defer f.Close()
		text, _ := io.ReadAll(f)
		read <- string(text)
	}()
	f, err := OpenTarget(t.Context(), path)
	if err != nil || !f.Streams() {
		t.Fatalf("%+v, %v", f, err)
	}
	must.Succeed(t, f.Write(put("text", nil)))
	must.Equal(t, "text", <-read, "read")
}

func TestFullDevice(t *testing.T) {
	const device = "/dev/full"
	if info, err := os.Stat(device); err != nil || info.Mode().IsRegular() {
		t.Skip("no /dev/full")
	}
	// The link is in a folder of ours: if this test fails, the machine's own device is unharmed.
	name := filepath.Join(t.TempDir(), "out")
	os.Symlink(device, name)
	full := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	must.Fail(t, must.Get(OpenTarget(t.Context(), name))(t).Write(full), "no space left")
	if _, err := os.Readlink(name); err != nil {
		t.Error("replaced")
	}
}
