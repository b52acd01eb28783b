package sudoku

import (
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
)

// ReadAny reads the first board of a text in whatever way it is written: in any of the formats, in a line of as
// many characters as it has cells, or with these over several lines. Its error is of the format that the text
// looks like.
func ReadAny(text string) (Board, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	first, _, more := strings.Cut(text, "\n")
	for _, line := range []string{strings.Join(strings.Fields(text), ""), first} {
		if b, ok := ParseAny(line); ok {
			return b, nil
		}
	}
	for _, f := range Formats {
		if b, err := f.first(text); err == nil {
			return b, nil
		}
	}
	looksLike := AcWing
	switch {
	case text == "":
		return Board{}, say.Errorf("there is no board here")
	case text[0] == '[':
		looksLike = LeetCode
	case text[0] == '=':
		looksLike = Drawn
	case strings.Contains(first, ","):
		looksLike = File
	case more && strings.Contains(first, " "):
		looksLike = Rows
	default:
		if n := utf8.RuneCountInString(first); n != 81 {
			return Board{}, atLine(1, "%d characters, and no board: write its cells by rows, 81 for 9 x 9, with . for a blank", n)
		}
	}
	return looksLike.first(text)
}

// first reads the first board of a text.
func (f Format) first(text string) (Board, error) {
	if f == Drawn {
		return f.Parse(text)
	}
	return NewReader(text, f).Next()
}

// Leading reads the first board in a text: at its beginning, or else the first that is a line of its own.
func Leading(text string) (Board, bool) {
	if b, err := ReadAny(text); err == nil && b.Size > 1 {
		return b, true
	}
	for line := range strings.Lines(text) {
		if b, ok := ParseAny(line); ok && b.Size > 1 {
			return b, true
		}
	}
	return Board{}, false
}
