package check

import (
	"bytes"
	"io"
	"os"
	"runtime/debug"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
)

// texts are the files of one case and their contents.
type texts struct {
	Files
	want, got []byte
}

// open reads the answer and the output; release gives their memory back.
func open(f Files) (t texts, release func(), err error) {
	answer, err := os.Open(f.Answer)
	if err != nil {
		return t, nil, err
	}
	defer answer.Close()
	want, releaseWant, err := contents(answer)
	if err != nil {
		return t, nil, err
	}
	got, releaseGot, err := contents(f.Output)
	if err != nil {
		releaseWant()
		return t, nil, err
	}
	return texts{f, want, got}, func() { releaseWant(); releaseGot() }, nil
}

// contents copies a small file: to map one page, read it and unmap it costs more. A long file is mapped: the
// Go heap stays small.
func contents(f *os.File) (text []byte, release func(), err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() > 64<<10 {
		return mapped(f, info.Size())
	}
	return copied(f, info.Size())
}

// copied is a file in memory. The file may have become shorter than it was.
func copied(f *os.File, size int64) (text []byte, release func(), err error) {
	text = make([]byte, size)
	n, err := f.ReadAt(text, 0)
	if err == io.EOF {
		err = nil
	}
	return text[:n], func() {}, err
}

// catchFaults turns a fault into an error. Reading a mapped file faults if the file becomes shorter, for instance
// when a user edits an answer. Defer the function that it returns.
func catchFaults() (restore func(err *error)) {
	before := debug.SetPanicOnFault(true)
	return func(err *error) {
		debug.SetPanicOnFault(before)
		fault := recover()
		if _, ok := fault.(interface{ Addr() uintptr }); ok {
			*err = say.Errorf("the expected output became shorter while it was compared")
		} else if fault != nil {
			panic(fault)
		}
	}
}

// A place is an offset in a text. The text counts as if endless newlines followed it, so that each line has an end:
// at may lie behind the last byte.
type place struct {
	all []byte
	at  int
}

func (p place) atEnd() bool { return p.at >= len(p.all) }

// before is the text before the place, ahead the text from there on.
func (p place) before() []byte { return p.all[:min(p.at, len(p.all))] }
func (p place) ahead() []byte  { return p.all[min(p.at, len(p.all)):] }

// line counts from 1.
func (p place) line() int {
	return 1 + bytes.Count(p.before(), newline) + max(0, p.at-len(p.all))
}

// start is where the place's line starts.
func (p place) start() int {
	if p.at > len(p.all) {
		return p.at
	}
	return bytes.LastIndexByte(p.before(), '\n') + 1
}

// column counts characters from 1. A byte that is not UTF-8 counts as one. A character that the place
// cuts does not count.
func (p place) column() int {
	if p.at > len(p.all) {
		return 1
	}
	return 1 + utf8.RuneCount(charset.CutEnd(p.all[p.start():p.at]))
}

// A line is one line of a text, without its newline and the blanks before it.
type line struct {
	place // where it starts
	text  []byte
}

// next reads the line that starts at the place, and moves the place behind it; ok is false at the end.
func (p *place) next() (l line, ok bool) {
	l.place = *p
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
