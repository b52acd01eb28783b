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
	between string // what is between two boards of an input
	behind  string // and behind the last
}{
	{format: AcWing, text: func(b Board) string { return b.Line() + "\n" }, parse: parseOneLine, side: 3, lines: 1, behind: "end\n"},
	{format: LeetCode, text: func(b Board) string { return b.JSON() + "\n" }, parse: parseJSON, side: 3, lines: 1},
	{format: Rows, text: Board.RowText, parse: parseRows, side: 3, between: "\n"},
	{format: Digits, text: Board.DigitText, parse: parseDigits, side: 3, lines: 9, counted: true},
	{format: Letters, text: Board.LetterText, parse: parseLetters, side: 4, lines: 16, between: "\n"},
	{format: File, text: Board.FileText, parse: parseFile},
	{format: Drawn, text: Board.Draw, parse: parseDrawn, side: 3},
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

// Join writes a whole input of boards: with what is before the first, between them and behind the last.
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
	return b, readSymbols(b.Cells, strings.ReplaceAll(s, "0", "."), ".123456789", say.Of("a point or 1 to 9"))
}

// readSymbols reads a character for each cell: those of the values 0, 1, 2 and so on.
func readSymbols(cells []int, text, symbols string, want say.Message) error {
	if n := utf8.RuneCountInString(text); n != len(cells) {
		return say.Errorf("%d characters, want %d", n, len(cells))
	}
	for i, r := range []rune(text) {
		if cells[i] = strings.IndexRune(symbols, r); cells[i] < 0 {
			return say.Errorf("character %d is %q, want %s", i+1, r, want)
		}
	}
	return nil
}

// parseRows reads nine lines of nine integers from 0 to 9, separated by blanks.
func parseRows(s string) (Board, error) {
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

func parseDigits(s string) (Board, error) {
	return parseLines(Empty(), s, func(cells []int, line string) error {
		return readSymbols(cells, line, "0123456789", say.Of("0 to 9"))
	})
}

func parseLetters(s string) (Board, error) {
	return parseLines(emptyLetters(), s, func(cells []int, line string) error {
		return readSymbols(cells, line, letters, say.Of("A to P, or - for a blank"))
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

// rows writes a line for each row.
func (b Board) rows(between string, cell func(v int) string) string {
	var s strings.Builder
	for row := range slices.Chunk(b.Cells, b.Size) {
		for i, v := range row {
			if i > 0 {
				s.WriteString(between)
			}
			s.WriteString(cell(v))
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// RowText writes the board as lines of integers, 0 for a blank.
func (b Board) RowText() string { return b.rows(" ", strconv.Itoa) }

// DigitText writes a 9x9 board as lines of digits, 0 for a blank.
func (b Board) DigitText() string { return b.rows("", strconv.Itoa) }

// LetterText writes a 16x16 board as lines of letters, '-' for a blank.
func (b Board) LetterText() string {
	b.Letters = true
	return b.rows("", b.Symbol)
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
