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

// counter puts a counter before each statement of a program.
type counter struct {
	*file
	main     bool // this is the user's main file; only its lines are reported
	counters int
	lines    []string // of the table
}

// count makes all of the user's files count their statements, and adds to the table.
func (p *program) count(t *table) {
	c := &counter{}
	for _, f := range p.functions() {
		c.file, c.main = f.file, f.Made.Path == p.Solution.Path
		if len(f.name) <= 200 && len(t.functions) < 2000 {
			t.functions = append(t.functions, fmt.Sprintf("{Name: %q, Entry: %d}", f.name, c.counters))
		}
		c.function(f)
	}
	t.blocks, t.lines = c.counters, c.lines
}

// function counts the calls and the lines of one function, without the functions within it.
func (c *counter) function(f function) {
	c.open(f.body.Lbrace + 1)
	c.note(f.at, lineAlone)
	ast.Inspect(f.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			c.statements(n.List)
		case *ast.CaseClause:
			c.statements(n.Body)
		case *ast.CommClause:
			c.statements(n.Body)
		case *ast.IfStmt:
			if other, ok := n.Else.(*ast.IfStmt); ok {
				c.insert(other.Pos(), "{ ")
				c.statements([]ast.Stmt{other})
				c.insert(other.End(), " }")
			}
		}
		return true
	})
}

// note makes the last counter count a line.
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
	c.lines = append(c.lines, fmt.Sprint(c.counters-1), fmt.Sprint(what<<16|line))
}

// open begins with the next counter.
func (c *counter) open(at token.Pos) {
	c.insert(at, fmt.Sprintf(" judgeN[%d]++; ", c.counters))
	c.counters++
}

// statements counts some statements that follow each other. As in the Go tool, a label is a statement of its own.
func (c *counter) statements(all []ast.Stmt) {
	for _, s := range all {
		at := s.Pos()
		label, labelled := s.(*ast.LabeledStmt)
		if labelled {
			if s = label.Stmt; header(s) == nil {
				at = label.Colon + 1 // where a goto leads to
			}
		}
		switch s.(type) {
		case *ast.CaseClause, *ast.CommClause:
			return
		}
		c.open(at)
		if labelled {
			c.note(token.NoPos, elsewhere)
		}
		switch s.(type) {
		case *ast.BlockStmt, *ast.EmptyStmt:
			c.note(token.NoPos, elsewhere)
			continue
		}
		c.note(s.Pos(), aStatement)
		for _, s := range header(s) {
			if s != nil {
				c.note(s.Pos(), lineAlone)
			}
		}
	}
}

// header returns the statements in the header of a loop or a choice, nil for any other statement.
func header(s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.IfStmt:
		return []ast.Stmt{s.Init}
	case *ast.ForStmt:
		return []ast.Stmt{s.Init, s.Post}
	case *ast.SwitchStmt:
		return []ast.Stmt{s.Init}
	case *ast.TypeSwitchStmt:
		return []ast.Stmt{s.Init, s.Assign}
	case *ast.RangeStmt, *ast.SelectStmt:
		return []ast.Stmt{}
	}
	return nil
}
