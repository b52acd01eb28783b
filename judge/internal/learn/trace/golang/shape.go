package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"runtime"
	"slices"
)

// leaf says where the digit is inside an element that is a struct. The zero leaf means that the element is the digit.
type leaf struct{ at, size int64 }

// The smallest number of cells in a row, and in a whole board.
const (
	fewestInRow = 4
	fewest      = fewestInRow * fewestInRow
)

var sizes = types.SizesFor("gc", runtime.GOARCH)

// span returns text that says where and how a variable lies in memory, if its type may hold a board. Boards are
// integers in arrays, slices or strings, or several of these, or a pointer to such an array.
func (w *watcher) span(x string, t types.Type, of leaf) (text string, ok bool) {
	if t == nil || w.only != nil && !slices.ContainsFunc(w.only, func(o types.Type) bool { return types.Identical(o, pointed(t)) }) {
		return "", false
	}
	call, array := "judgeS(%s)", "judgeA(&%s, %d)"
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if t, array = p.Elem(), "judgeA(%s, %d)"; !isArray(t) {
			return "", false
		}
	}
	element, length, ok := sequence(t)
	if !ok {
		return "", false
	}
	switch {
	case isArray(t):
		text = fmt.Sprintf(array, x, length)
	default:
		if isString(t) {
			call = "judgeT(%s)"
		}
		text = fmt.Sprintf(call, x)
	}
	shape, ok := shapeOf(element, length, of)
	if !ok {
		return "", false
	}
	at := slices.Index(w.shapes, shape)
	if at < 0 {
		at = len(w.shapes)
		w.shapes = append(w.shapes, shape)
	}
	return fmt.Sprintf("%s, &judgeShape%d", text, at), true
}

// shapeOf returns the layout of elements, which are cells or rows of cells. A negative length is known only at run
// time.
func shapeOf(element types.Type, length int64, of leaf) (string, bool) {
	if step, size, at, ok := cell(element, of); ok {
		return fmt.Sprintf("judgeShape{Size: %d, Step: %d, At: %d}", size, step, at), length < 0 || length >= fewest
	}
	inner, columns, ok := sequence(element)
	if !ok || length >= 0 && length < fewestInRow || columns >= 0 && columns < fewestInRow {
		return "", false
	}
	step, size, at, ok := cell(inner, of)
	return fmt.Sprintf("judgeShape{Size: %d, Step: %d, At: %d, Row: %d, Columns: %d, Slices: %v}", size, step, at, sizes.Sizeof(element), max(0, columns), columns == -1), ok
}

// cell returns the size of a cell, the size of its digit, and the digit's offset.
func cell(t types.Type, of leaf) (step, size, at int64, ok bool) {
	if of.size > 0 {
		_, ok := t.Underlying().(*types.Struct)
		return sizeof(t), of.size, of.at, ok
	}
	return sizeof(t), sizeof(t), 0, isInteger(t)
}

// sizeof returns a type's size, 0 if it is not known before the program is compiled.
func sizeof(t types.Type) int64 {
	if _, unknown := t.(*types.TypeParam); unknown {
		return 0
	}
	return sizes.Sizeof(t)
}

func sequence(t types.Type) (element types.Type, length int64, ok bool) {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return t.Elem(), t.Len(), true
	case *types.Slice:
		return t.Elem(), -1, true
	}
	return types.Typ[types.Byte], -1, isString(t)
}

func isArray(t types.Type) bool {
	_, ok := t.Underlying().(*types.Array)
	return ok
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isInteger(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// root returns the whole that an element is a part of, if it may be a board: s.board for s.board[i][j], cells for
// cells[i].digit. A leaf says where the digit is in the element itself.
func (w *watcher) root(e ast.Expr, of leaf) (x ast.Expr, _ leaf) {
	for {
		switch part := e.(type) {
		case *ast.ParenExpr:
			e = part.X
			continue
		case *ast.IndexExpr:
			e = part.X
		case *ast.SliceExpr:
			e = part.X
		case *ast.SelectorExpr:
			if !w.field(part, &of) {
				return x, of
			}
			e = part.X
			continue
		default:
			return x, of
		}
		if _, ok := w.span("", w.info.TypeOf(e), of); ok {
			x = e
		}
	}
}

// field notes where a field is in the struct that holds it.
func (w *watcher) field(e *ast.SelectorExpr, of *leaf) bool {
	chosen := w.info.Selections[e]
	if chosen == nil || len(chosen.Index()) != 1 || !isInteger(chosen.Type()) {
		return false
	}
	s, ok := chosen.Recv().Underlying().(*types.Struct)
	if ok {
		*of = leaves(s)[chosen.Index()[0]]
	}
	return ok
}

// leaves returns where the fields of a struct are.
func leaves(s *types.Struct) (all []leaf) {
	fields := slices.Collect(s.Fields())
	for i, at := range sizes.Offsetsof(fields) {
		all = append(all, leaf{at, sizeof(fields[i].Type())})
	}
	return all
}

// reached reports whether a pointer or a slice leads to an element, so that it may lie in a board.
func (w *watcher) reached(e ast.Expr) bool {
	for {
		switch part := e.(type) {
		case *ast.StarExpr:
			return true
		case *ast.ParenExpr:
			e = part.X
		case *ast.SelectorExpr:
			if t := w.info.TypeOf(part.X); t == nil || pointed(t) != t {
				return true
			}
			e = part.X
		case *ast.IndexExpr:
			if t := w.info.TypeOf(part.X); t == nil || !isArray(t) {
				return true
			}
			e = part.X
		default:
			return false
		}
	}
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
