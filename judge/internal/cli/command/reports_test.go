//go:build unix

package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestReportTargets writes to targets that may exist already.
func TestReportTargets(t *testing.T) {
	write := func(t *testing.T, name string) error {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		f := Output{}
		err := f.open(ctx, map[string]writeReport{name: func(w io.Writer, _ result.Run) error {
			_, err := fmt.Fprint(w, "new")
			return err
		}})
		if err != nil {
			return err
		}
		return f.write(&terminal.Console{Stdout: io.Discard}, result.Run{})
	}
	content := func(t *testing.T, name string) {
		t.Helper()
		if got, err := os.ReadFile(name); string(got) != "new" {
			t.Errorf("%s holds %q (%v)", name, got, err)
		}
	}
	t.Run("a private file stays private", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "out")
		os.WriteFile(name, []byte("old"), 0o600)
		must.Succeed(t, write(t, name))
		content(t, name)
		if info, _ := os.Stat(name); info.Mode() != 0o600 {
			t.Errorf("mode %v", info.Mode())
		}
	})
	for _, there := range []bool{true, false} {
		t.Run(fmt.Sprintf("a link, its target there: %v", there), func(t *testing.T) {
			dir := t.TempDir()
			name, target := filepath.Join(dir, "link"), filepath.Join(dir, "sub", "target")
			os.Mkdir(filepath.Dir(target), 0o700)
			os.Symlink("sub/target", name)
			if there {
				os.WriteFile(target, []byte("old"), 0o644)
			}
			must.Succeed(t, write(t, name))
			content(t, target)
			if _, err := os.Readlink(name); err != nil {
				t.Error("the link was replaced:", err)
			}
		})
	}
	t.Run("links in a circle", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "link")
		os.Symlink(name, name)
		must.Fail(t, write(t, name), "form a circle")
	})
	t.Run("a pipe with a reader", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "pipe")
		must.Succeed(t, syscall.Mkfifo(name, 0o600))
		got := make(chan string, 1)
		go func() {
			text, _ := os.ReadFile(name)
			got <- string(text)
		}()
		must.Succeed(t, write(t, name))
		must.Equal(t, "new", <-got, "the reader")
	})
	t.Run("a pipe without a reader", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "pipe")
		must.Succeed(t, syscall.Mkfifo(name, 0o600))
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		if err := new(Output).open(ctx, map[string]writeReport{name: nil}); err == nil {
			t.Error("opened")
		}
		if r, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
			r.Close() // so that the opener can return
		}
	})
	t.Run("a full device", func(t *testing.T) {
		const device = "/dev/full"
		if info, err := os.Stat(device); err != nil || info.Mode().IsRegular() {
			t.Skip("no /dev/full")
		}
		// The link is in a folder of ours: if this test fails, the machine's own device is unharmed.
		name := filepath.Join(t.TempDir(), "out")
		os.Symlink(device, name)
		must.Fail(t, write(t, name), "no space left")
		if _, err := os.Readlink(name); err != nil {
			t.Error("replaced")
		}
	})
	t.Run("a folder", func(t *testing.T) {
		must.Fail(t, write(t, t.TempDir()), "cannot be written")
	})
}

// Until a report is written, nothing of it is on disk, so that a killed judge leaves nothing.
func TestReportLeavesNothing(t *testing.T) {
	short.Skip(t)
	dir := t.TempDir()
	f := Output{}
	must.Succeed(t, f.open(t.Context(), map[string]writeReport{filepath.Join(dir, "out"): func(io.Writer, result.Run) error { return nil }}))
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("there before it is written: %v", left)
	}
	must.Succeed(t, f.write(&terminal.Console{}, result.Run{}))
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("there after it is written: %v", left)
	}
}
