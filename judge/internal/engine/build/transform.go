package build

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
)

// Transform is a job for a language's tools that turns files into other files, a rewriter for instance.
type Transform struct {
	Language string
	Tool     Made            // a program of the judge's that does the job, where the language compiles programs first
	Files    []language.File // their paths are their names in the folder where the tool runs

	// Args is the whole command; behind a Tool, its arguments.
	Args func(t language.Toolchain, dir, out string) []string
}

// Transform runs the tool behind the walls of a compiler. It returns the files in the folder out, and the tool's
// output as the file "". The error is *Failed if the tool failed. The cache keeps them: equal jobs are done once.
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
		j.sources = append(j.sources, Made{Name: f.Path, Text: f.Text})
	}
	asked := j
	asked.env = j.flags // not every language's compiler takes flags
	key := asked.key()
	e, ok := b.cache.load(key)
	if !ok {
		if e, err = b.transform(ctx, t, tool, j, key); err != nil {
			return nil, err
		}
	}
	return collect(filepath.Join(e.dir, outFolder))
}

// printed is the file of an entry that holds what a tool printed.
const printed = "judge.printed"

func (b *Builder) transform(ctx context.Context, t Transform, tool sandbox.Command, j job, key string) (e entry, err error) {
	done, err := b.inStage(ctx, j, func(st stage) (sandbox.Command, error) {
		command := b.command(j, st)
		command.Args, command.Writable = slices.Concat(tool.Args, t.Args(j.tools.Toolchain, st.src, st.out)), []string{st.out, st.tmp}
		command.Readable = append(command.Readable, tool.Readable...)
		return command, nil
	})
	if err != nil {
		return e, err
	}
	defer done.close()
	if done.outcome.End == sandbox.Starved {
		return e, say.Errorf("%s was starved: the machine is too busy", filepath.Base(j.tools.Compiler))
	}
	if !done.works() {
		return e, &Failed{Output: done.text, Time: done.outcome.Wall, Reason: why(done.outcome, j)}
	}
	said, err := io.ReadAll(io.NewSectionReader(done.outcome.Stdout, 0, maxProgram+1))
	if err != nil {
		return e, err
	}
	if err := (sources{{Name: printed, Text: string(said)}}).writeTo(done.stage.out); err != nil {
		return e, b.cache.full(err)
	}
	if _, err := e.list(done.stage.out); err != nil {
		return e, err
	}
	e.Main, e.Size = printed, int64(len(said))
	return done.stage.commit(key, e)
}

// collect reads what a tool printed, and left in a folder.
func collect(out string) ([]language.File, error) {
	made := []language.File{{}}
	return made, eachFile(out, func(name string, f *os.File) error {
		text, err := io.ReadAll(f)
		if name == printed {
			made[0].Text = string(text)
		} else {
			made = append(made, language.File{Path: name, Text: string(text)})
		}
		return err
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
