package check

import (
	"bytes"
	"io"
	"sync"
	"unicode/utf8"
)

// block is how much is read at a time: large enough that the system call costs nothing beside the
// comparison, small enough to stay in the processor's second cache.
const block = 128 << 10

// A cursor walks a file forwards, a block at a time, and knows which line it is on. It can go back, at
// the price of reading again where the block has been left.
type cursor struct {
	f    io.ReaderAt
	mem  []byte       // the block's memory
	pool *[block]byte // the same, as blocks wants it back
	buf  []byte       // the block that was read, at offset base
	base int64
	pos  int // in buf
	mark
	err error // a read that failed; the file seems to end there
}

// A mark is a place in a file.
type mark struct {
	off   int64
	line  int   // from 1
	start int64 // where that line starts
}

// blocks holds the memory of cursors that are done: most outputs are short, and to make and clear a
// block for each would cost more than comparing them.
var blocks = sync.Pool{New: func() any { return new([block]byte) }}

func newCursor(f io.ReaderAt) *cursor {
	b := blocks.Get().(*[block]byte)
	return &cursor{f: f, mem: b[:], pool: b, mark: mark{line: 1}}
}

// done gives the cursor's memory back. Nothing of what peek showed may be used afterwards.
func (c *cursor) done() {
	blocks.Put(c.pool)
	c.mem, c.buf, c.pool = nil, nil, nil
}

// peek returns what lies ahead in the block, reading the next one if need be: nothing only at the end.
func (c *cursor) peek() []byte {
	if c.pos == len(c.buf) {
		c.fill()
	}
	return c.buf[c.pos:]
}

func (c *cursor) fill() {
	if c.err != nil {
		return
	}
	n, err := c.f.ReadAt(c.mem, c.off)
	if err != nil && err != io.EOF {
		c.err = err
	}
	c.buf, c.base, c.pos = c.mem[:n], c.off, 0
}

// reload lets the block start here.
func (c *cursor) reload() { c.buf, c.pos = nil, 0 }

func (c *cursor) atEnd() bool { return len(c.peek()) == 0 }

// skip passes n bytes of what peek showed.
func (c *cursor) skip(n int) {
	passed := c.buf[c.pos : c.pos+n]
	if n < 16 { // where little is passed at a time, calls would cost more than bytes
		for i, b := range passed {
			if b == '\n' {
				c.line++
				c.start = c.off + int64(i) + 1
			}
		}
	} else if k := bytes.Count(passed, newline); k > 0 {
		c.line += k
		c.start = c.off + int64(bytes.LastIndexByte(passed, '\n')) + 1
	}
	c.pos += n
	c.off += int64(n)
}

var newline = []byte{'\n'}

// move moves to a place in the block: ahead, or the start of the line.
func (c *cursor) move(pos int) {
	if pos < c.pos {
		c.toLineStart()
	}
	c.skip(pos - c.pos)
}

// back returns to a mark made earlier.
func (c *cursor) back(m mark) {
	c.mark = m
	if m.off >= c.base && m.off <= c.base+int64(len(c.buf)) {
		c.pos = int(m.off - c.base)
	} else {
		c.reload()
	}
}

// toLineStart returns to the start of the line.
func (c *cursor) toLineStart() {
	c.back(mark{c.start, c.line, c.start})
}

// since returns what lies between a mark made earlier and the end of the block, nothing if the block has
// been left since.
func (c *cursor) since(m mark) []byte {
	if m.off < c.base || c.buf == nil {
		return nil
	}
	return c.buf[m.off-c.base:]
}

// before returns up to n bytes that lie just before the cursor.
func (c *cursor) before(n int) []byte {
	if from := c.pos - n; from >= 0 && c.buf != nil {
		return c.buf[from:c.pos]
	}
	n = int(min(int64(n), c.off))
	b := make([]byte, n)
	if _, err := c.f.ReadAt(b, c.off-int64(n)); err != nil && err != io.EOF && c.err == nil {
		c.err = err
	}
	return b
}

// ahead returns up to n bytes from the cursor on, without moving it.
func (c *cursor) ahead(n int) []byte {
	if b := c.peek(); len(b) >= n {
		return b[:n]
	}
	b := make([]byte, n)
	k, err := c.f.ReadAt(b, c.off)
	if err != nil && err != io.EOF && c.err == nil {
		c.err = err
	}
	return b[:k]
}

// skipWhile passes all bytes of one class and says whether there was any.
func (c *cursor) skipWhile(class *[256]bool) (moved bool) {
	for {
		b := c.peek()
		n := 0
		for n < len(b) && class[b[n]] {
			n++
		}
		c.skip(n)
		moved = moved || n > 0
		if n < len(b) || len(b) == 0 {
			return moved
		}
	}
}

// skipLine passes the rest of the line and its newline.
func (c *cursor) skipLine() {
	for {
		b := c.peek()
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			c.skip(i + 1)
			return
		}
		if len(b) == 0 {
			c.line, c.start = c.line+1, c.off // the end of the file ends a line too
			return
		}
		c.skip(len(b))
	}
}

// pass moves n bytes on, which may reach into the next block.
func (c *cursor) pass(n int64) {
	for n > 0 {
		k := int(min(n, int64(len(c.peek()))))
		if k == 0 {
			return
		}
		c.skip(k)
		n -= int64(k)
	}
}

// atLineEnd says whether a newline, or nothing at all, is next.
func (c *cursor) atLineEnd() bool {
	b := c.peek()
	return len(b) == 0 || b[0] == '\n'
}

// A line is one line of a file, without its newline and trailing blanks.
type line struct {
	mark
	text []byte // valid until the cursor moves on
	cut  bool   // longer than longLine without those blanks: text is its first longLine bytes
	end  int64  // where the next line starts
}

// trimmed is a line without its trailing blanks.
func trimmed(l []byte) []byte {
	for len(l) > 0 && blanks[l[len(l)-1]] {
		l = l[:len(l)-1]
	}
	return l
}

// longLine bounds a line that is looked at as a whole.
const longLine = 64 << 10

// next reads a line; ok is false at the end of the file.
func (c *cursor) next() (l line, ok bool) {
	if c.atEnd() {
		return line{mark: c.mark}, false
	}
	l.mark = c.mark
	b := c.peek()
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		b = c.ahead(longLine)
		i = bytes.IndexByte(b, '\n')
	}
	if i >= 0 {
		b = b[:i]
	} else if len(b) == longLine {
		b = bytes.Clone(b)
		c.pass(longLine)
		c.skipWhile(blanks)
		l.cut = !c.atLineEnd()
	}
	if l.text = b; !l.cut {
		l.text = trimmed(b)
	}
	if len(l.text) > longLine { // all of it in the block: wherever a line stands, it is cut alike
		l.text, l.cut = l.text[:longLine], true
	}
	c.skipLine()
	l.end = c.off
	return l, true
}

// characters counts the characters (code points; a byte that is not UTF-8 is one) between two offsets.
// One that is only begun there does not count.
func characters(f io.ReaderAt, from, to int64) (int, error) {
	r := io.NewSectionReader(f, from, to-from)
	buf := make([]byte, 32<<10)
	count, kept := 0, 0
	for {
		n, err := r.Read(buf[kept:])
		b := buf[:kept+n]
		for len(b) > 0 && utf8.FullRune(b) {
			_, size := utf8.DecodeRune(b)
			b = b[size:]
			count++
		}
		if err == io.EOF {
			return count, nil
		}
		if err != nil {
			return count, err
		}
		kept = copy(buf, b)
	}
}
