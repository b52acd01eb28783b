package submit

import (
	"go/ast"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
)

// objections lists the parts of the reached source that a site with this Go version would refuse.
func (p *program) objections(reached map[ast.Node]piece, release string) (reasons []say.Message) {
	newer := newerAPI(release)
	found := map[string]say.Message{}
	note := func(why say.Message) { found[why.String()] = why }
	for node := range reached {
		p.each(node, func(id *ast.Ident, obj types.Object) {
			if obj.Pkg() == nil || obj.Pkg() == p.pkg {
				return
			}
			name := qualified(obj)
			if why := takesOver[name]; why.Said() {
				note(say.Of("%s: %s %s", p.place(id.Pos()), name, why))
			}
			if since := newer[name]; since != "" {
				note(say.Of("%s: %s is new in %s, the site has %s", p.place(id.Pos()), name, since, release))
			}
		})
	}
	for _, why := range p.tooNewLanguage(release) {
		note(why)
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		reasons = append(reasons, found[key])
	}
	return reasons
}

// takesOver maps what belongs to the site's main program to the reason why a function must not use it.
var takesOver = map[string]say.Message{
	"os.Stdin": readsInput, "fmt.Scan": readsInput, "fmt.Scanf": readsInput, "fmt.Scanln": readsInput,
	"os.Exit": ends, "log.Fatal": ends, "log.Fatalf": ends, "log.Fatalln": ends,
}

var (
	readsInput = say.Of("reads standard input, but the site calls the function with arguments")
	ends       = say.Of("ends the site's program before it has printed the result")
)

// qualified is the name of an object of a package as Go's API lists write it: "slices.Sort",
// "strings.Builder.Grow".
func qualified(obj types.Object) string {
	if t := receiver(obj); t != nil {
		return obj.Pkg().Path() + "." + t.Name() + "." + obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

var apiLine = match.Lazy(`^pkg ([^ ,]+)(?: \([^)]*\))?, (?:func|var|const|type|method \(\*?([^)]+)\)) ([A-Za-z0-9_]+)`)

// newerAPI maps each name that is newer than the given release to the release that added it, from the lists that
// come with Go. Without the lists it is empty, and the site's compiler will complain.
func newerAPI(release string) map[string]string {
	since := map[string]string{}
	root, err := build.GoRoot()
	if err != nil {
		return since
	}
	lists, _ := filepath.Glob(filepath.Join(root, "api", "go1.*.txt"))
	for _, list := range lists {
		version := strings.TrimSuffix(filepath.Base(list), ".txt")
		if !newerThan(version, release) {
			continue
		}
		text, _ := os.ReadFile(list)
		for line := range strings.Lines(string(text)) {
			if m := apiLine().FindStringSubmatch(line); m != nil {
				name := m[1] + "."
				if m[2] != "" {
					name += m[2] + "."
				}
				since[name+m[3]] = version
			}
		}
	}
	return since
}

// tooNewLanguage lists the places where the file uses a language feature that came after release: the file compiles with
// the Go here, so nothing else can be wrong with it.
func (p *program) tooNewLanguage(release string) (reasons []say.Message) {
	conf := types.Config{GoVersion: release, Importer: fromChecked{p.pkg}, Error: func(err error) {
		e := err.(types.Error)
		reasons = append(reasons, say.Of("%s: %s", p.place(e.Pos), e.Msg))
	}}
	conf.Check("main", p.fset, []*ast.File{p.file, p.nodes}, nil) // its errors are collected above
	return reasons
}

// fromChecked hands out the packages that a first check has loaded.
type fromChecked struct{ pkg *types.Package }

func (f fromChecked) Import(path string) (*types.Package, error) {
	for _, p := range f.pkg.Imports() {
		if p.Path() == path {
			return p, nil
		}
	}
	return nil, say.Errorf("package %s was not loaded", path)
}
