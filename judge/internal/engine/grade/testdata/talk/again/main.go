// Says in each of three passes what it hears first.
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	pass := 0
	input, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	fmt.Sscan(string(input), &pass)
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Printf("pass %d hears %s", pass, line)
	if pass < 3 {
		os.WriteFile(filepath.Join(os.Args[3], "nextpass.in"), []byte(fmt.Sprintln(pass+1)), 0o644)
	}
	os.Exit(42)
}
