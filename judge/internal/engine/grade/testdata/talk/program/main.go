// Finds the number that the interactor thinks of; or misbehaves, as its argument says.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	manner := "right"
	if len(os.Args) > 1 {
		manner = os.Args[1]
	}
	in := bufio.NewReader(os.Stdin)
	high := 0
	switch manner {
	case "quits":
		return
	case "crashes at once":
		os.Exit(3)
	case "hangs":
		time.Sleep(time.Hour)
	case "floods":
		for {
			fmt.Println(strings.Repeat("y", 1000))
		}
	}
	fmt.Fscan(in, &high)
	out := bufio.NewWriter(os.Stdout)
	say := func(format string, args ...interface{}) {
		fmt.Fprintf(out, format, args...)
		if manner != "forgets to flush" {
			out.Flush()
		}
	}
	low := 0
	for asked := 0; low < high; asked++ {
		middle := (low + high) / 2
		var answer string
		switch {
		case manner == "forgets the newline":
			say("? %d", middle)
		case manner == "babbles" && asked == 2:
			say("hello\n")
		case manner == "crashes" && asked == 2:
			panic("out of ideas")
		case manner == "listens":
		default:
			say("? %d\n", middle)
		}
		if fmt.Fscan(in, &answer); answer == "" && manner == "crashes when refused" {
			os.Exit(7)
		}
		switch answer {
		case "<":
			high = middle - 1
		case ">":
			low = middle + 1
		case "=":
			low, high = middle, middle
		}
	}
	switch manner {
	case "wrong":
		low++
	case "never answers":
		return
	}
	say("! %d\n", low)
	switch manner {
	case "talks on":
		for i := 0; i < 1000; i++ {
			say("%s\n", strings.Repeat("z", 100))
		}
	case "crashes afterwards":
		fmt.Fscan(in, new(string)) // until nobody is there any more
		os.Exit(5)
	case "crashes when refused":
		os.Exit(7)
	}
	out.Flush()
}
