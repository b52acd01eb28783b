// Package gotypes knows the types of Go's standard library, from its sources.
package gotypes

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
)

// Library imports packages of Go's standard library for type checking, and no others: the go command would search
// for those outside. It is shared, because most programs import the same few packages.
func Library() types.Importer { return library }

var library = &importer{files: map[string][]string{}, known: map[string]*types.Package{"unsafe": types.Unsafe}}

type importer struct {
	mu    sync.Mutex
	files map[string][]string // of a package
	known map[string]*types.Package
}

// Import returns the package for an import path.
func (g *importer) Import(path string) (*types.Package, error) {
	if !build.ImportPath().MatchString(path) {
		return nil, say.Errorf("%s is not a package of Go's standard library", path)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known[path] == nil {
		listed, err := build.GoSays("list", "-deps", "-f", "{{.ImportPath}}{{range .GoFiles}}\t{{$.Dir}}/{{.}}{{end}}{{range .CgoFiles}}\t{{$.Dir}}/{{.}}{{end}}", "--", path)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(listed) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			g.files[f[0]] = f[1:]
		}
	}
	return g.load(path)
}

// inLibrary imports packages for the library itself: they are listed already, some as copies under vendor/.
type inLibrary struct{ *importer }

func (g inLibrary) Import(path string) (*types.Package, error) {
	if own := "vendor/" + path; g.files[own] != nil {
		path = own
	}
	return g.load(path)
}

// load returns the declarations of a package, without those that this judge's Go does not understand.
func (g *importer) load(path string) (*types.Package, error) {
	if p := g.known[path]; p != nil {
		return p, nil
	}
	var parsed []*ast.File
	fset := token.NewFileSet()
	for _, name := range g.files[path] {
		f, err := declared(fset, name)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	c := types.Config{Importer: inLibrary{g}, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}}
	p, _ := c.Check(path, fset, parsed, nil) // the errors went to Error
	g.known[path] = p
	return p, nil
}

// declared reads a file without the bodies of its functions, and without the imports that only those need: that is
// most of the work.
func declared(fset *token.FileSet, name string) (*ast.File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f, err := parser.ParseFile(fset, name, withoutBodies(text), parser.SkipObjectResolution)
	if err != nil { // a text in it looks like a function
		return parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	}
	used := map[string]bool{".": true}
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok {
					used[x.Name] = true
				}
			}
			return true
		})
	}
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		imports, ok := d.(*ast.GenDecl)
		if !ok || imports.Tok != token.IMPORT {
			return false
		}
		imports.Specs = slices.DeleteFunc(imports.Specs, func(s ast.Spec) bool { return !used[calledHere(s.(*ast.ImportSpec))] })
		return len(imports.Specs) == 0
	})
	return f, nil
}

// withoutBodies leaves out what stands between the braces of a function, as gofmt writes it.
func withoutBodies(text []byte) (left []byte) {
	within := false
	for line := range bytes.Lines(text) {
		switch {
		case within:
			within = line[0] != '}'
		case bytes.HasPrefix(line, []byte("func ")) && bytes.HasSuffix(line, []byte(" {\n")):
			within = true
			left = append(append(left, line[:len(line)-2]...), '\n')
		default:
			left = append(left, line...)
		}
	}
	return left
}

// calledHere is the name by which a file calls a package of the library.
func calledHere(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	name, _ := strconv.Unquote(s.Path.Value)
	return path.Base(name)
}
