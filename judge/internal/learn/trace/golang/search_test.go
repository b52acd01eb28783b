package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestSearchNodes(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"one that calls itself", "func search(i int) { fits(); search(i+1) }\nfunc fits() {}", "search"},
		{"two that call each other", "type s struct{}\nfunc (x s) a() { x.b() }\nfunc (x s) b() { x.a() }\nfunc c() { d() }\nfunc d() {}", "a b"},
		{"a search whose helpers recurse too", "func search() { assign(); search() }\nfunc assign() { drop() }\nfunc drop() { assign() }",
			"search"},
		{"a function in a variable", "func solve() { var dfs func(int) bool\ndfs = func(i int) bool { return dfs(i+1) }\ndfs(0) }", "dfs"},
		{"a search in its own arguments", "func search(i int) int { return next(search(i)) }\nfunc next(int) int { return 0 }", "search"},
		{"a function beside a number", "func solve() { var dfs func(int) bool\nn, dfs := 1, func(i int) bool { return dfs(i+1) }\n_ = n }",
			"dfs"},
		{"none", "func a() { b() }\nfunc b() {}", ""},
	}
	for _, tt := range tests {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+tt.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		search := searchFunctions([]*ast.File{file})
		if got := strings.Join(slices.Sorted(maps.Keys(search)), " "); got != tt.want {
			t.Errorf("%s: want %q, got %q", tt.name, tt.want, got)
		}
	}
	if n := searchNodes(map[string]bool{"a": true}, map[string]int64{"s.a": 7, "s.z": 9}); n != 7 {
		t.Errorf("a method counts %d, want 7", n)
	}
}
