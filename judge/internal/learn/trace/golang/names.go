package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// names is what the declarations of a program tell, wherever they stand: enough to leave out most of what cannot be a
// board. Nothing else depends on it, so a name that is declared twice may be taken for the wrong one of the two.
type names struct {
	types   map[string]ast.Expr
	results map[string][]*ast.Field // of functions
}

func (p *program) names() names {
	n := names{map[string]ast.Expr{}, map[string][]*ast.Field{}}
	for _, f := range p.files {
		ast.Inspect(f.tree, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.TypeSpec:
				n.types[node.Name.Name] = node.Type
			case *ast.FuncDecl:
				all := n.results[node.Name.Name]
				if node.Type.Results != nil {
					all = append(all, node.Type.Results.List...)
				}
				n.results[node.Name.Name] = all
			}
			return true
		})
	}
	return n
}

// small are the types that cannot hold a board, and the functions of Go itself that return such.
const small = " bool byte rune int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 error any len cap true false nil "

// under returns what a type is in the end, or the name that the program does not declare.
func (n names) under(t ast.Expr) ast.Expr {
	for range 20 { // in a wrong program a type may stand for itself
		id, ok := t.(*ast.Ident)
		if !ok || n.types[id.Name] == nil {
			break
		}
		t = n.types[id.Name]
	}
	return t
}

// plain reports whether an expression is surely no board, or the type of none.
func (n names) plain(e ast.Expr) bool {
	switch e := n.under(e).(type) {
	case *ast.FuncType, *ast.ChanType, *ast.MapType, *ast.InterfaceType, *ast.StructType, *ast.FuncLit:
		return true
	case *ast.BasicLit:
		return e.Kind != token.STRING
	case *ast.Ident:
		return strings.Contains(small, " "+e.Name+" ")
	case *ast.ParenExpr:
		return n.plain(e.X)
	case *ast.StarExpr: // a board is behind no pointer, but for an array
		switch to := n.under(e.X).(type) {
		case *ast.ArrayType:
			return to.Len == nil
		case *ast.StructType:
			return true
		case *ast.Ident:
			return n.plain(to)
		}
	case *ast.UnaryExpr:
		made, _ := e.X.(*ast.CompositeLit)
		return e.Op != token.AND && e.Op != token.ARROW || made != nil && n.plain(&ast.StarExpr{X: made.Type})
	case *ast.BinaryExpr: // texts are added, too
		return e.Op != token.ADD || n.plain(e.X) || n.plain(e.Y)
	case *ast.CompositeLit:
		return n.plain(e.Type)
	case *ast.CallExpr:
		called := lastName(e.Fun)
		if results, ours := n.results[called]; ours {
			return !slices.ContainsFunc(results, func(f *ast.Field) bool { return !n.plain(f.Type) })
		}
		return strings.Contains(small, " "+called+" ")
	}
	return false
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
