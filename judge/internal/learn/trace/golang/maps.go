package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A directive names the maps of candidates. The program looks at them after each statement that may have changed them.

// inMaps returns the maps that an expression is a part of: s.digits for s.digits[d].low.
func (w *watcher) inMaps(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := w.info.ObjectOf(e).(*types.Var)
		if !ok {
			return nil
		}
		if of := w.refers[v]; of != nil {
			return of
		}
		if v.Name() == w.Maps[0].Variable {
			return e
		}
	case *ast.SelectorExpr:
		if e.Sel.Name == w.Maps[0].Variable && w.info.Selections[e] != nil {
			return e
		}
		return w.inMaps(e.X)
	case *ast.IndexExpr:
		return w.inMaps(e.X)
	case *ast.SliceExpr:
		return w.inMaps(e.X)
	case *ast.StarExpr:
		return w.inMaps(e.X)
	case *ast.ParenExpr:
		return w.inMaps(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return w.inMaps(e.X)
		}
	}
	return nil
}

// findReferences notes the variables that point into maps: row := &s.digits[d].
func (w *watcher) findReferences() {
	for _, f := range w.files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i := range n.Lhs {
					if len(n.Lhs) == len(n.Rhs) {
						w.reference(n.Lhs[i], n.Rhs[i])
					}
				}
			case *ast.RangeStmt:
				w.reference(n.Value, n.X)
			}
			return true
		})
	}
}

func (w *watcher) reference(to, from ast.Expr) {
	id, ok := to.(*ast.Ident)
	if !ok {
		return
	}
	v, _ := w.info.ObjectOf(id).(*types.Var)
	if v == nil || v.Name() == w.Maps[0].Variable {
		return
	}
	of := w.inMaps(from)
	if of == nil || !pure(of) {
		return
	}
	switch v.Type().Underlying().(type) {
	case *types.Slice, *types.Pointer:
		w.refers[v] = of
	}
}

// mapsAt adds a look at the maps behind a statement.
func (w *watcher) mapsAt(s ast.Stmt, parent ast.Node) {
	var looks []string
	see := func(e ast.Expr) {
		if of := w.inMaps(e); of != nil && pure(of) {
			looks = append(looks, w.look(w.text(of), w.mainLine(s)))
		}
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, left := range s.Lhs {
			see(left)
			looks = append(looks, w.lookInside(left, w.mainLine(s))...)
		}
	case *ast.IncDecStmt:
		see(s.X)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return
		}
		if method, ok := call.Fun.(*ast.SelectorExpr); ok {
			see(method.X) // digits[d].strike(cells)
		}
		for _, arg := range call.Args {
			see(arg)
		}
	}
	for i, text := range looks {
		if i == 0 || text != looks[i-1] {
			w.behind(s, parent, text)
		}
	}
}

// behind inserts text behind a statement. If nothing may stand behind it, a function that is called at once holds both.
// If the statement defines a variable, that is impossible, and the next look must do.
func (w *watcher) behind(s ast.Stmt, parent ast.Node, text string) {
	if !alone(s, parent) {
		w.insert(s.End(), "; "+text)
		return
	}
	a, assigns := s.(*ast.AssignStmt)
	if _, received := parent.(*ast.CommClause); !received && (!assigns || a.Tok != token.DEFINE) {
		w.insert(s.Pos(), "func() { ")
		w.insert(s.End(), "; "+text+" }()")
	}
}

// lookInside returns looks at the maps within a struct that was assigned as a whole: next := *cur.
func (w *watcher) lookInside(left ast.Expr, line int) (looks []string) {
	t := w.info.TypeOf(left)
	if t == nil || !pure(left) {
		return nil
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for field := range s.Fields() {
			if field.Name() == w.Maps[0].Variable {
				looks = append(looks, w.look("("+w.text(left)+")."+field.Name(), line))
			}
		}
	}
	return looks
}

// look returns a call that reads the words of all maps below x.
func (w *watcher) look(x string, line int) string {
	body, first := "", 0
	index := strings.NewReplacer("[digit]", "[judgeI]", "[cell]", "[judgeI]", "[row]", "[judgeI/judge.size]", "[column]", "[judgeI%judge.size]")
	for _, m := range w.Maps {
		if word := "uint64(" + x + index.Replace(m.Path) + ")"; m.ByDigit() {
			bits := cmp.Or(m.Bits, 64)
			body += fmt.Sprintf("judgeMap(judgeI, %d, %d, %s); ", first, bits, word)
			first += bits
		} else {
			body += fmt.Sprintf("judgeMask(judgeI, %s); ", word)
		}
	}
	return fmt.Sprintf("judgeLook(%d, %v, func(judgeI int) { %s})", line, !w.Maps[0].ByDigit(), body)
}
