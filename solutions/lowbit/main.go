// Sudoku by bitmask depth-first search, the AcWing 166 way.
//
// Idea. For each row, column and box keep nine bits: bit d is 1 while digit d+1 is still free there.
// The digits that fit a cell are then row & col & box. Always fill the cell that has the fewest:
// with one there is nothing to guess, with none this branch is dead at once. One thing is not in the
// document: the blanks stand in front in a list, and a cell that is filled changes places with the last of
// them, so that a step looks at blanks alone.
//
// Cost. A step looks at each blank once, with two ANDs and a look into a table. Row by row, the first
// of these takes 9,727,396 digits written and 0.8 s; here 1,170, in less time than the process takes
// to start. Weak where a digit has one place left in a row and that place still has several digits:
// nobody asks for that here, so the second takes 17,917 digits, 2 ms; hidden, which asks, writes not
// one wrong digit for it.
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

// search fills that many cells of blank, and reports whether it could be done.
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

// start finds what the clues leave free and blank, and returns the number of blanks. Two equal clues in one
// unit it refuses: the search would not notice them, and could try for years to complete what is wrong from
// the start.
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
