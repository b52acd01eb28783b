package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"sudokuoj/judge/internal/exchange"
	"sudokuoj/judge/internal/report"
)

var importCommand = command{
	name:    "import",
	summary: "bring in a problem: a Kattis package, a folder of cases, or from the browser",
	manual: `Usage: judge import [flags] FILE|FOLDER
       judge import -listen [flags]

Brings in a problem, and what it has of solutions, and never replaces what is there. It takes:

  - a Kattis package (2025-09 or legacy), as a folder, a .zip or a .kpp: its data becomes testdata/ID,
    its submissions become solutions that expect the verdict of their folder
  - a folder or zip of inputs with their answers beside them: NAME.in with NAME.ans or NAME.out
  - the JSON of a problem that the browser extension Competitive Companion sends, as a file; or with
    -listen from the extension itself: click on its + on a problem's page (AcWing, Luogu, Codeforces,
    LeetCode and many others). It ends when the problem, or all of a contest, is there

  -id ID          what to call it (small letters and digits; default: the package's own name)
  -listen         wait for the extension, on this machine's own address only
  -port N         where to wait (default 27121; the extension sends to 1327, 4244, 6174, 10042, 10043,
                  10045 and 27121 by itself)
  -root DIR       the folder that holds problems/, testdata/ and solutions/

Examples:
  judge import different.zip
  judge import -id sum ~/Downloads/cases
  judge import -listen
  judge import -listen -port 10045 -root ~/judge

Exit status: 0 imported, 2 the judge could not work.
`,
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
		return cannotWork, errors.New("import: say judge import FILE, or judge import -listen")
	}
	imported, err := exchange.Import(root, names[0], f.id)
	if err != nil {
		return cannotWork, fmt.Errorf("import: %w", err)
	}
	showImported(env.stdout, imported)
	return allExpected, nil
}

// fromBrowser waits for the extension to send.
func (f *importFlags) fromBrowser(ctx context.Context, env *environment, root string) (int, error) {
	if f.port < 0 || f.port > 65535 {
		return cannotWork, fmt.Errorf("-port %d: ports are 1 to 65535", f.port)
	}
	listeners, err := exchange.Loopback(f.port)
	if err != nil {
		return cannotWork, fmt.Errorf("import: %w", err)
	}
	fmt.Fprintf(env.stdout, "listening on %s: click on Competitive Companion's + on a problem's page; Ctrl-C ends it\n", listeners[0].Addr())
	came, failed := 0, 0
	err = exchange.Listen(ctx, root, f.id, listeners, func(imported exchange.Imported, err error) {
		if err != nil {
			failed++
			fmt.Fprintf(env.stderr, "judge: import: %v\n", err)
			return
		}
		came++
		showImported(env.stdout, imported)
	})
	switch {
	case err != nil:
		return cannotWork, fmt.Errorf("import: %w", err)
	case failed > 0:
		return cannotWork, fmt.Errorf("import: %d of %d could not be imported", failed, came+failed)
	case came == 0:
		return cannotWork, errors.New("import: interrupted, and nothing came")
	}
	return allExpected, nil
}

// showImported tells what came and what to do next.
func showImported(w io.Writer, i exchange.Imported) {
	fmt.Fprintf(w, "imported %s as %s: %s, %s\n", report.Escape(i.Title), i.ID, report.Counted(i.Cases, "case"), report.Counted(len(i.Solutions), "solution"))
	fmt.Fprintf(w, "  %s\n", i.Dir)
	for _, name := range i.Solutions {
		fmt.Fprintf(w, "  %s\n", report.Escape(filepath.Join("solutions", name)))
	}
	for _, note := range i.Notes {
		fmt.Fprintf(w, "note: %s\n", report.Escape(note))
	}
	if len(i.Solutions) > 0 {
		fmt.Fprintf(w, "next: judge -problem %s\n", i.ID)
	} else {
		fmt.Fprintf(w, "next: judge new solution NAME -problem %s\n", i.ID)
	}
}
