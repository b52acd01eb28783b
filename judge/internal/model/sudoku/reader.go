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
	var words []string // of a board in the file format
	whole := false     // it has all of them
	at := r.format.at()
	if at < 0 {
		return 0, "", io.EOF // the input holds no boards
	}
	form := written[at]
	for lines := 0; !whole && (form.lines == 0 || lines < form.lines); {
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
			words = append(words, fileWords(line)...)
			n, all := fileLength(words)
			if whole = all; whole {
				line, r.rest = strings.Join(words[len(words)-len(fileWords(line)):n], " "), strings.Join(words[n:], " ")
			}
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

// fileLength is how many words a board in the file format takes, if they are all there. What follows a broken header is
// not looked at.
func fileLength(words []string) (n int, whole bool) {
	if len(words) < headerWords {
		return 0, false
	}
	b, _ := parseHeader(words)
	n = headerWords + len(b.Cells)
	return n, len(words) >= n
}
