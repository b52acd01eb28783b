package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// longest is the most lines of a function: a longer one does more than one thing.
const longest = 60

// Solutions may be longer: a loop that is unrolled by hand is faster.
func TestFunctionsAreShort(t *testing.T) {
	fset := token.NewFileSet()
	for _, tree := range []string{".", filepath.Join("..", "scripts")} {
		err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == ".git"):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
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
