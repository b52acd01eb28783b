package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/must"
)

const complaint = "main.cpp:3:7: error: 'class std::map<int, std::vector<int> >' has no member named 'no_such_member_of_it'"

func quoted(s string, first, last, width int) []string {
	var b bytes.Buffer
	Style{Fold: width}.Quote(&b, s, first, last)
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func TestQuote(t *testing.T) {
	numbered := func(n int) (lines []string) {
		for i := range n {
			lines = append(lines, fmt.Sprint("line ", i))
		}
		return lines
	}
	many := strings.Join(numbered(9), "\n") + "\n"
	tests := []struct {
		name               string
		text               string
		first, last, width int
		want               []string
	}{
		{"off a terminal in one piece", complaint, 5, 3, 0, []string{"  │ " + complaint}},
		{"folded on one", complaint, 5, 3, 60, []string{
			"  │ main.cpp:3:7: error: 'class std::map<int,",
			"  │   std::vector<int> >' has no member named",
			"  │   'no_such_member_of_it'"}},
		{"first and last", many, 2, 1, 0, []string{"  │ line 0", "  │ line 1", "  │ and 6 lines more", "  │ line 8"}},
		{"all that fit", many, 5, 4, 0, strings.Split("  │ "+strings.Join(numbered(9), "\n  │ "), "\n")},
		{"no last ones", many, 1, 0, 0, []string{"  │ line 0", "  │ and 8 lines more"}},
		{"whole lines are left out", "one two three\n" + many + "four five six\n", 3, 2, 14, []string{
			"  │ one two", "  │   three", "  │ line 0", "  │ and 8 lines more", "  │ four five", "  │   six"}},
		{"all of folded ones", "one two three\nfour five six\n", 2, 2, 14, []string{"  │ one two", "  │   three", "  │ four five", "  │   six"}},
		{"folded ones that just fit", "one two three\nfour five six\nnine ten two\n", 3, 3, 14,
			[]string{"  │ one two", "  │   three", "  │ four five", "  │   six", "  │ nine ten", "  │   two"}},
		{"two cut lines, and nothing between", "one two three\nfour five six\n", 1, 1, 14, []string{"  │ one two", "  │   …",
			"  │ four five", "  │   …"}},
		{"one line without end", strings.Repeat("word ", 100), 2, 1, 14, []string{"  │ word word", "  │   word", "  │   …"}},
		{"tabs and escapes", "\ta\x1b[2J\r\n", 2, 1, 0, []string{`  │     a\x1b[2J`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, quoted(tt.text, tt.first, tt.last, tt.width))
		})
	}
}

func TestFitting(t *testing.T) {
	one, two := []string{"a"}, []string{"a", "b"}
	for _, tt := range []struct {
		lines      [][]string
		rows, want int
	}{
		{[][]string{one, one, one}, 2, 2}, {[][]string{one, two, one}, 2, 1}, {[][]string{two, one}, 1, 1}, {[][]string{one}, 2,
			1}, {[][]string{one}, 0, 0},
	} {
		must.Equal(t, tt.want, fitting(tt.lines, tt.rows), "of", tt.lines, "fit into", tt.rows, "rows")
	}
}

// TestShellWord quotes words for a shell and lets bash read them.
func TestShellWord(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		bash = ""
	}
	for _, tt := range []struct{ word, want string }{
		{"", "''"},
		{"az", "az"}, {"AZ", "AZ"}, {"09", "09"}, {"a./_-+,:@z", "a./_-+,:@z"},
		{"two words", "'two words'"}, {"it's", `'it'\''s'`}, {"*", "'*'"}, {"$HOME", "'$HOME'"},
		{"`", "'`'"}, {"{", "'{'"}, {"[", "'['"}, {"@", "@"}, {"/", "/"}, {";", "';'"}, {"数独", "'数独'"}, {"é", "'é'"},
		{"a\nb", `$'a\012b'`}, {"\x1b[31m'\\", `$'\033\13331m\047\134'`}, {"\xff", `$'\377'`}, {"\u202e数", `$'\342\200\256\346\225\260'`},
	} {
		got := ShellWord(tt.word)
		must.Equal(t, tt.want, got, tt.word, "becomes")
		if bash == "" {
			continue
		}
		if out, err := exec.Command(bash, "-c", "printf %s "+got).Output(); err != nil || string(out) != tt.word {
			t.Errorf("%s is %q to bash, want %q", got, out, tt.word)
		}
	}
}

func TestWindowsWord(t *testing.T) {
	for _, tt := range []struct{ word, want string }{
		{"", `""`}, {`work\a.cpp`, `work\a.cpp`}, {`C:\my work`, `"C:\my work"`}, {"a,b", `"a,b"`}, {"数独.cpp", `"数独.cpp"`}, {"@x", `"@x"`},
	} {
		must.Equal(t, tt.want, windowsWord(tt.word), tt.word, "becomes")
	}
}

func TestCommandLine(t *testing.T) {
	for _, tt := range []struct {
		names       []string
		flags, want string
	}{
		{nil, "", "judge"},
		{[]string{"a b", "c"}, "-v", "judge 'a b' c -v"},
		{[]string{"a", "-b"}, "-v", "judge -v -- a -b"},
		{[]string{"-b", "a"}, "-v", "judge -v -- -b a"},
	} {
		must.Equal(t, tt.want, CommandLine("judge", tt.names, tt.flags), tt.names, tt.flags)
	}
	if got := RootFlag("my tree"); got != "-root='my tree' " || RootFlag("") != "" {
		t.Errorf("%q, %q", got, RootFlag(""))
	}
}

func TestDuration(t *testing.T) {
	for _, tt := range []struct {
		time        time.Duration
		long, short string
	}{
		{0, "0.00 ms", "0.00 µs"},
		{930 * time.Microsecond, "0.93 ms", "930 µs"},
		{999_500 * time.Nanosecond, "1.00 ms", "1.00 ms"},
		{9_996 * time.Microsecond, "10.0 ms", "10.0 ms"},
		{99_960 * time.Microsecond, "100 ms", "100 ms"},
		{999_400 * time.Microsecond, "999 ms", "999 ms"},
		{999_600 * time.Microsecond, "1.00 s", "1.00 s"},
		{1234 * time.Millisecond, "1.23 s", "1.23 s"},
	} {
		must.Equal(t, tt.long, Duration(tt.time), tt.time)
		must.Equal(t, tt.short, ShortDuration(tt.time), tt.time, "in short")
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 B", 812: "812 B", 1023: "1023 B", 1024: "1 KiB", 3482: "3.4 KiB", 100 << 10: "100 KiB",
		102_300: "99.9 KiB", 102_400 + 300: "100 KiB", 1<<20 - 1: "1024 KiB", 256 << 20: "256 MiB", 5 << 40: "5120 GiB"} {
		must.Equal(t, want, Size(bytes), bytes)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -999: "-999", -123456: "-123,456", 1234567: "1,234,567"} {
		must.Equal(t, want, Thousands(n), n)
	}
}

// TestConsoleWidth: the width of a console that is not a terminal.
func TestConsoleWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 100, "20": 20, "19": 100, "132": 132, "-5": 100, "wide": 100} {
		t.Setenv("COLUMNS", columns)
		must.Equal(t, want, (&Console{Stdout: nil}).width(), "COLUMNS", columns)
	}
}

// TestColour: the flag and the environment decide about the colours of a writer that is not a terminal.
func TestColour(t *testing.T) {
	for _, tt := range []struct {
		flag, no, force string
		want            bool
	}{
		{"", "", "", false}, {"always", "", "", true}, {"always", "1", "", true}, {"never", "", "1", false},
		{"auto", "1", "1", false}, {"auto", "", "1", true}, {"auto", "", "0", false},
	} {
		t.Setenv("NO_COLOR", tt.no)
		t.Setenv("FORCE_COLOR", tt.force)
		var c Colour
		if tt.flag != "" {
			must.Succeed(t, c.Set(tt.flag))
		}
		must.Equal(t, tt.want, (&Console{Colour: c}).Style(io.Discard).On(), tt, "colour")
	}
	var c Colour
	must.Be(t, c.Set("sometimes") != nil, "-color sometimes is taken")
}

func TestSaidByPieces(t *testing.T) {
	const text = "100\n\x1b[2J数独\xff\r\nwho"
	for size := 1; size <= len(text); size++ {
		var b bytes.Buffer
		s := &said{to: &b, sign: "< ", fresh: true}
		for i := 0; i < len(text); i += size {
			if n, err := s.Write([]byte(text[i:min(i+size, len(text))])); err != nil || n == 0 {
				t.Fatal(n, err)
			}
		}
		must.Equal(t, "< 100\n< \\x1b[2J数独\\xff\n< who", b.String(), "by", size, "bytes")
	}
}
