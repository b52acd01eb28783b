package gotypes_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"sudokuoj/judge/internal/learn/gotypes"
)

// TestModest: what doubles with each line is refused before it is worked out, whatever the order of the lines; what
// people write is not.
func TestModest(t *testing.T) {
	chain := func(form string, n int) string {
		lines := ""
		for i := range n {
			lines += strings.NewReplacer("NEXT", fmt.Sprint(i+1), "THIS", fmt.Sprint(i)).Replace(form) + "\n"
		}
		return lines
	}
	backwards := strings.Split(strings.TrimSpace(chain("const cNEXT = cTHIS + cTHIS", 30)), "\n")
	for i, j := 0, len(backwards)-1; i < j; i, j = i+1, j-1 {
		backwards[i], backwards[j] = backwards[j], backwards[i]
	}
	for name, test := range map[string]struct {
		text string
		want bool
	}{
		"a program":                 {"const n = 9\nvar board [n][n]int\ntype cell struct { digit int; fits [n]bool }\nconst head = `1` + `2`\n", true},
		"numbers that double":       {"const c0 = 1\n" + chain("const cNEXT = cTHIS + cTHIS", 60), true},
		"texts that double":         {"const c0 = `12345678`\n" + chain("const cNEXT = cTHIS + cTHIS", 30), false},
		"from the last line":        {strings.Join(backwards, "\n") + "\nconst c0 = `12345678`\n", false},
		"in functions, by shadows":  {"func f() {\nconst a = `12345678`\n" + strings.Repeat("{ const a = a + a\n", 40) + strings.Repeat("}", 40) + "}\n", false},
		"a name that hides another": {"var line = `12`\nfunc f() { var line = line + `1`; _ = line }\n", true},
		"structs that double":       {"type t0 int\n" + chain("type tNEXT struct { a, b tTHIS }", 40), false},
		"arrays in arrays":          {"type t0 int\n" + chain("type tNEXT [1]tTHIS", 60), false},
		"pointers end a type":       {"type t0 int\n" + chain("type tNEXT struct { a, b *tTHIS }", 60), true},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "a.go", "package main\n"+test.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := gotypes.Modest([]*ast.File{f}); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
