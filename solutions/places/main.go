// Sudoku of 16 x 16 by bits, asking for cells and for places, the AcWing 169 way.
//
// Idea. As lowbit does, keep the letters that are still free in each row, column and box, one bit each: those that fit a
// cell are free in all three. On a board of 16 x 16 it is not enough to fill the cell that the fewest letters fit. Ask for
// places, too: a letter that fits only one cell of a row, column or box belongs there, and a letter that fits none of them
// refutes the last guess. One walk along a unit tells this for all its letters:
//
//	twice |= once & m
//	once |= m
//
// with m the letters that fit a cell. What is in once and not in twice has one place. Repeat that until nothing changes,
// and only then guess, in the cell with the fewest letters.
//
// What is filled goes on a list, and a wrong guess is undone by emptying the list down to where it began.
//
// Cost. The puzzle in secret/05-places-count needs no guess; without the question for places, the search tries 54,500,263
// letters. The first puzzle in secret/06-few-clues, with 92 clues, takes 2,790 calls of search, 34,849 letters and 20 ms.
// Weak where one letter forces little: then the walk along all units tells nothing new. And it guesses in cells only, not
// where a letter has two places.
//
// Names: i is a cell, 0 to 255; r, c and b are its row, column and box, u is any of the 48; m is a set of letters, one bit
// each.
//
//judge:problem acwing169
//judge:board board
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"strings"
)

const all = 1<<16 - 1 // the set of all sixteen letters

var (
	board [256]byte  // the letters, '-' for a blank
	free  [48]uint16 // the letters still free in each row, column and box
	list  []int      // the filled cells, without the clues

	units [48][16]int // the cells of each row, column and box
	of    [256][3]int // the row, column and box of a cell
)

// search fills the rest of the board, and reports whether it succeeded.
func search() bool {
	if !settle() {
		return false
	}
	i := fewest()
	if i < 0 {
		return true
	}
	for m := fit(i); m != 0; m &= m - 1 {
		n := len(list)
		put(i, m&-m)
		if search() {
			return true
		}
		undo(n)
	}
	return false
}

// settle fills what is forced until nothing changes. It reports false if the board cannot be completed.
func settle() bool {
	for n := -1; n < len(list); {
		n = len(list)
		for u := range units {
			if !places(u) {
				return false
			}
		}
		for i := range board {
			if board[i] != '-' {
				continue
			}
			m := fit(i)
			if m == 0 {
				return false
			}
			if m&(m-1) == 0 {
				put(i, m)
			}
		}
	}
	return true
}

// places fills the letters that have one place left in a unit. It reports false if one has none.
func places(u int) bool {
	var once, twice uint16
	for _, i := range units[u] {
		if board[i] == '-' {
			m := fit(i)
			twice |= once & m
			once |= m
		}
	}
	if once != free[u] {
		return false
	}
	for _, i := range units[u] {
		if board[i] != '-' {
			continue
		}
		if m := fit(i) &^ twice; m != 0 {
			if m&(m-1) != 0 {
				return false // the only place for two letters
			}
			put(i, m)
		}
	}
	return true
}

// fewest is the blank that the fewest letters fit, -1 if there is no blank.
func fewest() int {
	cell, least := -1, 17
	for i := range board {
		if board[i] == '-' {
			if n := bits.OnesCount16(fit(i)); n < least {
				cell, least = i, n
			}
		}
	}
	return cell
}

// fit is the set of letters that are free in all three units of a cell.
func fit(i int) uint16 { return free[of[i][0]] & free[of[i][1]] & free[of[i][2]] }

// put fills a cell with the only letter of m.
func put(i int, m uint16) {
	board[i] = byte('A' + bits.TrailingZeros16(m))
	flip(i, m)
	list = append(list, i)
}

// undo empties the list down to its first n cells.
func undo(n int) {
	for len(list) > n {
		i := list[len(list)-1]
		list = list[:len(list)-1]
		flip(i, 1<<(board[i]-'A'))
		board[i] = '-'
	}
}

// flip takes a letter from the free ones of three units, or returns it.
func flip(i int, m uint16) {
	for _, u := range of[i] {
		free[u] ^= m
	}
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

// run answers each board with a board, and an empty line behind it.
func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	rows := 0
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		if err := read(line, rows); err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		if rows++; rows < 16 {
			continue
		}
		rows = 0
		if err := solve(); err != nil {
			return fmt.Errorf("the board that ends in line %d: %v", n, err)
		}
		for i := 0; i < 256; i += 16 {
			fmt.Fprintf(out, "%s\n", board[i:i+16])
		}
		fmt.Fprintln(out)
	}
	if rows > 0 {
		return fmt.Errorf("the last board has %d rows: want 16", rows)
	}
	return lines.Err()
}

// read fills a row of board from its 16 characters.
func read(line string, row int) error {
	if len(line) != 16 {
		return fmt.Errorf("a row has 16 characters, this line has %d", len(line))
	}
	for i := range line {
		if ch := line[i]; ch != '-' && (ch < 'A' || 'P' < ch) {
			return fmt.Errorf("character %d is %q: want A to P, or - for a blank", i+1, ch)
		}
	}
	copy(board[16*row:], line)
	return nil
}

// solve completes the board.
func solve() error {
	for u := range free {
		free[u] = all
	}
	list = list[:0]
	for i, ch := range board {
		if ch == '-' {
			continue
		}
		m := uint16(1) << (ch - 'A')
		if fit(i) != fit(i)|m {
			return fmt.Errorf("row %d, column %d: a second %c in its row, column or box", i/16+1, i%16+1, ch)
		}
		flip(i, m)
	}
	if !search() {
		return errors.New("no solution")
	}
	return nil
}

// prepare fills the two tables.
func prepare() {
	for i := range of {
		r, c := i/16, i%16
		b := r/4*4 + c/4
		of[i] = [3]int{r, 16 + c, 32 + b}
		units[r][c], units[16+c][r], units[32+b][r%4*4+c%4] = i, i, i
	}
}
