// Package build turns source files into something that runs. It alone calls compilers, and keeps what
// they made in a content-addressed cache.
//
// A compile is not trusted more than a run: a source can ask its compiler to read any file into the
// program (#include, include_str!, go:embed), so compilers run in the sandbox too, see only copies of
// the sources, their own toolchain and the system's folders, and may write only the entry they make.
package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/lang"
)

// Options choose how a Builder works.
type Options struct {
	CacheDir  string           // "" is the judge's folder in the user's cache folder
	CacheSize int64            // bytes of all programs in it; 0 is 1 GiB
	NoCache   bool             // compile everything, keep nothing
	Known     bool             // compile nothing: what is not in the cache is *Missing
	Sandbox   *sandbox.Sandbox // compilers run in it
	Time      time.Duration    // CPU time of one compile; 0 is 30 s
	Memory    int64            // bytes of one compile; 0 is 2 GiB

	// Warn, if set, gets warnings about the cache at once. Compiles wait until it returns.
	Warn func(what say.Message)
}

// Source is a program to compile.
type Source struct {
	Name     string          // for messages, "" is the first file's
	Stranger bool            // it was not written here: see sandbox.Admits
	Unasked  bool            // the user did not name it: Go's library is not recompiled for it
	Files    []language.File // the main file first
	Made     []Made          // files that the judge compiles in place of the user's, and files that it adds; the first one starts
	Language string          // a language.ID
	Env      []string        // "KEY=value", from the solution itself: only what its language lets it say
	Flags    []string        // for the compiler, from the judge
	Time     time.Duration
	Memory   int64 // both: 0 is the Options'
}

// Made is a file that the judge wrote, alone or from a file of the user's.
type Made struct {
	Name   string // of the copy that the compiler sees
	Text   string
	Path   string // the user's file that it replaces, whose name messages use; "" if it is only ours
	Header bool   // not to be named to the compiler
}

// Builder compiles. It may be used by several goroutines at once.
type Builder struct {
	options Options
	cache   *cache
	tools   *toolbox
	library *goLibrary
	greet   sync.Once

	pending singleflight.Group // sources that are being compiled now, by key and limits
}

// New prepares a builder. Where the cache cannot be used, it works in a temporary folder and warns of it.
func New(o Options) (*Builder, error) {
	if o.Sandbox == nil {
		return nil, say.Errorf("build: no sandbox to compile in")
	}
	o.Time = cmp.Or(o.Time, 30*time.Second)
	o.Memory = cmp.Or(o.Memory, 2<<30)
	if o.Warn == nil {
		o.Warn = func(say.Message) {}
	}
	c, err := openCache(o)
	if err != nil {
		return nil, say.Errorf("build: %w", err)
	}
	return &Builder{options: o, cache: c, tools: newToolbox(c), library: &goLibrary{ready: map[string]string{}}}, nil
}

// Close removes this builder's temporary files. Its programs may disappear too.
func (b *Builder) Close() error { return b.cache.close() }

// Compile returns the program for a source, from the cache if it is there. Equal sources at the same time are
// compiled once. The error is *Failed if the source is at fault, *Missing if this machine lacks the compiler or is
// of the wrong kind, and otherwise the judge's own fault.
func (b *Builder) Compile(ctx context.Context, src Source) (*Program, error) {
	job, err := b.jobOf(ctx, src)
	if err != nil {
		return nil, err
	}
	for {
		e, err := b.once(ctx, job)
		if errors.Is(err, context.Canceled) && ctx.Err() == nil {
			continue // it was somebody else's compile that was called off
		}
		if err != nil {
			return nil, say.Errorf("build: %s: %w", nameOf(src), err)
		}
		if e.Failed {
			return nil, job.failure(e, src)
		}
		folder := filepath.Join(e.dir, outFolder)
		return &Program{
			Exe:      e.main(),
			Readable: append([]string{e.dir}, job.tools.Runtime...), Time: e.took, Cached: e.cached, As: e.As, Included: e.Included, Key: job.key(),
			lang: job.lang, tools: job.tools.Toolchain, folder: folder, entry: e.Entry,
			again: func(ctx context.Context) (*Program, error) {
				defer b.options.Sandbox.Forget()
				return b.Compile(ctx, src)
			},
		}, nil
	}
}

// jobOf finds the compiler of a source, and refuses what no compiler should see.
func (b *Builder) jobOf(ctx context.Context, src Source) (j job, err error) {
	lang, ok := language.ByID(src.Language)
	if !ok {
		return j, say.Errorf("build: no language %q", src.Language)
	}
	if src.Stranger {
		if err := b.options.Sandbox.Admits(); err != nil {
			return j, say.Errorf("%s: %w", nameOf(src), err)
		}
	}
	tools, err := b.tools.locate(ctx, lang.For(codeOf(src)))
	if err != nil {
		return j, err
	}
	if err := allowed(lang, src.Env, src.Stranger); err != nil {
		return j, err
	}
	if machines := language.Beyond(src.Env); machines != "" {
		return j, &Missing{Language: lang.Name, Machines: machines}
	}
	sources, err := Named(src)
	if err != nil {
		return j, err
	}
	j = job{lang: lang, tools: tools, sources: sources, flags: src.Flags, env: src.Env,
		time: cmp.Or(src.Time, b.options.Time), memory: cmp.Or(src.Memory, b.options.Memory)}
	if _, made := b.cache.load(j.key()); (b.options.Known || src.Unasked && len(src.Env) > 0) && !made {
		return j, &Missing{Language: lang.Name, Unasked: nameOf(src)}
	}
	return j, nil
}

// failure is the error of a source that its compiler refuses.
func (j job) failure(e entry, src Source) error {
	if len(src.Files) > 0 { // else the judge wrote all of it
		if machines := j.lang.Elsewhere([]byte(src.Files[0].Text)); machines != "" {
			return &Missing{Language: j.lang.Name, Machines: "//go:build " + machines}
		}
	}
	code := codeOf(src)
	failed := &Failed{Output: j.sources.translate(e.Output), Time: e.took, Cached: e.cached, Foreign: say.Join(j.lang.Dialect(code, j.tools.Version), lang.Unknown(language.All(), j.lang, code, e.Output))}
	if e.Reason != nil {
		failed.Reason = e.Reason.Map(j.sources.translate)
	}
	return failed
}

// codeOf returns a program's main file without comments and string literals.
func codeOf(src Source) string {
	if len(src.Files) == 0 {
		return ""
	}
	return language.Of(src.Language).Bare(src.Files[0].Text)
}

func nameOf(src Source) string {
	if src.Name == "" && len(src.Files) > 0 {
		return src.Files[0].Path
	}
	return src.Name
}

// once does the job, or waits for the goroutine that is doing it within the same limits: others may be too narrow.
func (b *Builder) once(ctx context.Context, j job) (entry, error) {
	key := j.key()
	e, err, _ := b.pending.Do(fmt.Sprint(key, j.time, j.memory), func() (any, error) { return b.make(ctx, key, j) })
	return e.(entry), err
}

// make takes the entry from the cache or compiles it.
func (b *Builder) make(ctx context.Context, key string, j job) (entry, error) {
	if e, ok := b.cache.load(key); ok {
		return e, nil
	}
	b.greet.Do(func() {
		if b.cache.new {
			b.options.Warn(say.Of("the first run compiles everything, which takes a while; what is compiled is kept"))
		}
	})
	return b.compile(ctx, key, j)
}
