package function

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var golang = target{language: "go", driver: GoDriver, name: goName, typ: goType, prepare: goPrepare, find: findGo, trim: trimGo,
	class: classBody, classes: true, parsed: true, starts: mainWord,
	main: match.Lazy(`(?m)^func\s+(main)\s*\(`), mainless: "_"}

var goType = spelling{"[]%s", map[Kind]string{Void: "", Long: "int64", Double: "float64", Boolean: "bool", Char: "byte",
	String: "string", ListNode: "*ListNode", TreeNode: "*TreeNode"}}.of

// goName returns the name of a method in Go: methods of a class begin with a capital.
func goName(s Signature, m Method) string {
	switch {
	case s.IsDesign() && m.Name == s.Class:
		return "Constructor"
	case s.IsDesign():
		return capital(m.Name)
	}
	return m.Name
}

// GoDriver is the name of the driver's file in a Go program.
const GoDriver = "judge_driver.go"

// GoFile turns a Go source as the site takes it, without a package clause and the usual imports, into a file that
// compiles; its lines keep their numbers. In a file with a package clause it only changes the package's name.
func GoFile(name, text string) string {
	fset := token.NewFileSet()
	if file, err := parser.ParseFile(fset, "", text, parser.PackageClauseOnly); err == nil {
		at := func(p token.Pos) int { return fset.Position(p).Offset }
		return text[:at(file.Name.Pos())] + "main" + text[at(file.Name.End()):]
	}
	file, _ := parser.ParseFile(token.NewFileSet(), "", "package main;"+text, 0)
	return "package main\n" + goImports(file) + "//line " + name + ":1:1\n" + text
}

func goPrepare(s Signature, u *source) template.FuncMap {
	u.text = GoFile(u.name, u.text)
	declared := map[string]bool{}
	file, _ := parser.ParseFile(token.NewFileSet(), "", u.text, 0)
	for name := range file.Scope.Objects {
		declared[name] = true
	}
	nodes := func() string { return u.target.nodes(s, func(name string) bool { return declared[name] }) }
	return template.FuncMap{"nodes": nodes, "get": goGet, "put": goPut}
}

// usual are the packages that a file may use without importing them, by their names.
var usual = map[string]string{"bits": "math/bits", "heap": "container/heap", "list": "container/list", "ring": "container/ring",
	"rand": "math/rand", "big": "math/big", "utf8": "unicode/utf8", "atomic": "sync/atomic",
	"sort": "sort", "strings": "strings", "strconv": "strconv", "math": "math", "fmt": "fmt", "bytes": "bytes", "slices": "slices",
	"maps": "maps", "errors": "errors", "unicode": "unicode", "regexp": "regexp", "sync": "sync", "time": "time", "cmp": "cmp"}

// goImports imports what a file uses and does not import.
func goImports(file *ast.File) string {
	if file == nil {
		return ""
	}
	unknown := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		unknown[id] = true
	}
	imported := map[string]bool{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		imported[path[strings.LastIndexByte(path, '/')+1:]] = true
		if spec.Name != nil {
			imported[spec.Name.Name] = true
		}
	}
	var missing []string
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && unknown[id] && usual[id.Name] != "" && !imported[id.Name] {
				imported[id.Name] = true
				missing = append(missing, fmt.Sprintf("import %q\n", usual[id.Name]))
			}
		}
		return true
	})
	slices.Sort(missing)
	return strings.Join(missing, "")
}

// goGet reads a value, as an expression; goPut writes one.
func goGet(t Type) string {
	if t.IsList() {
		return "driverGetList(" + goGetter(*t.Elem) + ")"
	}
	return goGetter(t) + "()"
}

func goGetter(t Type) string {
	if t.IsList() {
		return "func() " + goType(t) + " { return " + goGet(t) + " }"
	}
	return "driverGet" + goSuffix(t)
}

func goPut(t Type, v string) string {
	if t.IsList() {
		return "driverPutList(" + v + ", " + goPutter(*t.Elem) + ")"
	}
	return goPutter(t) + "(" + v + ")"
}

func goPutter(t Type) string {
	if t.IsList() {
		return "func(v " + goType(t) + ") { " + goPut(t, "v") + " }"
	}
	return "driverPut" + goSuffix(t)
}

func goSuffix(t Type) string {
	if t.Kind == Boolean {
		return "Bool"
	}
	return capital(words[t.Kind])
}

// findGo reads the source itself, which need not have a package clause. It finds no functions in text that is not Go.
func findGo(u source) (all []definition) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", u.text, parser.SkipObjectResolution)
	if err != nil {
		fset = token.NewFileSet()
		if file, err = parser.ParseFile(fset, "", "package main;"+u.text, parser.SkipObjectResolution); err != nil {
			return nil
		}
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			all = append(all, definition{name: f.Name.Name, line: fset.Position(f.Pos()).Line, params: f.Type.Params.NumFields()})
		}
	}
	return all
}

// trimGo takes out the frames of the driver, each a line of its function and one of its place.
func trimGo(trace string) string {
	lines := strings.SplitAfter(trace, "\n")
	var kept []string
	for i := 0; i < len(lines); i++ {
		if i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t") && strings.Contains(lines[i+1], GoDriver) {
			i++
			continue
		}
		kept = append(kept, lines[i])
	}
	return strings.Join(kept, "")
}
