package golang

import (
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

// count makes all of the user's files count their statements, and adds to the table.
func (p *program) count(t *table) {
	c := &counter{}
	for _, f := range p.functions() {
		c.file, c.main = f.file, f.Made.Path == p.Solution.Path
		if len(f.name) <= 200 && len(c.names) < 2000 {
			c.names, c.entries = append(c.names, fmt.Sprintf("%q", f.name)), append(c.entries, fmt.Sprint(c.blocks))
		}
		c.function(f)
	}
	t.blocks, t.lines, t.entries, t.names = c.blocks, c.lines, c.entries, c.names
}

// function counts the calls and the lines of one function, without the functions within it.
func (c *counter) function(f function) {
	c.open(f.body.Lbrace + 1)
	c.note(f.at, lineAlone)
	c.run(f.body.List)
	ast.Inspect(f.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			if n != f.body {
				c.list(n.Lbrace+1, n.List)
			}
		case *ast.CaseClause:
			c.list(n.Colon+1, n.Body)
		case *ast.CommClause:
			c.list(n.Colon+1, n.Body)
		case *ast.IfStmt:
			if other, ok := n.Else.(*ast.IfStmt); ok {
				c.insert(other.Pos(), "{ ")
				c.list(other.Pos(), []ast.Stmt{other})
				c.insert(other.End(), " }")
			}
		}
		return true
	})
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

// list counts the statements of a block, or of nothing where the block is the clauses of a choice.
func (c *counter) list(at token.Pos, all []ast.Stmt) {
	if len(all) == 0 {
		return
	}
	switch all[0].(type) {
	case *ast.CaseClause, *ast.CommClause:
		return
	}
	c.open(at)
	c.run(all)
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
		if _, control := headers(s.Stmt); !control {
			c.note(token.NoPos, elsewhere)
			c.open(s.Colon + 1)
		}
		c.statement(s.Stmt)
		return true
	case *ast.BlockStmt:
		c.note(token.NoPos, elsewhere)
		return true
	case *ast.EmptyStmt:
		c.note(token.NoPos, elsewhere)
		return false
	}
	c.note(s.Pos(), aStatement)
	header, control := headers(s)
	for _, s := range header {
		if s != nil {
			c.note(s.Pos(), lineAlone)
		}
	}
	_, branch := s.(*ast.BranchStmt)
	return control || branch || mayEnd(s)
}

// headers returns the statements in the header of a loop or a choice.
func headers(s ast.Stmt) (header []ast.Stmt, control bool) {
	switch s := s.(type) {
	case *ast.IfStmt:
		return []ast.Stmt{s.Init}, true
	case *ast.ForStmt:
		return []ast.Stmt{s.Init, s.Post}, true
	case *ast.SwitchStmt:
		return []ast.Stmt{s.Init}, true
	case *ast.TypeSwitchStmt:
		return []ast.Stmt{s.Init, s.Assign}, true
	case *ast.RangeStmt, *ast.SelectStmt:
		return nil, true
	}
	return nil, false
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
