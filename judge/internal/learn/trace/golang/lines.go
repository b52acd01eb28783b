package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
)

// Why a line is counted; see the package record.
const (
	aStatement = iota
	lineAlone
	elsewhere
)

// counter puts counters into a program: one for each block. If the first statement of a block runs, all of them run.
type counter struct {
	*file
	main    bool // this is the user's main file; only its lines are reported
	blocks  int
	lines   []string // of the table
	entries []string
	names   []string
}

// count makes all of the user's files count their statements, and returns the table.
func (p *program) count() (table string) {
	c := &counter{}
	for _, f := range p.files {
		if f.Made.Path != "" { // the judge's driver is not the solution's work
			c.file, c.main = f, f.Made.Path == p.Solution.Path
			c.declarations()
		}
	}
	return fmt.Sprintf("var judgeNamed = false\nvar judgeN [%d]uint64\n", c.blocks+1) + variable("judgeLines", "uint32", c.lines) +
		variable("judgeEntries", "int", c.entries) + variable("judgeNames", "string", c.names)
}

func (c *counter) declarations() {
	for _, d := range c.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				c.function(functionName(d), d.Pos(), d.Body)
			}
		case *ast.GenDecl:
			c.literals(d, "")
		}
	}
}

// note makes the last block count a line.
func (c *counter) note(at token.Pos, what int) {
	line := 0
	if c.main && what != elsewhere {
		line = c.line(at)
	}
	if line == 0 || line > 0xffff {
		if what == lineAlone {
			return
		}
		line, what = 0, elsewhere
	}
	c.lines = append(c.lines, fmt.Sprint(c.blocks-1), fmt.Sprint(what<<16|line))
}

// open begins a block.
func (c *counter) open(at token.Pos) {
	c.insert(at, fmt.Sprintf(" judgeN[%d]++; ", c.blocks))
	c.blocks++
}

// function counts the calls of one function, its lines, and the functions within it.
func (c *counter) function(name string, at token.Pos, body *ast.BlockStmt) {
	if len(name) <= 200 && len(c.names) < 2000 {
		c.names, c.entries = append(c.names, fmt.Sprintf("%q", name)), append(c.entries, fmt.Sprint(c.blocks))
	}
	c.open(body.Lbrace + 1)
	c.note(at, lineAlone)
	c.run(body.List)
	c.literals(body, name+".")
}

// list counts the statements of a block.
func (c *counter) list(at token.Pos, all []ast.Stmt) {
	if len(all) > 0 {
		c.open(at)
		c.run(all)
	}
}

func (c *counter) run(all []ast.Stmt) {
	for i, s := range all {
		if ends := c.statement(s); ends && i+1 < len(all) {
			c.open(all[i+1].Pos())
		}
	}
}

// statement counts a statement, and reports whether the statements behind it may run less often. As in the Go tool, a
// label is a statement of its own, except before a loop or a choice.
func (c *counter) statement(s ast.Stmt) (ends bool) {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		if !isControl(s.Stmt) {
			c.note(token.NoPos, elsewhere)
			c.open(s.Colon + 1)
		}
		c.statement(s.Stmt)
		return true
	case *ast.BlockStmt:
		c.note(token.NoPos, elsewhere)
		c.list(s.Lbrace+1, s.List)
		return true
	case *ast.EmptyStmt:
		c.note(token.NoPos, elsewhere)
		return false
	}
	c.note(s.Pos(), aStatement)
	if isControl(s) {
		c.control(s)
		return true
	}
	_, branch := s.(*ast.BranchStmt)
	return branch || mayEnd(s)
}

func isControl(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// control counts the statements inside a loop or a choice.
func (c *counter) control(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		c.header(s.Init)
		c.list(s.Body.Lbrace+1, s.Body.List)
		switch other := s.Else.(type) {
		case *ast.BlockStmt:
			c.list(other.Lbrace+1, other.List)
		case *ast.IfStmt:
			c.insert(other.Pos(), "{ ")
			c.list(other.Pos(), []ast.Stmt{other})
			c.insert(other.End(), " }")
		}
	case *ast.ForStmt:
		c.header(s.Init, s.Post)
		c.list(s.Body.Lbrace+1, s.Body.List)
	case *ast.RangeStmt:
		c.list(s.Body.Lbrace+1, s.Body.List)
	case *ast.SwitchStmt:
		c.header(s.Init)
		c.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		c.header(s.Init, s.Assign)
		c.clauses(s.Body)
	case *ast.SelectStmt:
		c.clauses(s.Body)
	}
}

// header notes the lines of the statements in a header.
func (c *counter) header(all ...ast.Stmt) {
	for _, s := range all {
		if s != nil {
			c.note(s.Pos(), lineAlone)
		}
	}
}

func (c *counter) clauses(body *ast.BlockStmt) {
	for _, clause := range body.List {
		switch clause := clause.(type) {
		case *ast.CaseClause:
			c.list(clause.Colon+1, clause.Body)
		case *ast.CommClause:
			c.list(clause.Colon+1, clause.Body)
		}
	}
}

// mayEnd reports whether a statement contains a function or a panic.
func mayEnd(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = true
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			found = found || ok && id.Name == "panic"
		}
		return !found
	})
	return found
}

// literals counts the functions that have no declaration of their own. A function that is assigned to a variable gets
// the variable's name: dfs in solve is solve.dfs.
func (c *counter) literals(n ast.Node, within string) {
	names := map[*ast.FuncLit]string{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, value := range n.Rhs {
				if f, ok := value.(*ast.FuncLit); ok {
					if id, ok := n.Lhs[i].(*ast.Ident); ok {
						names[f] = id.Name
					}
				}
			}
		case *ast.ValueSpec:
			for i, value := range n.Values {
				if f, ok := value.(*ast.FuncLit); ok {
					names[f] = n.Names[i].Name
				}
			}
		case *ast.FuncLit:
			name := cmp.Or(names[n], fmt.Sprintf("line %d", c.line(n.Pos())))
			c.function(within+name, n.Pos(), n.Body)
			return false
		}
		return true
	})
}

// functionName returns a function's name. A method's name begins with its type: solver.search.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr: // of a generic type
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}
