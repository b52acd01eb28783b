package terminal_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

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
