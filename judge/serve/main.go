// Serve is the part of the judge that listens: the judge in a browser, for oneself or for a class,
//
//	go run ./judge/serve
//
// and what takes problems from the browser extension Competitive Companion:
//
//	go run ./judge/serve import
//
// It is a separate program because HTTP and the database take longer to build than everything else. For grading alone
// nobody has to wait for them.
package main

import (
	"context"
	"embed"
	"flag"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/people/server"
	"sudokuoj/judge/internal/show/terminal"
)

//go:embed manual
var manuals embed.FS

// program is what serve does; without a word it serves.
var program = command.Program{
	Name:    "serve",
	Manuals: manuals,
	Default: "serve",
	Commands: []command.Command{
		{Name: "serve", SetUp: setUpServe, Nameless: true, Shared: server.Manual},
		{Name: "import", SetUp: setUpImport, Nameless: true},
	},
}

func main() {
	sandbox.Main()
	program.Main()
}

func setUpServe(fs *flag.FlagSet) command.Action {
	o := &server.Options{}
	o.Register(fs)
	fleet := fs.String("fleet", "", "")
	return func(ctx context.Context, env *terminal.Console, _ []string) error {
		o.Console = env
		if *fleet != "" { // it holds a key, and is not repeated
			return say.Errorf("-fleet: this program has no queue, because a queue takes long to build").
				Hint("go run ./judge/fleet web -fleet URL has one, and takes all flags of serve")
		}
		return o.Run(ctx)
	}
}
