// Thinks of a number, and answers questions about it; or misbehaves, as the input's second line says.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	var number int
	manner := "fair"
	input, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	fmt.Sscan(string(input), &number, &manner)
	end := func(code int, why string) {
		os.WriteFile(os.Args[3]+"judgemessage.txt", []byte(why+"\n"), 0o644)
		os.Exit(code)
	}
	switch manner {
	case "crash":
		panic("no such page")
	case "hang":
		time.Sleep(time.Hour)
	case "spin":
		for {
		}
	case "flood":
		for {
			fmt.Println(strings.Repeat("x", 1000))
		}
	case "deaf": // speaks and never listens
		fmt.Println("100")
		time.Sleep(time.Hour)
	case "early":
		end(42, "never mind")
	case "rude":
		end(43, "I do not like it")
	case "hostile":
		fmt.Println("\x1b[2J\x1b]0;owned\x07<script>alert(1)</script>\xff\u202e")
		end(43, "\x1b[31mred\x1b[0m <b>bold</b>")
	case "zero":
		os.Exit(0)
	case "notes": // for a checker, as one written with testlib.h does
		os.WriteFile(os.Args[2], []byte("37\n"), 0o644)
		os.Exit(0)
	}
	fmt.Println("100")
	in := bufio.NewScanner(os.Stdin)
	for n := 1; in.Scan(); n++ {
		var guess int
		switch line := in.Text(); {
		case n > 50:
			end(43, "too many questions")
		case sscan(line, "? %d", &guess) && guess < number:
			fmt.Println(">")
		case sscan(line, "? %d", &guess) && guess > number:
			fmt.Println("<")
		case sscan(line, "? %d", &guess):
			fmt.Println("=")
		case sscan(line, "! %d", &guess) && guess == number:
			end(42, fmt.Sprintf("found after %d lines", n))
		case sscan(line, "! %d", &guess):
			end(43, fmt.Sprintf("it is not %d", guess))
		default:
			end(43, fmt.Sprintf("line %d is no question: %q", n, line))
		}
	}
	end(43, "the program ended without an answer")
}

func sscan(line, format string, to *int) bool {
	n, err := fmt.Sscanf(line, format, to)
	return err == nil && n == 1
}
