package golang

import (
	"go/ast"
	"strings"
)

// mostSearched is how many functions a program may have so that one that searches is looked for.
const mostSearched = 500

// nodes returns the number of calls of the busiest function that searches, 0 if there is none: of the recursive functions
// that are not helpers of other recursive ones. It is the size of the search tree. The calls of a recursive propagation
// below it would not be.
func nodes(functions []function, counts map[string]int64) (most int64) {
	calls := map[string]map[string]bool{}
	if len(functions) > mostSearched {
		return 0
	}
	for _, f := range functions {
		calls[simple(f.name)] = calledIn(f.body)
	}
	reached := map[string]map[string]bool{}
	for name := range calls {
		reached[name] = map[string]bool{}
		reach(calls, name, reached[name])
	}
	for name, n := range counts {
		name = simple(name)
		searches := reached[name][name]
		for other := range calls {
			searches = searches && (!reached[other][other] || !reached[other][name] || reached[name][other])
		}
		if searches {
			most = max(most, n)
		}
	}
	return most
}

// simple returns a function's name without that of the type or the function that it belongs to.
func simple(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// calledIn returns the names of the functions that a body calls.
func calledIn(body *ast.BlockStmt) map[string]bool {
	called := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			called[lastName(call.Fun)] = true
		}
		return true
	})
	return called
}

// reach finds what is called or mentioned by a function, or by what it reaches.
func reach[V any](calls map[string]map[string]V, from string, seen map[string]bool) {
	for next := range calls[from] {
		if !seen[next] {
			seen[next] = true
			reach(calls, next, seen)
		}
	}
}

// lastName returns the name of a function or a method, "" if it has none.
func lastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
