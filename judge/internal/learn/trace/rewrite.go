package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/solution"
)

// rewrite returns the source files with calls of the recorder put in: after each statement that may
// change a board, the board is looked at. A board is a variable or a field of the given name; also what
// the program copied from one (next := *cur), and the parameters that one is handed to. So a change is
// seen where it is made, and one that is not (by a row handed to another function) at the next look.
//
// Text is only ever put in within lines, so every line keeps its number. With a change goes the line of the
// statement behind which it was seen, where that is one of the main file.
func rewrite(files map[string][]byte, main, board string, candidates []solution.Map) (map[string][]byte, error) {
	if candidates != nil {
		board = candidates[0].Variable
	}
	w := &rewriter{main: main, board: board, maps: candidates, fset: token.NewFileSet(), kin: map[types.Object]bool{}, rows: map[types.Object]ast.Expr{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := parser.ParseFile(w.fset, name, files[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		w.files = append(w.files, f)
	}
	w.check()
	w.findKin()
	out := map[string][]byte{}
	found := false
	for _, f := range w.files {
		name := w.fset.Position(f.Package).Filename
		w.source, w.edits = files[name], nil
		w.file(f)
		found = found || len(w.edits) > 0
		// Not on the first line: there a //go:build may have to stand alone.
		w.insert(f.Package, fmt.Sprintf("/*line %s:%d:1*/", filepath.Base(name), w.fset.Position(f.Package).Line))
		out[name] = w.apply()
	}
	if !found {
		return nil, w.whyNone()
	}
	return out, nil
}

type rewriter struct {
	main   string
	board  string
	maps   []solution.Map // of candidates, which then are what is looked at
	fset   *token.FileSet
	files  []*ast.File
	info   types.Info
	kin    map[types.Object]bool     // variables that hold a board under another name
	rows   map[types.Object]ast.Expr // variables that refer into a board, and which one
	source []byte                    // of the file at hand
	edits  []edit
}

// edit puts text in at an offset.
type edit struct {
	at   int
	text string
}

// imports are kept from one solution to the next: most of them import the same few packages.
var imports = struct {
	sync.Mutex
	types.Importer
}{Importer: build.Library()}

// check finds out the types as far as it can: what does not compile is for the compiler to say.
func (w *rewriter) check() {
	w.info = types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	imports.Lock()
	defer imports.Unlock()
	config := types.Config{Importer: imports.Importer, Error: func(error) {}}
	config.Check("main", w.fset, w.files, &w.info) // the errors went to Error, which has no use for them
}

// look is the text that looks at a board, or "" for one that cannot be looked at.
func (w *rewriter) look(b ast.Expr, line int) string {
	if !w.plain(b) {
		return ""
	}
	return w.lookAt(w.text(b), w.info.TypeOf(b), line)
}

// lineOf is the line of a statement, 0 where nobody will be shown its file.
func (w *rewriter) lineOf(s ast.Stmt) int {
	if at := w.fset.PositionFor(s.Pos(), false); at.Filename == w.main {
		return at.Line
	}
	return 0
}

func (w *rewriter) lookAt(x string, t types.Type, line int) string {
	if w.maps != nil {
		return w.lookAtMaps(x, line)
	}
	guard := ""
	s, _ := w.shapeOf(t)
	if s.pointer {
		x, guard = "(*"+x+")", x+" != nil && "
	}
	flat, body := true, fmt.Sprintf("if judgeV := int(%s[judgeI]); judgeV != judgeFlat[judgeI&511] { judgeSeeFlat(judgeI, judgeV) }", x)
	if s.rows {
		flat, body = false, fmt.Sprintf("judgeRow(judgeI, len(%[1]s[judgeI])); for judgeJ := 0; judgeJ < len(%[1]s[judgeI]); judgeJ++ { "+
			"if judgeV := int(%[1]s[judgeI][judgeJ]); judgeV != judgeRows[judgeI&31][judgeJ&31] { judgeSee(judgeI, judgeJ, judgeV) } }", x)
	}
	return fmt.Sprintf("if %sjudgeBegin(%v, len(%s), %d) { for judgeI := 0; judgeI < len(%s); judgeI++ { %s }; judgeEnd() }",
		guard, flat, x, line, x, body)
}

// lookAtMaps reads the words of all maps below x.
func (w *rewriter) lookAtMaps(x string, line int) string {
	body, first := "", 0
	index := strings.NewReplacer("[digit]", "[judgeI]", "[cell]", "[judgeI]", "[row]", "[judgeI/judge.size]", "[column]", "[judgeI%judge.size]")
	for _, m := range w.maps {
		if word := "uint64(" + x + index.Replace(m.Path) + ")"; m.ByDigit() {
			bits := cmp.Or(m.Bits, 64)
			body += fmt.Sprintf("judgeMap(judgeI, %d, %d, %s); ", first, bits, word)
			first += bits
		} else {
			body += fmt.Sprintf("judgeMask(judgeI, %s); ", word)
		}
	}
	return fmt.Sprintf("judgeLook(%d, %v, func(judgeI int) { %s})", line, !w.maps[0].ByDigit(), body)
}

func (w *rewriter) text(e ast.Expr) string {
	return string(w.source[w.offset(e.Pos()):w.offset(e.End())])
}

func (w *rewriter) offset(p token.Pos) int { return w.fset.PositionFor(p, false).Offset }

// file finds the statements after which to look.
func (w *rewriter) file(f *ast.File) {
	var parents []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			parents = parents[:len(parents)-1]
			return true
		}
		if s, ok := n.(ast.Stmt); ok {
			w.statement(s, parents[len(parents)-1])
		}
		parents = append(parents, n)
		return true
	})
}

func (w *rewriter) statement(s ast.Stmt, parent ast.Node) {
	var looks []string
	see := func(b ast.Expr) {
		if b == nil {
			return
		}
		if text := w.look(b, w.lineOf(s)); text != "" && !slices.Contains(looks, text) {
			looks = append(looks, text)
		}
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, left := range s.Lhs {
			see(w.in(left))
			if text := w.lookInside(left, w.lineOf(s)); text != "" {
				looks = append(looks, text)
			}
		}
	case *ast.IncDecStmt:
		see(w.in(s.X))
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && !w.panics(call) {
			if method, ok := call.Fun.(*ast.SelectorExpr); ok && w.maps != nil && w.info.Selections[method] != nil {
				see(w.in(method.X)) // digits[d].strike(cells)
			}
			for _, arg := range call.Args {
				if w.whole(arg) != nil || w.row(arg) {
					see(w.in(arg))
				}
			}
		}
	case *ast.RangeStmt:
		if s.Tok == token.ASSIGN {
			for _, left := range []ast.Expr{s.Key, s.Value} {
				if left != nil {
					see(w.in(left))
				}
			}
		}
		for _, text := range looks {
			w.insert(s.Body.Lbrace+1, " "+text+"; ")
		}
		return
	}
	for _, text := range looks {
		w.after(s, parent, text)
	}
}

// row tells if an expression is a row of a board.
func (w *rewriter) row(e ast.Expr) bool {
	inner, ok := sequence(w.orNone(e))
	return ok && isInteger(inner) && w.in(e) != nil
}

func (w *rewriter) orNone(e ast.Expr) types.Type {
	if t := w.info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// lookInside looks at the board within a struct that was assigned as a whole: next := *cur.
func (w *rewriter) lookInside(left ast.Expr, line int) string {
	t := w.info.TypeOf(left)
	if t == nil || !w.plain(left) {
		return ""
	}
	x, open, end := "("+w.text(left)+")", "", ""
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if w.maps != nil {
			return "" // what it points to has not changed, and may be of a search that is over
		}
		t, open, end = p.Elem(), "if "+x+" != nil { ", " }"
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for field := range s.Fields() {
		field := field
		if _, ok := w.shapeOf(field.Type()); ok && field.Name() == w.board {
			return open + w.lookAt(x+"."+field.Name(), field.Type(), line) + end
		}
	}
	return ""
}

// panics tells if a call ends the function, so that nothing may stand behind it.
func (w *rewriter) panics(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}

// after puts text behind a statement. Where only a single statement may stand, as in the header of a
// for, both go into a function that is called at once.
func (w *rewriter) after(s ast.Stmt, parent ast.Node, text string) {
	single := false
	switch p := parent.(type) {
	case *ast.ForStmt:
		single = s == p.Init || s == p.Post
	case *ast.IfStmt:
		single = s == p.Init
	case *ast.SwitchStmt:
		single = s == p.Init
	case *ast.TypeSwitchStmt:
		single = s == p.Init || s == p.Assign
	case *ast.CommClause:
		single = s == p.Comm
	}
	if !single {
		w.insert(s.End(), "; "+text)
		return
	}
	if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		return // what it defines must be seen behind it; the next look will do
	}
	if _, ok := parent.(*ast.CommClause); ok {
		return
	}
	w.insert(s.Pos(), "func() { ")
	w.insert(s.End(), "; "+text+" }()")
}

func (w *rewriter) insert(at token.Pos, text string) {
	w.edits = append(w.edits, edit{w.offset(at), text})
}

// apply carries out the edits.
func (w *rewriter) apply() []byte {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	var out bytes.Buffer
	last := 0
	for _, e := range w.edits {
		out.Write(w.source[last:e.at])
		out.WriteString(e.text)
		last = e.at
	}
	out.Write(w.source[last:])
	return out.Bytes()
}

// whyNone says why no board was found.
func (w *rewriter) whyNone() error {
	if w.maps != nil {
		return say.Errorf("no variable or field %s that it assigns to", w.board)
	}
	for id, obj := range w.info.Defs {
		if v, ok := obj.(*types.Var); ok && id.Name == w.board {
			if _, ok := w.shapeOf(v.Type()); !ok {
				return say.Errorf("line %d: the board %s is of type %s: a replay knows integers in arrays and slices of one or two dimensions",
					w.fset.Position(id.Pos()).Line, w.board, v.Type())
			}
		}
	}
	return say.Errorf("no variable %s that it assigns to", w.board)
}
