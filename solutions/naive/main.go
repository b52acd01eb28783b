// Sudoku by plain backtracking, the first solver that most people write.
//
// Idea. Walk over the cells in reading order. In a blank cell try the digits 1 to 9: place the first
// one that is not yet in its row, column or box, and go on to the next cell. If no digit fits, go
// back one cell and try its next digit.
//
// Cost. Almost no memory, and up to 27 comparisons for each digit it tries. An everyday puzzle is
// easy: it places 4,208 digits for the first puzzle below. Weak if the first rows are empty and their
// solution begins with high digits: a digit that is too low is refuted only many rows further down.
// The second puzzle takes 69,175,316 digits and 5.6 s. Choosing the cell with care takes milliseconds.
//
//	53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//	..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
//
// Names: r and c are a row and a column, 0 to 8; i is the cell r*9 + c; d is a digit as a
// character, '1' to '9'.
//
//judge:problem acwing166 leetcode37
//judge:expect AC beyond/*
//judge:expect TLE acwing166/secret/*against-row-order*
//judge:expect TLE leetcode37/beyond/*against-row-order*
//judge:document 004
//judge:board board
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// solveSudoku completes the board in place. A board without a solution stays as it was.
func solveSudoku(board [][]byte) {
	search(board, 0)
}

// search fills the blanks from cell i on, and reports whether it succeeded.
func search(board [][]byte, i int) bool {
	if i == 81 {
		return true
	}
	r, c := i/9, i%9
	if board[r][c] != '.' {
		return search(board, i+1)
	}
	for d := byte('1'); d <= '9'; d++ {
		if fits(board, r, c, d) {
			board[r][c] = d
			if search(board, i+1) {
				return true
			}
		}
	}
	board[r][c] = '.'
	return false
}

// fits reports whether d is not yet in the row, column and box of a cell.
func fits(board [][]byte, r, c int, d byte) bool {
	for k := 0; k < 9; k++ {
		if board[r][k] == d || board[k][c] == d || board[r/3*3+k/3][c/3*3+k%3] == d {
			return false
		}
	}
	return true
}

func main() {
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
		solved, err := answer(line)
		if err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		fmt.Fprintf(out, "%s\n", solved)
	}
	return lines.Err()
}

// answer completes the puzzle of one line and returns it in the format it came in: AcWing's 81
// characters, or LeetCode's [["5","3",".",...],...].
func answer(line string) (string, error) {
	isJSON := strings.HasPrefix(line, "[")
	if isJSON {
		cells, err := fromJSON(line)
		if err != nil {
			return "", err
		}
		line = cells
	}
	board, err := read(line)
	if err != nil {
		return "", err
	}
	solveSudoku(board)
	cells := string(bytes.Join(board, nil))
	if strings.Contains(cells, ".") {
		return "", errors.New("no solution")
	}
	if isJSON {
		return toJSON(board), nil
	}
	return cells, nil
}

// read makes a board of 81 characters. It refuses two equal clues in one unit: the search would not notice
// them, and could run for years on a board that cannot be completed.
func read(line string) ([][]byte, error) {
	if len(line) != 81 {
		return nil, fmt.Errorf("a puzzle has 81 characters, this line has %d", len(line))
	}
	board := make([][]byte, 9)
	for r := range board {
		board[r] = make([]byte, 9)
	}
	for i := 0; i < 81; i++ {
		r, c, d := i/9, i%9, line[i]
		switch {
		case d == '.' || d == '0':
			d = '.'
		case d < '1' || d > '9':
			return nil, fmt.Errorf("character %d is %q: want a digit, or . for a blank", i+1, d)
		case !fits(board, r, c, d):
			return nil, fmt.Errorf("row %d, column %d: a second %c in its row, column or box", r+1, c+1, d)
		}
		board[r][c] = d
	}
	return board, nil
}

// fromJSON strips a JSON board to its 81 characters.
func fromJSON(line string) (string, error) {
	var rows [][]string
	if err := json.Unmarshal([]byte(line), &rows); err != nil {
		return "", fmt.Errorf("not a JSON board: %v", err)
	}
	cells := ""
	for r, row := range rows {
		if len(row) != 9 {
			return "", fmt.Errorf("row %d has %d cells, want 9", r+1, len(row))
		}
		cells += strings.Join(row, "")
	}
	return cells, nil
}

// toJSON writes a board as LeetCode writes it.
func toJSON(board [][]byte) string {
	rows := make([]string, 9)
	for r := range board {
		rows[r] = `["` + strings.Join(strings.Split(string(board[r]), ""), `","`) + `"]`
	}
	return "[" + strings.Join(rows, ",") + "]"
}
