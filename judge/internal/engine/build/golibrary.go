package build

import (
	"bytes"
	"cmp"
	"context"
	"go/parser"
	"go/token"
	"go/version"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
)

// goLibrary compiles the packages of Go's standard library that a program imports, before the program is compiled.
//
// Later builds trust Go's build cache, so the compile of a stranger's source must not write there. But without a warm
// cache each compile would spend seconds on the standard library. So there are two steps. The packages of the library
// are compiled by name, outside the sandbox, into the user's own build cache; most are there already, since the judge
// itself was built with them. The source is compiled in the sandbox, where that cache can only be read.
type goLibrary struct {
	cache *cache

	mu    sync.Mutex
	ready map[string]string          // the build cache that has it, by "settings package"
	files map[string]map[string]bool // lines that say where a package is, by "settings cache"
}

// prepare writes the module file, compiles the imported packages, and returns the build cache that holds them. It fails
// only if there is no room; the compile of the source reports other errors better.
func (g *goLibrary) prepare(ctx context.Context, j job, st stage, env []string) (string, error) {
	module := "module solution\n"
	if v := version.Lang(j.tools.Version); v != "" {
		module += "\ngo " + strings.TrimPrefix(v, "go") + "\n"
	}
	if err := os.WriteFile(filepath.Join(st.src, "go.mod"), []byte(module), 0o666); err != nil {
		return "", noRoom(err)
	}
	// The judge's own cache is used if the user's cannot be written.
	own := filepath.Join(st.place.dir, "go-build")
	caches := []string{own}
	if filepath.IsAbs(j.tools.Cache) { // else it is "off", or the user has no home
		caches = []string{j.tools.Cache, own}
	}
	packages, setting := imports(j.tools.Toolchain, j.sources), j.setting()

	g.mu.Lock() // one at a time: the go command would compile the same packages twice
	defer g.mu.Unlock()
	if g.ready == nil {
		g.ready, g.files = map[string]string{}, map[string]map[string]bool{}
	}
	var said string
	for _, cache := range caches {
		if !slices.ContainsFunc(packages, func(p string) bool { return g.ready[setting+p] != cache }) {
			return cache, nil
		}
		// The disk may have become full in the meantime.
		if err := g.cache.doubt(st.place); err != nil {
			return "", err
		}
		files, text, ok := precompile(ctx, j.tools.Compiler, st.src, append(slices.Clone(env), "GOCACHE="+cache), cache, cache == own, packages)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if !ok {
			said = cmp.Or(text, said)
			continue
		}
		for _, p := range packages {
			g.ready[setting+p] = cache
		}
		if g.files[setting+cache] == nil {
			g.files[setting+cache] = map[string]bool{}
		}
		for line := range strings.Lines(files) {
			g.files[setting+cache][line] = true
		}
		return cache, nil
	}
	if noSpace().MatchString(said) {
		return "", say.Errorf("%w: %s", errNoRoom, noSpaceLine(said))
	}
	return own, nil
}

// packages says where a build cache has the packages that were prepared for jobs with the settings of this one.
func (g *goLibrary) packages(j job, cache string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.Join(slices.Sorted(maps.Keys(g.files[j.setting()+cache])), "")
}

// setting names the settings of a job; Go compiles its library anew for each.
func (j job) setting() string { return strings.Join(j.env, " ") + " " }

// precompile puts the packages into a build cache, and returns the files of these and of all that they import. If that
// fails, it returns what the go command said. It does not fill the user's cache if its disk is nearly full.
func precompile(ctx context.Context, compiler, dir string, env []string, cache string, own bool, packages []string) (files, said string, ok bool) {
	args := []string{"list", "-export", "-deps", "-f", "{{with .Export}}packagefile {{$.ImportPath}}={{.}}{{end}}", "-v"} // says which packages it compiles
	if !own && tight(cache) {
		if _, err := os.Stat(cache); err != nil {
			return "", "", false
		}
		args = []string{"build", "-v", "-n"} // nothing more would be kept there
	}
	cmd := exec.CommandContext(ctx, compiler, append(append(args, "--"), packages...)...)
	cmd.Dir, cmd.Env = dir, env
	endTogether(cmd)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	// The go command does not fail if its cache has no room.
	return out.String(), errs.String(), err == nil && (own || errs.Len() == 0 || !tight(cache))
}

// tight reports whether the disk of a folder has too little room for Go's library. The folder need not exist.
func tight(folder string) bool {
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(folder); err == nil {
			break
		}
		folder = filepath.Dir(folder)
	}
	room, known := roomIn(folder)
	return known && room < enough
}

// imports lists the packages of the standard library that the sources import. Only names of folders in the library
// may reach a command line.
func imports(t language.Toolchain, s sources) []string {
	list := []string{"runtime"}
	for _, f := range s {
		file, err := parser.ParseFile(token.NewFileSet(), "", bytes.NewReader(f.text), parser.ImportsOnly)
		if file == nil || err != nil {
			continue // the compiler will say it
		}
		for _, spec := range file.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !ImportPath().MatchString(p) || p == "unsafe" || p == "cmd" || strings.HasPrefix(p, "cmd/") || slices.Contains(list, p) {
				continue
			}
			if info, err := os.Stat(filepath.Join(t.Roots[0], "src", filepath.FromSlash(p))); err == nil && info.IsDir() {
				list = append(list, p)
			}
		}
	}
	return list
}

// pureGo returns an error for a file that imports C. With cgo off, go build ignores such a file without a word, and then
// misses its declarations.
func pureGo(lang language.Language, s sources) error {
	if !lang.Library {
		return nil
	}
	for _, f := range s {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, f.path, f.text, parser.ImportsOnly)
		if err != nil {
			continue // the compiler will say it
		}
		for _, spec := range file.Imports {
			if spec.Path.Value == `"C"` {
				return &Failed{Reason: say.Of("%s: import \"C\" needs cgo, and Go solutions are built without it", files.Position(spec.Path.Pos())).
					Hint("write this part in Go, or the whole solution in C")}
			}
		}
	}
	return nil
}
