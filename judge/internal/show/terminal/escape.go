package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// Escape makes text that a program printed safe to show: what would move the cursor, change colours,
// turn the writing direction or is not valid UTF-8 becomes a visible escape such as \x1b. The result
// has no newline and may be shown on a terminal or put into a page.
func Escape(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !Printable(r) }) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case !Printable(r):
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		default:
			b.WriteRune(r)
		}
		s = s[n:]
	}
	return b.String()
}

// EscapeLines is Escape for a text of several lines, which stay lines.
func EscapeLines(text string) string { return escapeBetween(text, "\n") }

// escapeBetween escapes what is between the separators, and not these.
func escapeBetween(text, separator string) string {
	parts := strings.Split(text, separator)
	for i, part := range parts {
		parts[i] = Escape(part)
	}
	return strings.Join(parts, separator)
}

// Printable reports whether a rune shows as itself and changes nothing around it. Formatting characters
// (they hide, join and turn the direction of text) are not, nor are private ones.
func Printable(r rune) bool { return strconv.IsPrint(r) }

// Width is the number of columns that text takes on a terminal, where Chinese characters take two, and combining marks
// and colours none. The text must not hold other control characters.
func Width(s string) (n int) {
	for len(s) > 0 {
		skip := len(painting(s))
		if skip == 0 {
			r, size := utf8.DecodeRuneInString(s)
			skip = size
			n += RuneWidth(r)
		}
		s = s[skip:]
	}
	return n
}

// RuneWidth is the number of columns of one character.
func RuneWidth(r rune) int { return displaywidth.Rune(r) }

// Pad adds blanks until text is width columns wide.
func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-Width(s), 0))
}

// PadLeft is Pad with the blanks in front, as figures want them.
func PadLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-Width(s))) + s
}

// Shorten cuts text that is wider than width, with an ellipsis.
func Shorten(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	used := 0
	for i, r := range s {
		if used += RuneWidth(r); used > width-1 {
			return s[:i] + "…"
		}
	}
	return s
}
