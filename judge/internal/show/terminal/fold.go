package terminal

import (
	"strings"
	"unicode/utf8"
)

// Fold breaks a line into lines of at most width columns: between words or Chinese characters if possible, else
// within a word. Width 0 breaks nowhere. A number stays with its unit. Each line but the first begins with indent.
// The line may contain colours and must otherwise be safe to show. Each part gets its own colours, for pagers that
// start in the middle.
func Fold(s string, width int, indent string) []string {
	s = strings.TrimRight(s, " ")
	if text := strings.TrimLeft(s, " "); width > 0 {
		s = s[max(0, len(s)-len(text)-width/2):] // how far a line is indented says little beyond that
	}
	var lines []string
	margin := ""
	for width > 0 {
		at := foldAt(s, width-Width(margin))
		if at == len(s) {
			break
		}
		line, open := strings.TrimRight(s[:at], " "), paintedAt(s[:at])
		if open != "" {
			line += "\x1b[0m"
		}
		lines = append(lines, margin+line)
		s, margin = open+strings.TrimLeft(s[at:], " "), indent
	}
	return append(lines, margin+s)
}

// FoldAll folds every line of a text. Each goes on two columns further in than it began.
func FoldAll(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		margin := line[:len(line)-len(strings.TrimLeft(line, " "))]
		b.WriteString(strings.Join(Fold(line, width, margin+"  "), "\n") + "\n")
	}
	return b.String()
}

// foldAt is where the first line of s ends; at least one character behind the blanks that it begins with
// belongs to it.
func foldAt(s string, width int) int {
	last, before := 0, 0 // the last two places at which to break
	columns, words := 0, false
	previous := ' '
	for i := 0; i < len(s); {
		if n := len(painting(s[i:])); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if words && (r == ' ' || parts(previous, r)) {
			last, before = i, last
		}
		columns += RuneWidth(r)
		if columns > width && r != ' ' && words {
			switch {
			case last == 0:
				return i
			case before > 0 && isDigit(s[last-1]) && !isDigit(s[before-1]):
				return before
			}
			return last
		}
		words = words || r != ' '
		previous = r
		i += size
	}
	return len(s)
}

// parts reports whether a line may break between two characters without a blank: next to a Chinese character, but
// not between a character and its punctuation.
func parts(a, b rune) bool {
	return a != ' ' && (RuneWidth(a) == 2 || RuneWidth(b) == 2) && !strings.ContainsRune("（《「【“‘([", a) && !strings.ContainsRune("，。、；：？！）》」】”’…～)]%,.;:?!", b)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// painting is the sequence for a colour that s begins with.
func painting(s string) string {
	if strings.HasPrefix(s, "\x1b[") {
		return s[:strings.IndexByte(s, 'm')+1]
	}
	return ""
}

// paintedAt returns the colour sequences in force at the end of s: those since the last reset.
func paintedAt(s string) (open string) {
	for i := range s {
		switch code := painting(s[i:]); code {
		case "":
		case "\x1b[0m":
			open = ""
		default:
			open += code
		}
	}
	return open
}
