package terminal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
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
		must.Be(t, utf8.ValidString(got), "Escape(%q) = %q is not valid UTF-8", s, got)
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

func TestFold(t *testing.T) {
	red := terminal.NewPalette(true).Red
	tests := []struct {
		name, in string
		width    int
		want     []string
	}{
		{"fits", "all as expected", 15, []string{"all as expected"}},
		{"nothing", "", 10, []string{""}},
		{"nowhere", "all as expected", 0, []string{"all as expected"}},
		{"between words", "all as expected", 14, []string{"all as", "+ expected"}},
		{"the gap goes", "one   two", 5, []string{"one", "+ two"}},
		{"a number and its unit", "peak of 1.3 MiB", 11, []string{"peak of", "+ 1.3 MiB"}},
		{"a number that ends in 0", "peak of 1.0 MiB", 11, []string{"peak of", "+ 1.0 MiB"}},
		{"a number that ends in 9", "peak of 1.9 MiB", 11, []string{"peak of", "+ 1.9 MiB"}},
		{"a number, then a long word", "100 abcdef", 6, []string{"100", "+ abcd", "+ ef"}},
		{"nothing but numbers", "1 2 3 4 5 6", 6, []string{"1 2 3", "+ 4 5", "+ 6"}},
		{"within a long word", "abcdefghij", 5, []string{"abcde", "+ fgh", "+ ij"}},
		{"Chinese", "数独数独", 5, []string{"数独", "+ 数", "+ 独"}},
		{"Chinese behind a blank", "judge: 没有这个名字", 16, []string{"judge: 没有这个", "+ 名字"}},
		{"Chinese punctuation stays", "题目（数独），解法", 10, []string{"题目（数", "+ 独），解", "+ 法"}},
		{"a Chinese unit", "共运行了 15 次，超时", 12, []string{"共运行了", "+ 15 次，超", "+ 时"}},
		{"English behind Chinese", "数abcd", 5, []string{"数", "+ abc", "+ d"}},
		{"indented", "    abcd efgh", 9, []string{"    abcd", "+ efgh"}},
		{"indented beyond the half", strings.Repeat(" ", 50) + "^^^", 10, []string{"     ^^^"}},
		{"each part painted", "a " + red("bb cc") + " d", 4, []string{"a " + red("bb"), "+ " + red("cc"), "+ d"}},
		{"painted twice", red("\x1b[1maa bb\x1b[0m"), 4, []string{"\x1b[31m\x1b[1maa\x1b[0m", "+ \x1b[31m\x1b[1mbb\x1b[0m\x1b[0m"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, terminal.Fold(tt.in, tt.width, "+ "))
		})
	}
}

// Only blanks are lost, and no line is too wide.
func FuzzFold(f *testing.F) {
	f.Add("error: 'class std::map<int, std::vector<int> >' has no member named 'x'", 20)
	f.Add("   数独\u0301 1 2  3", 6)
	f.Fuzz(func(t *testing.T, s string, width int) {
		s, width = terminal.Escape(s), width%200
		lines := terminal.Fold(s, width, "  ")
		without := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if got := strings.Join(lines, ""); without(got) != without(s) {
			t.Errorf("lost something of %q: %q", s, lines)
		}
		for _, line := range lines {
			if !utf8.ValidString(line) || width >= 4 && terminal.Width(line) > width {
				t.Errorf("%d columns: %q of %q", width, line, s)
			}
		}
	})
}

func TestFoldAll(t *testing.T) {
	const text = "start-up is a part\n  fast is 2 x faster\n\nend"
	must.Equal(t, "start-up is a\n  part\n  fast is 2 x\n    faster\n\nend\n", terminal.FoldAll(text, 14))
	must.Equal(t, text+"\n", terminal.FoldAll(text, 0), "folded though nothing was to be")
}

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

func TestLiveLine(t *testing.T) {
	var out bytes.Buffer
	off := (&terminal.Console{Stdout: &out, Stderr: &out}).Live(&out)
	off.Show("a file is no terminal")
	off.Erase()
	must.Be(t, out.Len() <= 0, "wrote to a file: %q", &out)

	width := 12
	line := terminal.NewLive(&out, say.English, func() int { return width })
	line.Show("%s", "up\x1b[A and much too long")
	line.Erase()
	line.Erase() // the line is empty already
	must.Equal(t, "\r\x1b[Kup\\x1b[A a…\r\x1b[K", out.String())
	out.Reset()
	width = 6 // made narrower
	line.Show("much too long")
	must.Equal(t, "\r\x1b[Kmuch…", out.String())
}

func TestMeanwhile(t *testing.T) {
	var out bytes.Buffer
	stop := (&terminal.Console{Stdout: &out, Stderr: &out}).Meanwhile(say.Of("building"))
	stop()
	stop() // a second stop does nothing
	must.Be(t, out.Len() <= 0, "wrote to a file: %q", &out)
}

// A step is shown at once and with its time after a second; nothing remains when it has ended.
func TestSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := terminal.NewLive(&out, say.English, func() int { return 80 })
		s.End() // before the first step
		s.Step("watching %s", "a.cpp")
		time.Sleep(1500 * time.Millisecond)
		s.Step("watching %s", "b.cpp")
		time.Sleep(500 * time.Millisecond)
		s.End()
		time.Sleep(time.Minute)
		must.Equal(t, "\r\x1b[Kwatching a.cpp\r\x1b[Kwatching a.cpp, 1 s\r\x1b[Kwatching b.cpp\r\x1b[K", out.String())
		var atOnce sync.WaitGroup
		for range 200 {
			atOnce.Go(func() { s.Step("watching both") })
		}
		atOnce.Wait()
		s.End()
		out.Reset()
		time.Sleep(time.Minute)
		must.Equal(t, "", out.String(), "of steps at once, one goes on after the end")
	})
}
