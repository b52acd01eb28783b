package build

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
)

// TestImports: the go command outside the sandbox gets only imports of the library.
func TestImports(t *testing.T) {
	const text = `package main

import (
	"errors"
	"fmt"
	"go/ast"
	"cmd"
	"cmd/compile/internal/base"
	"../fmt"
	"-o/x"
	"all"
	"./..."
	"C"
	"unsafe"
	"strings"
)
`
	root := t.TempDir()
	for _, folder := range []string{"fmt", "go/ast", "cmd/compile/internal/base", "strings", "unsafe", "io"} {
		if err := os.MkdirAll(filepath.Join(root, "src", folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	got := imports(language.Toolchain{Roots: []string{root}}, sources{{text: []byte("no Go")}, {text: []byte(text)}, {text: []byte("package main\n\nimport \"io\"\n\nimport (\n")}})
	if want := []string{"runtime", "fmt", "go/ast", "strings"}; !slices.Equal(got, want) {
		t.Errorf("want %q, got %q", want, got)
	}
}

// TestPureGo: a file that imports C is refused, wherever it is, in Go only.
func TestPureGo(t *testing.T) {
	c := sourceFile{path: "c.go", text: []byte("package main\n\nimport \"C\"\n")}
	for _, test := range []struct {
		language string
		s        sources
		want     string
	}{
		{"go", sources{{path: "a.go", text: []byte("not Go")}, c}, "c.go:3:8: import \"C\" needs cgo"},
		{"go", sources{{path: "a.go", text: []byte("package main\n\nimport \"fmt\"\n")}}, ""},
		{"c", sources{c}, ""},
	} {
		lang, _ := language.ByID(test.language)
		if err := pureGo(lang, test.s); (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %v: %v", test.language, test.s, err)
		}
	}
}

// TestWhichCache: Go's library is compiled once, into the user's build cache or else into ours.
func TestWhichCache(t *testing.T) {
	goTool := filepath.Join(t.TempDir(), "go")
	if err := os.WriteFile(goTool, []byte("#!/bin/sh\ncase $GOCACHE in *good*) echo asked >>$LOG;; *full*) echo no space left on device >&2; exit 1;; *) echo odd >&2; exit 1;; esac\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	lang, _ := language.ByID("go")
	for _, test := range []struct {
		name, dir, cache, want string
		asked                  int
	}{
		{"the user's", "good", "/good", "/good", 1},
		{"none of the user's", "good", "off", "own", 1},
		{"a bad one", "good", "/bad", "own", 1},
		{"two bad ones", "bad", "/bad", "own", 0},
		{"no room", "full", "/full", "", 0},
	} {
		p := place{dir: filepath.Join(t.TempDir(), test.dir), temporary: true}
		st, err := p.stage()
		if err != nil {
			t.Fatal(err)
		}
		log := filepath.Join(t.TempDir(), "log")
		g := &goLibrary{cache: &cache{places: []place{p}}}
		j := job{lang: lang, tools: located{Toolchain: language.Toolchain{Compiler: goTool, Version: "go1.24.1", Cache: test.cache, Roots: []string{t.TempDir()}}}}
		for range 2 {
			got, err := g.prepare(t.Context(), j, st, []string{"PATH=" + os.Getenv("PATH"), "LOG=" + log})
			if errors.Is(err, errNoRoom) != (test.want == "") || strings.TrimSuffix(got, p.dir+"/go-build") != strings.TrimPrefix(test.want, "own") {
				t.Errorf("%s: %s, %v", test.name, got, err)
			}
		}
		asked, _ := os.ReadFile(log)
		if n := strings.Count(string(asked), "asked"); n != test.asked {
			t.Errorf("%s: asked %d times", test.name, n)
		}
		if module, _ := os.ReadFile(filepath.Join(st.src, "go.mod")); string(module) != "module solution\n\ngo 1.24\n" {
			t.Errorf("go.mod: %q", module)
		}
	}
	g, j := &goLibrary{cache: &cache{}}, job{lang: lang}
	st, _ := place{dir: t.TempDir()}.stage()
	g.cache.places = []place{{dir: "elsewhere"}}
	if _, err := g.prepare(t.Context(), j, st, nil); !errors.Is(err, errNoRoom) {
		t.Errorf("in a place that others have left: %v", err)
	}
	if module, _ := os.ReadFile(filepath.Join(st.src, "go.mod")); string(module) != "module solution\n" {
		t.Errorf("go.mod of no version: %q", module)
	}
}
