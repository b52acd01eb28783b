package check

import (
	"bytes"
	"context"
)

// A kind is a way to compare: which pieces are taken from both texts, one after the other, and when two are the same.
// A text that has ended has empty pieces.
type kind struct {
	next func(*offset) (piece line, ok bool)
	same func(want, got []byte) bool
}

var (
	byBytes  = kind{(*offset).rest, bytes.Equal}
	byTokens = kind{(*offset).word, bytes.Equal}
)

// byLines is kind lines. It forgives blanks at the end of a line, a missing last newline, and blank lines at the very
// end.
func (c *Checker) byLines() kind { return kind{c.nextLine, bytes.Equal} }

// byNumbers is kind float: as byTokens, but two words may also be the same number within the tolerance.
func (c *Checker) byNumbers() kind {
	return kind{byTokens.next, func(want, got []byte) bool { return bytes.Equal(want, got) || c.near(want, got) }}
}

// compare walks both texts to the first pieces that are not the same.
func (k kind) compare(ctx context.Context, want, got []byte) (w, g line, same bool) {
	if bytes.Equal(want, got) {
		return w, g, true
	}
	a, b := offset{all: want}, offset{all: got}
	const often = 4096 // enough to see that all was called off
	for n := 1; n%often != 0 || ctx.Err() == nil; n++ {
		var more, alsoMore bool
		w, more = k.next(&a)
		g, alsoMore = k.next(&b)
		if !k.same(w.text, g.text) {
			return w, g, false
		}
		if !more && !alsoMore {
			return w, g, true
		}
	}
	return w, g, false
}

// common is the length of the common prefix of two texts.
func common(a, b []byte) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// after is where the bytes of a class end.
func after(b []byte, i int, class *[256]bool) int {
	for i < len(b) && class[b[i]] {
		i++
	}
	return i
}

func lineEnds(b []byte, i int) bool { return i >= len(b) || b[i] == '\n' }

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
	_, _, same := byTokens.compare(context.Background(), a, b)
	return same
}
