package build

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
)

// Program is a compiled solution.
type Program struct {
	Exe      string        // the executable, the script, or the class file
	Readable []string      // what a run must be allowed to read: its folder in the cache, its runtime
	Time     time.Duration // what the compiler took, 0 if nothing was compiled
	Cached   bool
	As       string   // the older version of the language that it was compiled as, "" if it is the usual one
	Included []string // the headers that it was compiled with and does not include
	Key      string   // the digest of all that it was made of: source, compiler, command line

	lang   language.Language
	tools  language.Toolchain
	folder string // where Exe is
	entry  string // the name to start: see language.RunArgs
	again  func(context.Context) (*Program, error)
}

// Ready returns a program that somebody else has compiled. It runs behind the same walls as the others.
func Ready(path string) (*Program, error) {
	exe, err := filepath.Abs(path)
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(exe); err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
		return nil, say.Errorf("%s is not a program", path).Hint("name a file that can be run")
	}
	lang, _ := language.ByID("")
	lang.RunArgs = func(language.Toolchain, string, string, int64) []string { return []string{exe} }
	return &Program{Exe: exe, Readable: []string{exe}, lang: lang}, nil
}

// Ensure builds the program again if it is gone. A run builds all its programs first; if the cache cannot keep all
// of them, the last ones replace the first.
func (p *Program) Ensure(ctx context.Context) error {
	if _, err := os.Stat(p.Exe); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	made, err := p.again(ctx)
	if err == nil && made.Exe != p.Exe {
		err = say.Errorf("%s: it was removed from the cache", p.Exe)
	}
	return err
}

// Command returns the command that runs the program with its limits. Memory is the limit of the program itself; if
// the language's runtime needs memory too, the limit grows by that. Zero means no limit.
func (p *Program) Command(memory int64, cpu time.Duration) sandbox.Command {
	c := sandbox.Command{
		Args:     p.lang.RunArgs(p.tools, p.folder, p.entry, memory),
		Readable: p.Readable,
		Limits:   sandbox.Limits{CPU: cpu, Memory: memory},
	}
	if memory > 0 {
		c.Limits.Memory += p.lang.Overhead
		c.Limits.Data = c.Limits.Memory + p.lang.Reserve
	}
	return c
}

// Mentions reports whether the program uses a function or class of that name.
func (p *Program) Mentions(name string) bool {
	text, err := os.ReadFile(p.Exe)
	return err == nil && bytes.Contains(text, []byte(name))
}

// OutOfMemory reports whether a failed run's standard error says that memory ran out: some languages
// notice their limit themselves, and end with an error like any other.
func (p *Program) OutOfMemory(stderr []byte) bool { return p.lang.NoMemory().Match(stderr) }
