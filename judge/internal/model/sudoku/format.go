package sudoku

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
)

// Format is one of the ways in which boards are written. All hold 9x9 boards, but Letters 16x16 and File any size.
type Format string

const (
	AcWing   Format = "acwing"   // 81 characters in a line, '.' for a blank
	LeetCode Format = "leetcode" // [["5","3",".",...],...] in a line
	Rows     Format = "rows"     // nine lines of nine integers, 0 for a blank
	Digits   Format = "digits"   // nine lines of nine digits, 0 for a blank; an input begins with the number of boards
	Letters  Format = "letters"  // sixteen lines of sixteen letters from A to P, '-' for a blank
	File     Format = "file"     // a header "size w, h", then tokens: '?', 1 to F, and 10 for 16
	Drawn    Format = "board"    // thirteen lines: the board in a frame of '=' and '|'
)

// written is how each format writes boards.
var written = []struct {
	format  Format
	text    func(Board) string // its last newline included
	parse   func(string) (Board, error)
	lines   int    // a board has that many lines; 0: an empty line or its last cell ends it
	side    int    // its regions are that wide and high; 0: any
	counted bool   // an input begins with a line that holds the number of its boards
	between string // what stands between two boards of an input
	behind  string // and behind the last
}{
	{format: AcWing, text: func(b Board) string { return b.Line() + "\n" }, parse: parseOneLine, side: 3, lines: 1, behind: "end\n"},
	{format: LeetCode, text: func(b Board) string { return b.JSON() + "\n" }, parse: ParseJSON, side: 3, lines: 1},
	{format: Rows, text: Board.RowText, parse: ParseRows, side: 3, between: "\n"},
	{format: Digits, text: Board.DigitText, parse: ParseDigits, side: 3, lines: 9, counted: true},
	{format: Letters, text: Board.LetterText, parse: ParseLetters, side: 4, lines: 16, between: "\n"},
	{format: File, text: Board.FileText, parse: ParseFile},
	{format: Drawn, text: Board.Draw, parse: ParseDrawn, side: 3},
}

func parseOneLine(s string) (Board, error) {
	return ParseLine(strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r"))
}

// Formats lists them all.
var Formats = func() (all []Format) {
	for _, w := range written {
		all = append(all, w.format)
	}
	return all
}()

// at is the format's place in the table, -1 of none.
func (f Format) at() int { return slices.Index(Formats, f) }

// Holds says why a board cannot be written in this format, or nil.
func (f Format) Holds(b Board) error {
	if f.at() < 0 {
		return say.Errorf("format %q: there are %v", string(f), Formats)
	}
	if side := written[f.at()].side; side > 0 && (b.W != side || b.H != side) {
		return say.Errorf("format %s holds %[2]dx%[2]d boards only, not %[3]s", f, side*side, b.shape())
	}
	return nil
}

// Empty returns an empty board that the format holds.
func (f Format) Empty() Board {
	if f == Letters {
		return emptyLetters()
	}
	return Empty()
}

// Text writes one board, its last newline included. The board must be one that the format holds.
func (f Format) Text(b Board) string { return written[f.at()].text(b) }

// Join writes a whole input of boards: with what stands before the first, between them and behind the last.
func (f Format) Join(boards []Board) string {
	var s strings.Builder
	w := NewWriter(&s, f)
	w.Begin(len(boards)) // a strings.Builder takes everything
	for _, b := range boards {
		w.Write(b)
	}
	w.Close()
	return s.String()
}

// Parse reads the text of one board. Its errors say where: "line 3: 8 numbers, want 9".
func (f Format) Parse(s string) (Board, error) {
	if f.at() < 0 {
		return Board{}, say.Errorf("format %q: there are %v", string(f), Formats)
	}
	return written[f.at()].parse(s)
}

// ParseLine reads 81 characters: '1' to '9', and '.' or '0' for a blank.
func ParseLine(s string) (Board, error) {
	b := Empty()
	if n := utf8.RuneCountInString(s); n != 81 {
		return Board{}, say.Errorf("%d characters, want 81", n)
	}
	for i := range b.Cells {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			b.Cells[i] = int(c - '0')
		case c != '.':
			r, _ := utf8.DecodeRuneInString(s[i:])
			return Board{}, say.Errorf("character %d is %q, want a point or 1 to 9", i+1, r)
		}
	}
	return b, nil
}

// ParseRows reads nine lines of nine integers from 0 to 9, separated by blanks.
func ParseRows(s string) (Board, error) {
	return parseLines(Empty(), s, func(cells []int, line string) error {
		words := strings.Fields(line)
		if len(words) != 9 {
			return say.Errorf("%d numbers, want 9", len(words))
		}
		for c, w := range words {
			v, err := strconv.ParseUint(w, 10, 8)
			if err != nil || v > 9 {
				return say.Errorf("number %d is %q, want 0 to 9", c+1, short(w))
			}
			cells[c] = int(v)
		}
		return nil
	})
}

// ParseDigits reads nine lines of nine digits, 0 for a blank.
func ParseDigits(s string) (Board, error) {
	return parseLines(Empty(), s, func(cells []int, line string) error {
		if n := utf8.RuneCountInString(line); n != len(cells) {
			return say.Errorf("%d characters, want %d", n, len(cells))
		}
		for c, r := range []rune(line) {
			if r < '0' || r > '9' {
				return say.Errorf("character %d is %q, want 0 to 9", c+1, r)
			}
			cells[c] = int(r - '0')
		}
		return nil
	})
}

// ParseLetters reads sixteen lines of sixteen letters from A to P, '-' for a blank.
func ParseLetters(s string) (Board, error) {
	return parseLines(emptyLetters(), s, func(cells []int, line string) error {
		if n := utf8.RuneCountInString(line); n != len(cells) {
			return say.Errorf("%d characters, want %d", n, len(cells))
		}
		for c, r := range []rune(line) {
			if cells[c] = strings.IndexRune(letters, r); cells[c] < 0 {
				return say.Errorf("character %d is %q, want A to P, or - for a blank", c+1, r)
			}
		}
		return nil
	})
}

// parseLines reads the lines of a board into the empty board b; row reads one of them into its cells.
func parseLines(b Board, s string, row func(cells []int, line string) error) (Board, error) {
	lines := splitLines(s)
	for r, line := range lines[:min(len(lines), b.Size)] {
		if err := row(b.Cells[b.Size*r:b.Size*(r+1)], line); err != nil {
			return Board{}, &LineError{r + 1, err}
		}
	}
	if len(lines) != b.Size {
		return Board{}, say.Errorf("%d lines, want %d", len(lines), b.Size)
	}
	return b, nil
}

// RowText writes the board as lines of integers, 0 for a blank.
func (b Board) RowText() string {
	var s strings.Builder
	for i, v := range b.Cells {
		s.WriteString(strconv.Itoa(v))
		s.WriteByte(b.gap(i))
	}
	return s.String()
}

// DigitText writes a 9x9 board as lines of digits, 0 for a blank.
func (b Board) DigitText() string {
	var s strings.Builder
	for row := range slices.Chunk(b.Cells, b.Size) {
		for _, v := range row {
			s.WriteByte(byte('0' + v))
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// LetterText writes a 16x16 board as lines of letters, '-' for a blank.
func (b Board) LetterText() string {
	var s strings.Builder
	for row := range slices.Chunk(b.Cells, b.Size) {
		for _, v := range row {
			s.WriteByte(letters[v])
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// gap returns the separator after a cell in formats with a line for each row.
func (b Board) gap(cell int) byte {
	if (cell+1)%b.Size == 0 {
		return '\n'
	}
	return ' '
}

// splitLines cuts a text into lines; a last newline and carriage returns before newlines do not count.
func splitLines(s string) []string {
	s = strings.TrimSuffix(s, "\n")
	if s == "" {
		return nil
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

// short bounds a word for a message.
func short(w string) string {
	if len(w) > 20 {
		return strings.ToValidUTF8(w[:20], "") + "..."
	}
	return w
}

// LineError is an error in one line of a board.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string        { return e.Message().String() }
func (e *LineError) Message() say.Message { return say.Of("line %d: %s", e.Line, e.Err) }
func (e *LineError) Unwrap() error        { return e.Err }

func atLine(n int, format string, args ...any) error {
	return &LineError{n, say.Errorf(format, args...)}
}
