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
	{"say"},
	{"verdict", "sudoku", "match", "screen", "measure", "temp"},
	{"language", "sandbox", "report", "function"},
	{"problem", "solution", "submit"},
	{"build", "check"},
	{"trace", "exchange"},
	{"grade", "listen"},
	{"contest", "explain", "stress", "fleet"},
	{"command"},
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

// TestWhatANewcomerBuilds holds the judge to what it needs: HTTP and what it brings would take longer to build
// than all the rest, and is for judge/serve.
func TestWhatANewcomerBuilds(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skip(err)
	}
	for _, heavy := range []string{"net/http", "crypto/tls", "github.com/nats-io/nats.go"} {
		if slices.Contains(strings.Fields(string(out)), heavy) {
			t.Errorf("the judge imports %s: move what needs it into judge/serve", heavy)
		}
	}
}
