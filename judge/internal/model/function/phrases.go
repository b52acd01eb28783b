package function

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var (
	verb           = match.Lazy(`(?i)\b(?:consists?|contains?|is|are|has|have|will be|must be)\b`)
	name           = match.Lazy(`[A-Za-z_]\w*(?:\[\w*\])*(?:\.val)?`)
	rangePhrase    = match.Lazy(`(?i)\bi[ns] the range \[\s*([^\s,]+?)\s*,\s*([^\]]+?)\s*\]`)
	callsPhrase    = match.Lazy(`(?i)\bat most (\d[\d ^*]*) calls\b`)
	answerPhrase   = match.Lazy(`(?i)\b(?:exactly|only) one (?:valid |unique )?(?:answer|solution)\b|\b(?:answer|solution) is (?:guaranteed to be )?unique\b|\bunique (?:answer|solution)\b`)
	sortedPhrase   = match.Lazy(`(?i)\bsorted\b|\bin (?:strictly )?(?:non-)?(?:ascending|descending|increasing|decreasing) order\b`)
	downPhrase     = match.Lazy(`(?i)\bdescending\b|\bnon-increasing\b|(?:^|[^-])\bdecreasing\b`)
	distinctPhrase = match.Lazy(`(?i)\b(?:unique|distinct|strictly)\b`)
	nodePhrase     = match.Lazy(`(?i)\b(?:nodes?|lists?|trees?)\b`)
	quotedLetters  = match.Lazy(`'([^']+)'|"([^"]+)"`)
	numberWord     = match.Lazy(`-?\b\d+\b`)
	further        = match.Lazy(`(?i)\b(?:not|except|at least|at most|rotated|if|by|number of|times?|once|twice)\b`)
)

// inWords reads a constraint that is a phrase, or explains why it cannot. A phrase with unknown words after a known
// beginning is not understood.
func (b *Bounds) inWords(s Signature, text string) say.Message {
	if answerPhrase().MatchString(text) {
		b.OneAnswer = true
		return say.Message{}
	}
	if m := callsPhrase().FindStringSubmatch(text); m != nil {
		b.Calls, _ = bound(m[1])
		return say.Message{}
	}
	if m := rangePhrase().FindStringSubmatch(text); m != nil {
		return b.inRange(s, text, m[1], m[2])
	}
	subjects, rest := s.subjects(text)
	known := false
	for _, of := range subjects {
		sorted, distinct := sortedPhrase().MatchString(text), distinctPhrase().MatchString(text)
		switch {
		case sorted && downPhrase().MatchString(text):
			b.Order[base(of)] = -1
		case sorted:
			b.Order[base(of)] = 1
		}
		if distinct {
			b.Distinct[base(of)] = true
		}
		known = sorted || distinct || b.madeOf(s, of, rest)
	}
	if !known || further().MatchString(text) {
		return say.Of("not understood: inputs may break it")
	}
	return say.Message{}
}

// subjects returns the arguments that a phrase is about, and the rest of the phrase.
func (s Signature) subjects(text string) (all []string, rest string) {
	before := text
	if at := verb().FindStringIndex(text); at != nil {
		before, rest = text[:at[0]], text[at[1]:]
	}
	for _, word := range name().FindAllString(before, -1) {
		if t := s.typeOf(base(word)); t != nil && !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	if len(all) > 0 || !nodePhrase().MatchString(text) && !strings.Contains(text, "Node.val") {
		return all, rest
	}
	for _, p := range s.Args() {
		if t := p.Type.innermost(); t.Kind == ListNode || t.Kind == TreeNode {
			all = append(all, p.Name)
		}
	}
	return all, rest
}

// inRange reads "k is in the range [1, 100]", about a number of nodes, numbers or characters.
func (b *Bounds) inRange(s Signature, text, from, to string) say.Message {
	low, okLow := bound(from)
	high, okHigh := bound(to)
	of, _ := s.subjects(text)
	switch {
	case len(of) > 0 && len(from) == 3 && len(to) == 3 && from[0] == '\'' && to[0] == '\'':
		for c := from[1]; c <= to[1]; c++ {
			b.Letters[base(of[0])] += string(rune(c))
		}
	case !okLow || !okHigh:
		return say.Of("%q is not a range of numbers", "["+from+", "+to+"]")
	case strings.Contains(strings.ToLower(text), "number of nodes"):
		b.narrow("nodes", Range{low, high})
	case len(of) == 0:
		return say.Of("not understood: inputs may break it")
	default:
		for _, name := range of {
			b.narrow(plain(name), Range{low, high})
		}
	}
	return say.Message{}
}

// classes maps words in phrases to characters. A phrase that lists certain letters or digits does not mean all of
// them.
var classes = []struct{ words, letters, unless string }{
	{"lowercase|lower-case", "abc", ""}, {"uppercase|upper-case", "ABC", ""}, {"letters|alphanumeric", "abAB", "abcABC"},
	{"1-9", "123456789", ""}, {"digit|alphanumeric", "0123456789", "123456789"}, {"space", " ", ""}, {"symbols", "!#", ""}, {"ascii", "aB1 !", ""},
}

// madeOf reads which characters or numbers an argument has, if the phrase says it.
func (b *Bounds) madeOf(s Signature, of, rest string) bool {
	t := s.typeOf(base(of)).innermost()
	if t.Kind == Int || t.Kind == Long {
		return b.oneOf(plain(of), rest) || strings.TrimRight(strings.TrimSpace(rest), ".") == "an integer"
	}
	letters, lower := "", strings.ToLower(rest)
	add := func(more string) {
		for _, c := range more {
			if !strings.ContainsRune(letters, c) {
				letters += string(c)
			}
		}
	}
	for _, class := range classes {
		for word := range strings.SplitSeq(class.words, "|") {
			if strings.Contains(lower, word) && !strings.ContainsAny(letters, class.unless) {
				add(class.letters)
			}
		}
	}
	for _, q := range quotedLetters().FindAllStringSubmatch(rest, -1) {
		add(q[1] + q[2])
	}
	if letters != "" {
		b.Letters[base(of)] = letters
	}
	return letters != ""
}

// oneOf reads "0 or 1", "either 0, 1, or 2": numbers without a gap between them.
func (b *Bounds) oneOf(name, rest string) bool {
	r := Range{math.MaxInt64, math.MinInt64}
	words := numberWord().FindAllString(rest, -1)
	for _, word := range words {
		n, _ := strconv.ParseInt(word, 10, 64)
		r = Range{min(r.Low, n), max(r.High, n)}
	}
	if len(words) == 0 || r.High-r.Low != int64(len(words)-1) {
		return false
	}
	b.narrow(name, r)
	return true
}
