package gotypes

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/short"
)

// TestLibrary reads declarations of Go's library, where packages import others, also C.
func TestLibrary(t *testing.T) {
	short.Skip(t)
	library := Library()
	for path, name := range map[string]string{"bufio": "NewReader", "net": "FilePacketConn", "go/types": "Error"} {
		p, err := library.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := library.Import(path); again != p || err != nil {
			t.Errorf("%s: read twice, %v", path, err)
		}
		if found := p.Scope().Lookup(name); found == nil || strings.Contains(types.ObjectString(found, nil), "invalid type") {
			t.Errorf("%s: %v", path, found)
		}
	}
	for _, path := range []string{"no/such", "example.com/x", "-x"} {
		if p, err := library.Import(path); err == nil {
			t.Errorf("%s: %v", path, p)
		}
	}
}

// TestDeclared: which imports and functions are left of a file of Go's library.
func TestDeclared(t *testing.T) {
	for _, test := range []struct{ text, imports, functions string }{
		{"import \"io\"\n\nfunc f() {\n\tio.EOF()\n}\n\nfunc g() io.Reader {\n\treturn nil\n}\n", "io", "f g"},
		{"import (\n\t\"io\"\n\tx \"io/fs\"\n\t. \"go/ast\"\n\t_ \"unsafe\"\n\t\"os\"\n)\n\nvar a = x.F()\n\nfunc f() {\n\tio.EOF()\n}\n", "io/fs go/ast", "f"},
		{"import \"io\"\n\nfunc f() { io.EOF() }\n\nvar _ = a.b.io\n", "io", "f"},
		{"import \"io\"\n\nfunc f() {\n\tio.EOF()\n}\n", "", "f"},
		{"import \"io\"\n\nconst c = `\nfunc f() {\n`\n\nfunc g() {\n\tio.EOF()\n}\n", "io", "g"}, // not what it seems, so all of it is read
	} {
		name := filepath.Join(t.TempDir(), "x.go")
		if err := os.WriteFile(name, []byte("package x\n\n"+test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := declared(token.NewFileSet(), name)
		if err != nil {
			t.Fatal(err)
		}
		var imports, functions []string
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				functions = append(functions, d.Name.Name)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.ImportSpec); ok {
						imports = append(imports, strings.Trim(s.Path.Value, `"`))
					}
				}
				d.End() // go/types asks for it, and an empty one has none
			}
		}
		if strings.Join(imports, " ") != test.imports || strings.Join(functions, " ") != test.functions {
			t.Errorf("%q: imports %q, functions %q", test.text, imports, functions)
		}
	}
	const text, want = "type T struct {\n\tA int\n}\n\nfunc f() { g() }\n\nfunc g() {\n\tf()\n}\n", "type T struct {\n\tA int\n}\n\nfunc f() { g() }\n\nfunc g() \n"
	if got := withoutBodies([]byte(text)); string(got) != want {
		t.Errorf("without bodies: %q", got)
	}
	if _, err := declared(token.NewFileSet(), filepath.Join(t.TempDir(), "gone.go")); err == nil {
		t.Error("a file that is gone declares something")
	}
}
