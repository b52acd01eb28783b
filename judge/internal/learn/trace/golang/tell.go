package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

const noFunctions = "var judgeFunctions []judgeFunction\n"

// teller adds the calls that tell of a program's calls and of its writes to elements. It needs no types: the functions
// that it calls take any value.
type teller struct {
	*file
	functions []string // of the table: a name and a line
}

// tell makes the user's files tell of their calls and tables, and returns the table.
func (p *program) tell() (table string) {
	t := &teller{}
	for _, f := range p.files {
		if f.Made.Path == "" { // the judge's driver
			continue
		}
		t.file = f
		for _, d := range f.tree.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				t.statements(d, "")
			case *ast.FuncDecl:
				if d.Body != nil {
					t.function(functionName(d), d.Pos(), d.Type, d.Body)
				}
			}
		}
	}
	return "var judgeNamed = false\nvar judgeN [1]uint64\n" + variable("judgeLines", "uint32", nil) + variable("judgeEntries", "int", nil) +
		variable("judgeNames", "string", nil) + variable("judgeFunctions", "judgeFunction", t.functions)
}

func (t *teller) function(name string, at token.Pos, kind *ast.FuncType, body *ast.BlockStmt) {
	number := len(t.functions) + 1
	t.functions = append(t.functions, fmt.Sprintf("{Name: %q, Line: %d}", name, t.line(at)))
	args := ""
	for _, field := range kind.Params.List {
		for _, name := range field.Names {
			if name.Name != "_" {
				args += ", " + name.Name
			}
		}
	}
	t.insert(body.Lbrace+1, fmt.Sprintf(" judgeBegins(%d%s); defer judgeEnds(%d); ", number, args, number))
	t.statements(body, name+".")
}

// statements handles the writes below a node, and the functions within it, which have names of variables.
func (t *teller) statements(n ast.Node, within string) {
	names := map[*ast.FuncLit]string{}
	var parents []ast.Node
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			parents = parents[:len(parents)-1]
			return true
		case *ast.AssignStmt:
			for i, value := range n.Rhs {
				if f, ok := value.(*ast.FuncLit); ok && i < len(n.Lhs) {
					if id, ok := n.Lhs[i].(*ast.Ident); ok {
						names[f] = id.Name
					}
				}
			}
		case *ast.FuncLit:
			t.function(within+cmp.Or(names[n], fmt.Sprintf("line %d", t.line(n.Pos()))), n.Pos(), n.Type, n.Body)
			return false
		}
		if s, ok := n.(ast.Stmt); ok && len(parents) > 0 && !alone(s, parents[len(parents)-1]) {
			t.told(s)
		}
		parents = append(parents, n)
		return true
	})
}

// told adds calls behind a statement that changes elements.
func (t *teller) told(s ast.Stmt) {
	var calls []string
	switch s := s.(type) {
	case *ast.AssignStmt:
		for i, left := range s.Lhs {
			calls = append(calls, t.element(left, s.Pos()))
			if len(s.Lhs) == len(s.Rhs) {
				calls = append(calls, t.grown(left, s.Rhs[i], s.Pos()))
			}
		}
	case *ast.IncDecStmt:
		calls = append(calls, t.element(s.X, s.Pos()))
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && len(call.Args) == 2 && t.text(call.Fun) == "delete" && pure(call.Args[1]) {
			if stem, ok := t.stem(call.Args[0]); ok {
				calls = append(calls, fmt.Sprintf("judgeTold(%d, %s, %s, nil)", t.line(s.Pos()), stem, t.text(call.Args[1])))
			}
		}
	}
	for _, call := range calls {
		if call != "" {
			t.insert(s.End(), "; "+call)
		}
	}
}

func (t *teller) element(left ast.Expr, at token.Pos) string {
	x, ok := left.(*ast.IndexExpr)
	if !ok || !pure(x) {
		return ""
	}
	stem, ok := t.stem(x.X)
	if !ok {
		return ""
	}
	return fmt.Sprintf("judgeTold(%d, %s, %s, %s)", t.line(at), stem, t.text(x.Index), t.text(x))
}

// grown handles a list that is used as a stack: path = append(path, x) and path = path[:len(path)-1].
func (t *teller) grown(left, right ast.Expr, at token.Pos) string {
	stem, ok := t.stem(left)
	if _, element := left.(*ast.IndexExpr); !ok || element || !pure(left) {
		return ""
	}
	name := t.text(left)
	switch x := right.(type) {
	case *ast.CallExpr:
		if t.text(x.Fun) == "append" && len(x.Args) == 2 && !x.Ellipsis.IsValid() && t.text(x.Args[0]) == name {
			return fmt.Sprintf("judgeTold(%d, %s, len(%s)-1, %s[len(%s)-1])", t.line(at), stem, name, name, name)
		}
	case *ast.SliceExpr:
		if t.text(x.X) == name && x.Low == nil {
			return fmt.Sprintf("judgeTold(%d, %s, len(%s), nil)", t.line(at), stem, name)
		}
	}
	return ""
}

// stem returns arguments that say which table a container belongs to: its name, the row and the whole.
func (t *teller) stem(e ast.Expr) (string, bool) {
	row, whole := "-1", e
	if x, ok := e.(*ast.IndexExpr); ok {
		row, whole = t.text(x.Index), x.X
	}
	if !pure(e) {
		return "", false
	}
	switch x := whole.(type) {
	case *ast.Ident:
		return fmt.Sprintf("%q, %s, %s", x.Name, row, x.Name), !strings.HasPrefix(x.Name, "_")
	case *ast.SelectorExpr:
		return fmt.Sprintf("%q, %s, %s", x.Sel.Name, row, t.text(x)), true
	}
	return "", false
}
