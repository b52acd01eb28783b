// The interactor says two numbers, one after the other, and writes down what the program makes of each.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in, err := os.Open(os.Args[1])
	if err != nil {
		os.Exit(3)
	}
	out, err := os.Create(os.Args[2])
	if err != nil {
		os.Exit(3)
	}
	said := bufio.NewReader(os.Stdin)
	for range 2 {
		var n, got int
		fmt.Fscan(in, &n)
		fmt.Println(n)
		if _, err := fmt.Fscan(said, &got); err != nil {
			fmt.Fprintln(os.Stderr, "that is no number")
			os.Exit(1)
		}
		fmt.Fprintln(out, got)
	}
}
