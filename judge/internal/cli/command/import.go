package command

import (
	"context"
	"flag"
	"strings"
	"sync/atomic"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
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
	f.RegisterRoot(fs)
	fs.StringVar(&f.id, "id", "", "")
	fs.BoolVar(&f.listen, "listen", false, "")
	return f.run
}

func (f *importFlags) run(ctx context.Context, env *terminal.Console, names []string) (int, error) {
	root, err := f.Home()
	if err != nil {
		return CannotWork, err
	}
	switch {
	case f.listen:
		return CannotWork, say.Errorf("import: the listening is in a program of its own, since it takes long to build: go run ./judge/serve import")
	case len(names) != 1:
		return CannotWork, say.Errorf("import: say judge import FILE")
	}
	all, failed := 0, []exchange.Result{}
	tools, done := f.workshop(env)
	defer done()
	var cases atomic.Pointer[say.Message] // how far the problem is that is being imported
	tools.Step = func(done, all int) {
		how := say.Of("case %d of %d", done, all)
		cases.Store(&how)
	}
	live := env.Wait(env.Stderr, func(done int, seconds float64) say.Message {
		return importing(names[0], done, cases.Load(), seconds)
	})
	err = exchange.All(ctx, root, names[0], f.id, tools, func(r exchange.Result) {
		cases.Store(nil)
		live.Step()
		if all++; r.Err == nil {
			var text strings.Builder
			ShowImported(&text, env.Lang, r.Imported, Self(), f.Root)
			env.Print(env.Stdout, text.String())
			return
		}
		failed = append(failed, r)
		if all > 1 || r.From != names[0] { // else it is all there is to say
			env.Print(env.Stderr, "judge: "+terminal.EscapeLines(env.Say("import: %v", say.Errorf("%s: %w", terminal.Escape(r.From), r.Err)))+"\n")
		}
	})
	live.Stop()
	switch {
	case err != nil:
		return CannotWork, say.Errorf("import: %w", err)
	case len(failed) == 1 && all == 1 && failed[0].From == names[0]:
		return CannotWork, say.Errorf("import: %w", failed[0].Err)
	case len(failed) > 0:
		return CannotWork, say.Errorf("import: %d of %d could not be imported", len(failed), all)
	}
	return AllExpected, nil
}

// importing says how far an import is: problems that are done, and cases of the next one.
func importing(from string, done int, cases *say.Message, seconds float64) say.Message {
	switch {
	case cases == nil:
		return say.Of("importing %s: %d done, %.0f s", from, done, seconds)
	case done == 0:
		return say.Of("importing %s: %s, %.0f s", from, *cases, seconds)
	}
	return say.Of("importing %s: %d done, then %s, %.0f s", from, done, *cases, seconds)
}

// workshop opens the builder and the sandbox for programs of a package when the first program needs them.
func (f *importFlags) workshop(env *terminal.Console) (tools exchange.Tools, done func()) {
	var g *grade.Grader
	tools.Open = func() (*build.Builder, *sandbox.Sandbox, error) {
		var err error
		if g, err = f.Grader(env); err != nil {
			return nil, nil, err
		}
		return g.Builder, g.Sandbox, nil
	}
	return tools, func() {
		if g != nil {
			g.Close()
		}
	}
}
