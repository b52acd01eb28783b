package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
)

// Tools build and run the programs of a package behind the same walls as submissions. They are opened at the first
// use; most packages never need them.
type Tools struct {
	Open func() (*build.Builder, *sandbox.Sandbox, error)
}

// workshop builds and runs the programs of a package.
type workshop struct {
	ctx   context.Context
	tools Tools

	mu      sync.Mutex // of the three below: cases are made side by side
	builder *build.Builder
	sandbox *sandbox.Sandbox
	built   map[string]func() (*build.Program, error)
	printed budget // by programs
}

// What a generator, or the program that knows the answers, may use.
const (
	makeTime   = 20 * time.Second
	makeMemory = 1 << 30
	makeOutput = 64 << 20
)

// command is a program of the package with its arguments and its input.
type command struct {
	dir    *folder
	source string // its file in the package; the headers beside it are built with it
	args   []string
	stdin  string // a file; "" for none
}

// printed is the output of a command. Its program is built once for all its commands.
func printed(c command) content {
	return func(w *workshop) (io.ReadCloser, error) {
		build, err := w.buildOnce(c)
		if err != nil {
			return nil, err
		}
		built, err := build()
		if err != nil {
			return nil, err
		}
		out, err := w.run(built, c)
		if err != nil {
			return nil, say.Errorf("%s: %w", strings.Join(append([]string{c.source}, c.args...), " "), err)
		}
		info, err := out.Stat()
		if err == nil {
			err = w.printed.add(c.source, info.Size())
		}
		return out, err
	}
}

func (w *workshop) buildOnce(c command) (func() (*build.Program, error), error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if once := w.built[c.source]; once != nil {
		return once, nil
	}
	if w.tools.Open == nil {
		return nil, say.Errorf("%s has to be run for the test data, and cannot be here", c.source).Hint("use judge import")
	}
	if err := w.open(); err != nil {
		return nil, err
	}
	w.built[c.source] = sync.OnceValues(func() (*build.Program, error) { return w.compile(c) })
	return w.built[c.source], nil
}

// open opens the tools at the first use.
func (w *workshop) open() (err error) {
	if w.builder == nil {
		w.builder, w.sandbox, err = w.tools.Open()
		w.built = map[string]func() (*build.Program, error){}
	}
	return err
}

// compile builds the program.
func (w *workshop) compile(c command) (*build.Program, error) {
	lang, ok := language.ByFile(c.source)
	if !ok {
		return nil, unknownLanguage(c.source)
	}
	src := build.Source{Name: c.source, Language: lang.ID, Stranger: true}
	for _, name := range append([]string{c.source}, headers(c.dir, path.Dir(c.source))...) {
		text, err := fs.ReadFile(c.dir, name)
		if err != nil {
			return nil, err
		}
		src.Files = append(src.Files, language.File{Path: name, Text: string(text)})
	}
	if len(src.Files) > 1 {
		src.Flags = []string{"-I."}
	}
	built, err := w.builder.Compile(w.ctx, src)
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		return nil, say.Errorf("%s does not compile: %s", c.source, failed.First())
	}
	return built, err
}

func unknownLanguage(file string) error {
	return say.Errorf("%s: no language has files that end in %q", file, path.Ext(file))
}

// headers lists the C++ headers in a folder of the package, which its programs include.
func headers(dir fs.FS, folder string) (all []string) {
	files, _ := list(dir, folder, pass)
	cpp, _ := language.ByID("cpp")
	for _, file := range files {
		if path.Dir(file) == path.Clean(folder) && cpp.Goes(file) {
			all = append(all, file)
		}
	}
	return all
}

// run runs a program of the package in the sandbox and returns what it printed.
func (w *workshop) run(built *build.Program, c command) (*os.File, error) {
	command := built.Command(makeMemory, makeTime)
	command.Args = slices.Concat(command.Args, c.args)
	command.Limits.Output = makeOutput
	if c.stdin != "" {
		in, err := os.Open(c.stdin)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		command.Stdin = in
	}
	o, err := w.sandbox.Run(w.ctx, command)
	if err != nil {
		return nil, err
	}
	if o.End == sandbox.Exited && o.Exit == 0 {
		return o.Stdout, nil
	}
	defer o.Close()
	why := say.Of("it ended with exit status %d", o.Exit)
	if o.End != sandbox.Exited {
		why = say.Of("it was stopped at its limits of time, memory or output")
	} else if o.Signal != "" {
		why = say.Of("it was killed by %s", o.Signal)
	}
	here := filepath.Dir(built.Exe) + string(filepath.Separator) // in the cache
	if complaint := strings.TrimSpace(strings.ReplaceAll(string(o.Stderr), here, "")); complaint != "" {
		why = say.Of("%s: %s", why, fmt.Sprintf("%.200s", complaint))
	}
	return nil, say.Errorf("%s", why)
}
