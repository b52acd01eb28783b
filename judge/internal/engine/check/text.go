package check

import (
	"bytes"
	"io"
	"os"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/charset"
)

// texts are the files of one case and their contents.
type texts struct {
	Files
	want, got []byte
}

// read reads the answer and the output. The problem bounds the output: limits.output.
func read(f Files) (t texts, err error) {
	if t.want, err = os.ReadFile(f.Answer); err != nil {
		return t, err
	}
	info, err := f.Output.Stat()
	if err != nil {
		return t, err
	}
	t.Files, t.got = f, make([]byte, info.Size())
	n, err := f.Output.ReadAt(t.got, 0)
	if err == io.EOF { // it has become shorter
		err = nil
	}
	t.got = t.got[:n]
	return t, err
}

// offset is a place in a text. The text counts as if endless newlines followed it, so that each line has an end:
// at may be behind the last byte.
type offset struct {
	all []byte
	at  int
}

func (p offset) atEnd() bool { return p.at >= len(p.all) }

// before is the text before the place, ahead the text from there on.
func (p offset) before() []byte { return p.all[:min(p.at, len(p.all))] }
func (p offset) ahead() []byte  { return p.all[min(p.at, len(p.all)):] }

// line counts from 1.
func (p offset) line() int {
	return 1 + bytes.Count(p.before(), newline) + max(0, p.at-len(p.all))
}

// start is where the place's line starts.
func (p offset) start() int {
	if p.at > len(p.all) {
		return p.at
	}
	return bytes.LastIndexByte(p.before(), '\n') + 1
}

// column counts characters from 1. A byte that is not UTF-8 counts as one. A character that the place
// cuts does not count.
func (p offset) column() int {
	if p.at > len(p.all) {
		return 1
	}
	return 1 + utf8.RuneCount(charset.CutEnd(p.all[p.start():p.at]))
}

// A line is one line of a text, without its newline and the blanks before it; or another piece of it.
type line struct {
	offset // where it starts
	text   []byte
}

// next reads the line that starts at the place, and moves the place behind it; ok is false at the end.
func (p *offset) next() (l line, ok bool) {
	l.offset = *p
	if p.atEnd() {
		return l, false
	}
	l.text = p.ahead()
	if i := bytes.IndexByte(l.text, '\n'); i >= 0 {
		l.text = l.text[:i]
	}
	p.at += len(l.text) + 1
	l.text = trimmed(l.text)
	return l, true
}

// word is next for words.
func (p *offset) word() (l line, ok bool) {
	p.at = after(p.all, p.at, spaces)
	l.offset = *p
	p.at = wordEnd(p.all, p.at)
	l.text = p.all[l.at:p.at]
	return l, len(l.text) > 0
}

// rest is next for a text in one piece.
func (p *offset) rest() (l line, ok bool) {
	l = line{*p, p.ahead()}
	p.at = len(p.all)
	return l, len(l.text) > 0
}

var newline = []byte{'\n'}

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

// trimmed is a line without its trailing blanks.
func trimmed(l []byte) []byte {
	for len(l) > 0 && blanks[l[len(l)-1]] {
		l = l[:len(l)-1]
	}
	return l
}
