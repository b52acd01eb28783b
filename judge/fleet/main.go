// Fleet grades on more machines than one: a server keeps a queue of jobs, workers on any number of machines
// take them, and run sends them and shows what came out as the judge does.
//
//	go run ./judge/fleet run lowbit naive    a server and one worker of its own, for this run
//	go run ./judge/fleet help                the commands
//
// It is a program of its own because the queue, NATS JetStream, is longer to build than all else.
package main

import (
	"context"
	"embed"
	"io"
	"io/fs"
	"os"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/people/server"
)

//go:embed manual
var manuals embed.FS

var program = command.Program{
	Name:    "fleet",
	Manuals: must(fs.Sub(manuals, "manual")),
	Verbs: []command.Verb{
		{Name: "run", Whole: runRun},
		{Name: "serve", SetUp: setUpServe},
		{Name: "worker", SetUp: setUpWorker},
		{Name: "status", SetUp: setUpStatus},
		{Name: "web", SetUp: setUpWeb, Also: server.Manual},
	},
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == fleet.SpeedArg {
		fleet.Work()
		return
	}
	command.Process(program.Run)
}

func runRun(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return command.RunElsewhere(ctx, args, stdin, stdout, stderr, &elsewhere{})
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err) // it is part of this program
	}
	return value
}

// environmentAddress is the variable that holds the address of a fleet, key included.
const environmentAddress = "FLEET"
