// Sudoku as a target, the AcWing 183 way: of all solutions, the one that scores most.
//
// Idea. A cell is worth 6 points at the rim to 10 in the middle, times its digit, and the best score of all solutions
// is wanted. The search is that of lowbit, but it goes on after a solution, and it gives a guess up if the board
// cannot beat the best score any more. What can a row still bring? At most what its free digits score if the highest
// goes to the blank that is worth most, the second to the next, and so on, as if there were no columns and boxes. A
// guess changes one row, so only that row is asked again. The highest digits come first, so that the best score is
// soon high.
//
// Cost. As lowbit, and at most nine looks along a row for each digit. The board of 24 clues in secret/09 has 18,578
// solutions: to look at all of them, the same search places 271,601 digits; this one places 42,008 and meets seven
// solutions. Weak on a board with one solution: before that is found, there is nothing to beat, and it places as many
// digits as lowbit.
//
// Names: i is a cell, 0 to 80; r, c and b are its row, column and box; m is a set of digits, one
// bit each; highest[m] is the highest of them. A hope is the most that a board may score.
//
//judge:problem acwing183
//judge:board board
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

const all = 1<<9 - 1 // the set of all nine digits

var (
	board         [81]int // the digits, 0 for a blank
	blank         [81]int // the blank cells, in front of those filled since
	row, col, box [9]int  // the digits still free in each row, column and box
	best          int     // the best score so far, -1 before the first solution

	rowOf, colOf, boxOf [81]int      // the row, column and box of a cell
	worth               [81]int      // what a cell is worth
	count, highest      [all + 1]int // how many digits a set holds, and the highest of them
)

// search fills that many cells of blank in every way that may beat the best score. No way scores more than hope.
func search(blanks, hope int) {
	if blanks == 0 {
		best = hope
		return
	}
	next, fewest := 0, 10 // more than any cell has, so that even on an empty board one is picked
	for k, i := range blank[:blanks] {
		if n := count[free(i)]; n < fewest {
			next, fewest = k, n
			if n <= 1 {
				break // nothing to guess here: the rest need not be looked at
			}
		}
	}
	i, last := blank[next], blanks-1
	blank[next], blank[last] = blank[last], i
	hope -= most(rowOf[i])
	for m := free(i); m != 0; m -= 1 << (board[i] - 1) {
		board[i] = highest[m]
		flip(i, board[i])
		if hope := hope + worth[i]*board[i] + most(rowOf[i]); hope > best {
			search(last, hope)
		}
		flip(i, board[i])
	}
	board[i] = 0
	blank[next], blank[last] = i, blank[next]
}

// most returns what the blanks of a row can score at most.
func most(r int) (score int) {
	m := row[r]
	for _, c := range [9]int{4, 3, 5, 2, 6, 1, 7, 0, 8} { // from the middle, where a digit is worth most
		if i := 9*r + c; board[i] == 0 {
			score += worth[i] * highest[m]
			m -= 1 << (highest[m] - 1)
		}
	}
	return score
}

// free returns the set of the digits that fit cell i.
func free(i int) int {
	return row[rowOf[i]] & col[colOf[i]] & box[boxOf[i]]
}

// flip takes a digit from the row, column and box of cell i, or gives it back.
func flip(i, d int) {
	bit := 1 << (d - 1)
	row[rowOf[i]] ^= bit
	col[colOf[i]] ^= bit
	box[boxOf[i]] ^= bit
}

// start finds the digits that the clues leave free and the cells that they leave blank. It returns the number of
// blanks and the most that the board may score; ok is false if there are two equal clues in one unit, which the search
// would not notice.
func start() (blanks, hope int, ok bool) {
	for u := 0; u < 9; u++ {
		row[u], col[u], box[u] = all, all, all
	}
	for i, d := range board {
		switch {
		case d == 0:
			blank[blanks] = i
			blanks++
		case free(i)&(1<<(d-1)) == 0:
			return 0, 0, false
		default:
			flip(i, d)
			hope += worth[i] * d
		}
	}
	for r := 0; r < 9; r++ {
		hope += most(r)
	}
	return blanks, hope, true
}

func main() {
	prepare()
	out := bufio.NewWriter(os.Stdout)
	err := run(os.Stdin, out)
	out.Flush()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers each nine lines of nine numbers with the best score of that board, until the end of the input.
func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	rows := 0 // those read so far of the present board
	for n := 1; lines.Scan(); n++ {
		numbers := strings.Fields(lines.Text())
		if len(numbers) == 0 {
			continue
		}
		if err := read(numbers, board[9*rows:9*rows+9]); err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		if rows++; rows == 9 {
			fmt.Fprintln(out, solve())
			rows = 0
		}
	}
	if rows != 0 {
		return fmt.Errorf("the last board has %d rows, want 9", rows)
	}
	return lines.Err()
}

// solve returns the best score of board, -1 if it has no solution.
func solve() int {
	best = -1
	if blanks, hope, ok := start(); ok {
		search(blanks, hope)
	}
	return best
}

// read fills a row from its nine numbers.
func read(numbers []string, row []int) error {
	if len(numbers) != 9 {
		return errors.New("a row has nine numbers from 0 to 9")
	}
	for c, text := range numbers {
		if len(text) != 1 || text[0] < '0' || '9' < text[0] {
			return errors.New("a row has nine numbers from 0 to 9")
		}
		row[c] = int(text[0] - '0')
	}
	return nil
}

// prepare fills the tables.
func prepare() {
	for i := range board {
		rowOf[i], colOf[i], boxOf[i] = i/9, i%9, i/27*3+i%9/3
		worth[i] = 10 - max(far(i/9), far(i%9))
	}
	for m := 1; m <= all; m++ {
		count[m] = count[m&(m-1)] + 1
		highest[m] = highest[m>>1] + 1
	}
}

// far is how far a row or column is from the middle.
func far(line int) int {
	if line < 4 {
		return 4 - line
	}
	return line - 4
}

func max(a, b int) int {
	if a < b {
		return b
	}
	return a
}
