package build

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
)

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

// compile runs the compiler, perhaps in several ways, and puts what comes out into the cache. All ways together have the
// time of one. If every way fails, the text of the usual one counts.
func (b *Builder) compile(ctx context.Context, key string, j job) (entry, error) {
	t, err := b.try(ctx, j)
	if err != nil {
		return entry{}, err
	}
	defer t.close()
	first, flags := t, j.flags
	var way way
	if !t.works() && t.outcome.End == sandbox.Exited {
		for ways := j.again(way, t.text); len(ways) > 0 && !t.works(); ways = append(j.again(way, t.text), ways[1:]...) {
			if j.time -= t.outcome.CPU; j.time <= 0 {
				break
			}
			way = ways[0]
			j.flags = slices.Concat(flags, way.flags)
			if t, err = b.try(ctx, j); err != nil {
				return entry{}, err
			}
			defer t.close()
		}
	}
	last := t
	if !t.works() && t.outcome.End != sandbox.Starved {
		t, way.as, way.included = first, "", nil
	}
	e, lasting, err := conclude(j, t.stage, t.outcome, t.text)
	if err == nil && e.Failed {
		err = b.cache.lacksRoom()
	}
	if e.As, e.Included = way.as, way.included; err != nil || !lasting || last.outcome.End != sandbox.Exited {
		return e, err
	}
	return t.stage.commit(key, e) // a failure too: it will be the same tomorrow
}

// trial is one run of a compiler.
type trial struct {
	stage   stage
	outcome sandbox.Outcome
	text    string
}

// works reports whether the compiler made something of the source.
func (t trial) works() bool {
	return t.outcome.End == sandbox.Exited && t.outcome.Exit == 0 && t.outcome.Signal == ""
}

func (t trial) close() {
	t.outcome.Close()
	t.stage.remove()
}

// try runs the compiler once.
func (b *Builder) try(ctx context.Context, j job) (t trial, err error) {
	turn, ok := ctx.Value(turnsKey{}).(Turn)
	if !ok {
		return b.tryNow(ctx, j)
	}
	err = turn(ctx, func(ctx context.Context) (err error) {
		t, err = b.tryNow(ctx, j)
		return err
	})
	return t, err
}

// Turn waits until something may be done, and does it.
type Turn func(ctx context.Context, do func(context.Context) error) error

type turnsKey struct{}

// InTurns returns a context in which each try to compile a source is a turn of its own.
func InTurns(ctx context.Context, turn Turn) context.Context {
	return context.WithValue(ctx, turnsKey{}, turn)
}

func (b *Builder) tryNow(ctx context.Context, j job) (t trial, err error) {
	return b.inStage(ctx, j, func(st stage) (sandbox.Command, error) {
		command := b.command(j, st)
		if !j.lang.Library {
			return command, nil
		}
		library, err := b.library.prepare(ctx, j, st, command.Env)
		command.Env = append(command.Env, "GOCACHE="+library)
		command.Readable = append(command.Readable, library)
		return command, err
	})
}

// inStage runs a command beside the sources of a job. The caller closes the trial.
func (b *Builder) inStage(ctx context.Context, j job, of func(stage) (sandbox.Command, error)) (t trial, err error) {
	st, err := b.cache.stage()
	if err != nil {
		return t, err
	}
	defer func() {
		if err != nil {
			st.remove()
		}
	}()
	if err := j.sources.writeTo(st.src); err != nil {
		return t, b.cache.full(err)
	}
	command, err := of(st)
	if err != nil {
		return t, err
	}
	outcome, err := b.options.Sandbox.Run(ctx, command)
	if err != nil {
		return t, err
	}
	if ctx.Err() != nil {
		outcome.Close()
		return t, ctx.Err()
	}
	return trial{st, outcome, said(outcome, st)}, nil
}

// scratch is how many bytes a compiler may write.
const scratch = 256 << 20

// command returns the command that runs the compiler in the stage.
func (b *Builder) command(j job, st stage) sandbox.Command {
	// If the source itself is what runs, the compiler only checks it. Its output is thrown away, and it gets no
	// folder in which the judge writes later.
	out, writable := st.out, []string{st.out, st.tmp}
	if j.lang.Result == language.Source {
		out, writable = st.tmp, writable[1:]
	}
	return sandbox.Command{
		Policy: sandbox.Compiler,
		Args:   j.lang.CompileArgs(j.tools.Toolchain, out, j.sources.arguments(), append(j.lang.Pathless(st.src), j.flags...)),
		Env:    append(environment(j, st), j.env...), Dir: st.src,
		Readable: append([]string{st.src}, j.tools.Roots...), Writable: writable,
		Limits: sandbox.Limits{CPU: j.time, Wall: 2*j.time + 10*time.Second, Memory: j.memory, Scratch: scratch, Processes: 512},
	}
}

// conclude turns the end of a compile into an entry or an error; lasting means that another compile would end the
// same way.
func conclude(j job, st stage, o sandbox.Outcome, text string) (e entry, lasting bool, err error) {
	e = entry{took: o.Wall}
	switch {
	case o.End == sandbox.Starved:
		return e, false, say.Errorf("%s was starved: the machine is too busy to compile", filepath.Base(j.tools.Compiler)).Hint("run it again when the machine is less busy")
	case o.End == sandbox.Exited && o.Exit == 0:
		return e, true, st.cache.full(e.fill(j, st))
	}
	e.Failed, e.Output = true, text
	if reason := why(o, j); reason.Said() {
		e.Reason = &reason
	}
	return e, o.End == sandbox.Exited && o.Signal == "" && !passing().MatchString(text), nil
}

// passing matches what a compiler says when the machine, not the source, was at fault, or when something
// is missing that may be installed tomorrow. Such a failure is not kept.
var passing = match.Lazy(`(?i)\bkilled\b|cannot allocate memory|out ?of ?memory|\bMemoryError\b|resource temporarily unavailable|insufficient memory` +
	`|no space left on device|disk quota exceeded|not enough space on the disk|no such file or directory|library not found|cannot find -l|can't find crate`)

// why explains why a compiler was stopped; it is empty if the compiler's own text explains it.
func why(o sandbox.Outcome, j job) say.Message {
	compiler := filepath.Base(j.tools.Compiler)
	switch o.End {
	case sandbox.CPULimit:
		return say.Of("%s did not finish: its limit is %v", compiler, j.time)
	case sandbox.WallLimit:
		return say.Of("%s did not finish: it was idle for %v", compiler, o.Wall.Round(time.Second))
	case sandbox.MemoryLimit:
		return say.Of("%s did not finish: its limit is %d MiB of memory", compiler, j.memory>>20)
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

// said returns the compiler's output without the names of its temporary folders.
func said(o sandbox.Outcome, st stage) string {
	out, _ := io.ReadAll(io.LimitReader(o.Stdout, maxMessage))
	text := string(o.Stderr) + string(out)
	const slash = string(filepath.Separator)
	text = strings.NewReplacer(st.src+slash, "."+slash, st.tmp+slash, "").Replace(text)
	return cut(text)
}

// cut bounds a compiler's text.
func cut(text string) string {
	if len(text) > maxMessage {
		return text[:maxMessage] + "\n...\n"
	}
	return text
}

// environment returns a compiler's whole environment. It has no HOME, since nothing there belongs to the source.
func environment(j job, st stage) []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + st.tmp, "TMP=" + st.tmp, "TEMP=" + st.tmp,
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8"}
	if root := os.Getenv("SystemRoot"); root != "" {
		env = append(env, "SystemRoot="+root) // nothing starts on Windows without it
	}
	return append(env, j.lang.Environment(j.tools.Toolchain, st.tmp)...)
}

// allowed checks the variables that a solution wants in its compiler's environment. Go recompiles its library for
// each setting, outside the walls: a stranger may use only the settings that solutions of the tree use.
func allowed(lang language.Language, env []string, stranger bool) error {
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		switch {
		case len(lang.Settings) == 0:
			return &Failed{Reason: say.Of("judge:env: %s: only Go solutions have settings for their compiler", name)}
		case !slices.Contains(lang.Settings, name):
			return &Failed{Reason: say.Of("judge:env: a solution cannot set %s: there are %s", name, say.List(lang.Settings))}
		case stranger && !slices.Contains(lang.Strangers, e):
			return &Failed{Reason: say.Of("judge:env: only solutions of the tree may use %s: others may use %s", e, say.List(lang.Strangers))}
		}
	}
	return nil
}
