package golang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/gotypes"
	"sudokuoj/judge/internal/model/solution"
)

// TestTable: what the table of counters takes in, and what the format of records has no room for.
func TestTable(t *testing.T) {
	name := strings.Repeat("n", 200)
	many := "package main\n"
	for i := range 2001 {
		many += fmt.Sprintf("func f%d() {}\n", i)
	}
	far := func(lines int) string { return "package main" + strings.Repeat("\n", lines-1) + "func f() {}\n" }
	for _, test := range []struct {
		name, path, text string
		names            int
		has, not         string // in the table
	}{
		{"a long name", "main.go", "package main\nfunc " + name + "() {}\n", 1, name, ""},
		{"a name too long", "main.go", "package main\nfunc x" + name + "() {}\n", 0, "{0, 65538}", name},
		{"too many functions", "main.go", many, 2000, `"f1999"`, `"f2000"`},
		{"the last line that has a number", "main.go", far(65535), 1, "{0, 131071}", ""},
		{"a line beyond", "main.go", far(65536), 1, `"f"`, "{0, "},
		{"a file of ours", "", "package main\nfunc f() {}\n", 0, "[1]uint64", `"f"`},
	} {
		p, err := parse([]build.Made{{Name: "main.go", Path: test.path, Text: test.text}}, solution.Solution{Path: "main.go"})
		if err != nil {
			t.Fatal(err)
		}
		table := p.count()
		if n := strings.Count(table, `"`) / 2; n != test.names || !strings.Contains(table, test.has) || test.not != "" &&
			strings.Contains(table, test.not) {
			t.Errorf("%s: %d names: %.300s", test.name, n, table)
		}
	}
}

// TestNamesOfTheProgram: a program may give its own functions and variables the names of what our files could use.
func TestNamesOfTheProgram(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, m := range append(parts(), build.Made{Name: "main.go", Text: `package main
func main() {}
func max(a, b int) int { return a }
func min(a, b int) int { return b }
func abs(a int) int { return a }
func clear() {}
var time, sync, os, strconv, syscall, print, cap, close, copy, new, delete, real int
`}, build.Made{Name: "judge_table.go", Text: "package main\nvar judgeN [1]uint64\nvar judgeLines []uint32\nvar judgeEntries []int\nvar judgeNames []string\nvar judgeNamed bool\nvar judgeFunctions []judgeFunction\n"}) {
		f, err := parser.ParseFile(fset, m.Name, m.Text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	config := types.Config{Importer: gotypes.Library(), Error: func(err error) { t.Error(err) }}
	if _, err := config.Check("main", fset, files, nil); err != nil {
		t.Error(err)
	}
}
