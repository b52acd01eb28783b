package build

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
)

// Transform is a job for a language's tools that turns files into other files, a rewriter for instance.
type Transform struct {
	Language string
	Tool     Made            // a program of the judge's that does the job, where the language compiles programs first
	Files    []language.File // their paths are their names in the folder where the tool runs
	Keep     bool            // what it leaves in the folder out goes into the cache: it depends on nothing else, and is asked for again

	// Args is the whole command; behind a Tool, its arguments.
	Args func(t language.Toolchain, dir, out string) []string
}

// Transform runs the tool behind the walls of a compiler. It returns the files in the folder out, and the tool's
// output as the file "". The error is *Failed if the tool failed. Equal jobs are done once.
func (b *Builder) Transform(ctx context.Context, t Transform) ([]language.File, error) {
	lang, ok := language.ByID(t.Language)
	if !ok {
		return nil, say.Errorf("build: no language %q", t.Language)
	}
	tools, err := b.tools.locate(ctx, lang)
	if err != nil {
		return nil, err
	}
	var tool sandbox.Command
	if t.Tool.Text != "" {
		made, err := b.Compile(ctx, Source{Name: t.Tool.Name, Language: t.Language, Made: []Made{t.Tool}})
		if err != nil {
			return nil, err
		}
		tool = made.Command(512<<20, b.options.Time)
	}
	j := job{lang: lang, tools: tools, flags: slices.Concat(tool.Args, t.Args(tools.Toolchain, "", "")), time: b.options.Time, memory: b.options.Memory}
	for _, f := range t.Files {
		j.sources = append(j.sources, sourceFile{name: f.Path, text: []byte(f.Text)})
	}
	asked := j
	asked.env = j.flags // not every language's compiler takes flags
	key := asked.key()
	if made, ok := b.transformed.Load(key); ok {
		return made.([]language.File), nil
	}
	made, err := b.kept(t, key)
	if made == nil && err == nil {
		made, err = b.transform(ctx, t, tool, j, key)
	}
	if err == nil {
		b.transformed.Store(key, made)
	}
	return made, err
}

// kept returns what the cache has; nothing if that is none.
func (b *Builder) kept(t Transform, key string) ([]language.File, error) {
	if e, ok := b.cache.load(key); ok && t.Keep {
		return collect(strings.NewReader(""), filepath.Join(e.dir, outFolder))
	}
	return nil, nil
}

func (b *Builder) transform(ctx context.Context, t Transform, tool sandbox.Command, j job, key string) ([]language.File, error) {
	st, err := b.cache.stage()
	if err != nil {
		return nil, err
	}
	defer st.remove()
	if err := j.sources.writeTo(st.src); err != nil {
		return nil, b.cache.full(err)
	}
	command := b.command(j, st)
	command.Args, command.Writable = slices.Concat(tool.Args, t.Args(j.tools.Toolchain, st.src, st.out)), []string{st.out, st.tmp}
	command.Readable = append(command.Readable, tool.Readable...)
	outcome, err := b.options.Sandbox.Run(ctx, command)
	if err != nil {
		return nil, err
	}
	defer outcome.Close()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case outcome.End == sandbox.Starved:
		return nil, say.Errorf("%s was starved: the machine is too busy", command.Args[0])
	case outcome.End != sandbox.Exited || outcome.Exit != 0:
		failed := &Failed{Output: said(outcome, st), Time: outcome.Wall}
		failed.Reason = why(outcome, j)
		return nil, failed
	}
	made, err := collect(outcome.Stdout, st.out)
	if e := (entry{}); err == nil && t.Keep {
		if _, err = e.list(st.out); err == nil {
			_, err = st.commit(key, e)
		}
	}
	return made, err
}

// collect reads what a tool printed, and left in a folder.
func collect(printed io.Reader, out string) ([]language.File, error) {
	room := int64(maxProgram)
	var made []language.File
	add := func(name string, from io.Reader) error {
		text, err := io.ReadAll(io.LimitReader(from, room+1))
		if room -= int64(len(text)); err == nil && room < 0 {
			err = errTooLarge
		}
		made = append(made, language.File{Path: name, Text: string(text)})
		return err
	}
	if err := add("", printed); err != nil {
		return nil, err
	}
	return made, eachFile(out, func(name string, f *os.File) error { return add(name, f) })
}

// Toolchain is the toolchain of a language; the error is *Missing if there is none.
func (b *Builder) Toolchain(ctx context.Context, id string) (language.Toolchain, error) {
	lang, ok := language.ByID(id)
	if !ok {
		return language.Toolchain{}, say.Errorf("build: no language %q", id)
	}
	tools, err := b.tools.locate(ctx, lang)
	return tools.Toolchain, err
}
