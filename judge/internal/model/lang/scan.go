package lang

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind is what a piece of a source is.
type Kind byte

// The kinds.
const (
	Plain Kind = iota
	Keyword
	Number
	Literal
	Comment
)

// Kinds tells of each byte of a source what it belongs to. The end of a line belongs to no comment that ends there.
func (l Language) Kinds(source string) []Kind {
	s := &scanner{Language: l, source: source, kinds: make([]Kind, len(source)), words: map[string]bool{}}
	for word := range strings.FieldsSeq(l.Words) {
		s.words[word] = true
	}
	for s.at < len(source) {
		s.step()
	}
	return s.kinds
}

// Code returns a source with blanks in place of comments and literals; its lines keep their numbers.
func (l Language) Code(source string) string { return l.Without(source, Comment, Literal) }

// Without returns a source with blanks in place of some kinds of its pieces; its lines keep their numbers.
func (l Language) Without(source string, kinds ...Kind) string {
	code := []byte(source)
	for i, kind := range l.Kinds(source) {
		if slices.Contains(kinds, kind) && code[i] != '\n' {
			code[i] = ' '
		}
	}
	return string(code)
}

// scanner goes through a source once, from left to right.
type scanner struct {
	Language
	source string
	kinds  []Kind
	words  map[string]bool
	at     int
}

func (s *scanner) step() {
	m := s.Syntax
	switch c := s.source[s.at]; {
	case m.Comment != "" && s.begins(m.Comment):
		s.through(Comment, 0, "\n")
	case m.Block[0] != "" && s.begins(m.Block[0]):
		s.through(Comment, len(m.Block[0]), m.Block[1])
	case s.long():
	case strings.IndexByte(m.Quotes, c) >= 0:
		s.quoted(c)
	case '0' <= c && c <= '9':
		s.take(Number, s.span(s.at, func(c byte) bool { return isWord(c) || c == '.' }))
	case isWord(c) || c == '#':
		n := 1 + s.span(s.at+1, isWord)
		if s.words[s.source[s.at:s.at+n]] {
			s.take(Keyword, n)
		} else {
			s.at += n
		}
	default:
		s.at++
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func (s *scanner) begins(mark string) bool { return strings.HasPrefix(s.source[s.at:], mark) }

// span is how many bytes from there on are such.
func (s *scanner) span(from int, is func(byte) bool) (n int) {
	for from+n < len(s.source) && is(s.source[from+n]) {
		n++
	}
	return n
}

// take notes the kind of the next n bytes.
func (s *scanner) take(kind Kind, n int) {
	for i := s.at; i < s.at+n; i++ {
		s.kinds[i] = kind
	}
	s.at += n
}

// through takes everything up to and including the next end, searching after skip bytes. It does not take line ends.
func (s *scanner) through(kind Kind, skip int, end string) {
	n := strings.Index(s.source[s.at+skip:], end)
	switch {
	case n < 0:
		n = len(s.source) - s.at
	case end == "\n":
		n += skip
	default:
		n += skip + len(end)
	}
	s.take(kind, n)
}

// long takes a literal that may go on for lines, if one begins here.
func (s *scanner) long() bool {
	if raw := s.Syntax.Raw; raw != "" && s.begins(raw) {
		s.through(Literal, len(raw), raw)
		return true
	}
	for _, mark := range s.Syntax.Long {
		if s.begins(mark) {
			s.take(Literal, len(mark)+s.inside(s.at+len(mark), mark, true))
			return true
		}
	}
	return false
}

// quoted takes a literal that ends with its line.
func (s *scanner) quoted(quote byte) {
	if rest := s.source[s.at+1:]; quote == '\'' && s.Syntax.Lifetimes && !strings.HasPrefix(rest, `\`) {
		// 'a' is a character, 'a a lifetime: a character's second mark comes right after it.
		if _, size := utf8.DecodeRuneInString(rest); !strings.HasPrefix(rest[size:], "'") {
			s.at++
			return
		}
	}
	s.take(Literal, 1+s.inside(s.at+1, string(quote), false))
}

// inside is how long a literal goes on from there, its closing mark included; lines is that it may have several.
func (s *scanner) inside(from int, mark string, lines bool) int {
	for i := from; i < len(s.source); i++ {
		switch {
		case strings.HasPrefix(s.source[i:], mark):
			return i + len(mark) - from
		case s.source[i] == '\n' && !lines:
			return i - from
		case s.source[i] == '\\' && i+1 < len(s.source) && (lines || s.source[i+1] != '\n'):
			i++
		}
	}
	return len(s.source) - from
}
