// Sudoku by bitmask depth-first search, the AcWing 166 way.
//
// Idea. Keep nine bits for each row, column and box: bit d is 1 while digit d+1 is still free there.
// The digits that fit a cell are then row & col & box. Always fill the cell with the fewest digits: if
// it has one, there is nothing to guess; if it has none, this branch is dead. One thing is not in the
// document: a list holds the blanks in front. A filled cell swaps places with the last blank, so a step
// looks at blanks only.
//
// Cost. A step looks at each blank once: two ANDs and one table lookup. For the first puzzle below, the
// search row by row places 9,727,396 digits in 0.8 s. This one places 1,170, in less time than the
// process needs to start. Weak if a digit has only one place left in a row, but that place still has
// several digits: this search does not look for that, so the second puzzle takes 17,917 digits and
// 2 ms. hidden looks for it, and places no wrong digit there.
//
//	4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
//	..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
//
// Names: i is a cell, 0 to 80; r, c and b are its row, column and box; m is a set of digits, one
// bit each; lowbit(m) is the lowest of them.
//
//judge:problem acwing166
//judge:expect AC beyond/*
//judge:document 001
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
	board         [81]byte // the characters '1' to '9', '.' for a blank
	blank         [81]int  // the blank cells, in front of those filled since
	row, col, box [9]int   // the digits still free in each row, column and box

	rowOf, colOf, boxOf [81]int       // the row, column and box of a cell
	count               [all + 1]int  // count[m]: how many digits the set m holds
	digit               [all + 1]byte // digit[1<<d]: the character for the set that holds d+1 alone
)

// search fills that many cells of blank, and reports whether it succeeded.
func search(blanks int) bool {
	if blanks == 0 {
		return true
	}
	best, fewest := 0, 10 // more than any cell has, so that even on an empty board one is picked
	for k, i := range blank[:blanks] {
		if n := count[free(i)]; n < fewest {
			best, fewest = k, n
			if n <= 1 {
				break // nothing to guess here: the rest need not be looked at
			}
		}
	}
	i, last := blank[best], blanks-1
	blank[best], blank[last] = blank[last], i
	for m := free(i); m != 0; m -= lowbit(m) {
		bit := lowbit(m)
		board[i] = digit[bit]
		flip(i, bit)
		if search(last) {
			return true
		}
		flip(i, bit)
	}
	board[i] = '.'
	blank[best], blank[last] = i, blank[best]
	return false
}

// free returns the set of the digits that fit cell i.
func free(i int) int {
	return row[rowOf[i]] & col[colOf[i]] & box[boxOf[i]]
}

// flip takes a digit from the row, column and box of cell i, or gives it back.
func flip(i, bit int) {
	row[rowOf[i]] ^= bit
	col[colOf[i]] ^= bit
	box[boxOf[i]] ^= bit
}

func lowbit(m int) int { return m & -m }

// start finds the digits that the clues leave free and the cells that they leave blank, and returns the number
// of blanks. It refuses two equal clues in one unit: the search would not notice them, and could run for years
// on a board that cannot be completed.
func start() (blanks int, err error) {
	for u := 0; u < 9; u++ {
		row[u], col[u], box[u] = all, all, all
	}
	for i, d := range board {
		switch {
		case d == '.':
			blank[blanks] = i
			blanks++
		case free(i)&(1<<(d-'1')) == 0:
			return 0, fmt.Errorf("row %d, column %d: a second %c in its row, column or box", rowOf[i]+1, colOf[i]+1, d)
		default:
			flip(i, 1<<(d-'1'))
		}
	}
	return blanks, nil
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

// run answers each line with a line, until "end" or the end of the input.
func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		if line == "end" {
			break
		}
		if err := solve(line); err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		fmt.Fprintf(out, "%s\n", board[:])
	}
	return lines.Err()
}

// solve reads a puzzle into board and completes it.
func solve(line string) error {
	if err := read(line); err != nil {
		return err
	}
	blanks, err := start()
	if err != nil {
		return err
	}
	if !search(blanks) {
		return errors.New("no solution")
	}
	return nil
}

// read fills board from its 81 characters.
func read(line string) error {
	if len(line) != 81 {
		return fmt.Errorf("a puzzle has 81 characters, this line has %d", len(line))
	}
	for i := range board {
		switch d := line[i]; {
		case d == '.' || d == '0':
			board[i] = '.'
		case '1' <= d && d <= '9':
			board[i] = d
		default:
			return fmt.Errorf("character %d is %q: want a digit, or . for a blank", i+1, d)
		}
	}
	return nil
}

// prepare fills the tables.
func prepare() {
	for i := range board {
		rowOf[i], colOf[i], boxOf[i] = i/9, i%9, i/27*3+i%9/3
	}
	for m := 1; m <= all; m++ {
		count[m] = count[m-lowbit(m)] + 1
	}
	for d := 0; d < 9; d++ {
		digit[1<<d] = byte('1' + d)
	}
}
