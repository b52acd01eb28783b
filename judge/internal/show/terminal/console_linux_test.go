package terminal_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// TestPrinted prints a program's output on a terminal and into a file.
func TestPrinted(t *testing.T) {
	t.Setenv("TERM", "xterm")
	const text = "a\tb\x1b[31m\r\n\\t stays\nthe last"
	var file strings.Builder
	(&terminal.Console{}).Printed(&file, text)
	must.Equal(t, text, file.String(), "a file holds")
	master, screen := openTerminal(t)
	(&terminal.Console{}).Printed(screen, text)
	must.Equal(t, "a\tb\\x1b[31m\\r\r\n\\t stays\r\nthe last\r\n", shown(t, master, screen), "a terminal shows")
}

// shown is what a terminal shows by now.
func shown(t *testing.T, master io.Reader, terminal io.Writer) string {
	t.Helper()
	fmt.Fprintln(terminal, "END")
	var all strings.Builder
	for one := make([]byte, 1); !strings.HasSuffix(all.String(), "END"); {
		if _, err := io.ReadFull(master, one); err != nil {
			t.Fatalf("after %q: %v", all.String(), err)
		}
		all.Write(one)
	}
	return strings.TrimSuffix(all.String(), "END")
}

// TestWarn folds a message at the terminal's width, and wipes out what is on the line.
func TestWarn(t *testing.T) {
	t.Setenv("TERM", "xterm")
	var file strings.Builder
	(&terminal.Console{Name: "judge", Stderr: &file}).Warn(say.Text("a.py: a message"))
	must.Equal(t, "judge: a.py: a message\n", file.String(), "a file holds")
	master, screen := openTerminal(t)
	must.Succeed(t, unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 20}))
	(&terminal.Console{Name: "judge", Stdout: screen, Stderr: screen}).Warn(say.Text("a.py: a message"))
	must.Equal(t, "\r\x1b[Kjudge: a.py: a\r\n  message\r\n", shown(t, master, screen), "a terminal shows")
}

// TestTerminals: a terminal has a width and colours. A file has no colours, and its width is COLUMNS.
func TestTerminals(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("COLUMNS", "88")
	t.Setenv("NO_COLOR", "")
	t.Setenv("FORCE_COLOR", "")
	_, wide := openTerminal(t)
	must.Succeed(t, unix.IoctlSetWinsize(int(wide.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 77}))
	_, unknown := openTerminal(t) // of no columns
	file := must.Get(os.Create(t.TempDir() + "/file"))(t)
	defer file.Close()
	for _, tt := range []struct {
		name        string
		out         io.Writer
		width, fold int
		colour      bool
	}{
		{"terminal", wide, 77, 77, true},
		{"behind an output", terminal.NewOutput(wide), 77, 77, true},
		{"of unknown width", unknown, 88, 88, true},
		{"file", file, 88, 0, false},
		{"text", new(strings.Builder), 88, 0, false},
	} {
		got := (&terminal.Console{Stdout: tt.out}).Style(tt.out)
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
	must.Succeed(t, err)
	if terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	t.Cleanup(func() { terminal.Close() })
	return master, terminal
}

// TestOutputToATerminal: whatever a command writes to a terminal, only text and the judge's own colours arrive there. A
// file gets what was written.
func TestOutputToATerminal(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"text", "数独 a\tb\n", "数独 a\tb\n"},
		{"our colours", terminal.NewPalette(true).Red("x") + terminal.NewPalette(true).GreenBlock(" "), "\x1b[31mx\x1b[0m\x1b[7;32m \x1b[0m"},
		{"our cleared screen", terminal.ClearScreen + "x", terminal.ClearScreen + "x"},
		{"a title", "\x1b]0;mine\a", `\x1b]0;mine\a`},
		{"a clipboard", "\x1b]52;c;eA==\a", `\x1b]52;c;eA==\a`},
		{"another screen", "\x1b[?1049h\x1b[2J", `\x1b[?1049h\x1b[2J`},
		{"C1", "\u009b2J\u009d0;x\u009c", `\u009b2J\u009d0;x\u009c`},
		{"a line written over", "wrong\rright\b!", `wrong\rright\b!`},
		{"another direction", "a\u202eb", `a\u202eb`},
		{"no UTF-8", "\xff\xe4\xb8!", `\xff\xe4\xb8!`},
		{"an end that never comes", "x\xe4\xb8", `x\xe4\xb8`},
		{"a sequence that never ends", "x\x1b[3", `x\x1b[3`},
	} {
		for _, size := range []int{1, 2, 1000} { // a character or a sequence may come in parts
			master, end := openTerminal(t)
			o := terminal.NewOutput(end)
			for text := test.text; text != ""; text = text[min(size, len(text)):] {
				if n, err := io.WriteString(o, text[:min(size, len(text))]); err != nil || n != min(size, len(text)) {
					t.Fatalf("%s: %d, %v", test.name, n, err)
				}
			}
			must.Succeed(t, o.Lost())
			io.WriteString(o, "END")
			got := ""
			for b := make([]byte, 1000); !strings.Contains(got, "END"); {
				n := must.Get(master.Read(b))(t)
				got += string(b[:n])
			}
			got = strings.TrimSuffix(strings.ReplaceAll(got, "\r\n", "\n"), "END")
			must.Equal(t, test.want, got, test.name, size, "bytes at a time")
		}
	}
	file := must.Get(os.CreateTemp(t.TempDir(), ""))(t)
	defer file.Close()
	io.WriteString(terminal.NewOutput(file), "\x1b]0;\xff")
	if text, _ := os.ReadFile(file.Name()); string(text) != "\x1b]0;\xff" {
		t.Errorf("a file gets %q", text)
	}
}
