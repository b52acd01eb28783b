// Whole is the judge with all its commands. Nobody needs to name it: ./judge grades, and starts this program when it is
// asked for more. A first run waits for the compiler, which is done with grading alone in two thirds of the time.
package main

import (
	"sudokuoj/judge/internal/cli/whole"
	"sudokuoj/judge/internal/engine/sandbox"
)

func main() {
	sandbox.Main()
	whole.Main()
}
