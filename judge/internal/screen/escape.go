package screen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes text that a program printed safe to show: what would move the cursor, change colours,
// turn the writing direction or is not valid UTF-8 becomes a visible escape such as \x1b. The result
// has no newline and may be shown on a terminal or put into a page.
func Escape(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x80 && !Printable(r):
			fmt.Fprintf(&b, `\x%02x`, r)
		case !Printable(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case !Printable(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		s = s[n:]
	}
	return b.String()
}

func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || !Printable(r) })
		}
	}
	return true
}

// Printable tells whether a rune shows as itself and changes nothing around it. Formatting characters
// (they hide, join and turn the direction of text) are not, nor are private ones.
func Printable(r rune) bool { return r == ' ' || unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r) }

// Width is the number of columns that text takes on a terminal, where Chinese characters take two and
// combining marks none. The text must not hold control characters.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += RuneWidth(r)
	}
	return n
}

// RuneWidth is the number of columns of one character.
func RuneWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case wide(r):
		return 2
	}
	return 1
}

// wide tells whether a terminal gives a rune two columns: the East Asian wide and full-width forms,
// and the emoji.
func wide(r rune) bool {
	return r >= 0x1100 && r <= 0x115f || // Hangul initials
		r >= 0x2e80 && r <= 0x303e || r >= 0x3041 && r <= 0xa4cf && r != 0x303f || // CJK, kana, Yi
		r >= 0xac00 && r <= 0xd7a3 || // Hangul
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 ||
		r >= 0x1f300 && r <= 0x1f64f || r >= 0x1f680 && r <= 0x1f6ff || r >= 0x1f900 && r <= 0x1f9ff ||
		r >= 0x20000 && r <= 0x3fffd
}

// Pad adds blanks until text is width columns wide.
func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-Width(s), 0))
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
