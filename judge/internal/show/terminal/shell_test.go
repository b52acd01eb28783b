package terminal

import (
	"os/exec"
	"testing"
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
		{"a\nb", `$'a\012b'`}, {"\x1b[31m'\\", `$'\033[31m\'\\'`}, {"\xff", `$'\377'`}, {"\u202e数", `$'\342\200\256数'`},
	} {
		got := ShellWord(tt.word)
		if got != tt.want {
			t.Errorf("%q becomes %s, want %s", tt.word, got, tt.want)
		}
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
		if got := windowsWord(tt.word); got != tt.want {
			t.Errorf("%s becomes %s, want %s", tt.word, got, tt.want)
		}
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
		if got := CommandLine("judge", tt.names, tt.flags); got != tt.want {
			t.Errorf("%q %q: %s, want %s", tt.names, tt.flags, got, tt.want)
		}
	}
	if got := RootFlag("my tree"); got != "-root='my tree' " || RootFlag("") != "" {
		t.Errorf("%q, %q", got, RootFlag(""))
	}
}
