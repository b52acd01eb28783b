// Makes an input of this problem from the number it is given: a finished board, shuffled in the ways that keep it
// one, with 24 to 50 of its digits. One in eight boards has a clue changed, and nearly always no solution.
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
	var board [81]int
	for i := range board {
		r, c := rows[i/9], columns[i%9]
		board[i] = 1 + digits[(3*(r%3)+r/3+c)%9]
	}
	order, clues := random.Perm(81), 24+random.Intn(27)
	for _, i := range order[clues:] {
		board[i] = 0
	}
	if random.Intn(8) == 0 {
		board[order[0]] = 1 + board[order[0]]%9
	}
	for i, d := range board {
		end := " "
		if i%9 == 8 {
			end = "\n"
		}
		fmt.Print(d, end)
	}
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
