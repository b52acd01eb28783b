package check

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/bits"
)

// settle is asked where the answer w and the output g have different bytes, or one of them ends. It
// says whether that is no difference after all, and has then moved at least one of them on; if it is
// one, it leaves both at the place to show.
type settle func(w, g *cursor) bool

// same walks both files to the first difference that settle does not forgive. Equal bytes, nearly all
// of them as a rule, are passed a block at a time without being looked at.
func same(ctx context.Context, w, g *cursor, settle settle) bool {
	for ctx.Err() == nil {
		a, b := w.peek(), g.peek()
		n := common(a, b)
		w.skip(n)
		g.skip(n)
		if n > 0 && (n == len(a) || n == len(b)) {
			continue // a block ran out: there may be more
		}
		if len(a) == 0 && len(b) == 0 {
			return true
		}
		if !settle(w, g) {
			return false
		}
	}
	return false
}

// common is the length of the common prefix.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	if bytes.Equal(a[:n], b[:n]) {
		return n
	}
	i := 0
	for ; i+8 <= n; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// trailing are the blanks that every site forgives at the end of a line: CRLF's \r is one of them.
const trailing = " \t\r\v\f"

var (
	blanks = class(trailing)
	spaces = class(trailing + "\n")
)

func class(members string) *[256]bool {
	var c [256]bool
	for i := range len(members) {
		c[members[i]] = true
	}
	return &c
}

// settleNothing is kind exact.
func settleNothing(w, g *cursor) bool { return false }

// settleLines is kind lines: blanks at the end of a line are forgiven, and as the end of the file ends
// a line too, so are a missing last newline and blank lines at the very end.
func settleLines(w, g *cursor) bool {
	mw, mg := w.mark, g.mark
	w.skipWhile(blanks)
	g.skipWhile(blanks)
	if !w.atLineEnd() || !g.atLineEnd() {
		if !g.atEnd() || g.off != mg.off { // else: nothing is there, so there is no place before it
			w.back(mw)
			g.back(mg)
		}
		return false
	}
	w.skipLine()
	g.skipLine()
	return true
}

// settleTokens is kind tokens: any blanks and newlines between words are as good as any other.
func settleTokens(w, g *cursor) bool {
	mw, mg := w.mark, g.mark
	inWord := g.inWord() // and w with it: what lies behind is equal
	w.skipWhile(spaces)
	g.skipWhile(spaces)
	if inWord && (w.off > mw.off || w.atEnd()) != (g.off > mg.off || g.atEnd()) {
		w.back(mw) // one word is longer
		g.back(mg)
		return false
	}
	return w.atEnd() == g.atEnd() && (w.off > mw.off || g.off > mg.off || w.atEnd())
}

// inWord says whether the byte just behind belongs to a word.
func (c *cursor) inWord() bool {
	b := c.before(1)
	return len(b) == 1 && !spaces[b[0]]
}

// ignoring lets settle see no line that an ignore pattern matches. Where lines are compared with lines,
// the other side returns to the start of its own line, which has not met its partner yet.
func (c *Checker) ignoring(settle settle, byLine bool) settle {
	if len(c.ignore) == 0 {
		return settle
	}
	return func(w, g *cursor) bool {
		if settle(w, g) {
			return true
		}
		mw, mg := w.mark, g.mark
		dropW, dropG := c.drop(w), c.drop(g)
		if !dropW && !(dropG && byLine) {
			w.back(mw)
		}
		if !dropG && !(dropW && byLine) {
			g.back(mg)
		}
		return dropW || dropG
	}
}

// drop passes the line the cursor is on if it is one to ignore; else it returns to its start.
func (c *Checker) drop(k *cursor) bool {
	k.toLineStart()
	m := k.mark
	l, ok := k.next()
	if ok && c.ignored(l.text) {
		return true
	}
	k.back(m)
	return false
}

func (c *Checker) ignored(line []byte) bool {
	for _, re := range c.ignore {
		if re.Match(line) {
			return true
		}
	}
	return false
}
