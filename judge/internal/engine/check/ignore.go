package check

import (
	"bytes"
	"hash/maphash"
	"io"
	"regexp"
	"slices"
	"sync/atomic"
)

// A line to ignore is one that a pattern matches, without its trailing blanks. One that is longer than
// longLine is never ignored: a pattern sees a line as a whole or not at all, wherever in the file it
// stands.

// ignored says whether a text is a line to ignore.
func (c *Checker) ignored(text []byte) bool {
	if len(text) > longLine {
		return false
	}
	if known, ok := c.told.of(text); ok {
		return known
	}
	matches := slices.ContainsFunc(c.ignore, func(p *regexp.Regexp) bool { return p.Match(text) })
	c.told.keep(text, matches)
	return matches
}

// told remembers of some short lines whether they are to be ignored: outputs say the same ones again and again
// ("0 ms"), and a pattern takes ten times as long to match. What has its place is kept for good, so that lines
// that all differ cost nothing more.
type told struct {
	seed  maphash.Seed
	lines [256]atomic.Pointer[toldLine]
}

type toldLine struct {
	text    string
	ignored bool
}

const toldLength = 64

func (t *told) place(text []byte) *atomic.Pointer[toldLine] {
	return &t.lines[maphash.Bytes(t.seed, text)%uint64(len(t.lines))]
}

func (t *told) of(text []byte) (ignored, known bool) {
	if t == nil || len(text) > toldLength {
		return false, false
	}
	l := t.place(text).Load()
	if l == nil || l.text != string(text) {
		return false, false
	}
	return l.ignored, true
}

func (t *told) keep(text []byte, ignored bool) {
	if t != nil && len(text) <= toldLength && t.place(text).Load() == nil {
		t.place(text).Store(&toldLine{string(text), ignored})
	}
}

// ignores is ignored for a line that was read.
func (c *Checker) ignores(l line) bool { return !l.cut && c.ignored(l.text) }

// ignoringLines is byLines for the lines that are left without those to ignore.
func (c *Checker) ignoringLines() kind {
	if len(c.ignore) == 0 {
		return byLines
	}
	return kind{settle: c.settleIgnoring, ahead: c.aheadIgnoring}
}

// settleIgnoring passes a line to ignore. The other side returns to the start of its own, which has not
// met its partner yet.
func (c *Checker) settleIgnoring(w, g *cursor) bool {
	if settleLines(w, g) {
		return true
	}
	mw, mg := w.mark, g.mark
	dropW, dropG := c.drop(w), c.drop(g)
	if !dropW && !dropG {
		w.back(mw)
		g.back(mg)
	}
	return dropW || dropG
}

// drop passes the line the cursor is on if it is one to ignore; else it returns to its start.
func (c *Checker) drop(k *cursor) bool {
	k.toLineStart()
	m := k.mark
	l, ok := k.next()
	if ok && c.ignores(l) {
		return true
	}
	k.back(m)
	return false
}

// aheadIgnoring is settleIgnoring.
func (c *Checker) aheadIgnoring(a, b []byte, i, j int) (int, int, bool) {
	if x, y, sure := aheadLines(a, b, i, j); !sure || x != i || y != j {
		return x, y, sure
	}
	startA, endA := lineAround(a, i)
	startB, endB := lineAround(b, j)
	if startA == 0 || startB == 0 || endA < 0 || endB < 0 {
		return i, j, false
	}
	dropA, dropB := c.ignored(trimmed(a[startA:endA])), c.ignored(trimmed(b[startB:endB]))
	if dropA != dropB {
		i, j = startA, startB
	}
	if dropA {
		i = endA + 1
	}
	if dropB {
		j = endB + 1
	}
	return i, j, true
}

// lineAround is the line that a place is in; end is -1 if it ends elsewhere.
func lineAround(b []byte, i int) (start, end int) {
	start = bytes.LastIndexByte(b[:i], '\n') + 1
	if end = bytes.IndexByte(b[i:], '\n'); end >= 0 {
		end += i
	}
	return start, end
}

// cursor is one over what a kind is to see of a file.
func (c *Checker) cursor(f io.ReaderAt, k kind) *cursor {
	if k.words && len(c.ignore) > 0 {
		f = blanked{f, c}
	}
	return newCursor(f)
}

// blanked is a file in which the lines to ignore are blank, so that they hold no words and all others
// stay where they are.
type blanked struct {
	f io.ReaderAt
	c *Checker
}

func (f blanked) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.f.ReadAt(p, off)
	if n == 0 || err != nil && err != io.EOF {
		return n, err
	}
	lines := newCursor(f.f)
	defer lines.done()
	lines.toLineOf(p[:n], off)
	for end := off + int64(n); lines.off < end; {
		l, ok := lines.next()
		if !ok {
			break
		}
		if f.c.ignores(l) {
			blank(p[max(l.off, off)-off : min(l.end, end)-off])
			if l.end <= end {
				p[l.end-off-1] = '\n' // which the last line may lack: no difference is told in an ignored one
			}
		}
	}
	if lines.err != nil {
		return 0, lines.err
	}
	return n, err
}

func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// toLineOf moves a new cursor to the start of the line that p, which was read at off, begins in; or to the
// next one if that start is too far away: words in p would make the line too long to be ignored.
func (c *cursor) toLineOf(p []byte, off int64) {
	b := c.mem[:min(off, longLine)]
	if _, err := c.f.ReadAt(b, off-int64(len(b))); err != nil && err != io.EOF {
		c.err = err
	}
	i := bytes.LastIndexByte(b, '\n')
	if i < 0 && len(b) == longLine {
		b, i = nil, bytes.IndexByte(p, '\n')
		if i < 0 {
			i = len(p)
		}
	}
	c.off = off - int64(len(b)-i-1)
}
