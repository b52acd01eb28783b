package function

import (
	"iter"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

// A statement shows its samples in its own way: "nums = [2,7,11,15], target = 9" on one line, with "Input:" before
// it perhaps, and a board over several lines. Here that becomes a value a line.

// line is the text of a value and the line on which it begins, from 1.
type line struct {
	text   string
	number int
}

// lines returns the values of a text, without empty ones at its end.
func (s Signature) lines(text []byte) (all []line) {
	for _, l := range joinedLines(string(text)) {
		all = append(all, s.pieces(l)...)
	}
	return all
}

// Values returns the values of a case's answer, one for each line.
func Values(text []byte) (all []string) {
	for _, l := range joinedLines(string(text)) {
		value := outputLabel().ReplaceAllString(l.text, "")
		if value != "" || l.text == "" { // else the word is above its values
			all = append(all, value)
		}
	}
	return all
}

var (
	inputLabel  = match.Lazy(`^\s*(?i:input|输入)\s*(?:[:：]\s*(.*)|)$`)
	outputLabel = match.Lazy(`^\s*(?i:output|输出)\s*(?:[:：]\s*|$)`)
	named       = match.Lazy(`^\s*([A-Za-z_]\w*)\s*=\s*(.*)$`)
)

// joinedLines are the lines of a text, where one goes on until its brackets are closed. A bracket that is never
// closed joins nothing.
func joinedLines(text string) (all []line) {
	text = strings.TrimRight(strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "\ufeff"), " \t\n")
	if text == "" {
		return nil
	}
	raw := strings.Split(text, "\n")
	for i := 0; i < len(raw); i++ {
		l := line{raw[i], i + 1}
		if depth(l.text) > 0 || strings.HasSuffix(strings.TrimRight(l.text, " \t"), "=") {
			if n := closedAfter(raw[i:]); n > 0 {
				l.text = strings.Join(raw[i:i+n+1], " ")
				i += n
			}
		}
		all = append(all, l)
	}
	return all
}

// closedAfter returns how many more lines the first one goes on for, 0 if its brackets are never closed.
func closedAfter(lines []string) int {
	open := 0
	for i, l := range lines {
		if i > 0 && strings.TrimSpace(l) == "" {
			return 0
		}
		open += depth(l)
		if i > 0 && open <= 0 {
			return i
		}
	}
	return 0
}

// unquoted are the bytes of a text that are in no quotes, with their places.
func unquoted(text string) iter.Seq2[int, byte] {
	return func(yield func(int, byte) bool) {
		quoted := false
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case !quoted && !yield(i, c):
				return
			}
		}
	}
}

// depth is how many more brackets a text opens than it closes.
func depth(text string) (open int) {
	for _, c := range unquoted(text) {
		switch c {
		case '[':
			open++
		case ']':
			open--
		}
	}
	return open
}

// pieces are the values of a line: those that have names are between commas, on the site.
func (s Signature) pieces(l line) (all []line) {
	text := l.text
	if m := inputLabel().FindStringSubmatch(text); m != nil {
		if text = m[1]; text == "" {
			return nil // it is above its values
		}
	}
	if m := named().FindStringSubmatch(text); m == nil || !s.speaks(m[1]) {
		return []line{{text, l.number}}
	}
	for _, part := range topLevel(text) {
		if m := named().FindStringSubmatch(part); m != nil {
			part = m[2]
		}
		all = append(all, line{part, l.number})
	}
	return all
}

// topLevel cuts a text at the commas that are in no brackets and no quotes.
func topLevel(text string) (parts []string) {
	from, open := 0, 0
	for i, c := range unquoted(text) {
		switch {
		case c == '[':
			open++
		case c == ']':
			open--
		case c == ',' && open == 0:
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}
