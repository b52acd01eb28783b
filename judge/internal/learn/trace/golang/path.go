package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// path is the way from a variable to something in it, so that it can be found again without its address: s.cells[i].digit
// is s.cells, then the element i, then the field digit.
type path struct {
	root  ast.Expr // nil: it is the result of a call or such, which has no address
	name  string   // of the last variable or field before the indices
	steps []string // expressions
	from  int      // where the indices behind the last field begin
	cut   bool     // the way goes on, but what follows cannot be evaluated once more
}

func (f *file) path(e ast.Expr) path {
	var p path
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.path(e.X)
	case *ast.Ident:
		return path{root: e, name: e.Name}
	case *ast.IndexExpr:
		if p = f.path(e.X); !p.cut && pure(e.Index) {
			p.steps = append(p.steps, f.text(e.Index))
		} else {
			p.cut = true
		}
		return p
	case *ast.SliceExpr:
		p = f.path(e.X)
		p.cut = true
		return p
	case *ast.SelectorExpr:
		p = f.path(e.X)
		p.name = e.Sel.Name
		return p.to(e, p.name)
	case *ast.StarExpr:
		p = f.path(e.X)
		return p.to(e, "*")
	}
	return path{cut: true}
}

// to goes on to a field, or to what a pointer leads to.
func (p path) to(e ast.Expr, field string) path {
	switch {
	case p.cut:
	case len(p.steps) == 0:
		p.root = e
	default:
		p.steps = append(p.steps, fmt.Sprintf("judgeField(%q)", field))
		p.from = len(p.steps)
	}
	return p
}

// rest returns the steps as further arguments of a call.
func (p path) rest() string {
	if len(p.steps) == 0 {
		return ""
	}
	return ", " + strings.Join(p.steps, ", ")
}

// pure reports whether an expression can be written twice without a side effect.
func pure(e ast.Expr) bool {
	pure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit, *ast.CompositeLit:
			pure = false
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW
		}
		return pure
	})
	return pure
}
