package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"sudokuoj/judge/internal/verdict"
)

// searchFunctions finds, in a Go source, the functions that come to call themselves: the calls of the
// busiest of them are the size of the search tree. Other languages have none known.
func searchFunctions(s verdict.Solution) map[string]bool {
	if s.Language != "Go" {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", s.Source, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	calls := map[string]map[string]bool{}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		called := map[string]bool{}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch fun := call.Fun.(type) {
			case *ast.Ident:
				called[fun.Name] = true
			case *ast.SelectorExpr:
				called[fun.Sel.Name] = true
			}
			return true
		})
		calls[f.Name.Name] = called
	}
	recursive := map[string]bool{}
	for name := range calls {
		if reaches(calls, name, name, map[string]bool{}) {
			recursive[name] = true
		}
	}
	return recursive
}

func reaches(calls map[string]map[string]bool, from, to string, seen map[string]bool) bool {
	for next := range calls[from] {
		if next == to {
			return true
		}
		if !seen[next] {
			seen[next] = true
			if reaches(calls, next, to, seen) {
				return true
			}
		}
	}
	return false
}

// searchNodes is how often the busiest search function was called. A method is counted under its
// name with or without its receiver's.
func searchNodes(search map[string]bool, w *verdict.Work) (nodes int64, found bool) {
	for name, n := range w.Calls {
		if search[name[strings.LastIndexByte(name, '.')+1:]] {
			nodes, found = max(nodes, n), true
		}
	}
	return nodes, found
}
