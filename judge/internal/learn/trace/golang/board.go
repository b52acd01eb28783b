package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/gotypes"
	"sudokuoj/judge/internal/learn/trace/record"
)

// watcher adds the calls that record the board. A store to an element is recorded with its address before it happens.
// So it does not matter which name a function has for the board. Variables that may be a board are shown as a whole:
// local ones when they get their value, parameters where the function begins.
type watcher struct {
	*program
	*file
	info   types.Info
	shapes []string
	only   []types.Type // types of the variables that a directive names; nil: any variable may be the board
}

// watch rewrites all files so that they report changes of the board, and returns the table.
func (p *program) watch() (table string, err error) {
	w := &watcher{program: p}
	if !w.modest() {
		return "", &record.Cannot{Why: say.Of("its types or constants grow too large to be worked out")}
	}
	w.check()
	if p.Board != "" {
		if err := w.named(); err != nil {
			return "", err
		}
	}
	for _, f := range p.files {
		w.file = f
		w.walk()
	}
	table = fmt.Sprintf("var judgeNamed = %v\nvar judgeN [1]uint64\n", p.Board != "")
	for i, shape := range w.shapes {
		table += fmt.Sprintf("var judgeShape%d = %s\n", i, shape)
	}
	return table + variable("judgeLines", "uint32", nil) + variable("judgeEntries", "int", nil) + variable("judgeNames", "string", nil) + noFunctions, nil
}

// check determines the types as far as possible. It only notes that there are errors, because the compiler reports them.
func (w *watcher) check() {
	w.info = types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{Importer: gotypes.Library(), Error: func(error) { w.flawed = true }}
	config.Check("main", w.program.fset, w.trees(), &w.info) // its errors went to Error
}

// modest reports whether the types can be determined by the judge's own process.
func (p *program) modest() bool { return gotypes.Modest(p.trees()) }

func (p *program) trees() (all []*ast.File) {
	for _, f := range p.files {
		all = append(all, f.tree)
	}
	return all
}

// named finds the types of the variables that the directive names.
func (w *watcher) named() error {
	var only []types.Type
	var other *types.Var
	inOrder := func(a, b *ast.Ident) int { return cmp.Compare(a.Pos(), b.Pos()) } // so that equal sources are rewritten equally
	for _, id := range slices.SortedFunc(maps.Keys(w.info.Defs), inOrder) {
		v, ok := w.info.Defs[id].(*types.Var)
		if !ok || id.Name != w.Board {
			continue
		}
		if _, ok := w.span("x", v.Type(), leaf{}); ok {
			only = append(only, pointed(v.Type()))
		} else {
			other = v
		}
	}
	switch w.only = only; {
	case only != nil:
		return nil
	case other != nil:
		return &record.Cannot{Why: say.Of("line %d: the board %s is of type %s: a replay knows integers in arrays and slices of one or two dimensions",
			w.files[0].line(other.Pos()), w.Board, other.Type())}
	}
	return &record.Cannot{Why: say.Of("no variable %s that it assigns to", w.Board)}
}

func pointed(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// walk visits the statements.
func (w *watcher) walk() {
	var parents []ast.Node
	ast.Inspect(w.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			parents = parents[:len(parents)-1]
			return true
		case *ast.FuncDecl:
			if n.Body != nil {
				w.parameters(n.Type, n.Body)
			}
		case *ast.FuncLit:
			w.parameters(n.Type, n.Body)
		case ast.Stmt:
			w.statement(n, parents[len(parents)-1])
		}
		parents = append(parents, n)
		return true
	})
}

// parameters shows the parameters where a function begins.
func (w *watcher) parameters(f *ast.FuncType, body *ast.BlockStmt) {
	for _, field := range f.Params.List {
		for _, name := range field.Names {
			if span, ok := w.variable(name); ok {
				w.insert(body.Lbrace+1, fmt.Sprintf(" judgeSee(%s, %d); ", span, w.line(body.Lbrace)))
			}
		}
	}
}

// variable returns the span of a variable that may hold a board.
func (w *watcher) variable(name *ast.Ident) (string, bool) {
	v, ok := w.info.ObjectOf(name).(*types.Var)
	if !ok || name.Name == "_" {
		return "", false
	}
	return w.span(name.Name, v.Type(), leaf{})
}

func (w *watcher) statement(s ast.Stmt, parent ast.Node) {
	line := w.mainLine(s)
	var looks []string
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, left := range s.Lhs {
			looks = append(looks, w.assigned(left, s, alone(s, parent), line)...)
		}
		for _, right := range s.Rhs {
			looks = append(looks, w.handed(right, line)...)
		}
	case *ast.IncDecStmt:
		w.store(s.X, line)
	case *ast.RangeStmt:
		w.store(s.Key, line)
		w.store(s.Value, line)
	case *ast.DeclStmt:
		looks = w.declared(s, line)
	case *ast.ExprStmt:
		looks = w.handed(s.X, line)
	}
	for _, text := range slices.Compact(looks) {
		if !alone(s, parent) {
			w.insert(s.End(), "; "+text)
		}
	}
}

// alone reports whether nothing may stand behind a statement, as in the header of a for.
func alone(s ast.Stmt, parent ast.Node) bool {
	switch p := parent.(type) {
	case *ast.ForStmt:
		return s == p.Init || s == p.Post
	case *ast.IfStmt:
		return s == p.Init
	case *ast.SwitchStmt:
		return s == p.Init
	case *ast.TypeSwitchStmt:
		return s == p.Init || s == p.Assign
	case *ast.CommClause:
		return s == p.Comm
	}
	return false
}

// mainLine returns the line of a statement in the main file; 0 in other files, because these are not shown.
func (w *watcher) mainLine(n ast.Node) int {
	if w.Made.Path == w.Solution.Path {
		return w.line(n.Pos())
	}
	return 0
}

// assigned records a store, or returns the looks that must follow the statement.
func (w *watcher) assigned(left ast.Expr, s *ast.AssignStmt, alone bool, line int) []string {
	if id, ok := left.(*ast.Ident); ok && s.Tok == token.DEFINE {
		if span, ok := w.variable(id); ok {
			return []string{fmt.Sprintf("judgeSee(%s, %d)", span, line)}
		}
		return nil
	}
	t := w.info.TypeOf(left)
	if isInteger(t) {
		if len(s.Lhs) > 1 || alone || !pure(left) || !slices.ContainsFunc(s.Rhs, w.calls) {
			w.store(left, line)
			return nil
		}
		if before, behind, ok := w.told(left, line); ok { // the call may change the index, or move the board
			return []string{"func() { defer judgeNot(); judgeDone(" + before + w.text(left) + behind + ") }()"}
		}
		return nil
	}
	var looks []string
	for _, span := range w.held(left) {
		text := fmt.Sprintf("judgeChanged(%s, %d)", span, line)
		if _, name := left.(*ast.Ident); !name {
			text = "func() { defer judgeNot(); " + text + " }()"
		}
		looks = append(looks, text)
	}
	return looks
}

// held returns the boards that an expression holds: it is a board, a part of a board, or a struct with a board in it.
func (w *watcher) held(e ast.Expr) (spans []string) {
	t := w.info.TypeOf(e)
	if t == nil || !pure(e) || w.info.Types[e].Value != nil {
		return nil
	}
	whole, isStruct := t.Underlying().(*types.Struct)
	for i := 0; isStruct && i < whole.NumFields(); i++ { // one of these fields may hold the digit
		if x, of := w.root(e, leaves(whole)[i]); x != nil && isInteger(whole.Field(i).Type()) {
			span, _ := w.span(w.text(x), w.info.TypeOf(x), of)
			spans = append(spans, span)
		}
	}
	if x, of := w.root(e, leaf{}); x != nil {
		e, t = x, w.info.TypeOf(x)
		if of.size > 0 {
			return nil
		}
	}
	if span, ok := w.span(w.text(e), t, leaf{}); ok && (w.info.Types[e].Addressable() || !isArray(t)) {
		return []string{span}
	}
	if s, ok := t.Underlying().(*types.Struct); ok && w.info.Types[e].Addressable() {
		for field := range s.Fields() {
			if span, ok := w.span("("+w.text(e)+")."+field.Name(), field.Type(), leaf{}); ok {
				spans = append(spans, span)
			}
		}
	}
	return spans
}

func (w *watcher) declared(s *ast.DeclStmt, line int) (looks []string) {
	decl, ok := s.Decl.(*ast.GenDecl)
	if !ok {
		return nil
	}
	for _, spec := range decl.Specs {
		value, ok := spec.(*ast.ValueSpec)
		if !ok || len(value.Values) == 0 || decl.Tok != token.VAR {
			continue
		}
		for _, name := range value.Names {
			if span, ok := w.variable(name); ok {
				looks = append(looks, fmt.Sprintf("judgeSee(%s, %d)", span, line))
			}
		}
	}
	return looks
}

// handed returns the boards that functions of the library get, also in nested calls. These functions may change them.
func (w *watcher) handed(e ast.Expr, line int) (looks []string) {
	ast.Inspect(e, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			_, function := n.(*ast.FuncLit)
			return !function
		}
		if w.info.Types[call.Fun].IsType() || w.ours(call) {
			return true
		}
		for _, arg := range call.Args {
			if u, ok := arg.(*ast.UnaryExpr); ok && u.Op == token.AND {
				arg = u.X
			}
			if slice, ok := arg.(*ast.SliceExpr); ok {
				arg = slice.X
			}
			for _, span := range w.held(arg) {
				looks = append(looks, fmt.Sprintf("func() { defer judgeNot(); judgeChanged(%s, %d) }()", span, line))
			}
		}
		return true
	})
	if call, ok := e.(*ast.CallExpr); ok {
		if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" {
			return nil // nothing may stand behind it
		}
	}
	return looks
}

// ours reports whether a call calls one of the program's own functions.
func (w *watcher) ours(call *ast.CallExpr) bool {
	var f types.Object
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		f = w.info.Uses[fun]
	case *ast.SelectorExpr:
		f = w.info.Uses[fun.Sel]
	}
	switch f := f.(type) {
	case *types.Builtin:
		return f.Name() != "copy" && f.Name() != "clear"
	case *types.Func:
		return f.Pkg() != nil && f.Pkg().Name() == "main"
	}
	return true // a function in a variable
}

// calls reports whether an expression calls a function.
func (w *watcher) calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			_, builtin := ast.Unparen(call.Fun).(*ast.Ident)
			builtin = builtin && w.info.Types[call.Fun].IsBuiltin()
			found = found || !builtin && !w.info.Types[call.Fun].IsType()
		}
		return !found
	})
	return found
}

// store records a store to an element: a[i] = v becomes *judgeW(&a[i], ...) = v.
func (w *watcher) store(left ast.Expr, line int) {
	if before, behind, ok := w.told(left, line); ok {
		w.insert(left.Pos(), "*"+before)
		w.insert(left.End(), behind)
	}
}

// told returns the text to put before and behind an element so that a store to it is recorded.
func (w *watcher) told(e ast.Expr, line int) (before, behind string, ok bool) {
	if !isInteger(w.info.TypeOf(e)) || !w.info.Types[e].Addressable() {
		return "", "", false
	}
	if x, of := w.root(e, leaf{}); x != nil && pure(x) {
		span, _ := w.span(w.text(x), w.info.TypeOf(x), of)
		return "judgeW(&", fmt.Sprintf(", %s, %d)", span, line), true
	}
	return "judgeP(&", fmt.Sprintf(", %d)", line), w.reached(e)
}
