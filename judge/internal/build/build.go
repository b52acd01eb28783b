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
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/verdict"
)

// Program is a compiled solution.
type Program struct {
	Language string
	Exe      string        // the executable, the script, or the class file
	Readable []string      // what a run must be allowed to read: its folder in the cache, its runtime
	Time     time.Duration // what the compiler took, 0 if nothing was compiled
	Cached   bool
	Key      string // the digest of all that it was made of: source, compiler, command line

	lang   language.Language
	tools  language.Toolchain
	folder string // where Exe lies
	entry  string // what of it is started: see language.RunArgs
}

// Command is the command line that runs the program, with the limits that belong to it. Memory is what
// the program itself may use: where its language's machine needs some too, the limit is so much wider.
// Zero is no limit.
func (p *Program) Command(memory int64, cpu time.Duration) sandbox.Command {
	c := sandbox.Command{
		Args:     p.lang.RunArgs(p.tools, p.folder, p.entry, memory),
		Readable: p.Readable,
		Limits:   sandbox.Limits{CPU: cpu, Memory: memory},
	}
	if memory > 0 {
		c.Limits.Memory += p.lang.Overhead()
	}
	return c
}

// OutOfMemory reports whether a failed run's standard error says that memory ran out: some languages
// notice their limit themselves, and end with an error like any other.
func (p *Program) OutOfMemory(stderr []byte) bool { return p.lang.OutOfMemory(stderr) }

// Failed says that the source does not compile: the solution's fault.
type Failed struct {
	Output string        // the compiler's text, with the user's own file name in it
	Reason say.Message   // what the judge has to say beside it
	Time   time.Duration // what the compiler took, 0 if it was asked on an earlier day
	Cached bool
}

func (f *Failed) Error() string        { return f.Message().String() }
func (f *Failed) Message() say.Message { return say.Of("does not compile: %s", f.Text()) }

// Text is all that there is to say of it: the compiler's text, and what ended the compiler.
func (f *Failed) Text() say.Message {
	switch {
	case !f.Reason.Said():
		return say.Text(f.Output)
	case f.Output == "":
		return f.Reason
	}
	return say.Of("%s\n%s", strings.TrimSuffix(f.Output, "\n"), f.Reason)
}

// First is the line of it that tells most.
func (f *Failed) First() say.Message {
	if f.Output == "" {
		return f.Reason
	}
	return say.Text(verdict.FirstError(f.Output))
}

// Missing says that this machine has no compiler for the language, and what would bring one.
type Missing struct {
	Language, Tool, Install string
	Cause                   error // why the tool that is there is of no use, nil if there is none
}

func (m *Missing) Error() string { return m.Message().String() }

func (m *Missing) Message() say.Message {
	what := say.Of("no %s here for %s", m.Tool, m.Language)
	if m.Cause != nil {
		what = say.Of("no %s that works here for %s (%s)", m.Tool, m.Language, m.Cause)
	}
	return what.Hint("install it with %s", m.Install)
}

// Options choose how a Builder works.
type Options struct {
	CacheDir string           // "" is the judge's folder in the user's cache folder
	NoCache  bool             // compile everything, keep nothing
	Sandbox  *sandbox.Sandbox // compilers run in it
	Time     time.Duration    // CPU time of one compile; 0 is 30 s
	Memory   int64            // bytes of one compile; 0 is 2 GiB

	// Warn is told, at once, what the user should know of the cache. Compiles wait for it. Nil: nobody is.
	Warn func(what say.Message)
}

// Source is what is to be compiled.
type Source struct {
	Name     string          // for messages, "" is the first file's
	Stranger bool            // it was not written here: see sandbox.Admits
	Files    []language.File // the main file first
	Made     []Made          // where the judge has put something around them: what is compiled in their place, what starts first
	Language string          // a language.ID
	Env      []string        // "KEY=value", from the solution itself: only what its language lets it say
	Flags    []string        // for the compiler, from the judge
	Time     time.Duration
	Memory   int64 // both: 0 is the Options'
}

// Made is a file that the judge made, from one of the user's or by itself.
type Made struct {
	Name   string // of the copy that the compiler sees
	Text   string
	Path   string // the user's file that it stands for, by whose name he knows it; "" where it is ours alone
	Header bool   // not to be named to the compiler
}

// Builder compiles. It may be used by several goroutines at once.
type Builder struct {
	options Options
	cache   *cache
	tools   *toolbox
	library *goLibrary
	greet   sync.Once

	mu      sync.Mutex
	pending map[string]*compile // by key: sources that are being compiled now
}

// New prepares a builder. Where the cache cannot be used, it works in a temporary folder and warns of it.
func New(o Options) (*Builder, error) {
	if o.Sandbox == nil {
		return nil, say.Errorf("build: no sandbox to compile in")
	}
	if o.Time == 0 {
		o.Time = 30 * time.Second
	}
	if o.Memory == 0 {
		o.Memory = 2 << 30
	}
	if o.Warn == nil {
		o.Warn = func(say.Message) {}
	}
	c, err := openCache(o.CacheDir, o.NoCache, o.Warn)
	if err != nil {
		return nil, say.Errorf("build: %w", err)
	}
	return &Builder{options: o, cache: c, tools: newToolbox(c), library: &goLibrary{cache: c}, pending: map[string]*compile{}}, nil
}

// Close removes what was only for this builder. Its programs may be gone with it.
func (b *Builder) Close() error { return b.cache.close() }

// compile is one compile that several callers may wait for.
type compile struct {
	done   chan struct{}
	result entry
	err    error
}

// Compile returns the program the source makes: from the cache where it is there, and equal sources
// that are asked for at once are compiled once. An error is *Failed where the source is at fault,
// *Missing where this machine lacks the compiler, and else the judge's own.
func (b *Builder) Compile(ctx context.Context, src Source) (*Program, error) {
	lang, ok := language.ByID(src.Language)
	if !ok {
		return nil, say.Errorf("build: no language %q", src.Language)
	}
	if src.Stranger {
		if err := b.options.Sandbox.Admits(); err != nil {
			return nil, say.Errorf("%s: %w", nameOf(src), err)
		}
	}
	tools, err := b.tools.locate(ctx, lang)
	if err != nil {
		return nil, err
	}
	if err := allowed(lang, src.Env); err != nil {
		return nil, err
	}
	sources, err := sourcesOf(lang, src)
	if err != nil {
		return nil, err
	}
	if err := pureGo(lang, sources); err != nil {
		return nil, err
	}
	job := job{lang: lang, tools: tools, sources: sources, flags: src.Flags, env: src.Env,
		time: cmp.Or(src.Time, b.options.Time), memory: cmp.Or(src.Memory, b.options.Memory)}

	for {
		e, err := b.once(ctx, job)
		if errors.Is(err, context.Canceled) && ctx.Err() == nil {
			continue // it was somebody else's compile that was called off
		}
		if err != nil {
			return nil, say.Errorf("build: %s: %w", nameOf(src), err)
		}
		if e.Failed {
			failed := &Failed{Output: sources.translate(e.Output), Time: e.took, Cached: e.cached}
			if e.Reason != nil {
				failed.Reason = e.Reason.Map(sources.translate)
			}
			return nil, failed
		}
		folder := filepath.Join(e.dir, outFolder)
		return &Program{
			Language: lang.ID, Exe: filepath.Join(folder, filepath.FromSlash(e.Files[e.main()].Name)),
			Readable: append([]string{e.dir}, tools.Runtime...), Time: e.took, Cached: e.cached, Key: job.key(),
			lang: lang, tools: tools.Toolchain, folder: folder, entry: e.Entry,
		}, nil
	}
}

func nameOf(src Source) string {
	if src.Name == "" && len(src.Files) > 0 {
		return src.Files[0].Path
	}
	return src.Name
}

// once does the job, or waits for the one who is doing it.
func (b *Builder) once(ctx context.Context, j job) (entry, error) {
	key := j.key()
	b.mu.Lock()
	c, running := b.pending[key]
	if !running {
		c = &compile{done: make(chan struct{})}
		b.pending[key] = c
	}
	b.mu.Unlock()
	if running {
		select {
		case <-c.done:
			return c.result, c.err
		case <-ctx.Done():
			return entry{}, ctx.Err()
		}
	}
	c.result, c.err = b.make(ctx, key, j)
	b.mu.Lock()
	delete(b.pending, key)
	b.mu.Unlock()
	close(c.done)
	return c.result, c.err
}

// make takes the entry from the cache, or compiles it: once in a place that has no room, perhaps, and
// then where the cache has gone.
func (b *Builder) make(ctx context.Context, key string, j job) (entry, error) {
	if e, ok := b.cache.load(key); ok {
		return e, nil
	}
	b.greet.Do(func() {
		if b.cache.new {
			b.options.Warn(say.Of("the first run compiles everything, which takes a while; what is compiled is kept"))
		}
	})
	for {
		p := b.cache.current()
		err := p.lacksRoom()
		if err == nil {
			var e entry
			if e, err = b.compile(ctx, key, j, p); !errors.Is(err, errNoRoom) {
				return e, err
			}
		}
		if err := b.cache.leave(p, err); err != nil {
			return entry{}, err
		}
	}
}

// errNoRoom says that a place does not take what has to be written.
var errNoRoom = say.Errorf("no room to write")

// job is a compile, in full: what its key is made of.
type job struct {
	lang    language.Language
	tools   located
	sources sources
	flags   []string
	env     []string
	time    time.Duration // not in the key, as the next: they do not change what comes out
	memory  int64
}

// compile runs the compiler, and puts what comes out into the cache.
func (b *Builder) compile(ctx context.Context, key string, j job, p place) (entry, error) {
	st, err := p.stage()
	if err != nil {
		return entry{}, err
	}
	defer st.remove()
	if err := j.sources.writeTo(st.src); err != nil {
		return entry{}, noRoom(err)
	}
	command := b.command(j, st)
	if j.lang.Library {
		library, err := b.library.prepare(ctx, j, st, command.Env)
		if err != nil {
			return entry{}, err
		}
		command.Env = append(command.Env, "GOCACHE="+library)
		command.Readable = append(command.Readable, library)
	}
	outcome, err := b.options.Sandbox.Run(ctx, command)
	if err != nil {
		return entry{}, err
	}
	defer outcome.Close()
	if ctx.Err() != nil {
		return entry{}, ctx.Err()
	}
	text := said(outcome, st.src)
	if flags, ok := j.reachesFurther(text); ok && outcome.End == sandbox.Exited && outcome.Exit != 0 {
		j.flags = flags
		return b.compile(ctx, key, j, p)
	}
	e, lasting, err := conclude(j, st, outcome, text)
	if err == nil && e.Failed {
		err = b.cache.doubt(p)
	}
	if err != nil {
		return entry{}, err
	}
	if !lasting {
		return e, nil
	}
	return st.commit(key, e) // a failure too: it will be the same tomorrow
}

// command is the compiler's, in the stage.
func (b *Builder) command(j job, st stage) sandbox.Command {
	// Where the source itself is what runs, a compiler only looks at it: what it writes is thrown away, and
	// it gets no folder that the judge writes in afterwards.
	out, writable := st.out, []string{st.out, st.tmp}
	if j.lang.Result == language.Source {
		out, writable = st.tmp, writable[1:]
	}
	return sandbox.Command{
		Policy: sandbox.Compiler,
		Args:   j.lang.CompileArgs(j.tools.Toolchain, out, j.sources.arguments(), append(j.lang.Pathless(st.src), j.flags...)),
		Env:    append(environment(j, st), j.env...), Dir: st.src,
		Readable: append([]string{st.src}, j.tools.Roots...), Writable: writable,
		Limits: sandbox.Limits{CPU: j.time, Wall: 2*j.time + 10*time.Second, Memory: j.memory, Scratch: 256 << 20, Processes: 512},
	}
}

// conclude is what a compiler that printed text has made; lasting tells whether it would be the same tomorrow.
func conclude(j job, st stage, o sandbox.Outcome, text string) (e entry, lasting bool, err error) {
	e = entry{Language: j.lang.ID, took: o.Wall}
	switch {
	case o.End == sandbox.Starved:
		return e, false, say.Errorf("%s was starved: the machine is too busy to compile", filepath.Base(j.tools.Compiler)).Hint("run it again when less is going on")
	case o.End == sandbox.Exited && o.Exit == 0:
		return e, true, noRoom(e.fill(j, st))
	case noSpace().MatchString(text):
		return e, false, say.Errorf("%w: %s", errNoRoom, noSpaceLine(text))
	}
	e.Failed, e.Output = true, text
	if reason := why(o, j); reason.Said() {
		e.Reason = &reason
	}
	return e, o.End == sandbox.Exited && o.Signal == "" && !passing().MatchString(text), nil
}

// passing matches what a compiler says when the machine, not the source, was at fault, or when something
// is missing that may be installed tomorrow: such a failure is not kept.
var passing = match.Lazy(`(?i)\bkilled\b|cannot allocate memory|out of memory|resource temporarily unavailable|insufficient memory` +
	`|no such file or directory|library not found|cannot find -l|can't find crate`)

// noSpace matches what compilers say of a full disk.
var noSpace = match.Lazy(`(?i)no space left on device|disk quota exceeded|not enough space on the disk`)

// noSpaceLine is the line of a compiler's text that says so.
func noSpaceLine(text string) string {
	for line := range strings.Lines(text) {
		if noSpace().MatchString(line) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// why tells what ended a compiler that did not end by itself; nothing where its own text does.
func why(o sandbox.Outcome, j job) say.Message {
	compiler := filepath.Base(j.tools.Compiler)
	switch o.End {
	case sandbox.CPULimit:
		return say.Of("%s did not finish: it may take %v", compiler, j.time)
	case sandbox.WallLimit:
		return say.Of("%s did not finish: it slept for %v", compiler, o.Wall.Round(time.Second))
	case sandbox.MemoryLimit:
		return say.Of("%s did not finish: it may have %d MiB of memory", compiler, j.memory>>20)
	case sandbox.OutputLimit:
		return say.Of("%s did not finish: it printed too much", compiler)
	}
	switch {
	case o.Note.Said() && o.Signal != "":
		return say.Of("%s: %s", compiler, o.Note)
	case o.Signal != "":
		return say.Of("%s was ended by %s", compiler, o.Signal)
	case len(o.Stderr) == 0:
		return say.Of("%s ended with code %d", compiler, o.Exit)
	}
	return say.Message{}
}

// maxMessage bounds a compiler's text.
const maxMessage = 64 << 10

// said is what the compiler printed, with its working folder cut off the names in it.
func said(o sandbox.Outcome, src string) string {
	out, _ := io.ReadAll(io.LimitReader(o.Stdout, maxMessage))
	text := string(o.Stderr)
	if len(out) > 0 {
		text += string(out)
	}
	text = strings.ReplaceAll(text, src+string(filepath.Separator), "."+string(filepath.Separator))
	if len(text) > maxMessage {
		text = text[:maxMessage] + "\n...\n"
	}
	return text
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// environment is all a compiler knows of the outside. None gets a HOME: what they would look for there
// is not the source's.
func environment(j job, st stage) []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + st.tmp, "TMP=" + st.tmp, "TEMP=" + st.tmp,
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8"}
	if root := os.Getenv("SystemRoot"); root != "" {
		env = append(env, "SystemRoot="+root) // nothing starts on Windows without it
	}
	return append(env, j.lang.Environment(j.tools.Toolchain, st.tmp)...)
}

// allowed looks at what a solution wants in its compiler's environment.
func allowed(lang language.Language, env []string) error {
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		switch {
		case len(lang.Settings) == 0:
			return &Failed{Reason: say.Of("judge:env: %s: only Go solutions have settings for their compiler", name)}
		case !slices.Contains(lang.Settings, name):
			return &Failed{Reason: say.Of("judge:env: %s is not for a solution to set: there are %s", name, say.List(lang.Settings))}
		}
	}
	return nil
}
