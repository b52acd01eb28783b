package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"

	"sudokuoj/judge/internal/exchange"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
)

var importCommand = command{
	name:  "import",
	setUp: setUpImport,
}

// importFlags are the flags of judge import.
type importFlags struct {
	choice
	id     string
	listen bool
	port   int
}

func setUpImport(fs *flag.FlagSet) action {
	f := &importFlags{}
	f.registerRoot(fs)
	fs.StringVar(&f.id, "id", "", "")
	fs.BoolVar(&f.listen, "listen", false, "")
	fs.IntVar(&f.port, "port", exchange.Ports[0], "")
	return f.run
}

func (f *importFlags) run(ctx context.Context, env *environment, names []string) (int, error) {
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	switch {
	case f.listen && len(names) == 0:
		return f.fromBrowser(ctx, env, root)
	case f.listen || len(names) != 1:
		return cannotWork, say.Errorf("import: say judge import FILE, or judge import -listen")
	}
	if packages := exchange.Packages(names[0]); len(packages) > 0 {
		return f.contest(env, root, packages)
	}
	imported, err := exchange.Import(root, names[0], f.id)
	if err != nil {
		return cannotWork, say.Errorf("import: %w", err)
	}
	showImported(env, imported)
	return allExpected, nil
}

// contest imports what can be of several packages, and tells of the others.
func (f *importFlags) contest(env *environment, root string, packages []string) (int, error) {
	if f.id != "" && len(packages) > 1 {
		return cannotWork, say.Errorf("import: -id %s is for one problem, and there are %d: import them one by one", f.id, len(packages))
	}
	failed := 0
	for _, from := range packages {
		imported, err := exchange.Import(root, from, f.id)
		if err != nil {
			failed++
			fmt.Fprintf(env.stderr, "judge: %s\n", screen.Escape(env.say("import: %v", say.Errorf("%s: %w", from, err))))
			continue
		}
		showImported(env, imported)
	}
	if failed > 0 {
		return cannotWork, say.Errorf("import: %d of %d could not be imported", failed, len(packages))
	}
	return allExpected, nil
}

// fromBrowser waits for the extension to send.
func (f *importFlags) fromBrowser(ctx context.Context, env *environment, root string) (int, error) {
	if f.port < 0 || f.port > 65535 {
		return cannotWork, say.Errorf("-port %d: ports are 1 to 65535", f.port)
	}
	listeners, err := exchange.Loopback(f.port)
	if err != nil {
		return cannotWork, say.Errorf("import: %w", err)
	}
	fmt.Fprintln(env.stdout, env.say("listening on %s: click on Competitive Companion's + on a problem's page; Ctrl-C ends it", listeners[0].Addr()))
	came, failed := 0, 0
	err = exchange.Listen(ctx, root, f.id, listeners, func(imported exchange.Imported, err error) {
		if err != nil {
			failed++
			fmt.Fprintf(env.stderr, "judge: %s\n", env.say("import: %v", err))
			return
		}
		came++
		showImported(env, imported)
	})
	switch {
	case err != nil:
		return cannotWork, say.Errorf("import: %w", err)
	case failed > 0:
		return cannotWork, say.Errorf("import: %d of %d could not be imported", failed, came+failed)
	case came == 0:
		return cannotWork, say.Errorf("import: interrupted, and nothing came")
	}
	return allExpected, nil
}

// showImported tells what came and what to do next.
func showImported(env *environment, i exchange.Imported) {
	w := env.stdout
	fmt.Fprintln(w, env.say("imported %s as %s: %s, %s", screen.Escape(i.Title), i.ID, say.Count(i.Cases, "case"), say.Count(len(i.Solutions), "solution")))
	fmt.Fprintf(w, "  %s\n", i.Dir)
	for _, name := range i.Solutions {
		fmt.Fprintf(w, "  %s\n", screen.Escape(filepath.Join("solutions", name)))
	}
	for _, note := range i.Notes {
		fmt.Fprintln(w, screen.Escape(env.say("note: %s", note)))
	}
	if len(i.Solutions) > 0 {
		fmt.Fprintln(w, env.say("next: judge -problem %s", i.ID))
	} else {
		fmt.Fprintln(w, env.say("next: judge new solution NAME -problem %s", i.ID))
	}
}
