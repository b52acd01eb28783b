// Package golang makes programs in Go report what they do. It uses their syntax trees to insert calls of our functions.
// It inserts text only within lines, so every line keeps its number.
package golang

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

//go:embed watch/board.go watch/stream.go watch/tell.go watch/circle.go
var watch embed.FS

// Recorder is the recorder for Go.
type Recorder struct{ record.Plain }

// Sources replaces the user's files by rewritten texts, and adds the files with the functions that these call.
func (Recorder) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	made, err := build.Named(src)
	if err != nil {
		return nil, err
	}
	p, err := parse(made, s)
	if err != nil {
		return nil, err
	}
	var t table
	switch want {
	case record.Lines:
		p.count(&t)
	case record.Circle:
		err = p.circles(&t)
	default:
		err = p.watch(&t, want == record.Search)
	}
	if err != nil {
		return nil, err
	}
	if want == record.Board { // the rewritten text uses variables that its own may not
		if _, err := b.Compile(ctx, src); err != nil {
			return nil, err
		}
	}
	for i, f := range p.files {
		f.ends()
		made[i].Text = f.apply()
	}
	made = append(made, build.Made{Name: "judge_table.go", Text: t.text()})
	src.Made = append(made, parts(want)...)
	return []build.Source{src}, nil
}

// forUnix makes a file of the package watch one of the program. Programs are watched on Unix only, and with a constraint
// in their text they could not be compiled without the go command.
var forUnix = strings.NewReplacer("//go:build unix\n", "\n", "package watch\n", "package main\n")

// parts returns the files with the functions that rewritten texts call. Only circles need the one that looks at loops.
func parts(want record.Kind) (made []build.Made) {
	files, _ := fs.Glob(watch, "watch/*")
	for _, path := range files {
		if path == "watch/circle.go" && want != record.Circle {
			continue
		}
		text, _ := watch.ReadFile(path)
		made = append(made, build.Made{Name: "judge_" + filepath.Base(path), Text: forUnix.Replace(string(text))})
	}
	return made
}

// program holds the files of a program while they are rewritten.
type program struct {
	solution.Solution
	fset  *token.FileSet
	files []*file
}

// file is one file of a program.
type file struct {
	build.Made
	tree  *ast.File
	fset  *token.FileSet
	edits []edit
}

// edit replaces the text between two offsets.
type edit struct {
	at, until int
	text      string
}

func parse(made []build.Made, s solution.Solution) (*program, error) {
	p := &program{Solution: s, fset: token.NewFileSet()}
	for _, m := range made {
		tree, err := parser.ParseFile(p.fset, m.Name, m.Text, 0)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, &file{Made: m, tree: tree, fset: p.fset})
	}
	return p, nil
}

func (f *file) offset(p token.Pos) int { return f.fset.PositionFor(p, false).Offset }

// line returns the line of a position as the user knows it.
func (f *file) line(p token.Pos) int { return f.fset.Position(p).Line }

func (f *file) text(n ast.Node) string { return f.Text[f.offset(n.Pos()):f.offset(n.End())] }

func (f *file) insert(at token.Pos, text string) {
	f.edits = append(f.edits, edit{f.offset(at), f.offset(at), text})
}

// apply carries out the edits.
func (f *file) apply() string {
	slices.SortStableFunc(f.edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	var out bytes.Buffer
	last := 0
	for _, e := range f.edits {
		out.WriteString(f.Text[last:max(last, e.at)] + e.text)
		last = max(last, e.until)
	}
	out.WriteString(f.Text[last:])
	return out.String()
}

// ends inserts calls where the program ends: where main ends in any way, before os.Exit, and where the library's log
// ends the program.
func (f *file) ends() {
	names := map[string]string{} // of packages
	for _, spec := range f.tree.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		names[filepath.Base(path)] = path
		if spec.Name != nil {
			names[spec.Name.Name] = path
		}
	}
	ast.Inspect(f.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == "main" && n.Recv == nil && n.Body != nil {
				f.insert(n.Body.Lbrace+1, " defer judgeEnd(); ")
			}
		case *ast.CallExpr:
			called, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			of, _ := called.X.(*ast.Ident)
			if of != nil && called.Sel.Name == "Exit" && (names[of.Name] == "os" || names[of.Name] == "syscall") && len(n.Args) == 1 {
				f.insert(n.Args[0].Pos(), "judgeThen(")
				f.insert(n.Args[0].End(), ")")
			}
			if of != nil && strings.HasPrefix(called.Sel.Name, "Fatal") && names[of.Name] == "log" {
				f.insert(of.Pos(), "judgeThen(")
				f.insert(of.End(), ".Default())")
			}
		}
		return true
	})
}

// table holds what the functions of package watch know of the program.
type table struct {
	blocks, loops    int
	lines, functions []string
	named            string
}

func (t table) text() string {
	return fmt.Sprintf("package main\n\nvar judgeNamed = %q\nvar judgeN [%d]uint64\nvar judgeRuns [%d]uint64\nvar judgeLines = []uint32{%s}\nvar judgeFunctions = []judgeFunction{%s}\n",
		t.named, t.blocks+1, t.loops, strings.Join(t.lines, ", "), strings.Join(t.functions, ", "))
}
