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
	"flag"
	"io"
	"io/fs"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/people/server"
)

//go:embed manual
var manuals embed.FS

// program is what serve does; without a word it serves.
var program = command.Program{
	Name:    "serve",
	Manuals: must(fs.Sub(manuals, "manual")),
	Default: "serve",
	Verbs: []command.Verb{
		{Name: "serve", SetUp: setUpServe, Also: server.Manual},
		{Name: "import", SetUp: setUpImport},
	},
}

func main() { command.Process(program.Run) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err) // it is part of this program
	}
	return value
}

// run is main without the process, for tests.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return program.Run(ctx, args, os.Stdin, stdout, stderr)
}

func terminalOf(w command.World) server.Terminal {
	return server.Terminal{Name: "serve", Lang: w.Lang, Out: w.Stdout, Fault: w.Stderr}
}

func setUpServe(fs *flag.FlagSet) func(context.Context, command.World) error {
	o := &server.Options{}
	o.Register(fs)
	fleet := fs.String("fleet", "", "")
	return func(ctx context.Context, w command.World) error {
		o.Terminal = terminalOf(w)
		if *fleet != "" { // it holds a key, and is not repeated
			return say.Errorf("-fleet: this program has no queue in it, as that takes long to build").
				Hint("go run ./judge/fleet web -fleet URL has one, and takes all flags of serve")
		}
		return o.Run(ctx)
	}
}
