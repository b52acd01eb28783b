package sudoku

import (
	"fmt"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// parseFile reads one board in the file format: the header "size w, h", where w is the width of a region
// in columns and h its height in rows, and then a token for each cell, by rows. A token is '?' for a
// blank or a value in hexadecimal, in which 16 is "10". Blanks and line ends separate tokens.
//
// That w comes first is how the header's first reader has it: it keeps the pair as a vector beside a
// matrix that is indexed x before y, and x runs along a row.
func parseFile(s string) (Board, error) {
	words := fileWords(s)
	b, err := parseHeader(words)
	if err != nil {
		return Board{}, err
	}
	cells := words[headerWords:]
	for i, w := range cells {
		if i == len(b.Cells) {
			break
		}
		v, ok := parseToken(w, b.Size)
		if !ok {
			return Board{}, say.Errorf("row %d: cell %d is %q, want ? or 1 to %X", i/b.Size+1, i%b.Size+1, short(w), b.Size)
		}
		b.Cells[i] = v
	}
	if len(cells) != len(b.Cells) {
		return Board{}, say.Errorf("%d cells, want %d", len(cells), len(b.Cells))
	}
	return b, nil
}

// headerWords is how many words fileWords makes of a header.
const headerWords = 4

// fileWords cuts a text into words; a comma is one by itself, with or without blanks around it.
func fileWords(s string) []string {
	return strings.Fields(strings.ReplaceAll(s, ",", " , "))
}

func parseHeader(words []string) (Board, error) {
	if len(words) < headerWords || words[2] != "," {
		return Board{}, say.Errorf(`header: want "size w, h"`)
	}
	var n [3]int
	for i, w := range []string{words[0], words[1], words[3]} {
		v, err := strconv.ParseUint(w, 10, 8)
		if err != nil {
			return Board{}, say.Errorf(`header: want "size w, h", not %q`, short(w))
		}
		n[i] = int(v)
	}
	b, err := New(n[1], n[2])
	if err != nil {
		return Board{}, say.Errorf("header: %w", err)
	}
	if n[0] != b.Size {
		return Board{}, say.Errorf("header: size %d, but regions of %d by %d", n[0], n[1], n[2])
	}
	return b, nil
}

// parseToken reads a cell of the file format on a board of the given size; 0 is a blank.
func parseToken(w string, size int) (v int, ok bool) {
	if w == "?" {
		return 0, true
	}
	u, err := strconv.ParseUint(w, 16, 8)
	if err != nil || u == 0 || int(u) > size {
		return 0, false
	}
	return int(u), true
}

// FileText writes the board in the file format, a line for the header and one for each row.
func (b Board) FileText() string {
	return fmt.Sprintf("%d %d, %d\n", b.Size, b.W, b.H) + b.rows(" ", func(v int) string {
		if v == 0 {
			return "?"
		}
		return fmt.Sprintf("%X", v)
	})
}
