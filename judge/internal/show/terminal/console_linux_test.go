package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestPrinted prints a program's output on a terminal and into a file.
func TestPrinted(t *testing.T) {
	t.Setenv("TERM", "xterm")
	const text = "a\tb\x1b[31m\r\n\\t stays\nthe last"
	var file strings.Builder
	(&Console{}).Printed(&file, text)
	if file.String() != text {
		t.Errorf("a file holds %q", file.String())
	}
	master, terminal := openTerminal(t)
	(&Console{}).Printed(terminal, text)
	fmt.Fprintln(terminal, "END")
	var shown strings.Builder
	for one := make([]byte, 1); !strings.HasSuffix(shown.String(), "END"); {
		if _, err := io.ReadFull(master, one); err != nil {
			t.Fatalf("after %q: %v", shown.String(), err)
		}
		shown.Write(one)
	}
	if want := "a\tb\\x1b[31m\\r\r\n\\t stays\r\nthe last\r\nEND"; shown.String() != want {
		t.Errorf("a terminal shows %q, want %q", shown.String(), want)
	}
}

// TestTerminals: a terminal has a width and colours. A file has no colours, and its width is COLUMNS.
func TestTerminals(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("COLUMNS", "88")
	t.Setenv("NO_COLOR", "")
	t.Setenv("FORCE_COLOR", "")
	_, wide := openTerminal(t)
	if err := unix.IoctlSetWinsize(int(wide.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 77}); err != nil {
		t.Fatal(err)
	}
	_, unknown := openTerminal(t) // of no columns
	file, err := os.Create(t.TempDir() + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, tt := range []struct {
		name        string
		out         io.Writer
		width, fold int
		colour      bool
	}{
		{"terminal", wide, 77, 77, true},
		{"behind an output", &Output{Writer: wide}, 77, 77, true},
		{"of unknown width", unknown, 88, 88, true},
		{"file", file, 88, 0, false},
		{"text", new(strings.Builder), 88, 0, false},
	} {
		got := (&Console{Stdout: tt.out}).Style(tt.out, "")
		if got.Width != tt.width || got.Fold != tt.fold || (got.Red("x") != "x") != tt.colour {
			t.Errorf("%s: width %d, folded at %d, red is %q", tt.name, got.Width, got.Fold, got.Red("x"))
		}
	}
}

func openTerminal(t *testing.T) (master, terminal *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	if terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	t.Cleanup(func() { terminal.Close() })
	return master, terminal
}
