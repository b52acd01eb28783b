package trace

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/cover"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/result"
)

// readWork turns a coverage profile in the Go tool's text form into the work done in all source files,
// with the lines of the main one.
func readWork(profile []byte, main string, sources map[string][]byte) (*result.Work, error) {
	profiles, err := cover.ParseProfilesFromReader(bytes.NewReader(profile))
	if err != nil {
		return nil, say.Errorf("reading the coverage profile: %w", err)
	}
	blocks := map[string][]cover.ProfileBlock{}
	work := &result.Work{Calls: map[string]int64{}}
	own := map[string]bool{}
	for name := range sources {
		own[filepath.Base(name)] = true
	}
	own[function.GoDriver] = false // what the judge does around a function is none of the solution's work
	for _, p := range profiles {
		if !own[filepath.Base(p.FileName)] {
			continue // what was put beside it
		}
		blocks[filepath.Base(p.FileName)] = p.Blocks
		for _, b := range p.Blocks {
			work.Statements += int64(b.NumStmt) * int64(b.Count)
		}
	}
	var files []*ast.File
	for name, source := range sources {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if !own[filepath.Base(name)] {
			continue
		}
		c := counter{fset: fset, blocks: blocks[filepath.Base(name)], calls: work.Calls}
		c.lines = make([]int64, bytes.Count(source, []byte("\n"))+1)
		for i := range c.lines {
			c.lines[i] = -1
		}
		files = append(files, file)
		c.declarations(file)
		if name == main {
			work.Lines = c.lines
		}
	}
	work.Nodes = searchNodes(searchFunctions(files), work.Calls)
	return work, nil
}

// counter finds out how often each line and each function of a file ran. The profile knows blocks of
// statements; which of them begin on a line, the syntax tree knows.
type counter struct {
	fset   *token.FileSet
	blocks []cover.ProfileBlock
	lines  []int64
	calls  map[string]int64
}

func (c counter) declarations(file *ast.File) {
	for _, d := range file.Decls {
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

// function counts the calls of one function, its lines, and the functions within it.
func (c counter) function(name string, pos token.Pos, body *ast.BlockStmt) {
	calls := c.entry(body)
	c.calls[name] += calls
	c.line(pos, calls)
	c.literals(body, name+".")
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.LabeledStmt, *ast.EmptyStmt:
			// not statements that run by themselves
		case ast.Stmt:
			c.line(n.Pos(), c.at(n.Pos()))
		case *ast.FuncLit:
			return false // counted by literals
		}
		return true
	})
}

// literals counts the functions that have no declaration of their own. One that is assigned to a
// variable goes by its name: dfs in solve is solve.dfs.
func (c counter) literals(n ast.Node, within string) {
	names := map[*ast.FuncLit]string{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, value := range n.Rhs {
				if f, ok := value.(*ast.FuncLit); ok && len(n.Lhs) == len(n.Rhs) {
					if id, ok := n.Lhs[i].(*ast.Ident); ok {
						names[f] = id.Name
					}
				}
			}
		case *ast.ValueSpec:
			for i, value := range n.Values {
				if f, ok := value.(*ast.FuncLit); ok && len(n.Names) == len(n.Values) {
					names[f] = n.Names[i].Name
				}
			}
		case *ast.FuncLit:
			name := names[n]
			if name == "" {
				name = fmt.Sprintf("line %d", c.fset.Position(n.Pos()).Line)
			}
			c.function(within+name, n.Pos(), n.Body)
			return false
		}
		return true
	})
}

// line notes how often something that begins there ran. The line shows the most of these.
func (c counter) line(p token.Pos, count int64) {
	i := c.fset.Position(p).Line - 1
	c.lines[i] = max(c.lines[i], count)
}

// at is how often the code at a position ran. Blocks do not overlap but by the brace between them.
func (c counter) at(p token.Pos) int64 {
	at := c.fset.Position(p)
	for _, b := range c.blocks {
		from := b.StartLine < at.Line || b.StartLine == at.Line && b.StartCol <= at.Column
		to := at.Line < b.EndLine || at.Line == b.EndLine && at.Column < b.EndCol
		if from && to {
			return int64(b.Count)
		}
	}
	return 0
}

// entry is how often a function's body was entered: the count of the first block in it.
func (c counter) entry(body *ast.BlockStmt) int64 {
	open, end := c.fset.Position(body.Lbrace), c.fset.Position(body.Rbrace)
	for _, b := range c.blocks {
		from := b.StartLine > open.Line || b.StartLine == open.Line && b.StartCol >= open.Column
		to := b.StartLine < end.Line || b.StartLine == end.Line && b.StartCol <= end.Column
		if from && to {
			return int64(b.Count)
		}
	}
	return 0
}

// functionName is a function's name, with its type's before it if it is a method: solver.search.
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
