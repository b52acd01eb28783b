package build

import (
	"context"
	"errors"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/testkit/short"
)

// TestEnsure: a program that is gone is built again, and must come back to the same place.
func TestEnsure(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there")
	if err := os.WriteFile(there, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	gone, broken := there+"s", errors.New("broken")
	for _, test := range []struct {
		name, exe, made string
		err             error
		want            string
	}{
		{"there", there, "", broken, ""},
		{"made again", gone, gone, nil, ""},
		{"made elsewhere", gone, there, nil, "it was removed from the cache"},
		{"cannot be made", gone, "", broken, "broken"},
	} {
		p := &Program{Exe: test.exe, again: func(context.Context) (*Program, error) { return &Program{Exe: test.made}, test.err }}
		if err := p.Ensure(t.Context()); (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// TestTransform runs a tool on files: what it prints and leaves comes back, once for equal jobs.
func TestTransform(t *testing.T) {
	b := builder(t, t.TempDir())
	for _, test := range []struct{ name, language, text, want, err string }{
		{"prints and writes", "python", "import os, sys\nprint(7)\nos.mkdir(sys.argv[1] + '/in')\nopen(sys.argv[1] + '/in/x', 'w').write('8')\n", "=7\n in/x=8", ""},
		{"fails", "python", "import sys\nsys.exit('no good')\n", "", "no good"},
		{"leaves a link", "python", "import os, sys\nos.symlink('/etc/passwd', sys.argv[1] + '/x')\n", "", "x"},
		{"prints too much", "python", "for i in range(65): print('7' * (1 << 20))\n", "", "it printed too much"},
		{"leaves too much", "python", "import sys\nopen(sys.argv[1] + '/x', 'w').truncate(65 << 20)\n", "", "too large"},
		{"no language", "none", "", "", `no language "none"`},
	} {
		var first []language.File
		for range 2 {
			made, err := b.Transform(t.Context(), Transform{Language: test.language, Files: []language.File{{Path: "a.py", Text: test.text}},
				Args: func(tools language.Toolchain, _, out string) []string { return []string{tools.Runner, "./a.py", out} }})
			skipIfMissing(t, err)
			var got []string
			for _, f := range made {
				got = append(got, f.Path+"="+f.Text)
			}
			if text := strings.Join(got, " "); (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) || err == nil && text != test.want {
				t.Errorf("%s: %.200q, %.200v", test.name, text, err)
			}
			if first != nil && &first[0] != &made[0] {
				t.Errorf("%s: done twice", test.name)
			}
			if err == nil {
				first = made
			}
		}
	}
}

// TestTools: a tool is asked again once it has changed, and nothing can be asked that is not there.
func TestTools(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "tool")
	if err := os.WriteFile(tool, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	known := located{Toolchain: language.Toolchain{Compiler: tool}, Watch: []stamp{stampOf(tool)}}
	if !unchanged(known) || unchanged(located{}) {
		t.Error("a tool as it was is asked again")
	}
	if os.WriteFile(tool, []byte("new"), 0o700) != nil || unchanged(known) {
		t.Error("another tool is believed to be the old one")
	}
	b := builder(t, t.TempDir())
	if all := b.Languages(t.Context()); !slices.Contains(all, "go") {
		t.Errorf("languages %q", all)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run(ctx, tool); err == nil || strings.Contains(err.Error(), "no answer") {
		t.Errorf("called off: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if all := builder(t, t.TempDir()).Languages(t.Context()); len(all) > 0 && runtime.GOOS != "windows" {
		t.Errorf("without tools, languages %q", all)
	}
	if _, err := goSays("env"); err == nil || !strings.Contains(err.Error(), "no go here") {
		t.Errorf("without Go: %v", err)
	}
}

// TestLibrary reads declarations of Go's library: one package imports others, and those that C is in.
func TestLibrary(t *testing.T) {
	short.Skip(t)
	library := Library()
	for _, path := range []string{"bufio", "net"} {
		p, err := library.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := library.Import(path); again != p || err != nil {
			t.Errorf("%s: read twice, %v", path, err)
		}
		reads := p.Scope().Lookup(map[string]string{"bufio": "NewReader", "net": "FilePacketConn"}[path])
		if reads == nil || strings.Contains(types.ObjectString(reads, nil), "invalid type") {
			t.Errorf("%s: %v", path, reads)
		}
	}
	for _, path := range []string{"no/such", "example.com/x", "-x"} {
		if p, err := library.Import(path); err == nil {
			t.Errorf("%s: %v", path, p)
		}
	}
}
