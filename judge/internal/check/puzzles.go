package check

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"

	"sudokuoj/judge/internal/sudoku"
)

// puzzles are the boards of an input, read when one is asked for: an output that is the answer's twin
// asks for none.
type puzzles struct {
	path   string
	format sudoku.Format
	file   *os.File
	reader *sudoku.Reader
	read   int // boards so far
	last   sudoku.Board
}

// number returns board n of the input, from 1; n never goes down.
func (p *puzzles) number(n int) (sudoku.Board, error) {
	if p.file == nil {
		f, err := os.Open(p.path)
		if err != nil {
			return sudoku.Board{}, err
		}
		in := bufio.NewReader(f)
		if head, _ := in.Peek(len(bom)); bytes.Equal(head, bom) {
			in.Discard(len(bom))
		}
		p.file, p.reader = f, sudoku.NewReader(in, p.format)
	}
	for p.read < n {
		b, err := p.reader.Next()
		if err == io.EOF {
			return b, fmt.Errorf("%s: holds %d boards, and the expected output answers one more", p.path, p.read)
		}
		if err != nil {
			return b, fmt.Errorf("%s: %w", p.path, err)
		}
		p.read, p.last = p.read+1, b
	}
	return p.last, nil
}

func (p *puzzles) close() {
	if p.file != nil {
		p.file.Close()
	}
}
