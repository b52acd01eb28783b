// Makes an input of this problem from the number it is given: a finished board, shuffled in the ways that keep it
// one, and 60 questions.
package main

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
)

func main() {
	seed := int64(0)
	if len(os.Args) > 1 {
		seed, _ = strconv.ParseInt(os.Args[1], 10, 64)
	}
	random := rand.New(rand.NewSource(seed))
	digits, rows, columns := random.Perm(9), lines(random), lines(random)
	board := make([]byte, 0, 81)
	for _, r := range rows {
		for _, c := range columns {
			board = append(board, '1'+byte(digits[(3*(r%3)+r/3+c)%9]))
		}
	}
	fmt.Printf("60\n%s\n", board)
}

// lines are rows or columns in another order: those of three together stay together.
func lines(random *rand.Rand) (order []int) {
	for _, band := range random.Perm(3) {
		for _, line := range random.Perm(3) {
			order = append(order, 3*band+line)
		}
	}
	return order
}
