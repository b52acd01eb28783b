package golang

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
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
)

var functions = lang.Functions{Driver: Driver, Call: call, Type: spelled, Prepare: prepare, Find: find, Trim: trim, Parsed: true, Tidy: tidy,
	Clash: match.Lazy(`(?m)^func\s+(main)\s*\(`), Clashless: "_"}

var spelled = lang.Spelling{List: "[]%s", Names: map[function.Kind]string{function.Void: "", function.Long: "int64", function.Double: "float64", function.Boolean: "bool", function.Char: "byte",
	function.String: "string", function.ListNode: "*ListNode", function.TreeNode: "*TreeNode"}}.Of

// call returns the name of a method in Go: methods of a class begin with a capital.
func call(s lang.Signature, m lang.Method) string {
	switch {
	case s.IsDesign() && m.Name == s.Class:
		return "Constructor"
	case s.IsDesign():
		return lang.Capital(m.Name)
	}
	return m.Name
}

// Driver is the name of the driver's file in a Go program.
const Driver = "judge_driver.go"

// File turns a Go source as the site takes it, without a package clause and the usual imports, into a file that
// compiles; its lines keep their numbers. In a file with a package clause it only changes the package's name.
func File(name, text string) string {
	fset := token.NewFileSet()
	if file, err := parser.ParseFile(fset, "", text, parser.PackageClauseOnly); err == nil {
		at := func(p token.Pos) int { return fset.Position(p).Offset }
		return text[:at(file.Name.Pos())] + "main" + text[at(file.Name.End()):]
	}
	file, _ := parser.ParseFile(token.NewFileSet(), "", "package main;"+text, 0)
	return "package main\n" + imports(file) + "//line " + name + ":1:1\n" + text
}

func prepare(s *lang.Signature, u *lang.UserFile) template.FuncMap {
	u.Text = File(u.Name, u.Text)
	declared := map[string]bool{}
	file, _ := parser.ParseFile(token.NewFileSet(), "", u.Text, 0)
	for name := range file.Scope.Objects {
		declared[name] = true
	}
	nodes := func() string { return u.Language.Nodes(*s, func(name string) bool { return declared[name] }) }
	return template.FuncMap{"nodes": nodes, "get": get, "put": put}
}

// usual are the packages that a file may use without importing them, by their names.
var usual = map[string]string{"bits": "math/bits", "heap": "container/heap", "list": "container/list", "ring": "container/ring",
	"rand": "math/rand", "big": "math/big", "utf8": "unicode/utf8", "atomic": "sync/atomic",
	"sort": "sort", "strings": "strings", "strconv": "strconv", "math": "math", "fmt": "fmt", "bytes": "bytes", "slices": "slices",
	"maps": "maps", "errors": "errors", "unicode": "unicode", "regexp": "regexp", "sync": "sync", "time": "time", "cmp": "cmp"}

// imports imports what a file uses and does not import.
func imports(file *ast.File) string {
	if file == nil {
		return ""
	}
	imported := map[string]bool{}
	for _, spec := range file.Imports {
		name, path := named(spec)
		imported[name], imported[defaultName(path)] = true, true
	}
	var missing []string
	for _, id := range file.Unresolved {
		if path := usual[id.Name]; path != "" && !imported[id.Name] {
			imported[id.Name] = true
			missing = append(missing, fmt.Sprintf("import %q\n", path))
		}
	}
	slices.Sort(missing)
	return strings.Join(missing, "")
}

// named is the name that a file calls a package by, and its path.
func named(spec *ast.ImportSpec) (name, path string) {
	path, _ = strconv.Unquote(spec.Path.Value)
	if spec.Name != nil {
		return spec.Name.Name, path
	}
	return defaultName(path), path
}

func defaultName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// get reads a value, as an expression; put writes one.
func get(t lang.Type) string {
	if t.IsList() {
		return "driverGetList(" + getter(*t.Elem) + ")"
	}
	return getter(t) + "()"
}

func getter(t lang.Type) string {
	if t.IsList() {
		return "func() " + spelled(t) + " { return " + get(t) + " }"
	}
	return "driverGet" + suffix(t)
}

func put(t lang.Type, v string) string {
	if t.IsList() {
		return "driverPutList(" + v + ", " + putter(*t.Elem) + ")"
	}
	return putter(t) + "(" + v + ")"
}

func putter(t lang.Type) string {
	if t.IsList() {
		return "func(v " + spelled(t) + ") { " + put(t, "v") + " }"
	}
	return "driverPut" + suffix(t)
}

func suffix(t lang.Type) string {
	if t.Kind == function.Boolean {
		return "Bool"
	}
	return lang.Capital(t.Kind.String())
}

// find reads the source itself, which need not have a package clause. It finds no functions in text that is not Go.
func find(u lang.UserFile) (all []lang.Definition) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", u.Text, parser.SkipObjectResolution)
	if err != nil {
		fset = token.NewFileSet()
		if file, err = parser.ParseFile(fset, "", "package main;"+u.Text, parser.SkipObjectResolution); err != nil {
			return nil
		}
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			all = append(all, lang.Definition{Name: f.Name.Name, Line: fset.Position(f.Pos()).Line, Params: f.Type.Params.NumFields()})
		}
	}
	return all
}

// trim takes out the frames of the driver, each a line of its function and one of its place.
func trim(trace string) string {
	lines := strings.SplitAfter(trace, "\n")
	var kept []string
	for i := 0; i < len(lines); i++ {
		if i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t") && strings.Contains(lines[i+1], Driver) {
			i++
			continue
		}
		kept = append(kept, lines[i])
	}
	return strings.Join(kept, "")
}

// tidy leaves out the package clause, and the imports that nothing uses.
func tidy(text string) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, 0)
	if err != nil {
		return text
	}
	used := map[string]bool{}
	for _, id := range file.Unresolved {
		used[id.Name] = true
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	for _, d := range slices.Backward(file.Decls) {
		imported, ok := d.(*ast.GenDecl)
		if !ok || imported.Tok != token.IMPORT {
			continue
		}
		kept := ""
		for _, spec := range imported.Specs {
			spec := spec.(*ast.ImportSpec)
			if name, _ := named(spec); used[name] || name == "_" || name == "." || version().MatchString(name) {
				kept += "import " + text[at(spec.Pos()):at(spec.End())] + "\n"
			}
		}
		text = text[:at(imported.Pos())] + strings.TrimSuffix(kept, "\n") + text[at(imported.End()):]
	}
	above, below := text[:at(file.Package)], strings.TrimLeft(text[at(file.Name.End()):], " \t\r\n;")
	if above != "" {
		above += "\n" // it is about the file, not about what comes next
	}
	return above + below
}

// version ends a path whose package has another name.
var version = match.Lazy(`^v\d+$`)
