package check

import (
	"bytes"
	"math"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A pattern is a regular expression for lines to ignore. Most are like "^time: \d+ ms$": words and runs of
// characters one after the other, from the line's start on, each of which ends where it must. Such a one
// is matched a byte at a time, which takes a tenth of the time; parts is nil for all others.
type pattern struct {
	re    *regexp.Regexp
	parts []part
	whole bool // the line must end behind the last part
}

// A part is a word, or so many bytes of a class.
type part struct {
	word     []byte
	class    *[256]bool // nil for a word
	min, max int
}

func newPattern(expr string) (*pattern, error) {
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, err
	}
	p := &pattern{re: re}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil || tree.Op != syntax.OpConcat || tree.Sub[0].Op != syntax.OpBeginText {
		return p, err
	}
	rest := tree.Sub[1:]
	if n := len(rest); n > 0 && rest[n-1].Op == syntax.OpEndText {
		rest, p.whole = rest[:n-1], true
	}
	var parts []part
	for _, s := range rest {
		next, ok := newPart(s)
		if !ok {
			return p, nil
		}
		parts = append(parts, next)
	}
	if settled(parts) {
		p.parts = parts
	}
	return p, nil
}

// newPart makes a part of what the regular expression says, if it is one.
func newPart(s *syntax.Regexp) (part, bool) {
	switch s.Op {
	case syntax.OpLiteral:
		word := string(s.Rune)
		return part{word: []byte(word)}, s.Flags&syntax.FoldCase == 0 && !strings.ContainsRune(word, utf8.RuneError)
	case syntax.OpCharClass:
		class, ascii := bytesOf(s)
		return part{class: class, min: 1, max: 1}, ascii
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest:
		class, ascii := bytesOf(s.Sub[0])
		p := part{class: class, max: math.MaxInt}
		if s.Op == syntax.OpPlus {
			p.min = 1
		}
		if s.Op == syntax.OpQuest {
			p.max = 1
			return p, ascii
		}
		return p, class != nil
	}
	return part{}, false
}

// bytesOf is the class of bytes that a class of characters comes to. One that is not all of ASCII must
// hold all other characters, and tells them from ASCII only in runs; nil if it cannot be said in bytes.
func bytesOf(s *syntax.Regexp) (class *[256]bool, ascii bool) {
	ranges := s.Rune
	switch s.Op {
	case syntax.OpCharClass:
	case syntax.OpLiteral:
		if len(s.Rune) != 1 || s.Flags&syntax.FoldCase != 0 {
			return nil, false
		}
		ranges = []rune{s.Rune[0], s.Rune[0]}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL: // no line holds a newline
		ranges = []rune{0, unicode.MaxRune}
	default:
		return nil, false
	}
	class, ascii = new([256]bool), true
	for i := 0; i < len(ranges); i += 2 {
		from, to := ranges[i], ranges[i+1]
		if to >= utf8.RuneSelf {
			if from > utf8.RuneSelf || to != unicode.MaxRune {
				return nil, false
			}
			to, ascii = 255, false
		}
		for c := from; c <= to; c++ {
			class[c] = true
		}
	}
	return class, ascii
}

// settled says whether each run of a class ends where it must: what may follow it begins with no byte of
// the class, so that there is never a choice.
func settled(parts []part) bool {
	for i, p := range parts {
		if p.min == p.max {
			continue
		}
		for _, q := range parts[i+1:] {
			for c := range 256 {
				if p.class[c] && q.mayBegin(byte(c)) {
					return false
				}
			}
			if q.class == nil || q.min > 0 {
				break
			}
		}
	}
	return true
}

func (p *part) mayBegin(c byte) bool {
	if p.class == nil {
		return p.word[0] == c
	}
	return p.class[c]
}

// match says whether the line matches.
func (p *pattern) match(l []byte) bool {
	if p.parts == nil {
		return p.re.Match(l)
	}
	for i := range p.parts {
		q := &p.parts[i]
		n := len(q.word)
		if q.class == nil {
			if !bytes.HasPrefix(l, q.word) {
				return false
			}
		} else if n = min(after(l, 0, q.class), q.max); n < q.min {
			return false
		}
		l = l[n:]
	}
	return !p.whole || len(l) == 0
}
