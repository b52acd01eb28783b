package submit

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language/golang"
	"sudokuoj/judge/internal/learn/gotypes"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
)

// goFunction cuts the functions that the site calls, and everything that they need, out of a file in Go. The site adds
// a package clause and a main program.
func goFunction(path, text string, asked function.Signature, release string) (Cut, error) {
	p, err := load(path, []byte(golang.File(path, text)), asked)
	if err != nil {
		return Cut{}, err
	}
	entries, err := p.entries(asked)
	if err != nil {
		return Cut{}, err
	}
	reached := p.reach(entries)
	if reasons := p.objections(reached, release); len(reasons) > 0 {
		return Cut{}, &Refused{leetcodeTitle, reasons}
	}
	main, own := p.at[p.pkg.Scope().Lookup("main")], p.given(asked)
	if main.node == nil && own == nil {
		return Cut{Text: withoutClause(text)}, nil
	}
	for _, at := range own {
		delete(reached, at.node)
	}
	cut := Cut{Text: p.print(reached)}
	if main.node != nil {
		cut.Notes = append(cut.Notes, withoutMain(p.others(reached, own)))
	}
	if own != nil {
		cut.Notes = append(cut.Notes, withoutTheirs(lang.Given(asked)))
	}
	return cut, nil
}

// others are the functions and types that were not reached, apart from main and the types that the site has.
func (p *program) others(reached map[ast.Node]piece, theirs []piece) (names []string) {
	for _, name := range p.pkg.Scope().Names() {
		at, ok := p.at[p.pkg.Scope().Lookup(name)]
		if _, kept := reached[at.node]; ok && !kept && name != "main" && !slices.Contains(theirs, at) {
			names = append(names, name)
		}
	}
	return names
}

// withoutClause removes the package clause of a source.
func withoutClause(text string) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.PackageClauseOnly)
	if err != nil {
		return text
	}
	from, to := fset.Position(file.Package).Offset, fset.Position(file.Name.End()).Offset
	return text[:from] + strings.TrimLeft(text[to:], " \t\r\n;")
}

// program is a parsed and type-checked source file.
type program struct {
	path   string
	source []byte
	fset   *token.FileSet
	file   *ast.File
	nodes  *ast.File // the site's types that the file does not define
	info   *types.Info
	pkg    *types.Package
	at     map[types.Object]piece // where each of the file's own objects is declared
}

// piece is the smallest part that is kept or left out: a function, or one spec of a declaration with its keyword.
type piece struct {
	node    ast.Node // *ast.FuncDecl, or the spec, or a whole const declaration
	keyword string   // "var", "type" before a spec that stood in a group
	doc     *ast.CommentGroup
}

// load reads and checks a program. It refuses one that does not compile. If Go's own packages cannot be loaded, that
// is not the program's fault.
func load(path string, source []byte, asked function.Signature) (*program, error) {
	p := &program{path: path, source: source, fset: token.NewFileSet(), at: map[types.Object]piece{},
		info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
	var err error
	if p.file, err = parser.ParseFile(p.fset, path, source, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return nil, refused(say.Of("it does not compile: %s", err))
	}
	if p.nodes, err = parser.ParseFile(p.fset, "", "package main\n"+golang.Language.Nodes(asked, p.declares), 0); err != nil {
		return nil, err
	}
	if !gotypes.Modest([]*ast.File{p.file}) {
		return nil, refused(say.Of("its types or constants grow too large to be worked out"))
	}
	conf := types.Config{Importer: gotypes.Library()}
	if p.pkg, err = conf.Check("main", p.fset, []*ast.File{p.file, p.nodes}, p.info); err != nil {
		_, broken := conf.Importer.Import("errors")
		if missing, ok := errors.AsType[*build.Missing](broken); ok {
			return nil, say.Errorf("submit: %w", missing)
		}
		if broken != nil {
			return nil, say.Errorf("the packages of Go cannot be read: %s", strings.TrimSpace(broken.Error())).Hint("see whether go env GOROOT names the folder where Go is installed")
		}
		return nil, refused(say.Of("it does not compile: %s", err))
	}
	for _, d := range p.file.Decls {
		p.index(d)
	}
	return p, nil
}

// index notes which piece declares which object.
func (p *program) index(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		p.at[p.info.Defs[d.Name]] = piece{node: d, doc: d.Doc}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			whole := piece{node: spec, keyword: d.Tok.String()}
			if d.Tok == token.CONST || len(d.Specs) == 1 {
				whole = piece{node: d, doc: d.Doc} // constants may count on their neighbours (iota)
			}
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				if whole.node == ast.Node(spec) {
					whole.doc = spec.Doc
				}
				for _, name := range spec.Names {
					p.at[p.info.Defs[name]] = whole
				}
			case *ast.TypeSpec:
				if whole.node == ast.Node(spec) {
					whole.doc = spec.Doc
				}
				p.at[p.info.Defs[spec.Name]] = whole
			}
		}
	}
}

// declares reports whether the file declares a type of that name.
func (p *program) declares(name string) bool {
	for _, d := range p.file.Decls {
		if d, ok := d.(*ast.GenDecl); ok && slices.ContainsFunc(d.Specs, func(s ast.Spec) bool {
			t, ok := s.(*ast.TypeSpec)
			return ok && t.Name.Name == name
		}) {
			return true
		}
	}
	return false
}

// given returns the file's own types of nodes, which the site has, too.
func (p *program) given(asked function.Signature) (all []piece) {
	for _, name := range lang.Given(asked) {
		if at, ok := p.at[p.pkg.Scope().Lookup(name)]; ok {
			all = append(all, at)
		}
	}
	return all
}

// entries finds what LeetCode calls: a function, or a type with its methods and the function that makes one.
func (p *program) entries(asked function.Signature) (all []types.Object, err error) {
	scope := p.pkg.Scope()
	if asked.Class != "" {
		for _, name := range []string{asked.Class, "Constructor"} {
			if scope.Lookup(name) == nil {
				return nil, refused(say.Of("%s: it has no %s, which is what LeetCode calls", p.path, name).Hint("write %s", golang.Language.Heads(asked)))
			}
			all = append(all, scope.Lookup(name))
		}
		return all, nil
	}
	f, ok := scope.Lookup(asked.Name).(*types.Func)
	if !ok {
		return nil, refused(say.Of("%s: it has no %s, which is what LeetCode calls", p.path, golang.Language.Heads(asked)))
	}
	want, err := types.Eval(p.fset, p.pkg, token.NoPos, strings.Replace(golang.Language.Heads(asked), asked.Name, "", 1))
	if err != nil {
		return nil, err
	}
	if !types.Identical(f.Type(), want.Type) {
		return nil, refused(say.Of("%s: %s must be %s", p.place(f.Pos()), asked.Name, golang.Language.Heads(asked)))
	}
	return []types.Object{f}, nil
}

// reach collects the pieces that the declarations of these objects need, directly or not. A type
// brings its methods; a variable that is set up in an init function brings that.
func (p *program) reach(from []types.Object) map[ast.Node]piece {
	reached := map[ast.Node]piece{}
	var visit func(piece)
	visit = func(at piece) {
		if _, ok := reached[at.node]; ok {
			return
		}
		reached[at.node] = at
		for _, obj := range p.uses(at.node) {
			if next, ok := p.at[obj]; ok {
				visit(next)
			}
		}
		for _, d := range p.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				if t := receiver(p.info.Defs[f.Name]); t != nil && p.at[t].node == at.node {
					visit(p.at[p.info.Defs[f.Name]])
				}
			}
		}
	}
	for _, obj := range from {
		visit(p.at[obj])
	}
	for _, d := range p.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Name.Name != "init" {
			continue
		}
		for _, obj := range p.uses(f) {
			if _, ok := reached[p.at[obj].node]; ok && p.at[obj].node != nil {
				visit(piece{node: f, doc: f.Doc})
				break
			}
		}
	}
	return reached
}

// receiver is the named type that a method belongs to.
func receiver(method types.Object) types.Object {
	f, ok := method.(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return nil
	}
	t := f.Signature().Recv().Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj()
	}
	return nil
}

// uses lists the objects that a piece of source mentions, in its order.
func (p *program) uses(n ast.Node) (objs []types.Object) {
	p.each(n, func(_ *ast.Ident, obj types.Object) { objs = append(objs, obj) })
	return objs
}

// each visits the names in a piece of source that stand for an object.
func (p *program) each(n ast.Node, visit func(*ast.Ident, types.Object)) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.info.Uses[id] != nil {
			visit(id, p.info.Uses[id])
		}
		return true
	})
}

// print writes the reached pieces in the order of the file, with the imports they use.
func (p *program) print(reached map[ast.Node]piece) string {
	imports := map[string]string{} // path to the name it goes by, if that is not its own
	var pieces []piece
	for _, at := range reached {
		pieces = append(pieces, at)
		for _, obj := range p.uses(at.node) {
			if name, ok := obj.(*types.PkgName); ok {
				imports[name.Imported().Path()] = ""
				if name.Name() != name.Imported().Name() {
					imports[name.Imported().Path()] = name.Name() + " "
				}
			}
		}
	}
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.node.Pos(), b.node.Pos()) })
	var out strings.Builder
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&out, "import %s%q\n", imports[path], path)
	}
	for i, at := range pieces {
		if i > 0 || len(imports) > 0 {
			out.WriteString("\n")
		}
		if at.doc != nil {
			out.WriteString(p.text(at.doc) + "\n")
		}
		if at.keyword != "" {
			out.WriteString(at.keyword + " ")
		}
		out.WriteString(p.text(at.node) + "\n")
	}
	return out.String()
}

func (p *program) text(n ast.Node) string {
	from := n.Pos()
	if d, ok := n.(*ast.FuncDecl); ok {
		from = d.Type.Pos() // without its comment
	}
	if d, ok := n.(*ast.GenDecl); ok {
		from = d.TokPos
	}
	return string(p.source[p.fset.Position(from).Offset:p.fset.Position(n.End()).Offset])
}

func (p *program) place(pos token.Pos) string {
	at := p.fset.Position(pos)
	return fmt.Sprintf("%s:%d", p.path, at.Line)
}
