package main_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/testkit/must"
)

// sayers returns the functions that take a format: their bare names, and which argument the format is. Such a format
// must have its Chinese. The first of them are those of say. A function that passes its own parameter on to one of them
// is one too. They are found in the code, so that no new helper can escape.
func sayers(t *testing.T) map[string]int {
	all := map[string]int{"say.Count": 1, "Of": 0, "Errorf": 0, "Say": 0, "Hint": 0, "chain": 0}
	for grown := true; grown; {
		grown = false
		walkFunctions(t, func(name string, params *ast.FieldList, body *ast.BlockStmt) {
			place := map[string]int{}
			for _, field := range params.List {
				for _, p := range field.Names {
					place[p.Name] = len(place)
				}
			}
			if _, known := all[name]; known || name == "" {
				return
			}
			ast.Inspect(body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				at, says := sayerOf(all, call)
				if !says || len(call.Args) <= at || calledName(call) == "fmt.Errorf" {
					return true
				}
				if id, ok := call.Args[at].(*ast.Ident); ok {
					own, ok := place[id.Name]
					switch {
					case !ok:
					case id.Name == "format" || id.Name == "noun":
						all[name], grown = own, true
					case call.Ellipsis.IsValid() && anyNumber(params): // vet finds those without arguments
						t.Errorf("%s passes a format on as %s: name the parameter format", name, id.Name)
					}
				}
				return true
			})
		})
	}
	return all
}

// anyNumber reports whether a function takes arguments of any number and type, as for a format.
func anyNumber(params *ast.FieldList) bool {
	last, ok := params.List[len(params.List)-1].Type.(*ast.Ellipsis)
	if !ok {
		return false
	}
	of, ok := last.Elt.(*ast.Ident)
	return ok && of.Name == "any"
}

// walkFunctions calls visit for every function with a name: a declared one, or a literal that is assigned to a
// variable. For a field of a function type, visit gets a body that passes "format" on.
func walkFunctions(t *testing.T, visit func(name string, params *ast.FieldList, body *ast.BlockStmt)) {
	forwards := &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent("Of"),
		Args: []ast.Expr{ast.NewIdent("format")}}}}}
	walkFiles(t, func(files []*ast.File) {
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Body != nil {
						visit(n.Name.Name, n.Type.Params, n.Body)
					}
				case *ast.AssignStmt:
					for i, value := range n.Rhs {
						if f, ok := value.(*ast.FuncLit); ok && i < len(n.Lhs) {
							if id, ok := n.Lhs[i].(*ast.Ident); ok {
								visit(id.Name, f.Type.Params, f.Body)
							}
						}
					}
				case *ast.Field:
					if f, ok := n.Type.(*ast.FuncType); ok && len(n.Names) == 1 {
						visit(n.Names[0].Name, f.Params, forwards)
					}
				}
				return true
			})
		}
	})
}

// sayerOf returns which argument of a call is the format, if the called function is a sayer.
func sayerOf(all map[string]int, call *ast.CallExpr) (at int, ok bool) {
	name := calledName(call)
	if at, ok = all[name]; ok {
		return at, true
	}
	at, ok = all[name[strings.LastIndex(name, ".")+1:]]
	return at, ok
}

// message is a format and its place in the code.
type message struct{ place, format string }

// TestEveryMessageHasItsChinese finds every format in the code. It must be in the catalogue with the same arguments,
// and the catalogue must have no others.
func TestEveryMessageHasItsChinese(t *testing.T) {
	said, chinese := map[string]bool{}, zh.Catalogue()
	for _, m := range messages(t) {
		said[m.format] = true
		own, ok := chinese[m.format]
		if !ok {
			t.Errorf("%s: no Chinese for %q: add it under judge/internal/base/say/zh", m.place, m.format)
			continue
		}
		if want, got := arguments(m.format), arguments(own); fmt.Sprint(want) != fmt.Sprint(got) {
			t.Errorf("%s: %q takes %v, its Chinese %q takes %v", m.place, m.format, want, own, got)
		}
	}
	for format := range chinese {
		if strings.Contains(format, "%") && !said[format] {
			t.Errorf("the catalogue has %q, which nothing says", format)
		}
	}
}

// TestErrorsAreMessages finds errors that exist in English only. The rooms of testkit may have them.
func TestErrorsAreMessages(t *testing.T) {
	walkCode(t, func(place string, call *ast.CallExpr, _ map[string]string) {
		name := calledName(call)
		room := path.Dir(filepath.ToSlash(place))
		if (name == "fmt.Errorf" || name == "errors.New") && !strings.HasPrefix(room, "internal/base/say") &&
			!strings.HasPrefix(room, "internal/testkit/") {
			t.Errorf("%s: %s speaks English only: use say.Errorf", place, name)
		}
	})
}

// messages returns the formats in the code and in the templates.
func messages(t *testing.T) (all []message) {
	pages, err := filepath.Glob("internal/*/*/*/*.tmpl")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no templates: %v", err)
	}
	for _, page := range pages {
		all = append(all, messagesOf(t, page)...)
	}
	sayers := sayers(t)
	walkCode(t, func(place string, call *ast.CallExpr, constants map[string]string) {
		name := calledName(call)
		at, ok := sayerOf(sayers, call)
		if !ok || len(call.Args) <= at || name == "fmt.Errorf" || strings.HasPrefix(filepath.ToSlash(place), "internal/testkit/") {
			return // messages of tests are in English
		}
		if id, forwarded := call.Args[at].(*ast.Ident); forwarded && (id.Name == "format" || id.Name == "noun") {
			return
		}
		text, constant := constantText(call.Args[at], constants)
		switch {
		case !constant && (strings.HasPrefix(name, "say.") || strings.HasSuffix(name, ".Say") || strings.HasSuffix(name, ".Hint")):
			t.Errorf("%s: %s wants a constant text, so that it can be looked up", place, name)
		case !constant || strings.HasPrefix(text, "/"): // another function with that name
		case name == "say.Count":
			all = append(all, message{place, "%d " + text}, message{place, "%d " + text + "s"})
		default:
			all = append(all, message{place, text})
		}
	})
	return all
}

// messagesOf returns the texts that a template passes to t, ts and attrs.
func messagesOf(t *testing.T, page string) (all []message) {
	text, err := os.ReadFile(page)
	must.Succeed(t, err)
	for i, line := range strings.Split(string(text), "\n") {
		for _, m := range saidInTemplate.FindAllStringSubmatch(line, -1) {
			said, err := strconv.Unquote(m[1])
			must.Be(t, err == nil, "%s:%d: %v", page, i+1, err)
			all = append(all, message{fmt.Sprintf("%s:%d", page, i+1), said})
		}
	}
	return all
}

var saidInTemplate = regexp.MustCompile(`[{(]-?\s*(?:t|ts|attrs)\s+("(?:[^"\\]|\\.)*")`)

// positions has the places of the parsed code.
var positions = token.NewFileSet()

// packages parses the judge's packages, without tests, once for all tests that walk them.
var packages = sync.OnceValues(func() (map[string][]*ast.File, error) {
	all := map[string][]*ast.File{}
	return all, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		slashed := filepath.ToSlash(path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || slashed == "tools"):
			return filepath.SkipDir // separate programs
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(positions, path, nil, parser.SkipObjectResolution)
		all[filepath.Dir(path)] = append(all[filepath.Dir(path)], file)
		return err
	})
})

// walkFiles calls visit for every package of the judge.
func walkFiles(t *testing.T, visit func(files []*ast.File)) {
	t.Helper()
	all := must.Get(packages())(t)
	for _, files := range all {
		visit(files)
	}
}

// walkCode calls visit for every call in the judge's code, without tests.
func walkCode(t *testing.T, visit func(place string, call *ast.CallExpr, constants map[string]string)) {
	t.Helper()
	walkFiles(t, func(files []*ast.File) {
		constants := map[string]string{}
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
					for i, value := range spec.Values {
						if text, ok := constantText(value, constants); ok {
							constants[spec.Names[i].Name] = text
						}
					}
				}
				return true
			})
		}
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					visit(positions.Position(call.Pos()).String(), call, constants)
				}
				return true
			})
		}
	})
}

// calledName returns the name of the called function: "f", "package.F", or "x.method" for any x.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
		return "." + f.Sel.Name
	}
	return ""
}

func constantText(e ast.Expr, constants map[string]string) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.Ident:
		text, ok := constants[e.Name]
		return text, ok
	case *ast.ParenExpr:
		return constantText(e.X, constants)
	case *ast.BinaryExpr:
		left, ok := constantText(e.X, constants)
		right, ok2 := constantText(e.Y, constants)
		return left + right, ok && ok2
	}
	return "", false
}

var verb = regexp.MustCompile(`%[-+# 0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:\[(\d+)\])?([a-zA-Z%])`)

// arguments maps the number of each argument of a format to its verb.
func arguments(format string) map[int]string {
	all := map[int]string{}
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
		}
		all[next] = strings.NewReplacer("w", "v").Replace(m[2])
		next++
	}
	return all
}
