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
	types     map[string]ast.Expr
	constants map[string]bool
	results   map[string][]ast.Expr // of functions: their types
}

func (p *program) names() names {
	n := names{map[string]ast.Expr{}, map[string]bool{}, map[string][]ast.Expr{}}
	for _, f := range p.files {
		ast.Inspect(f.tree, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.TypeSpec:
				n.types[node.Name.Name] = node.Type
			case *ast.GenDecl:
				for _, spec := range node.Specs {
					if value, ok := spec.(*ast.ValueSpec); ok && node.Tok == token.CONST {
						for _, name := range value.Names {
							n.constants[name.Name] = true
						}
					}
				}
			case *ast.FuncDecl:
				all := n.results[node.Name.Name]
				if node.Type.Results != nil {
					for _, result := range node.Type.Results.List {
						all = append(all, result.Type)
					}
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

func isSmall(name string) bool { return strings.Contains(small, " "+name+" ") }

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

// plain reports whether no value of a type can be a board.
func (n names) plain(t ast.Expr) bool {
	switch t := n.under(t).(type) {
	case *ast.FuncType, *ast.ChanType, *ast.MapType, *ast.InterfaceType, *ast.StructType:
		return true
	case *ast.Ident:
		return isSmall(t.Name)
	case *ast.StarExpr:
		switch to := n.under(t.X).(type) {
		case *ast.ArrayType:
			return to.Len == nil
		case *ast.Ident:
			return isSmall(to.Name) || to.Name == "string"
		case *ast.IndexExpr, *ast.IndexListExpr:
			return false
		}
		return true
	}
	return false
}

// scalar reports whether an expression is surely no board.
func (n names) scalar(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind != token.STRING
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		return isSmall(e.Name) || n.constants[e.Name]
	case *ast.ParenExpr:
		return n.scalar(e.X)
	case *ast.UnaryExpr:
		made, _ := e.X.(*ast.CompositeLit)
		return e.Op != token.AND && e.Op != token.ARROW || made != nil && n.plain(&ast.StarExpr{X: made.Type})
	case *ast.BinaryExpr: // texts are added, too
		return e.Op != token.ADD || n.scalar(e.X) || n.scalar(e.Y)
	case *ast.CompositeLit:
		return n.plain(e.Type)
	case *ast.CallExpr:
		switch f := e.Fun.(type) {
		case *ast.Ident:
			return isSmall(f.Name) || n.ours(f.Name) && n.returnsPlain(f.Name)
		case *ast.SelectorExpr:
			return n.ours(f.Sel.Name) && n.returnsPlain(f.Sel.Name)
		}
	}
	return false
}

// ours reports whether the program declares a function of that name.
func (n names) ours(name string) bool {
	_, ok := n.results[name]
	return ok
}

func (n names) returnsPlain(function string) bool {
	return !slices.ContainsFunc(n.results[function], func(t ast.Expr) bool { return !n.plain(t) })
}
