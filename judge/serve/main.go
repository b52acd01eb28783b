// Serve is the part of the judge that listens. So far that is for the browser extension Competitive
// Companion, which sends the problem on a page with one click:
//
//	go run ./judge/serve import
//
// It is a program of its own because HTTP takes longer to build than all else, and who only grades need
// not wait for it.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"sudokuoj/judge/internal/exchange"
	"sudokuoj/judge/internal/listen"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit codes are those of the judge.
const (
	imported   = 0
	cannotWork = 2
)

const usage = `Usage: serve import [flags]

Waits for the browser extension Competitive Companion, and imports what it sends: click on its + on a
problem's page (AcWing, Luogu, Codeforces, LeetCode and many others). It ends when the problem, or all of a
contest, is there.

  -id ID     what to call the problem (default: made of its address)
  -port N    where to wait (default 27121; the extension sends to 1327, 4244, 6174, 10042, 10043, 10045 and
             27121 by itself)
  -root DIR  the folder that holds problems/ and testdata/ (default: the nearest one upwards)
  -lang L    en or zh
`

// run is main without the process, for tests.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	id, port := fs.String("id", "", ""), fs.Int("port", listen.Ports[0], "")
	root, lang := fs.String("root", "", ""), fs.String("lang", "", "")
	if len(args) == 0 || args[0] != "import" {
		fmt.Fprint(stderr, usage)
		return cannotWork
	}
	err := fs.Parse(args[1:])
	l := say.Wanted(*lang, os.Getenv)
	if err == flag.ErrHelp {
		fmt.Fprint(stdout, usage)
		return imported
	}
	if err == nil {
		err = listenFor(ctx, *root, *id, *port, fs.Args(), l, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "serve: %s\n", screen.Escape(l.Error(err)))
		return cannotWork
	}
	return imported
}

// listenFor waits for the extension to send, and tells what came.
func listenFor(ctx context.Context, root, id string, port int, names []string, l say.Language, stdout, stderr io.Writer) error {
	if len(names) > 0 {
		return say.Errorf("import %s: it takes no names", names[0])
	}
	if port < 0 || port > 65535 {
		return say.Errorf("-port %d: ports are 1 to 65535", port)
	}
	if root == "" {
		found, err := problem.Root(".")
		if err != nil {
			return err
		}
		root = found
	} else if info, err := os.Stat(filepath.Join(root, "problems")); err != nil || !info.IsDir() {
		return say.Errorf("-root %s: it holds no folder problems/", root)
	}
	listeners, err := listen.Loopback(port)
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, l.Say("listening on %s: click on Competitive Companion's + on a problem's page; Ctrl-C ends it", listeners[0].Addr()))
	var came []bool // whether each could be imported
	err = listen.Run(ctx, root, id, listeners, func(i exchange.Imported, err error) {
		if came = append(came, err == nil); err != nil {
			fmt.Fprintf(stderr, "serve: %s\n", screen.Escape(l.Error(err)))
			return
		}
		exchange.Show(stdout, l, i)
	})
	failed := len(slices.DeleteFunc(slices.Clone(came), func(ok bool) bool { return ok }))
	switch {
	case err != nil:
		return err
	case failed > 0:
		return say.Errorf("import: %d of %d could not be imported", failed, len(came))
	case len(came) == 0:
		return say.Errorf("import: interrupted, and nothing came")
	}
	return nil
}
