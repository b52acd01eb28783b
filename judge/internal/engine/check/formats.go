package check

import (
	"bytes"
	"strconv"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/sudoku"
)

// Kind sudoku reads the answer and the output line by line. Where the answer holds a full board, the
// output may hold any full board that solves the same puzzle of the input. All other lines must be equal.
// A format says where boards are.
type format struct {
	output sudoku.Format
	// at looks at the line l of the answer, and at the line before it. It returns how many lines the full
	// board has that starts with l (0: none starts), and whether l begins the answer to the next puzzle.
	at func(l, before []byte) (lines int, next bool)
}

// formats are those of kind sudoku, by the names that problem.Formats lists.
var formats = map[string]format{
	"acwing": {sudoku.AcWing, func(l, _ []byte) (int, bool) {
		return lines(len(l) == 81 && len(bytes.Trim(l, "123456789")) == 0, 1), true
	}},
	"leetcode": {sudoku.LeetCode, func(l, _ []byte) (int, bool) {
		return lines(bytes.HasPrefix(l, []byte("[[")), 1), true
	}},
	"rows": {sudoku.Rows, func(l, _ []byte) (int, bool) {
		return lines(isRow(l), 9), len(l) > 0
	}},
	"digits": {sudoku.Digits, func(l, _ []byte) (int, bool) {
		return lines(len(l) == 9 && len(bytes.Trim(l, "123456789")) == 0, 9), len(l) > 0
	}},
	"letters": {sudoku.Letters, func(l, _ []byte) (int, bool) {
		return lines(len(l) == 16 && len(bytes.Trim(l, "ABCDEFGHIJKLMNOP")) == 0, 16), len(l) > 0
	}},
	"check": {sudoku.Rows, func(l, _ []byte) (int, bool) { // a word, and rows only below "unique"
		return lines(isRow(l), 9), !isRow(l)
	}},
	"file": {sudoku.File, func(l, _ []byte) (int, bool) {
		m := fileHeader().FindSubmatch(l)
		if m == nil {
			return 0, true
		}
		size, _ := strconv.Atoi(string(m[1]))
		return 1 + min(size, sudoku.MaxSize), true
	}},
	"board": {sudoku.Drawn, func(l, before []byte) (int, bool) {
		solved := string(before) == sudoku.SolvedWords
		return lines(solved, 13), string(l) == sudoku.SolvedWords || string(l) == sudoku.NoneWords
	}},
}

// InputFormat is the format of the inputs of a problem with such a checker. It may differ from that of
// the outputs: sudokuboard asks in lines and wants drawings.
func InputFormat(name string) (sudoku.Format, bool) {
	t, ok := sudoku.Tasks[name]
	return t.Input, ok
}

func lines(yes bool, n int) int {
	if yes {
		return n
	}
	return 0
}

var fileHeader = match.Lazy(`^(\d{1,2}) \d{1,2}, \d{1,2}$`)

// isRow reports whether the line is nine digits from 1 to 9.
func isRow(l []byte) bool {
	if len(l) != 17 {
		return false
	}
	for i, c := range l {
		if (i%2 == 0) != ('1' <= c && c <= '9') {
			return false
		}
	}
	return true
}
