package golang

import (
	"go/ast"
	"strings"
)

// searchFunctions finds the recursive functions that are not helpers of other recursive functions. The calls of the
// busiest one are the size of the search tree. The calls of a recursive propagation below it would not be.
func searchFunctions(files []*ast.File) map[string]bool {
	calls := map[string]map[string]bool{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Body != nil {
					calls[n.Name.Name] = calledIn(n.Body)
				}
			case *ast.AssignStmt: // dfs = func(...) ...
				for i, value := range n.Rhs {
					f, isFunction := value.(*ast.FuncLit)
					if !isFunction {
						continue
					}
					if name, ok := n.Lhs[i].(*ast.Ident); ok {
						calls[name.Name] = calledIn(f.Body)
					}
				}
			}
			return true
		})
	}
	reach := func(from, to string) bool { return reaches(calls, from, to, map[string]bool{}) }
	recursive := map[string]bool{}
	for name := range calls {
		if reach(name, name) {
			recursive[name] = true
		}
	}
	search := map[string]bool{}
	for name := range recursive {
		helper := false
		for other := range recursive {
			helper = helper || reach(other, name) && !reach(name, other)
		}
		if !helper {
			search[name] = true
		}
	}
	return search
}

// calledIn returns the names of the functions that a body calls.
func calledIn(body *ast.BlockStmt) map[string]bool {
	called := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch f := call.Fun.(type) {
		case *ast.Ident:
			called[f.Name] = true
		case *ast.SelectorExpr:
			called[f.Sel.Name] = true
		}
		return true
	})
	return called
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

// searchNodes returns the number of calls of the busiest search function, 0 if there is none. A function's name begins
// with the type or the function that it belongs to: solver.search, solve.dfs.
func searchNodes(search map[string]bool, calls map[string]int64) (nodes int64) {
	for name, n := range calls {
		if search[name[strings.LastIndexByte(name, '.')+1:]] {
			nodes = max(nodes, n)
		}
	}
	return nodes
}
