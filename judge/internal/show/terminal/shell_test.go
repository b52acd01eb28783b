package terminal

import (
	"os/exec"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

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
