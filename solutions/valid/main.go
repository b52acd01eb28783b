// Sudoku by bitmasks, checked and not solved: is the board valid so far? The LeetCode 36 way.
//
// Idea. Keep nine bits for each row, column and box: bit d is 1 once digit d+1 was seen there. If it
// is already set in one of a cell's units, the digit is there twice. One look at each cell is enough.
//
// Cost. 81 cells, each looked at once, and 27 masks: the cost never grows. Weak in what it can tell: a
// board without two equal digits in a unit may still have no solution. Only a search finds that out.
//
// Names: r and c are a row and a column, 0 to 8; b is a box, counted in reading order; bit is a digit.
//
//judge:problem leetcode36
//judge:document 004
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	err := run(os.Stdin, out)
	out.Flush()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers each line with a line, until the end of the input.
func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		board, err := read(line)
		if err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		fmt.Fprintln(out, isValidSudoku(board))
	}
	return lines.Err()
}

// isValidSudoku tells whether no unit of the board holds a digit twice.
func isValidSudoku(board [][]byte) bool {
	var row, col, box [9]uint // the digits seen in each
	for r := range board {
		for c, ch := range board[r] {
			if ch == '.' {
				continue
			}
			b, bit := r/3*3+c/3, uint(1)<<(ch-'1')
			if (row[r]|col[c]|box[b])&bit != 0 {
				return false
			}
			row[r] |= bit
			col[c] |= bit
			box[b] |= bit
		}
	}
	return true
}

// read makes a board of JSON: nine rows of nine strings.
func read(line string) ([][]byte, error) {
	var rows [][]string
	if err := json.Unmarshal([]byte(line), &rows); err != nil {
		return nil, fmt.Errorf("not a JSON board: %v", err)
	}
	if len(rows) != 9 {
		return nil, fmt.Errorf("a board has nine rows, this one has %d", len(rows))
	}
	board := make([][]byte, 9)
	for r, row := range rows {
		cells := strings.Join(row, "")
		if len(row) != 9 || len(cells) != 9 || strings.Trim(cells, ".123456789") != "" {
			return nil, fmt.Errorf("row %d is not nine digits or dots", r+1)
		}
		board[r] = []byte(cells)
	}
	return board, nil
}
