//go:build linux

package build

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
)

// TestGoWithoutItsCommand: Go's compiler and linker make a program by themselves. The go command, here a shell that
// ends with 3, is asked only if one of them refuses the sources.
func TestGoWithoutItsCommand(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	for _, test := range []struct {
		name, text string
		exit       int
	}{
		{"a program", aPlusB["go"], 0},
		{"an error in it", "package main\nfunc main() { x }\n", 3},
		{"no program", "package lib\n", 3},
		{"not of the library", "package main\nimport _ \"example.org/x\"\nfunc main() {}\n", 3},
	} {
		j, err := b.jobOf(t.Context(), source(t, t.TempDir(), "go", "main.go", test.text))
		skipIfMissing(t, err)
		if err != nil {
			t.Fatal(err)
		}
		st, err := b.cache.current().stage()
		if err != nil {
			t.Fatal(err)
		}
		defer st.remove()
		if err := j.sources.writeTo(st.src); err != nil {
			t.Fatal(err)
		}
		command := b.command(j, st)
		library, err := b.library.prepare(t.Context(), j, st, command.Env)
		if err != nil {
			t.Fatal(err)
		}
		command.Args, command.Readable = []string{"/bin/sh", "-c", "exit 3"}, append(command.Readable, library)
		instead := direct(j, st, b.library.packages(j, library))
		if len(instead) != 2 {
			t.Fatalf("%s: %q", test.name, instead)
		}
		o, err := b.compileWith(t.Context(), command, instead)
		if err != nil {
			t.Fatal(err)
		}
		o.Close()
		if _, err := os.Stat(filepath.Join(st.out, language.Exe)); o.Exit != test.exit || (err == nil) != (test.exit == 0) {
			t.Errorf("%s: code %d, %v: %s", test.name, o.Exit, err, o.Stderr)
		}
	}
}

// TestInstead: what ends otherwise than by its own exit is the result, too: the go command would take as long again.
func TestInstead(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	shell := func(text string) []string { return []string{"/bin/sh", "-c", text} }
	for _, test := range []struct {
		name    string
		instead []string
		said    string
		end     sandbox.End
	}{
		{"nothing", nil, "compiler", sandbox.Exited},
		{"both", []string{"echo one", "echo two"}, "two", sandbox.Exited},
		{"the first refuses", []string{"exit 1", "echo two"}, "compiler", sandbox.Exited},
		{"the last refuses", []string{"echo one", "exit 1"}, "compiler", sandbox.Exited},
		{"it prints without end", []string{"while :; do echo y; done", "echo two"}, "y", sandbox.OutputLimit},
	} {
		var instead [][]string
		for _, text := range test.instead {
			instead = append(instead, shell(text))
		}
		compiler := sandbox.Command{Policy: sandbox.Compiler, Args: shell("echo compiler"), Limits: sandbox.Limits{CPU: time.Minute, Wall: time.Minute, Memory: 1 << 30, Output: 1 << 16, Scratch: 1 << 20, Processes: 9}}
		o, err := b.compileWith(t.Context(), compiler, instead)
		if err != nil {
			t.Fatal(err)
		}
		said := make([]byte, 100)
		n, _ := o.Stdout.Read(said)
		o.Close()
		if first, _, _ := strings.Cut(string(said[:n]), "\n"); first != test.said || o.End != test.end {
			t.Errorf("%s: %q, end %v", test.name, first, o.End)
		}
	}
}

// TestDirect: what the go command would read in the sources, or what is not known, is left to it.
func TestDirect(t *testing.T) {
	root := t.TempDir()
	tool := filepath.Join(root, "pkg", "tool", "linux_"+runtime.GOARCH)
	if os.MkdirAll(tool, 0o777) != nil || os.WriteFile(filepath.Join(tool, "compile"), nil, 0o777) != nil {
		t.Fatal("no tool")
	}
	const packages = "packagefile fmt=/cache/fmt\n"
	usual := language.Toolchain{Version: "go1.24.1", Roots: []string{root}}
	for _, test := range []struct {
		name, text, packages string
		tools                language.Toolchain
		flags                []string
		ok                   bool
	}{
		{"a program", "package main\n", packages, usual, nil, true},
		{"flags", "package main\n", packages, usual, []string{"-race"}, false},
		{"packages that are not listed", "package main\n", "", usual, nil, false},
		{"a development version", "package main\n", packages, language.Toolchain{Version: "devel", Roots: []string{root}}, nil, false},
		{"another place of the tools", "package main\n", packages, language.Toolchain{Version: "go1.24.1", Roots: []string{"/none"}}, nil, false},
		{"constraints", "//go:build linux\n\npackage main\n", packages, usual, nil, false},
		{"old constraints", "// +build linux\n\npackage main\n", packages, usual, nil, false},
		{"settings of the runtime", "//go:debug madvdontneed=1\npackage main\n", packages, usual, nil, false},
		{"other files", "package main\n\n//go:embed x\nvar x string\n", packages, usual, nil, false},
		{"what is the library's own", "package main\nimport \"internal/abi\"\n", packages, usual, nil, false},
		{"what it has copied", "package main\nimport \"vendor/golang.org/x/net/idna\"\n", packages, usual, nil, false},
	} {
		st, err := place{dir: t.TempDir()}.stage()
		if err != nil {
			t.Fatal(err)
		}
		j := job{tools: located{Toolchain: test.tools}, flags: test.flags, sources: sources{{name: "main.go", text: []byte(test.text)}}}
		commands := direct(j, st, test.packages)
		if (len(commands) == 2) != test.ok {
			t.Errorf("%s: %q", test.name, commands)
		}
		if text, _ := os.ReadFile(filepath.Join(st.src, linkable)); test.ok && (string(text) != packages || !slices.Contains(commands[0], "./main.go") || !slices.Contains(commands[0], "-lang=go1.24")) {
			t.Errorf("%s: %q, %q", test.name, text, commands)
		}
	}
}
