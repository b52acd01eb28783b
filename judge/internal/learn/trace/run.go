package trace

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/solution"
)

// read returns the text of a solution's source files by path.
func read(s solution.Solution) (map[string][]byte, error) {
	if s.Language != "go" {
		return nil, &Untraceable{s.Name, say.Of("programs in %s are not watched yet", language.NameOf(s.Language))}
	}
	sources := map[string][]byte{}
	for _, f := range s.Files {
		sources[f.Path] = []byte(f.Text)
	}
	return sources, nil
}

// build builds an instrumented program. The compiler's complaint about a source that it would have
// taken as it was is the judge's fault, but one about the source itself is not: both are told apart by
// whether the solution compiles alone.
func (t *Tracer) build(ctx context.Context, s solution.Solution, files []language.File, flags ...string) (*build.Program, error) {
	program, err := t.Builder.Compile(ctx, build.Source{Files: files, Language: s.Language, Env: s.Env, Flags: flags, Name: s.Name, Stranger: s.Stranger})
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		if _, plain := t.Builder.Compile(ctx, build.Source{Files: s.Files, Language: s.Language, Env: s.Env, Name: s.Name}); plain != nil {
			return nil, plain
		}
		return nil, &Untraceable{s.Name, say.Of("it does not compile with the recorder in it: %s", failed.Text())}
	}
	return program, err
}

// run runs an instrumented program on an input, with a folder it may write in and more variables in
// its environment. What it prints is of no interest.
func (t *Tracer) run(ctx context.Context, p *build.Program, input string, limit time.Duration, dir string, variables ...string) (sandbox.Outcome, error) {
	if t.Feed != nil {
		fed := filepath.Join(dir, "fed")
		if err := t.feed(input, fed); err != nil {
			return sandbox.Outcome{}, err
		}
		defer os.Remove(fed)
		input = fed
	}
	in, err := os.Open(input)
	if err != nil {
		return sandbox.Outcome{}, err
	}
	defer in.Close()
	memory := t.Memory
	if memory == 0 {
		memory = 1 << 30
	}
	c := p.Command(memory, limit)
	if c.Env == nil {
		c.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"}
	}
	c.Env = append(c.Env, variables...)
	c.Policy, c.Stdin = sandbox.Checker, in // one process, with a folder to write in
	c.Writable = append(c.Writable, dir)
	c.Results = t.Feed != nil
	out, err := t.Sandbox.Run(ctx, c)
	if err != nil {
		return out, err
	}
	return out, out.Close()
}

// feed writes what the program is to read.
func (t *Tracer) feed(input, to string) error {
	text, err := os.ReadFile(input)
	if err == nil {
		text, err = t.Feed(text)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// ending says in words how a run ended.
func ending(o sandbox.Outcome) say.Message {
	switch {
	case o.End == sandbox.CPULimit:
		return say.Of("it ran for %.0f s", o.CPU.Seconds())
	case o.End == sandbox.WallLimit:
		return say.Of("it idled")
	case o.End == sandbox.Starved:
		return say.Of("the machine was too busy to run it")
	case o.End == sandbox.MemoryLimit:
		return say.Of("it wanted too much memory")
	case o.End == sandbox.OutputLimit:
		return say.Of("it printed too much")
	case o.Signal != "":
		return say.Text(o.Signal)
	}
	return say.Of("exit status %d", o.Exit)
}

// coverage turns the counters that a program left in a folder into a profile in text form. The program
// may have left anything else there, so nothing is written where a link of its could wait.
func coverage(ctx context.Context, s solution.Solution, counters string) ([]byte, error) {
	entries, err := os.ReadDir(counters)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			return nil, &Untraceable{s.Name, say.Of("it put things of its own among its counters")}
		}
	}
	dir, remove, err := tempfile.Dir("profile")
	if err != nil {
		return nil, err
	}
	defer remove()
	profile := filepath.Join(dir, "profile")
	err = build.CoverageText(ctx, counters, profile)
	if refused, ok := errors.AsType[*build.Failed](err); ok {
		return nil, &Untraceable{s.Name, say.Of("its counters cannot be read: %s", refused.Output)}
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(profile)
}

// readHistory reads the file that a program with the recorder in it was given, if it is still that one:
// a program may put a link or a pipe in its place. Its size was set before it was given away.
func readHistory(path string, size int) ([]byte, error) {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := tempfile.Open(root, filepath.Base(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, say.Errorf("its history is gone")
	}
	if err == nil {
		defer f.Close()
		if info, serr := f.Stat(); serr == nil && info.Size() == int64(size) {
			return io.ReadAll(f)
		}
	}
	return nil, say.Errorf("its history is not the file that it was given")
}
