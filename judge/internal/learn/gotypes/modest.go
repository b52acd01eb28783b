package gotypes

import (
	"go/ast"
	"go/token"
)

// The limits on what a program's own text may make of itself.
const (
	mostText   = 1 << 20 // bytes of a constant text
	mostLeaves = 1 << 20 // steps to find the size of a type
	mostPasses = 64
)

// Modest reports whether the constants and the types of a program can be worked out in little time and memory. A few
// lines can say a text of gigabytes, each constant twice the one before, or a type whose size takes ever longer to find.
// The estimate is never too small. A name counts with the largest thing of that name.
func Modest(files []*ast.File) bool {
	sizes := map[string]float64{}
	for pass := range mostPasses {
		changed, small, names := false, true, 0
		learn := func(name string, size, most float64) {
			if names++; size > most {
				small = false
			} else if size > sizes[name] {
				sizes[name], changed = size, true
			}
		}
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					learn("type "+n.Name.Name, leavesOf(n.Type, sizes), mostLeaves)
				case *ast.ValueSpec:
					for i, value := range n.Values {
						if i < len(n.Names) {
							learn(n.Names[i].Name, textOf(value, sizes), mostText)
						}
					}
				case *ast.BinaryExpr:
					learn("", textOf(n, sizes), mostText)
				}
				return small
			})
		}
		if !small || !changed || pass > names { // then only names that hide others still grow
			return small
		}
	}
	return false
}

// textOf returns how long the text can be that an expression stands for.
func textOf(e ast.Expr, sizes map[string]float64) float64 {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return float64(len(e.Value))
		}
	case *ast.Ident:
		return sizes[e.Name]
	case *ast.ParenExpr:
		return textOf(e.X, sizes)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return textOf(e.X, sizes) + textOf(e.Y, sizes)
		}
	case *ast.CallExpr: // a conversion
		if len(e.Args) == 1 {
			return textOf(e.Args[0], sizes)
		}
	}
	return 0
}

// leavesOf returns how many steps it takes at most to find the size of a type. The size and the alignment of each part
// are looked for, so that every level of nesting counts twice.
func leavesOf(e ast.Expr, sizes map[string]float64) float64 {
	switch e := e.(type) {
	case *ast.Ident:
		return max(1, sizes["type "+e.Name])
	case *ast.ParenExpr:
		return leavesOf(e.X, sizes)
	case *ast.ArrayType:
		if e.Len != nil {
			return 2 * leavesOf(e.Elt, sizes)
		}
	case *ast.StructType:
		all := 1.0
		for _, f := range e.Fields.List {
			all += 2 * leavesOf(f.Type, sizes) * float64(max(1, len(f.Names)))
		}
		return all
	}
	return 1
}
