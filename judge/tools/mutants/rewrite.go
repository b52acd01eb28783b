package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// fault is one small change of the code: a comparison turned, && for ||, a loop left instead of continued, a
// result denied. All faults of a room are compiled into one test binary; a variable of the environment turns
// one of them on.
type fault struct {
	id       int
	file     string // base name
	line     int
	function string
	what     string // the code as it is, and what becomes of it
}

// name tells the fault apart from others, also after lines have moved: see equivalent.
func (f fault) name() string { return f.file + " " + f.function + ": " + f.what }

// room is the code of one package, with its faults in it.
type room struct {
	faults []fault
	fset   *token.FileSet
	files  map[string][]byte // path of a source file: its text with faults
}

// plant parses the package in a folder and plants every fault that it knows.
func plant(dir string, skip map[int]bool) (*room, error) {
	r := &room{fset: token.NewFileSet(), files: map[string][]byte{}}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	name := ""
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(r.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		name = file.Name.Name
		r.file(file, path, skip)
	}
	if name == "" {
		return nil, fmt.Errorf("%s: no Go files", dir)
	}
	r.files[filepath.Join(dir, "fault_on.go")] = fmt.Appendf(nil, helpers, name, len(r.faults)+1)
	return r, nil
}

// helpers is the code behind the faults. The first visit of each is written down, so that one knows which test
// reaches which.
const helpers = `package %s

import (
	"os"
	"strconv"
	"sync/atomic"
)

var (
	faultChosen, _ = strconv.Atoi(os.Getenv("FAULT"))
	faultVisits    = os.Getenv("FAULT_VISITS")
	faultSeen      [%d]atomic.Bool
)

func faultOn(id int) bool {
	if faultVisits != "" && !faultSeen[id].Load() && !faultSeen[id].Swap(true) {
		if f, err := os.OpenFile(faultVisits, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			f.WriteString(strconv.Itoa(id) + "\n")
			f.Close()
		}
	}
	return id == faultChosen
}

func faultAnd(id int, a bool, b func() bool) bool {
	if faultOn(id) {
		return a || b()
	}
	return a && b()
}

func faultOr(id int, a bool, b func() bool) bool {
	if faultOn(id) {
		return a && b()
	}
	return a || b()
}
`

// file plants the faults of one file, function by function.
func (r *room) file(file *ast.File, path string, skip map[int]bool) {
	src, err := os.ReadFile(path)
	if err != nil {
		return
	}
	if strings.Contains(string(src), "//go:build") && !strings.HasSuffix(path, "_linux.go") {
		return // for another system, or generated
	}
	var edits []edit
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		p := planter{room: r, src: src, file: filepath.Base(path), function: functionName(f), skip: skip, boolResult: lastIsBool(f.Type)}
		p.walk(f.Body)
		edits = append(edits, p.edits...)
	}
	if len(edits) > 0 {
		r.files[path] = apply(src, edits)
	}
}

func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	var b bytes.Buffer
	printer.Fprint(&b, token.NewFileSet(), f.Recv.List[0].Type)
	return strings.TrimPrefix(b.String(), "*") + "." + f.Name.Name
}

// lastIsBool reports whether a function's only result is a plain bool.
func lastIsBool(f *ast.FuncType) bool {
	if f.Results == nil || len(f.Results.List) != 1 || len(f.Results.List[0].Names) > 1 {
		return false
	}
	id, ok := f.Results.List[0].Type.(*ast.Ident)
	return ok && id.Name == "bool"
}

// edit puts text at an offset of the source.
type edit struct {
	at   int
	text string
	turn int // the order of edits at one place
}

// planter walks one function.
type planter struct {
	room       *room
	src        []byte
	file       string
	function   string
	boolResult bool
	skip       map[int]bool
	edits      []edit
}

func (p *planter) offset(pos token.Pos) int { return p.room.fset.Position(pos).Offset }

func (p *planter) text(n ast.Node) string {
	words := strings.Fields(string(p.src[p.offset(n.Pos()):p.offset(n.End())]))
	return strings.Join(words, " ")
}

// add numbers a fault, and reports whether it is to be planted.
func (p *planter) add(n ast.Node, what string) (int, bool) {
	id := len(p.room.faults) + 1
	p.room.faults = append(p.room.faults, fault{id, p.file, p.room.fset.Position(n.Pos()).Line, p.function, what})
	return id, !p.skip[id]
}

func (p *planter) put(pos token.Pos, turn int, format string, args ...any) {
	p.edits = append(p.edits, edit{p.offset(pos), fmt.Sprintf(format, args...), turn})
}

var turned = map[token.Token]string{token.EQL: "!=", token.NEQ: "==", token.LSS: ">=", token.GEQ: "<", token.GTR: "<=", token.LEQ: ">"}

func (p *planter) walk(body ast.Node) {
	var loops []bool // of what break leaves: is it a loop?
	depth := 0
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		depth++
		switch n := n.(type) {
		case *ast.FuncLit:
			inner := planter{room: p.room, src: p.src, file: p.file, function: p.function, skip: p.skip, boolResult: lastIsBool(n.Type)}
			inner.walk(n.Body)
			p.edits = append(p.edits, inner.edits...)
			return false
		case *ast.CaseClause: // its expressions may have to be constants
			for _, s := range n.Body {
				ast.Inspect(s, visit)
			}
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			f, isFor := n.(*ast.ForStmt)
			loops = append(loops, !isFor || f.Cond != nil) // a loop without end that ends leaves its function without a result
			ast.Inspect(bodyOf(n), visit)
			loops = loops[:len(loops)-1]
			if isFor && f.Cond != nil {
				ast.Inspect(f.Cond, visit)
			}
			return false
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			loops = append(loops, false)
			ast.Inspect(bodyOf(n), visit)
			loops = loops[:len(loops)-1]
			return false
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.BinaryExpr:
			p.binary(n)
		case *ast.BranchStmt:
			if n.Tok == token.CONTINUE && n.Label == nil && len(loops) > 0 && loops[len(loops)-1] {
				if id, ok := p.add(n, "continue becomes break"); ok {
					p.put(n.Pos(), 0, "if faultOn(%d) { break }; ", id)
				}
			}
		case *ast.ReturnStmt:
			p.result(n)
		}
		return true
	}
	ast.Inspect(body, visit)
}

func bodyOf(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	case *ast.SwitchStmt:
		return n.Body
	case *ast.TypeSwitchStmt:
		return n.Body
	case *ast.SelectStmt:
		return n.Body
	}
	return n
}

func (p *planter) binary(n *ast.BinaryExpr) {
	if other, ok := turned[n.Op]; ok {
		if id, ok := p.add(n, p.text(n)+": "+n.Op.String()+" becomes "+other); ok {
			p.put(n.Pos(), -int(n.End()), "(faultOn(%d) != (", id)
			p.put(n.End(), int(n.Pos()), "))")
		}
		return
	}
	name := map[token.Token]string{token.LAND: "faultAnd", token.LOR: "faultOr"}[n.Op]
	if name == "" {
		return
	}
	other := map[token.Token]string{token.LAND: "||", token.LOR: "&&"}[n.Op]
	if id, ok := p.add(n, p.text(n)+": "+n.Op.String()+" becomes "+other); ok {
		p.put(n.Pos(), -int(n.End()), "%s(%d, ", name, id)
		p.room.cut(p, n)
		p.put(n.End(), int(n.Pos()), ") })")
	}
}

// cut replaces the operator && or || by what hands the right side over unevaluated.
func (r *room) cut(p *planter, n *ast.BinaryExpr) {
	at := p.offset(n.OpPos)
	p.edits = append(p.edits, edit{at, ", func() bool { return (", cutOperator})
}

const cutOperator = 1 << 30 // an edit that also removes the two characters of && or ||

func (p *planter) result(n *ast.ReturnStmt) {
	if len(n.Results) != 1 || !p.boolResult {
		return
	}
	id, ok := n.Results[0].(*ast.Ident)
	if !ok || id.Name != "true" && id.Name != "false" {
		return
	}
	other := map[string]string{"true": "false", "false": "true"}[id.Name]
	if k, ok := p.add(n, "return "+id.Name+" becomes return "+other); ok {
		p.put(id.Pos(), 0, "faultOn(%d) != ", k)
	}
}
