package build

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/language"
)

// located is a toolchain with the stamps that show whether it is still the same one.
type located struct {
	language.Toolchain
	Watch []stamp // the tools, and the files that select their versions
}

// stamp is a file as it was. One that was not there has Size -1.
type stamp struct {
	Path  string
	Size  int64
	MTime int64 // nanoseconds
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{path, -1, 0}
	}
	return stamp{path, info.Size(), info.ModTime().UnixNano()}
}

// identity returns the parts of a toolchain that belong to a key.
func (l located) identity() []string {
	compiler := stampOf(l.Compiler)
	return []string{l.Compiler, l.Version, fmt.Sprint(compiler.Size), fmt.Sprint(compiler.MTime)}
}

// toolbox finds toolchains. A tool on the PATH may be a shim (of pyenv or rustup) that chooses among versions. To ask
// it costs a process, so the answers are kept in the cache folder until one of the files they depend on changes.
type toolbox struct {
	cache *cache

	mu    sync.Mutex         // held while a tool is asked: two would be asked at once
	known map[string]located // what the file says, by question
}

const toolboxFile = "tools.json"

func newToolbox(c *cache) *toolbox {
	t := &toolbox{cache: c, known: map[string]located{}}
	data, _ := os.ReadFile(filepath.Join(c.dir, toolboxFile))
	if json.Unmarshal(data, &t.known) != nil {
		t.known = map[string]located{} // none, or torn: ask again
	}
	return t
}

// Languages returns the IDs of the languages that this machine has a toolchain for.
func (b *Builder) Languages(ctx context.Context) (ids []string) {
	for _, lang := range language.All() {
		if _, err := b.tools.locate(ctx, lang); err == nil {
			ids = append(ids, lang.ID)
		}
	}
	return ids
}

// locate tries the language's tools in turn; the error is *Missing if there is none.
func (t *toolbox) locate(ctx context.Context, lang language.Language) (located, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	missing := &Missing{Language: lang.Name, Tool: lang.Commands[0], Install: lang.Install}
	var usual *located // what will do where no tool has all that is wanted
	for _, name := range lang.Commands {
		for _, tool := range lookPaths(name) {
			l, err := t.ask(ctx, lang, tool)
			if err == nil && lang.Wants(l.Toolchain) {
				return l, nil
			}
			if err == nil && usual == nil {
				usual = &l
			}
			if err != nil && missing.Cause == nil {
				missing.Cause = err
			}
		}
	}
	if usual != nil {
		return *usual, nil
	}
	return located{}, missing
}

// ask returns the facts about a tool, from memory or by asking the tool.
func (t *toolbox) ask(ctx context.Context, lang language.Language, tool string) (located, error) {
	question := fmt.Sprintf("%s %s %+v", lang.ID, tool, language.Toolchain{}) // a judge of another day may ask for other facts
	for _, name := range []string{"PYENV_VERSION", "RUSTUP_TOOLCHAIN", "GOROOT", "GOCACHE", "JAVA_HOME"} {
		if v := os.Getenv(name); v != "" {
			question += " " + name + "=" + v
		}
	}
	if l, ok := t.known[question]; ok && unchanged(l) {
		return l, nil
	}
	tools, err := lang.Locate(func(tool string, args ...string) (string, error) { return run(ctx, tool, args...) }, tool)
	if err != nil {
		return located{}, err
	}
	for _, exe := range []string{tools.Compiler, tools.Runner} {
		if _, err := os.Stat(exe); exe != "" && err != nil {
			return located{}, err
		}
	}
	l := located{Toolchain: tools}
	for _, path := range append([]string{tool, tools.Compiler, tools.Runner}, choosers(tool)...) {
		if path != "" && !slices.ContainsFunc(l.Watch, func(s stamp) bool { return s.Path == path }) {
			l.Watch = append(l.Watch, stampOf(path))
		}
	}
	t.known[question] = l
	if data, err := json.MarshalIndent(t.known, "", " "); err == nil {
		tempfile.Replace(filepath.Join(t.cache.dir, toolboxFile), data) // if that fails, the next run asks again
	}
	return l, nil
}

func unchanged(l located) bool {
	for _, s := range l.Watch {
		if stampOf(s.Path) != s {
			return false
		}
	}
	return l.Compiler != ""
}

// choosers returns the files that decide which version a shim starts, or what go env prints.
func choosers(tool string) []string {
	files := []string{filepath.Join(filepath.Dir(filepath.Dir(tool)), "version")} // pyenv's and its kin
	if home, err := os.UserHomeDir(); err == nil {
		files = append(files, filepath.Join(home, ".rustup", "settings.toml"), filepath.Join(home, ".tool-versions"))
	}
	if dir, err := os.UserConfigDir(); err == nil {
		files = append(files, filepath.Join(dir, "go", "env"))
	}
	return files
}

// toolTime bounds a question to a tool, on a busy machine too: the go command may have to compile one of its own
// tools first.
const toolTime = 5 * time.Minute

// run asks a tool something. It starts the tool in the top folder of the file system: in a project's
// folder, a shim could choose another version.
func run(ctx context.Context, tool string, args ...string) (string, error) {
	within, cancel := context.WithTimeout(ctx, toolTime)
	defer cancel()
	cmd := exec.CommandContext(within, tool, args...)
	cmd.Dir = filepath.VolumeName(tool) + string(filepath.Separator)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GOTOOLCHAIN=local")
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if within.Err() != nil && ctx.Err() == nil {
			return "", say.Errorf("%s %s: no answer in %s", tool, strings.Join(args, " "), toolTime)
		}
		if text := strings.TrimSpace(stderr.String()); text != "" {
			err = say.Errorf("%s", lastLine(text))
		}
		return "", say.Errorf("%s: %w", tool, err)
	}
	return stdout.String() + stderr.String(), nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
