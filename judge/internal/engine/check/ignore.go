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

// ignoringLines is byLines without the lines to ignore. When one side skips such a line, the other goes back to the
// start of its own line, which has not been compared yet.
func (c *Checker) ignoringLines(a, b []byte, i, j int) (x, y int, forgiven bool) {
	if x, y, forgiven = byLines(a, b, i, j); forgiven || len(c.ignore) == 0 {
		return x, y, forgiven
	}
	w, dropW := c.drop(offset{a, x})
	g, dropG := c.drop(offset{b, y})
	if dropW || dropG {
		return w, g, true
	}
	return x, y, false
}

// drop returns where the next line starts, if the line of the place is one to ignore; else where its own line starts.
func (c *Checker) drop(p offset) (at int, ignored bool) {
	p.at = p.start()
	next := p
	if l, ok := next.next(); ok && c.ignores(l.text) {
		return next.at, true
	}
	return p.at, false
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
