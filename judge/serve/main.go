// Serve is the part of the judge that listens: the judge in a browser, for oneself or for a class,
//
//	go run ./judge/serve
//
// and what takes problems from the browser extension Competitive Companion:
//
//	go run ./judge/serve import
//
// It is a program of its own because HTTP and the database take longer to build than all else, and who only
// grades need not wait for them.
package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
)

func main() {
	sandbox.Main()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // who asks a second time does not want to wait
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit codes are those of the judge.
const (
	worked     = 0
	cannotWork = 2
)

// action is the work of a command whose flags have been read.
type action func(ctx context.Context, l say.Language, stdout, stderr io.Writer) error

// commands are what serve does; without a word it is the first.
var commands = []struct {
	name  string
	setUp func(fs *flag.FlagSet) action
}{
	{"serve", setUpServe},
	{"import", setUpImport},
}

// The manuals, one file a command in each language.
//
//go:embed manual
var manuals embed.FS

// run is main without the process, for tests.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	command := commands[0]
	for _, c := range commands[1:] {
		if len(args) > 0 && args[0] == c.name {
			command, args = c, args[1:]
		}
	}
	fs := flag.NewFlagSet(command.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	lang := fs.String("lang", "", "")
	do := command.setUp(fs)
	err := fs.Parse(args)
	l := say.Wanted(*lang, os.Getenv)
	if errors.Is(err, flag.ErrHelp) {
		manual, err := manuals.ReadFile("manual/" + string(l) + "/" + command.name + ".txt")
		if err != nil {
			panic(err) // it is part of this program
		}
		stdout.Write(manual)
		return worked
	}
	if err == nil {
		err = do(ctx, l, stdout, stderr)
	}
	if err != nil {
		complain(stderr, l, err)
		return cannotWork
	}
	return worked
}

// complain says what went wrong, a line for each of several errors.
func complain(stderr io.Writer, l say.Language, err error) {
	for line := range strings.SplitSeq(l.Error(err), "\n") {
		fmt.Fprintf(stderr, "serve: %s\n", screen.Escape(line))
	}
}

// home is the folder that holds problems/ and testdata/: the one that was named, or the nearest upwards.
func home(root string) (string, error) {
	if root == "" {
		return problem.Root(".")
	}
	if info, err := os.Stat(filepath.Join(root, "problems")); err != nil || !info.IsDir() {
		return "", say.Errorf("-root %s: it holds no folder problems/", root)
	}
	return root, nil
}
