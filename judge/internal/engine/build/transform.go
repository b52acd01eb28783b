package build

import (
	"context"
	"io"
	"io/fs"
	"os"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/language"
)

// Transform is a job for a language's tools that turns files into other files, a rewriter for instance.
type Transform struct {
	Language string
	Files    []language.File // their paths are their names in the folder where the tool runs
	Args     func(t language.Toolchain, dir, out string) []string
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
	j := job{lang: lang, tools: tools, flags: t.Args(tools.Toolchain, "", ""), time: b.options.Time, memory: b.options.Memory}
	for _, f := range t.Files {
		j.sources = append(j.sources, sourceFile{name: f.Path, text: []byte(f.Text)})
	}
	key := j.key() + strings.Join(j.flags, "\x00") // not every language's compiler takes flags
	if made, ok := b.transformed.Load(key); ok {
		return made.([]language.File), nil
	}
	made, err := b.transform(ctx, t, j)
	if err == nil {
		b.transformed.Store(key, made)
	}
	return made, err
}

func (b *Builder) transform(ctx context.Context, t Transform, j job) ([]language.File, error) {
	st, err := b.cache.current().stage()
	if err != nil {
		return nil, err
	}
	defer st.remove()
	if err := j.sources.writeTo(st.src); err != nil {
		return nil, noRoom(err)
	}
	command := b.command(j, st)
	command.Args, command.Writable = t.Args(j.tools.Toolchain, st.src, st.out), []string{st.out, st.tmp}
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
	return collect(outcome, st)
}

// collect reads the output and the files of a tool.
func collect(o sandbox.Outcome, st stage) ([]language.File, error) {
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
	if err := add("", o.Stdout); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(st.out)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return made, fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := tempfile.Open(root, name) // no link, which could lead anywhere
		if err != nil {
			return err
		}
		defer f.Close()
		return add(name, f)
	})
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
