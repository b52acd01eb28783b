package golang

import (
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// TestNodes: which function's calls are the nodes of a search. Each function is called as often as its letter says.
func TestNodes(t *testing.T) {
	counts := map[string]int64{"a": 1, "b": 2, "c": 3, "d": 4, "s.e": 5, "f.dfs": 6}
	for name, test := range map[string]struct {
		text string
		want int64
	}{
		"one that calls itself":            {"func a(i int) { b(); a(i+1) }\nfunc b() {}", 1},
		"two that call each other":         {"type s struct{}\nfunc (x s) e() { x.b() }\nfunc (x s) b() { x.e() }\nfunc c() { d() }\nfunc d() {}", 5},
		"its helpers call themselves, too": {"func a() { b(); a() }\nfunc b() { c() }\nfunc c() { b() }", 1},
		"one in a variable":                {"func f() { var dfs func(int) bool\ndfs = func(i int) bool { return dfs(i+1) }\ndfs(0) }", 6},
		"one in its own arguments":         {"func a(i int) int { return d(a(i)) }\nfunc d(int) int { return 0 }", 1},
		"one beside a number":              {"func f() { var dfs func(int) bool\nn, dfs := 1, func(i int) bool { return dfs(i+1) }\n_ = n }", 6},
		"none":                             {"func a() { b() }\nfunc b() {}", 0},
	} {
		p, err := parse([]build.Made{{Name: "main.go", Path: "main.go", Text: "package main\n" + test.text}}, solution.Solution{})
		must.Succeed(t, err)
		must.Equal(t, test.want, nodes(p.functions(), counts), name, "nodes")
	}
}
