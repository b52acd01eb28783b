package sudoku

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Reader reads the boards of an input one after the other.
type Reader struct {
	format Format
	lines  *bufio.Scanner
	line   int // lines read so far
}

// NewReader reads boards of the given format. Drawn is not a format of inputs.
func NewReader(r io.Reader, f Format) *Reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	return &Reader{format: f, lines: lines}
}

// Next returns the next board, or io.EOF behind the last one: at the end of the input, or at "end".
// Its errors begin with the line: "line 3: 80 characters, want 81".
func (r *Reader) Next() (Board, error) {
	first, text, err := r.text()
	if err != nil {
		return Board{}, err
	}
	b, err := r.format.Parse(text)
	if err != nil && r.line > first {
		return Board{}, fmt.Errorf("board of lines %d to %d: %w", first, r.line, err)
	}
	if err != nil {
		return Board{}, fmt.Errorf("line %d: %w", first, err)
	}
	return b, nil
}

// text collects the lines of one board and returns the number of the first.
func (r *Reader) text() (first int, text string, err error) {
	var s strings.Builder
	cells, want := 0, -1 // of the file format
	for r.lines.Scan() {
		r.line++
		line := strings.TrimRight(r.lines.Text(), " \t\r")
		if line == "" {
			if s.Len() > 0 && r.format == Rows {
				break
			}
			continue
		}
		if r.format == AcWing && line == "end" {
			return 0, "", io.EOF
		}
		if s.Len() == 0 {
			first = r.line
		}
		s.WriteString(line + "\n")
		if r.format == AcWing || r.format == LeetCode {
			break
		}
		if r.format == File {
			cells, want = countCells(s.String())
			if want >= 0 && cells >= want {
				break
			}
		}
	}
	if err := r.lines.Err(); err != nil {
		return 0, "", fmt.Errorf("line %d: %w", r.line+1, err)
	}
	if s.Len() == 0 {
		return 0, "", io.EOF
	}
	return first, s.String(), nil
}

// countCells counts the cell tokens of a board in the file format that has been read in part, and says
// how many there should be, or -1 while the header is not complete. A broken header wants none.
func countCells(s string) (cells, want int) {
	words := strings.Fields(strings.ReplaceAll(s, ",", " , "))
	if len(words) < 4 {
		return 0, -1
	}
	b, err := parseHeader(words)
	if err != nil {
		return 0, 0
	}
	return len(words) - 4, len(b.Cells)
}
