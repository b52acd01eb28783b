package check

import (
	"bytes"
	"fmt"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// An excerpt of a line shows at most this many bytes before and after the place: 2 KB in all.
const (
	excerptBefore = 512
	excerptAfter  = 1536
)

// different returns a wrong answer with its first difference at these places.
func different(want, got offset) Result {
	d := &result.Difference{Line: got.line(), Column: got.column(), Want: want.excerpt(), Got: got.excerpt()}
	d.Text = sentence(want, got, d.Line, d.Column)
	return Result{Verdict: result.WA, Difference: d}
}

// sentence describes the difference at these places.
func sentence(w, g offset, line, column int) say.Message {
	want, got := w.nextWord(), g.nextWord()
	if inWord(w.all, w.at) && inWord(g.all, g.at) && (w.atWord() || g.atWord()) {
		want, got = quote(w.before(), w.ahead()), quote(g.before(), g.ahead())
	}
	switch {
	case len(g.all) == 0:
		return say.Of("nothing was printed")
	case g.atEnd() && g.at == g.start():
		return say.Of("nothing where line %d was expected", line)
	case w.atEnd() && w.at == w.start() && g.at == g.start():
		return say.Of("extra line %d", line)
	case line == 1 && !bytes.HasPrefix(w.all, bom) && bytes.HasPrefix(g.all, bom):
		return say.Of("the output starts with a byte order mark")
	case want == got:
		return onLine(line, say.Of("other blanks at character %d", column))
	case got == "" && column == 1:
		return onLine(line, say.Of("expected %s, but the line is empty", want))
	case got == "":
		return onLine(line, say.Of("expected %s, but the line ends", want))
	case want == "":
		return onLine(line, say.Of("the line should have ended, got %s", got))
	}
	return onLine(line, say.Of("expected %s, got %s", want, got))
}

// onLine is a message about one line of the output.
func onLine(n int, what say.Message) say.Message { return say.Of("line %d: %s", n, what) }

// atWord reports whether the byte ahead belongs to a word.
func (p offset) atWord() bool { return !p.atEnd() && !spaces[p.all[p.at]] }

// nextWord quotes what is left of the line's next word, "" if there is none.
func (p offset) nextWord() string {
	p.at = after(p.all, p.at, blanks)
	if lineEnds(p.all, p.at) {
		return ""
	}
	return quote(nil, p.ahead())
}

// bom is the byte order mark that some editors put in front of UTF-8.
var bom = []byte("\uFEFF")

// longWord bounds a word that a sentence quotes.
const longWord = 40

// quote quotes the word around the place between before and ahead. A long one is cut on both sides.
func quote(before, ahead []byte) string {
	before, ahead = before[max(0, len(before)-longWord):], ahead[:min(len(ahead), longWord)]
	from, to := wordStart(before, len(before)), wordEnd(ahead, 0)
	word, front, back := string(before[from:])+string(ahead[:to]), "", ""
	if len(before)-from == longWord {
		word, front = charset.CutStart(word), "…"
	}
	if to == longWord {
		word, back = charset.CutEnd(word), "…"
	}
	return front + fmt.Sprintf("%q", word) + back
}

// excerpt is the line that the place is in, as it was printed, bounded.
func (p offset) excerpt() string {
	from := min(p.start(), len(p.all))
	at := min(p.at, len(p.all))
	text := string(p.all[max(from, at-excerptBefore):at])
	if at-excerptBefore > from {
		text = "…" + charset.CutStart(text)
	}
	rest, _, _ := bytes.Cut(p.all[at:min(len(p.all), at+excerptAfter)], newline)
	if text += string(rest); len(rest) == excerptAfter {
		text = charset.CutEnd(text) + "…"
	}
	return text
}
