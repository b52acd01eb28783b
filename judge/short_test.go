package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"sudokuoj/judge/internal/testkit/must"
)

// widest is the most characters in a line of a test.
const widest = 140

func linesOfTests(t *testing.T, path string) {
	n := 0
	for line := range strings.Lines(string(must.Get(os.ReadFile(path))(t))) {
		if n++; utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > widest {
			t.Errorf("%s:%d: has more than %d characters: break it, or give a part a name", path, n, widest)
		}
	}
}

// longest is the most lines of a function: a longer one does more than one thing.
const longest = 60

// Solutions may be longer: a loop that is unrolled by hand is faster.
func TestShort(t *testing.T) {
	fset := token.NewFileSet()
	for _, tree := range []string{".", filepath.Join("..", "scripts")} {
		err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == ".git"):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go"):
				return nil
			case strings.HasSuffix(path, "_test.go"):
				linesOfTests(t, path)
				return nil
			}
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, decl := range file.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok {
					continue
				}
				if lines := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1; lines > longest {
					t.Errorf("%s: %s has %d lines, want %d at most: say its parts in functions of their own",
						fset.Position(f.Pos()), f.Name.Name, lines, longest)
				}
			}
			return nil
		})
		must.Succeed(t, err)
	}
}

// TestPatterns compiles every regular expression that is compiled only when it is first used.
func TestPatterns(t *testing.T) {
	n := 0
	walkCode(t, func(place string, call *ast.CallExpr, constants map[string]string) {
		if name := calledName(call); name != "match.Lazy" {
			return
		}
		text, ok := constantText(call.Args[0], constants)
		must.Be(t, ok, "%s: a pattern wants a constant text", place)
		if _, err := regexp.Compile(text); err != nil {
			t.Errorf("%s: %v", place, err)
		}
		n++
	})
	must.Be(t, n != 0, "no patterns were found")
}
