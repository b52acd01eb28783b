package main

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors is the house from the ground up: a room may use the rooms of lower floors only, so that imports
// point one way and no two rooms lean on each other.
var floors = [][]string{
	{"say", "browser", "apart", "statement"},
	{"match"},
	{"verdict", "sudoku", "screen", "measure", "temp", "charset", "language"},
	{"sandbox", "report", "function", "flags", "dialogue", "interrupt"},
	{"problem", "solution"},
	{"build", "check", "skeleton"},
	{"trace", "exchange", "history", "kept"},
	{"grade", "listen"},
	{"contest", "explain", "stress", "submit", "watch", "class", "fleet"},
	{"command", "web"},
	{"serve"},
}

func TestImportsPointOneWay(t *testing.T) {
	floor := map[string]int{}
	for i, rooms := range floors {
		for _, room := range rooms {
			floor[room] = i
		}
	}
	folders, err := os.ReadDir("internal")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		room := f.Name()
		if _, ok := floor[room]; !ok {
			t.Errorf("internal/%s stands on no floor: give it its place in the list above", room)
			continue
		}
		files, err := filepath.Glob(filepath.Join("internal", room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("internal/%s holds no Go files: %v", room, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range parsed.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				used, ok := strings.CutPrefix(path, "sudokuoj/judge/internal/")
				if !ok {
					continue
				}
				used, _, _ = strings.Cut(used, "/")
				if used != room && floor[used] >= floor[room] {
					t.Errorf("%s (floor %d) imports %s (floor %d)", file, floor[room], used, floor[used])
				}
			}
		}
	}
}

// starters are the rooms that may start programs: compilers and their tools, submissions, what has the
// clipboard, what removes folders that others have locked, browsers and namespaces for
// tests.
var starters = map[string]bool{"build": true, "sandbox": true, "screen": true, "temp": true, "browser": true, "apart": true}

// TestWhoStartsPrograms keeps the Go tool in build: go/importer and go/build start it too, for imports that are
// not the library's without end.
func TestWhoStartsPrograms(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("internal", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		room := filepath.Base(filepath.Dir(file))
		if strings.HasSuffix(file, "_test.go") || starters[room] {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); path == "os/exec" || path == "go/importer" || path == "go/build" {
				t.Errorf("%s imports %s: let build do that", file, path)
			}
		}
	}
}

// TestWhatANewcomerBuilds holds the judge to what it needs: HTTP and what it brings would take longer to build
// than all the rest, and is for judge/serve, and the queue of a fleet longer still, and is for judge/fleet. Nor
// does it read what compilers write: build.Library has the types without.
func TestWhatANewcomerBuilds(t *testing.T) {
	for main, heavy := range map[string][]string{
		".":       {"net/http", "crypto/tls", "modernc.org/sqlite", "github.com/yuin/goldmark", "github.com/nats-io/nats.go", "go/importer", "go/build"},
		"./serve": {"github.com/nats-io/nats.go", "github.com/nats-io/nats-server/v2/server", "sudokuoj/judge/internal/fleet"},
	} {
		out, err := exec.Command("go", "list", "-deps", main).Output()
		if err != nil {
			t.Skip(err)
		}
		for _, name := range heavy {
			if slices.Contains(strings.Fields(string(out)), name) {
				t.Errorf("%s imports %s, which takes long to build: do without, or move what needs it into a program of its own", main, name)
			}
		}
	}
}
