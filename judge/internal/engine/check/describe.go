package check

import (
	"bytes"
	"cmp"
	"fmt"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// An excerpt of a line shows at most so many bytes around the place: 2 KB in all.
const (
	excerptBefore = 512
	excerptAfter  = 1536
)

// describe puts the place where both cursors stand into words.
func (c *Checker) describe(w, g *cursor) (*result.Difference, error) {
	m := g.mark
	column, err := characters(g.f, m.start, m.off)
	if err != nil {
		return nil, err
	}
	d := &result.Difference{Line: m.line, Column: column + 1, Want: w.excerpt(), Got: g.excerpt()}
	d.Text = c.sentence(w, g, column+1)
	return d, cmp.Or(w.err, g.err)
}

// sentence says what is wrong at this place.
func (c *Checker) sentence(w, g *cursor, column int) say.Message {
	want, got := w.nextWord(), g.nextWord()
	if w.inWord() && g.inWord() && (w.atWord() || g.atWord()) {
		want, got = w.wordAround(), g.wordAround()
	}
	switch {
	case g.off == 0 && g.atEnd():
		return say.Of("nothing was printed")
	case g.atEnd() && g.off == g.start:
		return say.Of("nothing where line %d was expected", g.line)
	case w.atEnd() && w.off == w.start && g.off == g.start:
		return say.Of("extra line %d", g.line)
	case g.off <= int64(len(bom)) && !w.hasBOM() && g.hasBOM():
		return say.Of("the output starts with a byte order mark")
	case want == got:
		return onLine(g.line, say.Of("other blanks at character %d", column))
	case got == "" && column == 1:
		return onLine(g.line, say.Of("expected %s, but the line is empty", want))
	case got == "":
		return onLine(g.line, say.Of("expected %s, but the line ends", want))
	case want == "":
		return onLine(g.line, say.Of("the line should have ended, got %s", got))
	}
	return onLine(g.line, say.Of("expected %s, got %s", want, got))
}

// onLine is what is wrong with one line of the output.
func onLine(n int, what say.Message) say.Message { return say.Of("line %d: %s", n, what) }

// atWord says whether the byte ahead belongs to a word.
func (c *cursor) atWord() bool { return !c.atEnd() && !spaces[c.peek()[0]] }

// nextWord quotes what is left of the line's next word, "" if there is none.
func (c *cursor) nextWord() string {
	defer c.back(c.mark)
	c.skipWhile(blanks)
	if c.atLineEnd() {
		return ""
	}
	return quote(nil, c.ahead(longWord))
}

// bom is the byte order mark that some editors put in front of UTF-8.
var bom = []byte("\uFEFF")

func (c *cursor) hasBOM() bool {
	b := make([]byte, len(bom))
	n, _ := c.f.ReadAt(b, 0)
	return bytes.Equal(b[:n], bom)
}

// longWord bounds a word that a sentence quotes.
const longWord = 40

// wordAround quotes the word the cursor is in.
func (c *cursor) wordAround() string { return quote(c.before(longWord), c.ahead(longWord)) }

// quote quotes the word around the place between before and ahead. A long one is cut on both sides.
func quote(before, ahead []byte) string {
	from, to := len(before), 0
	for from > 0 && !spaces[before[from-1]] {
		from--
	}
	for to < len(ahead) && !spaces[ahead[to]] {
		to++
	}
	word, front, back := string(before[from:])+string(ahead[:to]), "", ""
	if len(before)-from == longWord {
		word, front = word[runeStart(word):], "…"
	}
	if to == longWord {
		word, back = word[:runeEnd(word)], "…"
	}
	return front + fmt.Sprintf("%q", word) + back
}

// excerpt is the line the cursor stands on, as it was printed, bounded.
func (c *cursor) excerpt() string {
	b := c.before(int(min(excerptBefore, c.off-c.start)))
	text := string(b)
	if int64(len(b)) < c.off-c.start {
		text = "…" + text[runeStart(text):]
	}
	rest := c.ahead(excerptAfter)
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		return text + string(rest[:i])
	}
	text += string(rest)
	if len(rest) == excerptAfter {
		text = text[:runeEnd(text)] + "…"
	}
	return text
}

// excerptOf is the beginning of a line that was read as a whole.
func excerptOf(l line) string {
	if len(l.text) <= excerptBefore+excerptAfter {
		return string(l.text)
	}
	text := string(l.text[:excerptBefore+excerptAfter])
	return text[:runeEnd(text)] + "…"
}

// runeStart is where the first whole character of a cut text starts.
func runeStart(s string) int {
	i := 0
	for i < len(s) && i < utf8.UTFMax-1 && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

// runeEnd is where the last whole character of a cut text ends.
func runeEnd(s string) int {
	for i := len(s) - 1; i >= 0 && i >= len(s)-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			if utf8.FullRuneInString(s[i:]) {
				return len(s)
			}
			return i
		}
	}
	return len(s)
}
