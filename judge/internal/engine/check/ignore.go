package check

import (
	"bytes"
	"regexp"
	"slices"
)

// longLine is the longest line that a pattern, or the reader of a board, looks at.
const longLine = 64 << 10

// ignores reports whether a pattern matches a line, which has no trailing blanks. It does not look at a line that is
// longer than longLine.
func (c *Checker) ignores(l []byte) bool {
	return len(l) <= longLine && slices.ContainsFunc(c.ignore, func(p *regexp.Regexp) bool { return p.Match(l) })
}

// nextLine reads the next line that no pattern ignores.
func (c *Checker) nextLine(text *offset) (line, bool) {
	for {
		l, ok := text.next()
		if !ok || !c.ignores(l.text) {
			return l, ok
		}
	}
}

// withoutIgnored makes the lines to ignore blank: they hold no words then, and all others stay where they are.
func (c *Checker) withoutIgnored(text []byte) []byte {
	if len(c.ignore) == 0 {
		return text
	}
	text = bytes.Clone(text) // almost reads it again
	for l := range bytes.Lines(text) {
		if c.ignores(trimmed(bytes.TrimSuffix(l, newline))) {
			for i := range l {
				l[i] = ' '
			}
			l[len(l)-1] = '\n' // which the last line may lack
		}
	}
	return text
}
