package main_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// wings lists the wings from the lowest floor up. A room may use the rooms before it in its own wing, and all rooms of
// lower floors. Wings of the same floor do not know each other. The languages are between two floors of the model: a
// solution is written in one of them, and none of them knows solutions.
var wings = []struct {
	floor int
	name  string
	rooms []string
}{
	{0, "base", []string{"say", "match", "glob", "suggest", "tempfile", "charset", "crash", "interrupt", "executable"}},
	{1, "model", []string{"sudoku", "measure", "result", "dialogue", "function", "lang"}},
	{2, "language", nil},
	{3, "model", []string{"problem", "solution"}},
	{4, "engine", []string{"sandbox", "build", "check", "resultcache", "lane", "grade"}},
	{4, "show", []string{"terminal", "report", "junit", "page"}},
	{5, "learn", []string{"trace", "reason", "growth", "cause", "explain", "compare", "stress", "submit"}},
	{5, "packages", []string{"skeleton", "exchange", "companion"}},
	{6, "people", []string{"turns", "statement", "class", "history", "web", "server"}},
	{6, "fleet", nil},
	{7, "cli", []string{"flags", "watch", "command"}},
}

// place is the position of a room: the floor of its wing, the wing, and the number inside it.
type place struct {
	floor int
	wing  string
	order int
}

func places() map[string]place {
	all := map[string]place{}
	for _, w := range wings {
		if w.rooms == nil {
			all[w.name] = place{w.floor, w.name, 0}
		}
		for i, room := range w.rooms {
			all[w.name+"/"+room] = place{w.floor, w.name, i}
		}
	}
	return all
}

// roomOf returns the room of a path below internal/: "learn/trace" for "learn/trace/recorder".
func roomOf(path string) string {
	parts := strings.Split(path, "/")
	if parts[0] == "fleet" || parts[0] == "language" || len(parts) == 1 {
		return parts[0]
	}
	return parts[0] + "/" + parts[1]
}

// TestNothingIsLeftBehind: a test that writes where it runs, as one does with a planted fault, leaves files among the
// sources, and they get committed.
func TestNothingIsLeftBehind(t *testing.T) {
	own := []string{"LICENSES", "bash", "fish", "zsh"}
	err := filepath.WalkDir("internal", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case !d.IsDir() && filepath.Ext(file) == "" && !slices.Contains(own, d.Name()):
			t.Errorf("%s: what is it? Remove it, or name it here", file)
		}
		return nil
	})
	must.Succeed(t, err)
}

// starters are the rooms that may start programs: compilers and their tools, submissions, the clipboard's program, and
// the program that removes locked folders. go/importer and go/build start the Go tool, too, for imports outside the
// library.
var starters = map[string]bool{"build": true, "sandbox": true, "terminal": true, "tempfile": true}

// TestImportsPointOneWay: a room imports what stands below it, and build alone starts the tools of languages.
func TestImportsPointOneWay(t *testing.T) {
	known := places()
	err := filepath.WalkDir("internal", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		room := roomOf(strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "internal/"))
		if strings.HasPrefix(room, "testkit/") {
			return nil
		}
		own, ok := known[room]
		if !ok {
			t.Errorf("internal/%s is in no wing: give it its place in the list above", room)
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range parsed.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if !starters[filepath.Base(filepath.Dir(file))] && (path == "os/exec" || path == "go/importer" || path == "go/build") {
				t.Errorf("%s imports %s: let build do that", file, path)
			}
			path, ok := strings.CutPrefix(path, "sudokuoj/judge/internal/")
			if !ok || roomOf(path) == room {
				continue
			}
			used, ok := known[roomOf(path)]
			if !ok || used.floor > own.floor || used.floor == own.floor && (used.wing != own.wing || used.order >= own.order) {
				t.Errorf("%s imports %s, which does not stand below it", file, path)
			}
		}
		return nil
	})
	must.Succeed(t, err)
}

// TestWhatAMainImports: HTTP and the database belong to judge/serve, a fleet's queue to judge/fleet. A newcomer's first
// build of ./judge does without them. It does without Go's types, too, which would work out a stranger's types and
// constants in the judge's own process.
func TestWhatAMainImports(t *testing.T) {
	must.Have(t, "go")
	for main, heavy := range map[string][]string{
		".": {"net/http", "crypto/tls", "modernc.org/sqlite", "github.com/yuin/goldmark",
			"github.com/nats-io/nats.go", "go/types", "go/constant", "go/importer", "go/build"},
		"./serve": {"github.com/nats-io/nats.go", "github.com/nats-io/nats-server/v2/server", "sudokuoj/judge/internal/fleet"},
	} {
		out := must.Run(t, exec.Command("go", "list", "-deps", main))
		for _, name := range heavy {
			if slices.Contains(strings.Fields(string(out)), name) {
				t.Errorf("%s imports %s, which takes long to build: do without, or move what needs it into a program of its own",
					main, name)
			}
		}
	}
}
