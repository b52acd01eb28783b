package check

import (
	"bufio"
	"io"
	"math"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/sudoku"
)

// puzzles are the boards of an input, read when one is asked for: an output that is the answer's twin
// asks for none.
type puzzles struct {
	path   string
	format sudoku.Format
	text   *boardText // as the format writes it
	signs  *signs
	file   *os.File
	plain  *cursor        // reads the boards that stand there just as the format writes them
	reader *sudoku.Reader // reads all from the first one on that does not
	read   int            // boards so far
	last   sudoku.Board   // if the reader read it
	nine   bool           // whether the last is 9x9; then
	clues  [81]uint8      // are its cells
	err    error          // why there is none to come
}

// number returns board n of the input, from 1; n never goes down.
func (p *puzzles) number(n int) (sudoku.Board, error) {
	if err := p.upTo(n); err != nil {
		return sudoku.Board{}, err
	}
	if p.reader != nil {
		return p.last, nil
	}
	b := sudoku.Empty()
	for i, v := range p.clues {
		b.Cells[i] = int(v)
	}
	return b, nil
}

// solvedBy says whether the cells are a right answer to board n. What is wrong with the board, if there
// is anything, number tells.
func (p *puzzles) solvedBy(cells *[81]uint8, n int) bool {
	return p.upTo(n) == nil && p.nine && sudoku.Solves(cells, &p.clues)
}

func (p *puzzles) upTo(n int) error {
	if p.file == nil {
		f, err := os.Open(p.path)
		if err != nil {
			return err
		}
		p.file, p.plain = f, newCursor(f)
		p.text, p.signs = texts[p.format], signsWith(p.format.Blanks())
	}
	for ; p.read < n; p.read++ {
		if p.err == nil && (p.reader != nil || !p.nextPlain()) {
			p.err = p.next()
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

var (
	inputBlanks = class(" \t\r") // at the end of a line; sudoku.Reader has no others
	inputSpaces = class(" \t\r\n")
)

// nextPlain reads a board that stands in the input as the format writes it, between blank lines or none.
func (p *puzzles) nextPlain() bool {
	c, t := p.plain, p.text
	m := c.mark
	if c.skipWhile(inputSpaces); c.off != c.start {
		c.back(m)
		return false
	}
	if len(c.peek()) < 2*len(t.text) {
		c.reload()
	}
	b := c.peek()
	n := t.read(b, &p.clues, p.signs, inputBlanks)
	if n == 0 {
		return false
	}
	if p.format == sudoku.Rows { // which a blank line ends
		if end := after(b, n, inputBlanks); end == len(b) || b[end] != '\n' {
			return false
		}
	}
	c.skip(n)
	p.nine = true
	return true
}

// next reads a board in whatever way it is written.
func (p *puzzles) next() error {
	if p.reader == nil {
		from := p.plain.mark
		rest := io.NewSectionReader(p.file, from.off, math.MaxInt64-from.off)
		p.reader = sudoku.NewReader(bufio.NewReaderSize(rest, longLine), p.format)
		p.reader.After(from.line - 1)
	}
	b, err := p.reader.Next()
	if err == io.EOF {
		return say.Errorf("%s: holds %d boards, and the expected output answers one more", p.path, p.read)
	}
	if err != nil {
		return say.Errorf("%s: %w", p.path, err)
	}
	p.last, p.nine = b, b.W == 3 && b.H == 3
	if p.nine {
		for i, v := range b.Cells {
			p.clues[i] = uint8(v)
		}
	}
	return nil
}

func (p *puzzles) close() {
	if p.file != nil {
		p.file.Close()
		p.plain.done()
	}
}
