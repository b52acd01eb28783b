// Judge grades programs on your own machine: it compiles each solution, runs it on every case of the
// problems it claims, compares what it printed with what was expected, and shows the verdicts, the
// times and the differences.
//
//	go run ./judge                     grade every solution
//	go run ./judge lowbit my.cpp       grade these only
//	go run ./judge help                the manual
package main

import (
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/sandbox"
)

func main() {
	sandbox.Main()
	command.Judge().Main()
}
