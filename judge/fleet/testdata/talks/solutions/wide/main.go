// A settings directive: nobody compiles Go's library again for a program that was not named.
//
//judge:problem stairs
//judge:env GOAMD64=v3
package main

import "fmt"

func main() {
	var n int
	fmt.Scan(&n)
	fmt.Println(2 * n)
}
