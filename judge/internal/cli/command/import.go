package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/show/terminal"
)

// importFlags are the flags of judge import.
type importFlags struct {
	Choice
	id     string
	listen bool
}

func setUpImport(fs *flag.FlagSet) Action {
	f := &importFlags{}
	f.registerRoot(fs)
	fs.StringVar(&f.id, "id", "", "")
	fs.BoolVar(&f.listen, "listen", false, "")
	return f.atNewHome(f.graded(f.run))
}

func (f *importFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	switch {
	case f.listen:
		return say.Errorf("import: the listening is in a program of its own, since it takes long to build: go run ./judge/serve import")
	case len(names) != 1:
		return say.Errorf("import: say judge import FILE")
	}
	var done atomic.Int64
	var failed []exchange.Result
	tools := exchange.Tools{Open: func() (*build.Builder, *sandbox.Sandbox, error) { return f.grader.Builder, f.grader.Sandbox, nil }}
	live := env.Live(env.Stderr)
	live.Every(func(seconds float64) say.Message {
		return say.Of("importing %s: %d done, %.0f s", names[0], done.Load(), seconds)
	})
	err := exchange.All(ctx, f.home, names[0], f.id, tools, func(r exchange.Result) {
		live.Erase()
		if done.Add(1); r.Err == nil {
			var text strings.Builder
			ShowImported(&text, env.Lang, r.Imported, Self(), f.Root)
			env.Print(env.Stdout, text.String())
			return
		}
		failed = append(failed, r)
		if done.Load() > 1 || r.From != names[0] { // else it is all there is to say
			env.Print(env.Stderr, "judge: "+terminal.EscapeLines(env.Say("import: %v", say.Errorf("%s: %w", terminal.Escape(r.From), r.Err)))+"\n")
		}
	})
	live.End()
	switch all := int(done.Load()); {
	case err != nil:
		return say.Errorf("import: %w", err)
	case len(failed) == 1 && all == 1 && failed[0].From == names[0]:
		return say.Errorf("import: %w", failed[0].Err)
	case len(failed) > 0:
		return say.Errorf("import: %d of %d could not be imported", len(failed), all)
	}
	return nil
}

// ShowImported prints what was imported and what to do next. Judge is the command that starts the judge; root is
// the value of -root, or "".
func ShowImported(w io.Writer, l say.Language, i exchange.Imported, judge, root string) {
	fmt.Fprintln(w, l.Say("imported %s as %s: %s, %s", terminal.Escape(i.Title), i.ID, say.Count(i.Cases, "case"), say.Count(len(i.Solutions), "solution")))
	fmt.Fprintf(w, "  %s\n", i.Dir)
	for _, name := range i.Solutions {
		fmt.Fprintf(w, "  %s\n", terminal.Escape(filepath.Join(filepath.Dir(filepath.Dir(i.Dir)), "solutions", name)))
	}
	for _, note := range i.Notes {
		fmt.Fprintln(w, terminal.Escape(l.Say("note: %s", note)))
	}
	next := judge
	if len(i.Solutions) == 0 {
		next += " new solution NAME"
	}
	fmt.Fprintln(w, l.Say("next: %s", next+" "+terminal.RootFlag(root)+"-problem "+i.ID))
}
