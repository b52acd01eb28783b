package check

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/bits"
)

// A kind is a way to compare. It is called where the bytes a[i] of the answer and b[j] of the output
// differ, or where a text ends. If it forgives that, it returns where both go on; if not, the places to
// show.
type kind func(a, b []byte, i, j int) (x, y int, forgiven bool)

// same walks both texts to the first difference that is not forgiven.
func (k kind) same(ctx context.Context, a, b []byte) (w, g offset, same bool) {
	w, g = offset{all: a}, offset{all: b}
	for ctx.Err() == nil {
		n := common(w.ahead(), g.ahead())
		w.at, g.at = w.at+n, g.at+n
		switch {
		case n == mostAtOnce:
			continue
		case w.atEnd() && g.atEnd():
			return w, g, true
		}
		if w.at, g.at, same = k(a, b, w.at, g.at); !same {
			return w, g, false
		}
	}
	return w, g, false
}

// mostAtOnce is how many bytes are compared before the next look at the context.
const mostAtOnce = 1 << 20

// common is the length of the common prefix of two texts, mostAtOnce at most.
func common(a, b []byte) int {
	n := min(len(a), len(b), mostAtOnce)
	for i := 0; i+8 <= n; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
	}
	i := n &^ 7
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// after is where the bytes of a class end.
func after(b []byte, i int, class *[256]bool) int {
	for i < len(b) && class[b[i]] {
		i++
	}
	return i
}

// byBytes is kind exact.
func byBytes(a, b []byte, i, j int) (x, y int, forgiven bool) { return i, j, false }

// byLines is kind lines. It forgives blanks at the end of a line. The end of the text ends a line, too:
// it forgives a missing last newline, and blank lines at the very end.
func byLines(a, b []byte, i, j int) (x, y int, forgiven bool) {
	x, y = after(a, i, blanks), after(b, j, blanks)
	if lineEnds(a, x) && lineEnds(b, y) {
		return x + 1, y + 1, true
	}
	return i, j, false
}

func lineEnds(b []byte, i int) bool { return i >= len(b) || b[i] == '\n' }

// byTokens is kind tokens. It forgives any difference in the blanks and newlines between words.
func byTokens(a, b []byte, i, j int) (x, y int, forgiven bool) {
	x, y = after(a, i, spaces), after(b, j, spaces)
	if inWord(b, j) && (x > i || x >= len(a)) != (y > j || y >= len(b)) { // and in a word of a: what is behind is equal
		return i, j, false // one word is longer
	}
	moved, aEnds := x > i || y > j, x >= len(a)
	return x, y, aEnds == (y >= len(b)) && (moved || aEnds)
}

// inWord reports whether the byte just before the place belongs to a word.
func inWord(b []byte, i int) bool { return i > 0 && i <= len(b) && !spaces[b[i-1]] }

// wordStart and wordEnd are the ends of the word that a place is in.
func wordStart(b []byte, i int) int {
	for inWord(b, i) {
		i--
	}
	return i
}

func wordEnd(b []byte, i int) int {
	for i < len(b) && !spaces[b[i]] {
		i++
	}
	return i
}

// sameWords reports whether two lines differ in nothing but blanks.
func sameWords(a, b []byte) bool {
	_, _, same := kind(byTokens).same(context.Background(), bytes.Trim(a, trailing), bytes.Trim(b, trailing))
	return same
}
