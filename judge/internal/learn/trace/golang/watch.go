package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/trace/record"
)

// watcher adds calls that tell what changes. It knows no types: what a value is, and whether it may be a board, these
// calls find out. They are behind a statement, or in the condition that follows it in a header. What they tell of is
// evaluated once more by them.
type watcher struct {
	*program
	function
	search bool              // it tells of calls and of elements, for tables; else of variables, too, for the board
	behind map[ast.Stmt]bool // nothing may be behind these
	named  bool              // it tells of the variable that the directive names
}

// watch makes the user's files tell what changes, and adds to the table.
func (p *program) watch(t *table, search bool) error {
	w := &watcher{program: p, search: search, behind: map[ast.Stmt]bool{}}
	for i, f := range p.functions() {
		w.function = f
		w.begin(i + 1)
		w.statements()
		if search {
			t.functions = append(t.functions, fmt.Sprintf("{Name: %q, Line: %d}", f.name, f.line(f.at)))
		}
	}
	if search || p.Board == "" {
		return nil
	}
	if t.named = p.Board; !w.named {
		return &record.Cannot{Why: say.Of("no variable %s that it assigns to", p.Board)}
	}
	return nil
}

// begin tells of a call and its arguments.
func (w *watcher) begin(number int) {
	args, sees := "", ""
	for _, field := range w.kind.Params.List {
		_, pointer := field.Type.(*ast.StarExpr)
		for _, name := range field.Names {
			if name.Name == "_" {
				continue
			}
			args += ", " + name.Name
			if list, ok := field.Type.(*ast.ArrayType); ok && list.Len == nil {
				w.named = w.named || name.Name == w.Board
				sees += fmt.Sprintf("judgeSeen(%d, %q, %s); ", w.shown(w.body.Lbrace), name.Name, name.Name)
			} else if !pointer && !plain(field.Type) {
				sees += w.see(name, w.body.Lbrace, true) + "; "
			}
		}
	}
	if w.search {
		sees = fmt.Sprintf("judgeBegins(%d%s); defer judgeEnds(%d); ", number, args, number)
	}
	w.insert(w.body.Lbrace+1, " "+sees)
}

// statements visits the statements of the function, but not those of the functions within it.
func (w *watcher) statements() {
	ast.Inspect(w.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			w.header(n.Cond, n.Body, n.Init)
		case *ast.ForStmt:
			w.header(n.Cond, n.Body, n.Init, n.Post)
		case *ast.RangeStmt:
			w.put(n.Body.Lbrace+1, append(w.element(n.Key, n), w.element(n.Value, n)...))
		case *ast.CommClause:
			w.behind[n.Comm] = true
			w.put(n.Colon+1, w.changes(n.Comm))
		case *ast.SwitchStmt:
			w.behind[n.Init] = true
		case *ast.TypeSwitchStmt:
			w.behind[n.Init], w.behind[n.Assign] = true, true
		}
		if s, ok := n.(ast.Stmt); ok && !w.behind[s] {
			for _, text := range slices.Compact(append(w.changes(s), w.handed(s)...)) {
				w.insert(s.End(), "; "+text)
			}
		}
		return true
	})
}

// header tells what the statements in a header change: with the condition, or where the body begins.
func (w *watcher) header(condition ast.Expr, body *ast.BlockStmt, all ...ast.Stmt) {
	for _, s := range all {
		w.behind[s] = true
		assign, ok := s.(*ast.AssignStmt)
		switch {
		case ok && assign.Tok == token.DEFINE:
		case condition == nil:
			w.put(body.Lbrace+1, w.changes(s))
		default:
			for _, text := range w.changes(s) {
				w.insert(condition.Pos(), text+" && bool(")
				w.insert(condition.End(), ")")
			}
		}
	}
}

// put inserts calls where a body begins.
func (w *watcher) put(at token.Pos, calls []string) {
	for _, text := range calls {
		w.insert(at, " "+text+"; ")
	}
}

// changes returns calls that tell what a statement changes. A variable without a value matters only if the directive names
// it.
func (w *watcher) changes(s ast.Stmt) (calls []string) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for i, left := range s.Lhs {
			id, variable := left.(*ast.Ident)
			right, grown := s.Rhs[min(i, len(s.Rhs)-1)], ""
			if w.search && len(s.Lhs) == len(s.Rhs) {
				grown = w.grown(left, right)
			}
			switch {
			case grown != "":
				calls = append(calls, w.tell(left, s, grown)...)
			case !variable:
				calls = append(calls, w.tell(left, s)...)
			case !w.search && id.Name != "_" && !plain(right) && (s.Tok == token.DEFINE || s.Tok == token.ASSIGN):
				calls = append(calls, w.see(id, s.Pos(), s.Tok == token.DEFINE))
			}
		}
	case *ast.IncDecStmt:
		calls = w.element(s.X, s)
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			value, ok := spec.(*ast.ValueSpec)
			if !ok || s.Decl.(*ast.GenDecl).Tok != token.VAR || w.search {
				continue
			}
			for _, name := range value.Names {
				if name.Name != "_" && !plain(value.Type) && (len(value.Values) > 0 || name.Name == w.Board) {
					calls = append(calls, w.see(name, s.Pos(), true))
				}
			}
		}
	}
	return calls
}

// small are types that cannot hold a board, and what makes such values.
const small = " bool byte rune int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 error any len cap true false nil "

// plain reports whether an expression, or something of a type, is surely no board. To look at it would cost time.
func plain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.FuncType, *ast.ChanType, *ast.MapType, *ast.InterfaceType, *ast.FuncLit:
		return true
	case *ast.BasicLit:
		return e.Kind != token.STRING
	case *ast.Ident:
		return strings.Contains(small, " "+e.Name+" ")
	case *ast.ParenExpr:
		return plain(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW
	case *ast.BinaryExpr: // texts are added, too
		return e.Op != token.ADD || plain(e.X) || plain(e.Y)
	case *ast.CallExpr:
		called, ok := e.Fun.(*ast.Ident)
		return ok && plain(called)
	}
	return false
}

// see returns a call that shows a variable.
func (w *watcher) see(name *ast.Ident, at token.Pos, declared bool) string {
	w.named = w.named || name.Name == w.Board
	return fmt.Sprintf("judgeSee(%d, %q, &%s, %v)", w.shown(at), name.Name, name.Name, declared)
}

// shown returns the line that a call reports: a replay shows the main file only.
func (w *watcher) shown(at token.Pos) int {
	if !w.search && w.Made.Path != w.Solution.Path {
		return 0
	}
	return w.line(at)
}

// element tells of a change to an element or a field, but not of one to a variable.
func (w *watcher) element(e ast.Expr, s ast.Stmt) []string {
	if _, variable := e.(*ast.Ident); variable || e == nil {
		return nil
	}
	return w.tell(e, s)
}

// tell returns a call that tells of a change to an expression, or to an element of it.
func (w *watcher) tell(e ast.Expr, s ast.Stmt, element ...string) []string {
	p := w.path(e)
	if !p.cut {
		p.steps = append(p.steps, element...)
	}
	if tail := len(p.steps) - p.from; p.root == nil || w.search && (p.cut || p.name == "" || p.name[0] == '_' || tail < 1 || tail > 2) {
		return nil
	}
	w.named = w.named || p.name == w.Board
	return []string{fmt.Sprintf("judgeTold(%d, %q, &%s%s)", w.shown(s.Pos()), p.name, w.text(p.root), p.rest())}
}

// grown returns the index that changes in a list that is used as a stack, by path = append(path, x) or by
// path = path[:len(path)-1].
func (w *watcher) grown(left, right ast.Expr) string {
	name := w.text(left)
	if _, element := left.(*ast.IndexExpr); element || !pure(left) {
		return ""
	}
	switch x := right.(type) {
	case *ast.CallExpr:
		if w.text(x.Fun) == "append" && len(x.Args) == 2 && !x.Ellipsis.IsValid() && w.text(x.Args[0]) == name {
			return "len(" + name + ")-1"
		}
	case *ast.SliceExpr:
		if w.text(x.X) == name && x.Low == nil {
			return "len(" + name + ")"
		}
	}
	return ""
}

// scans matches the functions of package fmt, and the like, that read into what they are given.
var scans = match.Lazy(`\.[FS]?[Ss]can(ln|f)?$`)

// handed tells of what copy, clear and delete change, and of elements that the library reads.
func (w *watcher) handed(s ast.Stmt) (calls []string) {
	var call *ast.CallExpr
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, _ = s.X.(*ast.CallExpr)
	case *ast.AssignStmt:
		call, _ = s.Rhs[0].(*ast.CallExpr)
	}
	if call == nil || len(call.Args) == 0 {
		return nil
	}
	name := w.text(call.Fun)
	for _, arg := range call.Args {
		if at, ok := arg.(*ast.UnaryExpr); ok && at.Op == token.AND && scans().MatchString(name) {
			calls = append(calls, w.element(at.X, s)...)
		}
	}
	_, alone := s.(*ast.ExprStmt)
	switch {
	case !alone || !pure(call.Args[0]):
	case w.search && name == "delete" && len(call.Args) == 2 && pure(call.Args[1]):
		return w.tell(call.Args[0], s, w.text(call.Args[1]))
	case !w.search && (name == "copy" || name == "clear"):
		return []string{fmt.Sprintf("judgeGot(%d, %s)", w.shown(s.Pos()), w.text(call.Args[0]))}
	}
	return calls
}
