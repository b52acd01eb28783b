// Asks for a number to be encoded, and in another pass for the code to be decoded. In between it has the code
// alone, and what it wrote down in its folder.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	input, _ := os.ReadFile(os.Args[1])
	folder := os.Args[3]
	var what, code string
	fmt.Sscan(string(input), &what)
	fmt.Scan(&code)
	told := filepath.Join(folder, "number")
	end := func(status int, why string) {
		f, _ := os.OpenFile(filepath.Join(folder, "judgemessage.txt"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		fmt.Fprintln(f, why)
		os.Exit(status)
	}
	next := func(text string) { os.WriteFile(filepath.Join(folder, "nextpass.in"), []byte(text), 0o644) }
	switch what {
	case "encode":
		var number string
		fmt.Sscan(string(input), &what, &number)
		os.WriteFile(told, []byte(number), 0o644)
		next("decode " + code + "\n")
		end(42, "encoded")
	case "forever":
		next("forever\n")
		end(42, "again")
	case "torn":
		next("again\n")
		end(43, "no")
	case "link":
		os.Symlink(os.Args[2], filepath.Join(folder, "nextpass.in"))
		end(42, "see there")
	}
	if number, _ := os.ReadFile(told); strings.TrimSpace(string(number)) != code {
		end(43, fmt.Sprintf("%s was encoded, and %s came out", number, code))
	}
	end(42, "decoded")
}
