package exchange

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/solution"
)

// Tools build and run the programs of a package behind the same walls as submissions. They are opened at the first
// use; most packages never need them.
type Tools struct {
	Open func() (*build.Builder, *sandbox.Sandbox, error)

	// Step, if set, is told after each case how many of the package's cases are there.
	Step func(done, all int)
}

// What a generator, or the program that knows the answers, may use.
const (
	makeTime   = 20 * time.Second
	makeMemory = 1 << 30
	makeOutput = 64 << 20
)

// made returns the output of one of the package's programs. The program is built with the headers
// beside it.
func (w *writer) made(program string, args []string, input content) content {
	return func() ([]byte, error) {
		stdin, err := input.bytes()
		if err != nil {
			return nil, err
		}
		printed, _, err := w.make(program, args, stdin)
		return printed, err
	}
}

// makes returns an input and its answer from a generator that prints the input and writes the answer to its standard
// error.
func (w *writer) makes(program string, args []string, input content) (in, ans content) {
	made := sync.OnceValues(func() (both [2][]byte, err error) {
		stdin, err := input.bytes()
		if err != nil {
			return both, err
		}
		both[0], both[1], err = w.make(program, args, stdin)
		if err == nil && len(both[1]) >= mostComplaint {
			err = failed(program, args, say.Errorf("it writes an answer of more than %d KiB to its standard error", mostComplaint>>10-1))
		}
		return both, err
	})
	in = func() ([]byte, error) { both, err := made(); return both[0], err }
	ans = func() ([]byte, error) { both, err := made(); return both[1], err }
	return in, ans
}

// make builds a program of the package and runs it.
func (w *writer) make(program string, args []string, stdin []byte) (printed, complained []byte, err error) {
	built, err := w.build(program)
	if err != nil {
		return nil, nil, err
	}
	if printed, complained, err = w.run(built, args, stdin); err != nil {
		return nil, nil, failed(program, args, err)
	}
	return printed, complained, w.read.add(program, int64(len(printed)+len(complained)))
}

func failed(program string, args []string, why error) error {
	return say.Errorf("%s: %w", strings.Join(append([]string{program}, args...), " "), why)
}

// mostComplaint is the size of standard error that the sandbox keeps.
const mostComplaint = 64 << 10

// build builds a program of the package once.
func (w *writer) build(program string) (*build.Program, error) {
	once, err := w.buildOnce(program)
	if err != nil {
		return nil, err
	}
	return once()
}

func (w *writer) buildOnce(program string) (func() (*build.Program, error), error) {
	w.building.Lock()
	defer w.building.Unlock()
	if once := w.built[program]; once != nil {
		return once, nil
	}
	if w.tools.Open == nil {
		return nil, say.Errorf("%s has to be run for the test data, and cannot be here", program).Hint("use judge import")
	}
	if w.builder == nil {
		var err error
		if w.builder, w.sandbox, err = w.tools.Open(); err != nil {
			return nil, err
		}
		w.built = map[string]func() (*build.Program, error){}
	}
	w.built[program] = sync.OnceValues(func() (*build.Program, error) { return w.compile(program) })
	return w.built[program], nil
}

func (w *writer) compile(program string) (*build.Program, error) {
	dir, err := os.MkdirTemp(w.tree, "program")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := w.copyFile(program, filepath.Join(dir, path.Base(program))); err != nil {
		return nil, err
	}
	known := func(text string) string { // the folder of the copy is known to nobody
		return strings.ReplaceAll(text, filepath.Join(dir, path.Base(program)), program)
	}
	s, err := solution.Open(filepath.Join(dir, path.Base(program)))
	if err != nil {
		return nil, say.Errorf("%s", say.From(err).Map(known))
	}
	src := build.Source{Name: program, Language: s.Language, Stranger: true, Files: s.Files, Flags: w.flags[program]}
	for name, text := range w.headers(path.Dir(program)) {
		header, err := text()
		if err != nil {
			return nil, err
		}
		src.Files = append(src.Files, language.File{Path: filepath.Join(dir, name), Text: string(header)})
	}
	if len(src.Files) > len(s.Files) {
		src.Flags = append([]string{"-I."}, src.Flags...)
	}
	built, err := w.builder.Compile(w.ctx, src)
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		return nil, say.Errorf("%s does not compile: %s", program, failed.First().Map(known))
	}
	return built, err
}

// headers returns the C++ headers in a folder of the package, which its programs include.
func (w *writer) headers(folder string) map[string]content {
	all := map[string]content{}
	files, _ := list(w.from, folder, func(string, error) error { return nil })
	cpp, _ := language.ByID("cpp")
	for _, file := range files {
		if path.Dir(file) == path.Clean(folder) && cpp.Goes(file) {
			all[path.Base(file)] = w.lies(file)
		}
	}
	return all
}

// run runs a program of the package in the sandbox.
func (w *writer) run(built *build.Program, args []string, stdin []byte) (printed, complained []byte, err error) {
	command := built.Command(makeMemory, makeTime)
	command.Args = slices.Concat(command.Args, args)
	command.Limits.Output = makeOutput
	if stdin != nil {
		dir, remove, err := tempfile.Dir("import")
		if err != nil {
			return nil, nil, err
		}
		defer remove()
		file := filepath.Join(dir, "in")
		if err := os.WriteFile(file, stdin, 0o600); err != nil {
			return nil, nil, err
		}
		in, err := os.Open(file)
		if err != nil {
			return nil, nil, err
		}
		defer in.Close()
		command.Stdin = in
	}
	o, err := w.sandbox.Run(w.ctx, command)
	if err != nil {
		return nil, nil, err
	}
	defer o.Close()
	if o.End != sandbox.Exited || o.Exit != 0 {
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
		return nil, nil, say.Errorf("%s", why)
	}
	printed, err = io.ReadAll(o.Stdout)
	return printed, o.Stderr, err
}
