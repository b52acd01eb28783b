package check

import (
	"bufio"
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
	file   *os.File
	reader *sudoku.Reader
	read   int          // boards so far
	last   sudoku.Board // the last of them
	err    error        // why there is no next one
}

// number returns board n of the input, from 1; n never goes down.
func (p *puzzles) number(n int) (sudoku.Board, error) {
	if p.file == nil && p.err == nil {
		if p.file, p.err = os.Open(p.path); p.err == nil {
			p.reader = sudoku.NewReader(bufio.NewReaderSize(p.file, longLine), p.format)
		}
	}
	for ; p.err == nil && p.read < n; p.read++ {
		p.next()
	}
	return p.last, p.err
}

func (p *puzzles) next() {
	p.last, p.err = p.reader.Next()
	if p.err == io.EOF {
		p.err = say.Errorf("%s: holds %s, and the expected output answers one more", p.path, say.Count(p.read, "board"))
	} else if p.err != nil {
		p.err = say.Errorf("%s: %w", p.path, p.err)
	}
}

func (p *puzzles) close() {
	p.file.Close() // which may be nil
}
