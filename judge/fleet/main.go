// Fleet grades on more machines than one: a server keeps a queue of jobs, workers on any number of machines
// take them, and run sends them and shows what came out as the judge does.
//
//	go run ./judge/fleet run lowbit naive    a server and one worker of its own, for this run
//	go run ./judge/fleet help                the commands
//
// It is a separate program because the queue, NATS JetStream, takes longer to build than everything else.
package main

import (
	"embed"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/people/server"
)

//go:embed manual
var manuals embed.FS

var program = command.Program{
	Name:    "fleet",
	Manuals: manuals,
	Commands: []command.Command{
		command.RunElsewhere(&elsewhere{}),
		{Name: "serve", SetUp: setUpServe, Nameless: true},
		{Name: "worker", SetUp: setUpWorker, Nameless: true},
		{Name: "status", SetUp: setUpStatus, Nameless: true},
		{Name: "web", SetUp: setUpWeb, Nameless: true, Shared: server.Manual},
	},
}

func main() {
	sandbox.Main()
	program.Main()
}

// environmentAddress is the variable that holds the address of a fleet, key included.
const environmentAddress = "FLEET"
