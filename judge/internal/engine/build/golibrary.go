package build

import (
	"context"
	"go/parser"
	"go/token"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sudokuoj/judge/internal/language"
)

// goLibrary compiles the packages of Go's standard library that a program imports, before the program is compiled.
//
// Later builds trust Go's build cache, so the compile of a stranger's source must not write there. But without a warm
// cache each compile would spend seconds on the standard library. So there are two steps. The packages of the library
// are compiled by name, outside the sandbox, into the user's own build cache; most are there already, since the judge
// itself was built with them. The source is compiled in the sandbox, where that cache can only be read.
type goLibrary struct {
	mu    sync.Mutex
	ready map[string]string // the build cache that has it, by settings and package
}

// prepare writes the module file, compiles the imported packages, and returns the build cache that holds them. Errors of
// the go command are not reported here: the compile of the source meets them again.
func (g *goLibrary) prepare(ctx context.Context, j job, st stage, env []string) (string, error) {
	module := "module solution\n"
	if v := version.Lang(j.tools.Version); v != "" {
		module += "\ngo " + strings.TrimPrefix(v, "go") + "\n"
	}
	if err := os.WriteFile(filepath.Join(st.src, "go.mod"), []byte(module), 0o666); err != nil {
		return "", st.cache.full(err)
	}
	own := filepath.Join(st.cache.dir, "go-build") // if the user has none, or it cannot be written
	packages := imports(j.tools.Toolchain, j.sources)
	g.mu.Lock() // one at a time: the go command would compile the same packages twice
	defer g.mu.Unlock()
	for _, cache := range []string{j.tools.Cache, own} {
		missing := slices.DeleteFunc(slices.Clone(packages), func(p string) bool { return g.ready[strings.Join(j.env, " ")+" "+p] == cache })
		if len(missing) == 0 {
			return cache, nil
		}
		if !filepath.IsAbs(cache) { // it is "off", or the user has no home
			continue
		}
		cmd := exec.CommandContext(ctx, j.tools.Compiler, append([]string{"build", "--"}, missing...)...)
		cmd.Dir, cmd.Env = st.src, append(slices.Clone(env), "GOCACHE="+cache)
		endTogether(cmd)
		err := cmd.Run()
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err == nil {
			for _, p := range missing {
				g.ready[strings.Join(j.env, " ")+" "+p] = cache
			}
			return cache, nil
		}
	}
	return own, st.cache.lacksRoom()
}

// imports lists the packages of the standard library that the sources import. Only names of folders in the library may
// reach a command line.
func imports(t language.Toolchain, s sources) (list []string) {
	list = []string{"runtime"}
	for _, f := range s {
		file, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Text, parser.ImportsOnly)
		if err != nil {
			continue // the compiler will say it
		}
		for _, spec := range file.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !importPath().MatchString(p) || p == "unsafe" || p == "cmd" || strings.HasPrefix(p, "cmd/") || slices.Contains(list, p) {
				continue
			}
			if info, err := os.Stat(filepath.Join(t.Roots[0], "src", filepath.FromSlash(p))); err == nil && info.IsDir() {
				list = append(list, p)
			}
		}
	}
	return list
}
