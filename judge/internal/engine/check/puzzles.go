package check

import (
	"io"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/sudoku"
)

// puzzles reads the boards of an input one by one, when they are needed. An output that equals the answer
// needs none.
type puzzles struct {
	path   string
	format sudoku.Format
	reader *sudoku.Reader
	read   int          // boards so far
	last   sudoku.Board // the last of them
	err    error        // why there is no next one
}

// number returns board n of the input, from 1; n never goes down.
func (p *puzzles) number(n int) (sudoku.Board, error) {
	if p.reader == nil {
		var text []byte
		text, p.err = os.ReadFile(p.path)
		p.reader = sudoku.NewReader(string(text), p.format)
	}
	for ; p.err == nil && p.read < n; p.read++ {
		if p.last, p.err = p.reader.Next(); p.err == io.EOF {
			p.err = say.Errorf("%s: holds %s, and the expected output answers one more", p.path, say.Count(p.read, "board"))
		} else if p.err != nil {
			p.err = say.Errorf("%s: %w", p.path, p.err)
		}
	}
	return p.last, p.err
}
