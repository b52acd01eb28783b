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

// A kind is a way to compare: what it forgives, and the same said for many places at once.
type kind struct {
	settle settle
	ahead  ahead
	words  bool // in which line a word stands does not count
}

var (
	byLines  = kind{settle: settleLines, ahead: aheadLines}
	byTokens = kind{settle: settleTokens, ahead: aheadTokens, words: true}
	byBytes  = kind{settle: settleNothing, ahead: aheadNothing}
)

func (c *Checker) byNumbers() kind {
	return kind{settle: c.settleNumbers, ahead: c.aheadNumbers, words: true}
}

// same walks both files to the first difference that is not forgiven. Equal blocks, nearly all of them
// as a rule, are passed without being looked at.
func same(ctx context.Context, w, g *cursor, k kind) bool {
	for ctx.Err() == nil {
		a, b := w.peek(), g.peek()
		n := min(len(a), len(b))
		switch {
		case n > 0 && bytes.Equal(a[:n], b[:n]):
			w.skip(n)
			g.skip(n)
		case n > 0 && k.ahead.pass(w, g):
		case len(a) == 0 && len(b) == 0:
			return true
		case !k.settle(w, g):
			return false
		}
	}
	return false
}

// common is the length of the common prefix of two texts that are as a rule equal.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	if bytes.Equal(a[:n], b[:n]) {
		return n
	}
	return commonShort(a, b)
}

// commonShort is common for texts that differ soon.
func commonShort(a, b []byte) int {
	n := min(len(a), len(b))
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
