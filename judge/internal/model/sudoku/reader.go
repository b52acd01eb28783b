package sudoku

import (
	"io"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Reader reads the boards of an input one after the other.
type Reader struct {
	format Format
	text   string // what is left
	line   int    // lines read so far
}

// NewReader reads boards of the given format. Drawn is not a format of inputs.
func NewReader(text string, f Format) *Reader { return &Reader{format: f, text: text} }

// Next returns the next board, or io.EOF behind the last one: at the end of the input, or at "end".
// Its errors begin with the line: "line 3: 80 characters, want 81".
func (r *Reader) Next() (Board, error) {
	first, text := r.lines()
	if text == "" {
		return Board{}, io.EOF
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

// lines collects what belongs to the next board and returns the number of its first line.
func (r *Reader) lines() (first int, text string) {
	at := r.format.at()
	if at < 0 {
		return 0, "" // the input holds no boards
	}
	if r.format == File {
		return r.words()
	}
	form := written[at]
	var s strings.Builder
	for n := 0; r.text != "" && (form.lines == 0 || n < form.lines); {
		line, rest, _ := strings.Cut(r.text, "\n")
		line = strings.TrimRight(line, " \t\r")
		if line+"\n" == form.behind {
			break
		}
		r.text = rest
		r.line++
		if line == "" && form.between != "" && n > 0 {
			break
		}
		if line == "" || form.counted && r.line == 1 && isCount(line) {
			continue
		}
		if n++; n == 1 {
			first = r.line
		}
		s.WriteString(line + "\n")
	}
	return first, s.String()
}

// isCount reports whether a line holds the number of boards, and not the first row of one.
func isCount(line string) bool {
	_, err := strconv.Atoi(line)
	return err == nil && len(line) < 9
}

// words collects the words of a board in the file format, which need not be on lines of its own. What follows a broken
// header is not looked at.
func (r *Reader) words() (first int, text string) {
	var words []string
	for n := headerWords; len(words) < n; {
		rest := strings.TrimLeft(r.text, " \t\r\n")
		if rest == "" {
			r.text = ""
			break
		}
		r.line = max(1, r.line) + strings.Count(r.text[:len(r.text)-len(rest)], "\n")
		if words == nil {
			first = r.line
		}
		end := max(1, strings.IndexAny(rest+" ", ", \t\r\n"))
		words, r.text = append(words, rest[:end]), rest[end:]
		if len(words) == headerWords {
			b, _ := parseHeader(words)
			n += len(b.Cells)
		}
	}
	return first, strings.Join(words, " ")
}
