package trace

import (
	"go/ast"
	"go/token"
	"go/types"
)

// shape is how a board is stored.
type shape struct {
	pointer bool
	rows    bool // rows of cells, not all cells in one piece
}

// shapeOf tells if a type can be a board's: integers in an array, a slice or a string, or several of
// these; or a pointer to that. Maps of candidates may be of any type.
func (w *rewriter) shapeOf(t types.Type) (s shape, ok bool) {
	if t == nil || w.maps != nil {
		return s, t != nil
	}
	if p, isPointer := t.Underlying().(*types.Pointer); isPointer {
		s.pointer, t = true, p.Elem()
	}
	inner, ok := sequence(t)
	if !ok {
		return s, false
	}
	if cell, isRows := sequence(inner); isRows {
		s.rows, inner = true, cell
	}
	return s, isInteger(inner)
}

func sequence(t types.Type) (element types.Type, ok bool) {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return t.Elem(), true
	case *types.Slice:
		return t.Elem(), true
	case *types.Basic:
		return types.Typ[types.Byte], t.Info()&types.IsString != 0
	}
	return nil, false
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// in returns the board that an expression is, or is a part of: the s.board of s.board[i][j] or &s.board.
func (w *rewriter) in(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := w.info.ObjectOf(e).(*types.Var)
		if !ok {
			return nil
		}
		if of := w.rows[v]; of != nil {
			return of
		}
		if _, ok := w.shapeOf(v.Type()); ok && (v.Name() == w.board || w.kin[v]) {
			return e
		}
	case *ast.SelectorExpr:
		if _, ok := w.shapeOf(w.info.TypeOf(e)); ok && e.Sel.Name == w.board && w.info.Selections[e] != nil {
			return e
		}
		return w.in(e.X)
	case *ast.IndexExpr:
		return w.in(e.X)
	case *ast.SliceExpr:
		return w.in(e.X)
	case *ast.StarExpr:
		return w.in(e.X)
	case *ast.ParenExpr:
		return w.in(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return w.in(e.X)
		}
	}
	return nil
}

// whole is in, for an expression that is a board as a whole: itself, a copy, a slice or its address.
func (w *rewriter) whole(e ast.Expr) ast.Expr {
	if _, ok := w.shapeOf(w.info.TypeOf(e)); !ok {
		return nil
	}
	b := w.in(e)
	if b == nil || w.isRows(b) != w.isRows(e) || w.maps != nil && !types.Identical(pointed(w.info.TypeOf(b)), pointed(w.info.TypeOf(e))) {
		return nil // a part of it
	}
	return b
}

func pointed(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func (w *rewriter) isRows(e ast.Expr) bool {
	s, _ := w.shapeOf(w.info.TypeOf(e))
	return s.rows
}

// findKin looks for variables that get a board from another one, until there are no more.
func (w *rewriter) findKin() {
	for before := -1; before != len(w.kin)+len(w.rows); {
		before = len(w.kin) + len(w.rows)
		for _, f := range w.files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					if len(n.Lhs) == len(n.Rhs) {
						for i := range n.Lhs {
							w.passes(n.Lhs[i], n.Rhs[i])
						}
					}
				case *ast.ValueSpec:
					if len(n.Names) == len(n.Values) {
						for i := range n.Names {
							w.passes(n.Names[i], n.Values[i])
						}
					}
				case *ast.RangeStmt:
					if n.Value != nil {
						w.refers(n.Value, n.X)
					}
				case *ast.CallExpr:
					w.hands(n)
				}
				return true
			})
		}
	}
}

// passes looks at an assignment: does the variable get a board, or a part of one to write through?
func (w *rewriter) passes(to, from ast.Expr) {
	if v := w.variable(to); v != nil && w.copies(from) {
		if _, ok := w.shapeOf(v.Type()); ok {
			w.addKin(v)
			return
		}
	}
	w.refers(to, from)
}

// copies tells if an expression is a board or is made of one: board, *cur, append(none, board...).
func (w *rewriter) copies(e ast.Expr) bool {
	if w.whole(e) != nil {
		return true
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || w.ours(call) {
		return false // what a function of ours makes of a board may be something else: its candidates
	}
	for _, arg := range call.Args {
		if w.whole(arg) != nil && types.Identical(w.info.TypeOf(call), w.info.TypeOf(arg)) {
			return true
		}
	}
	return false
}

func (w *rewriter) addKin(v *types.Var) {
	if v.Name() != w.board && w.rows[v] == nil {
		w.kin[v] = true
	}
}

// refers notes a variable that is a row of a board, or points to a row or a cell.
func (w *rewriter) refers(to, from ast.Expr) {
	v := w.variable(to)
	if v == nil || w.kin[v] || v.Name() == w.board {
		return
	}
	b := w.in(from)
	if b == nil || !w.plain(b) {
		return
	}
	switch v.Type().Underlying().(type) {
	case *types.Slice, *types.Pointer:
		w.rows[v] = b
	}
}

// hands looks at a call: parameters of our own functions that are handed a board are boards.
func (w *rewriter) hands(call *ast.CallExpr) {
	f := w.callee(call)
	if f == nil {
		return
	}
	if method, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && f.Signature().Recv() != nil && w.whole(method.X) != nil {
		w.addParameter(f.Signature().Recv())
	}
	parameters := f.Signature().Params()
	for i, arg := range call.Args {
		if i < parameters.Len() && w.whole(arg) != nil {
			w.addParameter(parameters.At(i)) // that of a variadic function is a list of boards, no board
		}
	}
}

// callee is the function or method that a call names, or nil if that is known at run time only.
func (w *rewriter) callee(call *ast.CallExpr) *types.Func {
	var f *types.Func
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		f, _ = w.info.Uses[fun].(*types.Func)
	case *ast.SelectorExpr:
		f, _ = w.info.Uses[fun.Sel].(*types.Func)
	}
	return f
}

func (w *rewriter) ours(call *ast.CallExpr) bool {
	f := w.callee(call)
	return f != nil && f.Pkg() != nil && f.Pkg().Name() == "main"
}

func (w *rewriter) addParameter(v *types.Var) {
	if _, ok := w.shapeOf(v.Type()); ok {
		w.addKin(v)
	}
}

func (w *rewriter) variable(e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := w.info.ObjectOf(id).(*types.Var)
	return v
}

// plain tells if an expression can be written down once more without doing anything once more.
func (w *rewriter) plain(e ast.Expr) bool {
	plain := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			plain = false
		case *ast.UnaryExpr:
			plain = plain && n.Op != token.ARROW
		}
		return plain
	})
	return plain
}
