package terminal_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// TestCopy uses scripts in place of the clipboard programs.
func TestCopy(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no scripts of a shell there")
	}
	const takes, fails = "#!/bin/sh\n/bin/cat > \"$COPIED\"\n", "#!/bin/sh\nexit 1\n"
	for _, tt := range []struct {
		name             string
		programs         map[string]string
		wayland, display string
		says             string
		copied           bool
	}{
		{"Wayland", map[string]string{"wl-copy": takes, "xclip": fails, "pbcopy": fails}, "wayland-0", ":0",
			"copied to the clipboard (wl-copy)", true},
		{"X without Wayland's variable", map[string]string{"wl-copy": fails, "xclip": takes}, "", ":0", "copied to the clipboard (xclip)", true},
		{"no screen", map[string]string{"wl-copy": fails, "xclip": fails, "pbcopy": takes}, "", "", "copied to the clipboard (pbcopy)", true},
		{"only the last", map[string]string{"clip.exe": takes}, "wayland-0", ":0", "copied to the clipboard (clip.exe)", true},
		{"it fails", map[string]string{"xclip": fails, "pbcopy": takes}, "", ":0", "not copied: xclip: exit status 1", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range tt.programs {
				must.Succeed(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
			}
			t.Setenv("PATH", dir)
			t.Setenv("WAYLAND_DISPLAY", tt.wayland)
			t.Setenv("DISPLAY", tt.display)
			t.Setenv("COPIED", filepath.Join(dir, "copied"))
			must.Equal(t, tt.says, terminal.Copy("text 数独").String(), "says")
			if text, _ := os.ReadFile(filepath.Join(dir, "copied")); (string(text) == "text 数独") != tt.copied {
				t.Errorf("copied %q", text)
			}
		})
	}
}

// full is a writer with room for so many bytes.
type full struct {
	room int
	text strings.Builder
}

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return f.text.Write(p)
}

// TestOutputRemembers returns the first failure.
func TestOutputRemembers(t *testing.T) {
	f := &full{room: 3}
	o := terminal.NewOutput(f)
	o.Write([]byte("ab"))
	must.Succeed(t, o.Lost(), "lost already")
	o.Write([]byte("cd"))
	f.room = 10
	o.Write([]byte("ef"))
	if err := o.Lost(); err != errFull || f.text.String() != "abef" {
		t.Errorf("%v, %q", err, f.text.String())
	}
}
