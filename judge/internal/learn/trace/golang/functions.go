package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// mostName is more bytes than a record's names may have.
const mostName = 256

// function is a function of the user's own, with a declaration or without.
type function struct {
	*file
	name string // a method's begins with its type, an inner function's with the outer one: solver.search, solve.dfs
	at   token.Pos
	kind *ast.FuncType
	body *ast.BlockStmt
}

// functions returns the functions in the user's files.
func (p *program) functions() (all []function) {
	for _, f := range p.files {
		if f.Made.Path != "" { // the judge's driver is not the solution's work
			all = append(all, f.functions(f.tree, "")...)
		}
	}
	return all
}

// functions returns the functions below a node. One that is assigned to a variable gets the variable's name.
func (f *file) functions(n ast.Node, within string) (all []function) {
	within = within[:min(len(within), mostName)] // names of functions inside each other would grow faster than the text
	names := map[ast.Expr]string{}
	add := func(name string, at token.Pos, kind *ast.FuncType, body *ast.BlockStmt) bool {
		all = append(all, function{f, within + name, at, kind, body})
		all = append(all, f.functions(body, within+name+".")...)
		return false
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, value := range n.Rhs {
				if id, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok {
					names[value] = id.Name
				}
			}
		case *ast.ValueSpec:
			for i, value := range n.Values {
				names[value] = n.Names[min(i, len(n.Names)-1)].Name
			}
		case *ast.FuncLit:
			return add(cmp.Or(names[n], fmt.Sprintf("line %d", f.line(n.Pos()))), n.Pos(), n.Type, n.Body)
		case *ast.FuncDecl:
			return n.Body != nil && add(f.receiver(n)+n.Name.Name, n.Pos(), n.Type, n.Body)
		}
		return true
	})
	return all
}

// receiver returns the name of a method's type with a dot, "" for a function.
func (f *file) receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	name, _, _ := strings.Cut(f.text(d.Recv.List[0].Type), "[") // of a generic type
	return strings.Trim(name, "*( )") + "."
}
