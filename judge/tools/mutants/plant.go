package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fault is one small change of the code: a comparison turned, < for <=, && for ||, a condition denied, a loop left
// instead of continued, a result denied. All faults of a room are compiled into one test binary; a file says which
// is on.
type fault struct {
	id       int
	file     string // base name
	line     int
	function string
	what     string // the code as it is, and what becomes of it
	silent   bool   // it stands where nothing may be called, and leaves no byte behind: see planter.on
}

// name tells the fault apart from others, also after lines have moved: see equivalent.
func (f fault) name() string { return f.file + " " + f.function + ": " + f.what }

// helpers is the code behind the faults. What they know comes from files whose names are compiled in, since a room may
// start its own executable with an environment of its own, and behind walls. Where there is a file of visits, each
// fault that is come by leaves a byte in it, so that one knows which test reaches which.
const helpers = `package %s

import (
	"cmp"
	"os"
	"strconv"
	"syscall"
)

var faultChosen, faultSeen = func() (int, []byte) {
	text, _ := os.ReadFile(%q)
	chosen, _ := strconv.Atoi(string(text))
	visits, err := os.OpenFile(%q, os.O_RDWR, 0)
	if err != nil {
		return chosen, nil
	}
	defer visits.Close()
	seen, _ := syscall.Mmap(int(visits.Fd()), 0, %d, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	return chosen, seen
}()

func faultOn(id int) bool {
	if faultSeen != nil {
		faultSeen[id] = 1
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

// faultEdge is x < y if it is strict, else x <= y; a fault makes one the other.
func faultEdge[T cmp.Ordered](id int, strict bool, x, y T) bool {
	if faultOn(id) != strict {
		return x < y
	}
	return x <= y
}
`

// planter plants faults in one file after the other.
type planter struct {
	skip     map[int]bool // faults that do not compile
	faults   []fault
	fset     *token.FileSet
	src      []byte // of the file
	function string
	nosplit  bool // the function may not call others
	edits    []edit
}

// edit replaces a part of the source. Edits at one place are made in their order.
type edit struct {
	from, to, order int
	text            string
}

// plant plants every fault that it knows in the package of a folder. Files are the changed texts by path. Chosen and
// visits are the files that the faults read and write.
func plant(dir, chosen, visits string, skip map[int]bool) (faults []fault, files map[string][]byte, err error) {
	p := planter{skip: skip, fset: token.NewFileSet()}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	files, name := map[string][]byte{}, ""
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		if here, err := build.Default.MatchFile(dir, filepath.Base(path)); err != nil || !here {
			continue // for another system, or generated
		}
		file, err := parser.ParseFile(p.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		if p.src, err = os.ReadFile(path); err != nil {
			return nil, nil, err
		}
		name = file.Name.Name
		files[path] = p.file(file)
	}
	if name == "" {
		return nil, nil, fmt.Errorf("%s: no Go files", dir)
	}
	files[filepath.Join(dir, "fault_on.go")] = fmt.Appendf(nil, helpers, name, chosen, visits, len(p.faults)+1)
	return p.faults, files, err
}

// file plants faults in all functions of a file and returns its new text.
func (p *planter) file(file *ast.File) []byte {
	p.edits = nil
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			p.function, p.nosplit = functionName(f), f.Doc != nil && slices.ContainsFunc(f.Doc.List, func(c *ast.Comment) bool { return c.Text == "//go:nosplit" })
			ast.PreorderStack(f, nil, p.visit)
		}
	}
	slices.SortFunc(p.edits, func(a, b edit) int { return cmp.Or(a.from-b.from, a.order-b.order) })
	var out []byte
	last := 0
	for _, e := range p.edits {
		out = append(append(out, p.src[last:e.from]...), e.text...)
		last = e.to
	}
	return append(out, p.src[last:]...)
}

func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	var b bytes.Buffer
	printer.Fprint(&b, token.NewFileSet(), f.Recv.List[0].Type)
	return strings.TrimPrefix(b.String(), "*") + "." + f.Name.Name
}

func (p *planter) offset(pos token.Pos) int { return p.fset.Position(pos).Offset }

func (p *planter) text(n ast.Node) string {
	return strings.Join(strings.Fields(string(p.src[p.offset(n.Pos()):p.offset(n.End())])), " ")
}

// add numbers a fault. It reports whether the fault is to be planted.
func (p *planter) add(n ast.Node, what string) (id int, ok bool) {
	id = len(p.faults) + 1
	at := p.fset.Position(n.Pos())
	p.faults = append(p.faults, fault{id, filepath.Base(at.Filename), at.Line, p.function, what, p.nosplit})
	return id, !p.skip[id]
}

// on is an expression that is true if a fault is chosen.
func (p *planter) on(id int) string {
	if p.nosplit {
		return fmt.Sprintf("(faultChosen == %d)", id)
	}
	return fmt.Sprintf("faultOn(%d)", id)
}

// put plants text before a place. An outer expression is visited first, so its text comes first.
func (p *planter) put(pos token.Pos, format string, args ...any) {
	at := p.offset(pos)
	p.edits = append(p.edits, edit{at, at, len(p.edits), fmt.Sprintf(format, args...)})
}

// end plants text where an expression ends. The text of an outer expression comes last.
func (p *planter) end(pos token.Pos, text string) {
	at := p.offset(pos)
	p.edits = append(p.edits, edit{at, at, -len(p.edits), text})
}

// visit plants the faults of one node. Within are the nodes around it.
func (p *planter) visit(n ast.Node, within []ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case ast.Expr:
		if c, ok := within[len(within)-1].(*ast.CaseClause); ok && n.Pos() < c.Colon {
			if s, ok := within[len(within)-3].(*ast.SwitchStmt); !ok || s.Tag != nil {
				return false // it may have to be a constant
			}
			p.condition(n)
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			p.binary(n)
		case *ast.UnaryExpr:
			in, _ := ast.Unparen(n.X).(*ast.BinaryExpr)
			if n.Op == token.NOT && (in == nil || turned[in.Op] == 0 || in.Op == token.LAND || in.Op == token.LOR) { // a comparison has a fault that does the same
				p.deny(n)
			}
		}
	case *ast.IfStmt:
		p.condition(n.Cond)
	case *ast.ForStmt:
		p.condition(n.Cond)
	case *ast.BranchStmt:
		if n.Tok == token.CONTINUE && n.Label == nil && leavable(within) {
			if id, ok := p.add(n, "continue becomes break"); ok {
				p.put(n.Pos(), "if %s { break }; ", p.on(id))
			}
		}
	case *ast.ReturnStmt:
		p.result(n, within)
	}
	return true
}

// leavable reports whether break leaves the loop. A loop without a condition that ends would leave its function
// without a result.
func leavable(within []ast.Node) bool {
	for _, n := range slices.Backward(within) {
		switch n := n.(type) {
		case *ast.RangeStmt:
			return true
		case *ast.ForStmt:
			return n.Cond != nil
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return false
		}
	}
	return false
}

var turned = map[token.Token]token.Token{token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS,
	token.GTR: token.LEQ, token.LEQ: token.GTR, token.LAND: token.LOR, token.LOR: token.LAND}

var edges = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}

func (p *planter) binary(n *ast.BinaryExpr) {
	other, known := turned[n.Op]
	if !known {
		return
	}
	if p.nosplit && (n.Op == token.LAND || n.Op == token.LOR) { // it takes a call to change that
		p.condition(n.X)
		p.condition(n.Y)
		return
	}
	id, ok := p.add(n, fmt.Sprintf("%s: %s becomes %s", p.text(n), n.Op, other))
	helper := map[token.Token]string{token.LAND: "faultAnd", token.LOR: "faultOr"}[n.Op]
	switch {
	case helper == "":
		if ok {
			p.put(n.Pos(), "(%s != (", p.on(id))
			p.end(n.End(), "))")
		}
		p.edge(n)
	default:
		if ok {
			p.put(n.Pos(), "%s(%d, ", helper, id)
			p.operator(n, ", func() bool { return (")
			p.end(n.End(), ") })")
		}
		p.condition(n.X)
		p.condition(n.Y)
	}
}

// operator replaces the operator between two operands.
func (p *planter) operator(n *ast.BinaryExpr, text string) {
	at := p.offset(n.OpPos)
	p.edits = append(p.edits, edit{at, at + len(n.Op.String()), 0, text})
}

// edge has a comparison take in the value at its edge, or leave it out.
func (p *planter) edge(n *ast.BinaryExpr) {
	other, known := edges[n.Op]
	if !known || p.nosplit {
		return
	}
	id, ok := p.add(n, fmt.Sprintf("%s: %s becomes %s", p.text(n), n.Op, other))
	if !ok {
		return
	}
	not := "" // x > y is not x <= y
	if n.Op == token.GTR || n.Op == token.GEQ {
		not = "!"
	}
	p.put(n.Pos(), "%sfaultEdge(%d, %t, ", not, id, n.Op == token.LSS || n.Op == token.GEQ)
	p.operator(n, ", ")
	p.end(n.End(), ")")
}

// condition denies a condition that is a variable or a call. Those with operators have faults of their own.
func (p *planter) condition(x ast.Expr) {
	switch x.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
		if p.text(x) != "false" { // if false { fmt.Sprintf(...) } } has vet look at calls of a function
			p.deny(x)
		}
	}
}

func (p *planter) deny(x ast.Expr) {
	if id, ok := p.add(x, p.text(x)+" is denied"); ok {
		p.put(x.Pos(), "(%s != (", p.on(id))
		p.end(x.End(), "))")
	}
}

// result denies what a function returns whose only result is a plain bool.
func (p *planter) result(n *ast.ReturnStmt, within []ast.Node) {
	var of *ast.FuncType
	for _, n := range within {
		switch n := n.(type) {
		case *ast.FuncDecl:
			of = n.Type
		case *ast.FuncLit:
			of = n.Type
		}
	}
	if of.Results.NumFields() != 1 || len(n.Results) != 1 || p.text(of.Results.List[0].Type) != "bool" {
		return
	}
	opposite := map[string]string{"true": "false", "false": "true"}
	is := p.text(n.Results[0])
	if other, known := opposite[is]; known {
		if id, ok := p.add(n, "return "+is+" becomes return "+other); ok {
			p.put(n.Results[0].Pos(), "%s != ", p.on(id))
		}
	}
}
