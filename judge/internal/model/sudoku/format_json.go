package sudoku

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// parseJSON reads a board as LeetCode writes it: nine arrays of nine strings, "." for a blank.
func parseJSON(s string) (Board, error) {
	var rows [][]string
	d := json.NewDecoder(strings.NewReader(s))
	if err := d.Decode(&rows); err != nil {
		return Board{}, say.Errorf("not a JSON array of rows, such as %s", `[["5","3",".",...],...]`)
	}
	if _, err := d.Token(); err != io.EOF {
		return Board{}, say.Errorf("character %d: something follows the board", d.InputOffset())
	}
	b := Empty()
	if len(rows) != 9 {
		return Board{}, say.Errorf("%d rows, want 9", len(rows))
	}
	for r, row := range rows {
		if len(row) != 9 {
			return Board{}, say.Errorf("row %d: %d cells, want 9", r+1, len(row))
		}
		for c, cell := range row {
			if len(cell) != 1 || !strings.Contains(".123456789", cell) {
				return Board{}, say.Errorf("row %d: cell %d is %q, want a point or 1 to 9", r+1, c+1, short(cell))
			}
			if cell != "." {
				b.Cells[9*r+c] = int(cell[0] - '0')
			}
		}
	}
	return b, nil
}

// JSON writes a 9x9 board as LeetCode does, without blanks between the tokens.
func (b Board) JSON() string {
	var rows []string
	for row := range strings.Lines(b.rows(",", func(v int) string { return strconv.Quote(b.Symbol(v)) })) {
		rows = append(rows, "["+strings.TrimSpace(row)+"]")
	}
	return "[" + strings.Join(rows, ",") + "]"
}
