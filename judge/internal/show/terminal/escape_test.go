package terminal_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

func TestEscape(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "abc 123", "abc 123"},
		{"Chinese", "运算时间", "运算时间"},
		{"colour", "\x1b[31mred", `\x1b[31mred`},
		{"newline, tab and return", "a\r\n\tb", `a\r\n\tb`},
		{"NUL and delete", "\x00\x7f", `\x00\x7f`},
		{"invalid UTF-8", "a\xff\xfeb", `a\xff\xfeb`},
		{"the replacement character itself", "\ufffd", "\ufffd"},
		{"direction override", "a\u202eb", `a\u202eb`},
		{"C1 controls", "\u0080\u009b31m", `\u0080\u009b31m`},
		{"zero width joiner", "a\u200db", `a\u200db`},
		{"byte order mark", "\ufeffa", `\ufeffa`},
		{"unusual blank", "a\u2003b", `a\u2003b`},
		{"emoji", "🙂", "🙂"},
		{"tag character", "\U000e0041", `\U000e0041`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			must.Equal(t, test.want, terminal.Escape(test.in), "Escape", test.in)
		})
	}
}

func TestEscapeLines(t *testing.T) {
	must.Equal(t, "a\\x1b[31m.go: there is no such file\n数\\t\n", terminal.EscapeLines("a\x1b[31m.go: there is no such file\n数\t\n"))
}

func FuzzEscape(f *testing.F) {
	f.Add("a\x1b[2J\xff\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		got := terminal.Escape(s)
		if !utf8.ValidString(got) {
			t.Errorf("Escape(%q) = %q is not valid UTF-8", s, got)
		}
		if i := strings.IndexFunc(got, func(r rune) bool { return !terminal.Printable(r) }); i >= 0 {
			t.Errorf("Escape(%q) = %q holds %q", s, got, got[i:])
		}
	})
}

func TestWidth(t *testing.T) {
	for in, want := range map[string]int{"": 0, "abc": 3, "数独": 4, "é": 1, "e\u0301": 1, "🙂": 2, "ｆ": 2, "─│": 2, "✅": 2, "㊙": 2} {
		must.Equal(t, want, terminal.Width(in), "Width", in)
	}
	must.Equal(t, "数  ", terminal.Pad("数", 4), "Pad")
	must.Equal(t, "数独…", terminal.Shorten("数独数独", 5), "Shorten")
}
