package sudoku

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Reader reads the boards of an input one after the other.
type Reader struct {
	format Format
	lines  *bufio.Scanner
	line   int    // lines read so far
	rest   string // of that line, which the last board left over
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
		return Board{}, say.Errorf("board of lines %d to %d: %w", first, r.line, err)
	}
	if err != nil {
		return Board{}, say.Errorf("line %d: %w", first, err)
	}
	return b, nil
}

// text collects what belongs to the next board and returns the number of its first line.
func (r *Reader) text() (first int, text string, err error) {
	var s strings.Builder
	var cells cellCounter
	at := r.format.at()
	if at < 0 {
		return 0, "", io.EOF // the input holds no boards
	}
	form := written[at]
	for lines := 0; !cells.done && (form.lines == 0 || lines < form.lines); {
		line, ok := r.next()
		if !ok || line == "" && form.between != "" && lines > 0 {
			break
		}
		if line == "" || form.counted && r.line == 1 && isCount(line) {
			continue
		}
		if line+"\n" == form.behind {
			return 0, "", io.EOF
		}
		if lines == 0 {
			first = r.line
		}
		if r.format == File {
			line, r.rest = cells.take(line)
		}
		s.WriteString(line + "\n")
		lines++
	}
	if err := r.lines.Err(); err != nil {
		return 0, "", say.Errorf("line %d: %w", r.line+1, err)
	}
	if s.Len() == 0 {
		return 0, "", io.EOF
	}
	return first, s.String(), nil
}

// isCount reports whether a line holds the number of boards, and not the first row of one.
func isCount(line string) bool {
	_, err := strconv.Atoi(line)
	return err == nil && len(line) < 9
}

// next returns the next line, or the rest of the current one.
func (r *Reader) next() (line string, ok bool) {
	if r.rest != "" {
		line, r.rest = r.rest, ""
		return line, true
	}
	if !r.lines.Scan() {
		return "", false
	}
	r.line++
	return strings.TrimRight(r.lines.Text(), " \t\r"), true
}

// cellCounter tells where in a stream of tokens a board of the file format ends.
type cellCounter struct {
	header []string
	cells  int // still to come behind the header
	done   bool
}

// take cuts a line into the part that belongs to the board and the rest.
func (c *cellCounter) take(line string) (taken, rest string) {
	words := fileWords(line)
	for i, w := range words {
		if len(c.header) < headerWords {
			c.header = append(c.header, w)
			if len(c.header) < headerWords {
				continue
			}
			b, err := parseHeader(c.header)
			c.cells, c.done = len(b.Cells), err != nil // what follows a broken header is not looked at
		} else {
			c.cells--
			c.done = c.cells == 0
		}
		if c.done {
			return strings.Join(words[:i+1], " "), strings.Join(words[i+1:], " ")
		}
	}
	return line, ""
}
