package check

import (
	"bytes"
	"regexp"
	"slices"
)

// longLine bounds a line that a pattern, or the reader of a board, looks at.
const longLine = 64 << 10

// ignores says whether a line, without its trailing blanks, is one to ignore: a pattern matches it. A line that is
// longer than longLine never is.
func (c *Checker) ignores(l []byte) bool {
	return len(l) <= longLine && slices.ContainsFunc(c.ignore, func(p *regexp.Regexp) bool { return p.Match(l) })
}

// ignoringLines is byLines for the lines that are left without those to ignore. Where one side passes
// such a line, the other returns to the start of its own, which has not met its partner yet.
func (c *Checker) ignoringLines(a, b []byte, i, j int) (x, y int, forgiven bool) {
	if x, y, forgiven = byLines(a, b, i, j); forgiven || len(c.ignore) == 0 {
		return x, y, forgiven
	}
	w, dropW := c.drop(place{a, x})
	g, dropG := c.drop(place{b, y})
	if dropW || dropG {
		return w, g, true
	}
	return x, y, false
}

// drop is where the line after the place's starts, if the place's line is one to ignore; else where its own starts.
func (c *Checker) drop(p place) (at int, ignored bool) {
	p.at = p.start()
	next := p
	if l, ok := next.next(); ok && c.ignores(l.text) {
		return next.at, true
	}
	return p.at, false
}

// withoutIgnored is the text with the lines to ignore blank, so that they hold no words and all others stay
// where they are. A long text is changed in its place; almost reads a short one again.
func (c *Checker) withoutIgnored(text []byte) []byte {
	if len(c.ignore) == 0 {
		return text
	}
	if len(text) <= mostAlmost {
		text = bytes.Clone(text)
	}
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
