// Encodes a number, or decodes it, as its input says; what it is not told it does not know.
package main

import (
	"fmt"
	"os"
)

func main() {
	var what string
	var number int
	if len(os.Args) > 1 && os.Args[1] == "greets" {
		fmt.Println("hello")
		return
	}
	fmt.Scan(&what, &number)
	if len(os.Args) > 1 && os.Args[1] == "forgetful" && what == "decode" {
		fmt.Println(0)
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "crashes" && what == "decode" {
		os.Exit(4)
	}
	fmt.Println(number ^ 0x5555) // which undoes itself
}
