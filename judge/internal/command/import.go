package command

import (
	"context"
	"flag"
	"fmt"

	"sudokuoj/judge/internal/exchange"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
)

// importFlags are the flags of judge import.
type importFlags struct {
	choice
	id     string
	listen bool
}

func setUpImport(fs *flag.FlagSet) action {
	f := &importFlags{}
	f.registerRoot(fs)
	fs.StringVar(&f.id, "id", "", "")
	fs.BoolVar(&f.listen, "listen", false, "")
	return f.run
}

func (f *importFlags) run(_ context.Context, env *screen.Console, names []string) (int, error) {
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	switch {
	case f.listen:
		return cannotWork, say.Errorf("import: the listening is in a program of its own, since it takes long to build: go run ./judge/serve import")
	case len(names) != 1:
		return cannotWork, say.Errorf("import: say judge import FILE")
	}
	if packages := exchange.Packages(names[0]); len(packages) > 0 {
		return f.contest(env, root, packages)
	}
	imported, err := exchange.Import(root, names[0], f.id)
	if err != nil {
		return cannotWork, say.Errorf("import: %w", err)
	}
	exchange.Show(env.Stdout, env.Lang, imported)
	return allExpected, nil
}

// contest imports what can be of several packages, and tells of the others.
func (f *importFlags) contest(env *screen.Console, root string, packages []string) (int, error) {
	if f.id != "" && len(packages) > 1 {
		return cannotWork, say.Errorf("import: -id %s is for one problem, and there are %d: import them one by one", f.id, len(packages))
	}
	failed := 0
	for _, from := range packages {
		imported, err := exchange.Import(root, from, f.id)
		if err != nil {
			failed++
			fmt.Fprintf(env.Stderr, "judge: %s\n", screen.Escape(env.Say("import: %v", say.Errorf("%s: %w", from, err))))
			continue
		}
		exchange.Show(env.Stdout, env.Lang, imported)
	}
	if failed > 0 {
		return cannotWork, say.Errorf("import: %d of %d could not be imported", failed, len(packages))
	}
	return allExpected, nil
}
