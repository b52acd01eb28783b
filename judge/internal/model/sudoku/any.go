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
	format := looksLike(text)
	switch format {
	case Drawn:
		return ParseDrawn(text)
	case Digits, Letters:
		return NewReader(strings.NewReader(text), format).Next()
	}
	first, _, _ := strings.Cut(text, "\n")
	if format == Rows || format == AcWing { // the signs may stand in one line or in several
		if b, ok := ParseAny(strings.Join(strings.Fields(text), "")); ok {
			return b, nil
		}
		if b, ok := ParseAny(first); ok {
			return b, nil
		}
	}
	if text == "" {
		return Board{}, say.Errorf("there is no board here")
	}
	if n := utf8.RuneCountInString(first); format == AcWing && n != 81 {
		return Board{}, atLine(1, "%d characters, and no board: write its cells by rows, 81 for 9 x 9, with . for a blank", n)
	}
	return NewReader(strings.NewReader(text), format).Next()
}

// looksLike is the format whose signs a text has.
func looksLike(text string) Format {
	first, _, more := strings.Cut(text, "\n")
	switch {
	case strings.HasPrefix(text, "["):
		return LeetCode
	case strings.HasPrefix(text, "="):
		return Drawn
	case strings.Contains(first, ","):
		return File
	case more && strings.Contains(first, " "):
		return Rows
	case hasRows(text, 16, ParseLetters):
		return Letters
	}
	if isCount(first) {
		_, text, _ = strings.Cut(text, "\n")
	}
	if hasRows(text, 9, ParseDigits) {
		return Digits
	}
	return AcWing
}

// hasRows reports whether a text begins with the rows of a board.
func hasRows(text string, rows int, parse func(string) (Board, error)) bool {
	lines := strings.Split(text, "\n")
	if len(lines) < rows {
		return false
	}
	_, err := parse(strings.Join(lines[:rows], "\n"))
	return err == nil
}
