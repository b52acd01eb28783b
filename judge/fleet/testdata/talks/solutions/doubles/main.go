//judge:problem asked stairs
package main

import "fmt"

func main() {
	var n int
	for {
		if _, err := fmt.Scan(&n); err != nil {
			return
		}
		fmt.Println(2 * n)
	}
}
