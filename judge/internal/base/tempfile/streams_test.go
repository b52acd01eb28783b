//go:build unix

package tempfile_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	. "sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"
)

// TestPipe writes to a pipe with a reader, and waits no longer than it may for one without.
func TestPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	must.Succeed(t, syscall.Mkfifo(name, 0o600))
	got := make(chan string, 1)
	go func() {
		text, _ := os.ReadFile(name)
		got <- string(text)
	}()
	f := must.Get(OpenTarget(t.Context(), name))(t)
	must.Succeed(t, f.Write(put("new", nil)))
	must.Equal(t, "new", <-got, "the reader")

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := OpenTarget(ctx, name); err == nil {
		t.Error("opened without a reader")
	}
	if r, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
		r.Close() // so that the opener can return
	}
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
