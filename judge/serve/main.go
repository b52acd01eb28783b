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
	"errors"
	"flag"
	"io"
	"os"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/people/server"
	"sudokuoj/judge/internal/show/terminal"
)

func main() {
	interrupt.Process(func(ctx context.Context) int { return run(ctx, os.Args[1:], os.Stdout, os.Stderr) })
}

// The exit codes are those of the judge.
const (
	worked     = 0
	cannotWork = 2
)

// action is the work of a command whose flags have been read; names are what stood among them.
type action func(ctx context.Context, t server.Terminal, names []string) error

// commands are what serve does; without a word it is the first.
var commands = []struct {
	name   string
	setUp  func(fs *flag.FlagSet) action
	manual func(l say.Language) string
}{
	{"serve", setUpServe, server.Manual},
	{"import", setUpImport, importManual},
}

// run is main without the process, for tests.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	command := commands[0]
	for _, c := range commands[1:] {
		if len(args) > 0 && args[0] == c.name {
			command, args = c, args[1:]
		}
	}
	fs := flags.New(command.name)
	do := command.setUp(fs)
	flags.AcceptLanguage(fs)
	names, err := flags.Parse(fs, args)
	t := server.Terminal{Name: "serve", Lang: flags.Language(args), Out: stdout, Fault: stderr}
	if errors.Is(err, flag.ErrHelp) {
		(&terminal.Console{Stdout: stdout}).Manual(command.manual(t.Lang))
		return worked
	}
	if err == nil {
		err = do(ctx, t, names)
	}
	if err != nil {
		t.Complain(err)
		return cannotWork
	}
	return worked
}

func setUpServe(fs *flag.FlagSet) action {
	o := &server.Options{}
	o.Register(fs)
	fleet := fs.String("fleet", "", "")
	return func(ctx context.Context, t server.Terminal, names []string) error {
		o.Terminal = t
		switch {
		case *fleet != "": // it holds a key, and is not repeated
			return say.Errorf("-fleet: this program has no queue in it, as that takes long to build").
				Hint("go run ./judge/fleet web -fleet URL has one, and takes all flags of serve")
		case len(names) > 0:
			return say.Errorf("it takes no name %s", names[0]).Hint("serve -h tells what it takes")
		}
		return o.Run(ctx)
	}
}
