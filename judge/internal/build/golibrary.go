package build

import (
	"bytes"
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

// goLibrary sees to it that the parts of Go's standard library a program imports are compiled before
// the program is.
//
// Go's build cache is believed by every later build that reads it, so a compile of somebody's source
// must not be able to write there. But without a warm cache each compile would spend seconds on the
// standard library. So the two are split: the library's packages, by name, are compiled outside the
// sandbox into the user's own build cache (most are there already, since that is how the judge itself
// was built), and the source is compiled in the sandbox, where that cache can only be read. The go
// command then does without writing.
type goLibrary struct {
	mu    sync.Mutex
	ready map[string]bool // "settings package" that are known to be compiled
}

// goCache is the build cache to read from.
func goCache(j job, st stage) string {
	if filepath.IsAbs(j.tools.Cache) {
		return j.tools.Cache
	}
	return filepath.Join(st.tmp, "gocache") // "off", or nothing: the user wants none
}

// pathless keeps our own folder out of the program, where a panic would show it. The go command's
// -trimpath would have a second copy of the standard library compiled.
func pathless(st stage) []string { return []string{"-gcflags=-trimpath=" + st.src + "=>."} }

// prepare writes the module file and compiles what the sources import. A package that does not compile
// is not told here: the source's own compile will say it better.
func (g *goLibrary) prepare(ctx context.Context, j job, st stage, env []string) error {
	module := "module solution\n"
	if v := version.Lang(j.tools.Version); v != "" {
		module += "\ngo " + strings.TrimPrefix(v, "go") + "\n"
	}
	if err := os.WriteFile(filepath.Join(st.src, "go.mod"), []byte(module), 0o666); err != nil {
		return noRoom(err)
	}
	if !filepath.IsAbs(j.tools.Cache) {
		return os.Mkdir(goCache(j, st), 0o777)
	}

	g.mu.Lock() // one at a time: the go command would compile the same packages twice
	defer g.mu.Unlock()
	if g.ready == nil {
		g.ready = map[string]bool{}
	}
	setting := strings.Join(j.env, " ") + " "
	var packages []string
	for _, p := range imports(j.tools.Toolchain, j.sources) {
		if !g.ready[setting+p] {
			packages = append(packages, p)
		}
	}
	if len(packages) == 0 {
		return nil
	}
	cmd := exec.CommandContext(ctx, j.tools.Compiler, append([]string{"build", "--"}, packages...)...)
	cmd.Dir, cmd.Env = st.src, env
	if err := cmd.Run(); err != nil {
		return ctx.Err()
	}
	for _, p := range packages {
		g.ready[setting+p] = true
	}
	return nil
}

// imports lists the packages of the standard library that the sources name. What is not a folder of
// the library never reaches a command line.
func imports(t language.Toolchain, s sources) []string {
	list := []string{"runtime"}
	for _, f := range s {
		file, err := parser.ParseFile(token.NewFileSet(), "", bytes.NewReader(f.text), parser.ImportsOnly)
		if file == nil || err != nil {
			continue // the compiler will say it
		}
		for _, spec := range file.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !importPath.MatchString(p) || p == "unsafe" || strings.HasPrefix(p, "cmd/") || slices.Contains(list, p) {
				continue
			}
			if info, err := os.Stat(filepath.Join(t.Roots[0], "src", filepath.FromSlash(p))); err == nil && info.IsDir() {
				list = append(list, p)
			}
		}
	}
	return list
}
