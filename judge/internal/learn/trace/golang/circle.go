package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/trace/record"
)

// shut are the packages that see nothing but a program's memory and its input; of os only some names.
const (
	shut   = " bufio bytes cmp container/heap container/list errors fmt io math math/bits math/big os slices sort strconv strings unicode unicode/utf8 "
	shutOS = " Stdin Stdout Stderr Exit Args "
)

// circles makes each loop of the user's file show all that decides what it does next: the variables from outside of its
// body that it mentions, and those of the package. Loops that may be entered again from within are left out.
func (p *program) circles(t *table) error {
	mentions := map[string]map[string]int{} // by function
	var globals []string
	each := func(do func(f *file, d *ast.FuncDecl)) {
		for _, f := range p.files {
			for _, d := range f.tree.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil && f.Made.Path != "" {
					do(f, d)
				}
			}
		}
	}
	each(func(_ *file, d *ast.FuncDecl) { mentions[d.Name.Name] = namesIn(d, mentions[d.Name.Name]) })
	for _, f := range p.files {
		if f.Made.Path != "" && !f.shut() {
			return &record.Cannot{Why: say.Of("it may see more than its memory and its input")}
		}
		for _, d := range f.tree.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
				for _, spec := range d.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						globals = append(globals, name.Name)
					}
				}
			}
		}
	}
	each(func(f *file, d *ast.FuncDecl) {
		labels := map[ast.Stmt]token.Pos{}
		ast.Inspect(d.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.LabeledStmt:
				labels[n.Stmt] = n.Pos()
			case *ast.ForStmt:
				at := n.Pos()
				if label, ok := labels[n]; ok {
					at = label
				}
				mentions[""] = namesIn(n, nil)
				called := map[string]bool{}
				if reach(mentions, "", called); !called[d.Name.Name] {
					f.insert(at, fmt.Sprintf(" judgeRuns[%d]++; ", t.loops))
					f.insert(n.Body.Lbrace+1, fmt.Sprintf(" if judgeDue.Load() { judgeLoop(%d, %d, %s) }; ", t.loops, f.line(n.Pos()), f.seenBy(n, globals)))
					t.loops++
				}
			}
			return true
		})
	})
	return nil
}

// shut reports whether a file has nothing that sees more than its memory and its input, or that does things by chance.
func (f *file) shut() bool {
	for _, spec := range f.tree.Imports {
		if !strings.Contains(shut, " "+strings.Trim(spec.Path.Value, `"`)+" ") || spec.Name != nil {
			return false
		}
	}
	ok := true
	ast.Inspect(f.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt:
			ok = false
		case *ast.BranchStmt:
			ok = ok && n.Tok != token.GOTO
		case *ast.SelectorExpr:
			of, _ := n.X.(*ast.Ident)
			ok = ok && (of == nil || of.Name != "os" || strings.Contains(shutOS, " "+n.Sel.Name+" "))
		}
		return ok
	})
	return ok
}

// seenBy returns the variables from outside of a loop's body as arguments: how many of them are counters that decide
// nothing, those, and then the others.
func (f *file) seenBy(loop *ast.ForStmt, globals []string) string {
	all, counted := map[string]int{}, map[string]int{}
	ast.Inspect(loop, func(n ast.Node) bool {
		var counter ast.Expr
		switch n := n.(type) {
		case *ast.IncDecStmt:
			counter = n.X
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
				counter = n.Lhs[0]
			}
		case *ast.Ident: // a name of the function itself needs no types
			if o := n.Obj; o != nil && o.Kind == ast.Var && o.Pos() < loop.Body.Lbrace && n.Name != "_" {
				all[n.Name]++
			}
		}
		if name, ok := counter.(*ast.Ident); ok {
			counted[name.Name]++
		}
		return true
	})
	var counters, others []string
	for name, n := range all {
		if n == counted[name] && !slices.Contains(globals, name) {
			counters = append(counters, "&"+name)
		} else {
			others = append(others, "&"+name)
		}
	}
	for _, name := range globals {
		if all[name] == 0 && name != "_" {
			others = append(others, "&"+name)
		}
	}
	slices.Sort(counters)
	slices.Sort(others)
	return strings.Join(append([]string{fmt.Sprint(len(counters))}, append(counters, others...)...), ", ")
}

// namesIn counts the names below a node.
func namesIn(n ast.Node, to map[string]int) map[string]int {
	if to == nil {
		to = map[string]int{}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			to[id.Name]++
		}
		return true
	})
	return to
}

// reach finds what is mentioned by a function, or by what it reaches.
func reach(mentions map[string]map[string]int, from string, seen map[string]bool) {
	for next := range mentions[from] {
		if !seen[next] {
			seen[next] = true
			reach(mentions, next, seen)
		}
	}
}
