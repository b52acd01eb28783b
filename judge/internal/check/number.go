package check

import (
	"math"
	"strconv"
	"strings"
)

// longNumber bounds a word that may be a number.
const longNumber = 512

// settleNumbers is kind float: as tokens, but two words that differ may still be the same number
// within the tolerance.
func (c *Checker) settleNumbers(w, g *cursor) bool {
	if settleTokens(w, g) {
		return true
	}
	mw, mg := w.mark, g.mark
	if w.inWord() && g.inWord() { // else the words start here
		w.toWordStart()
		g.toWordStart()
	}
	ww, gw := w.word(), g.word()
	if c.near(string(ww), string(gw)) {
		w.pass(int64(len(ww)))
		g.pass(int64(len(gw)))
		return true
	}
	w.back(mw)
	g.back(mg)
	return false
}

// near says whether got is the number want within the tolerance: absolute or relative to want, one
// of them is enough. With no tolerance the values must be equal, however they are written.
func (c *Checker) near(want, got string) bool {
	w, ok := number(want)
	g, ok2 := number(got)
	if !ok || !ok2 {
		return false
	}
	if math.IsNaN(w) || math.IsInf(w, 0) || math.IsInf(g, 0) {
		return w == g || math.IsNaN(w) && math.IsNaN(g)
	}
	d := math.Abs(w - g) // NaN is within nothing
	return d <= c.spec.Absolute || d <= c.spec.Relative*math.Abs(w)
}

// number reads what a program may print for a number: not Go's own hexadecimal and 1_000.
func number(s string) (float64, bool) {
	if s == "" || len(s) >= longNumber || strings.ContainsAny(s, "xX_pP") {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// toWordStart returns to the start of the word the cursor is in; in one too long to be a number it stays.
func (c *cursor) toWordStart() {
	b := c.before(longNumber)
	n := len(b)
	for n > 0 && !spaces[b[n-1]] {
		n--
	}
	if n == 0 && len(b) == longNumber {
		return
	}
	m := c.mark
	m.off -= int64(len(b) - n)
	c.back(m)
}

// word returns the word that starts here, or its first longNumber bytes.
func (c *cursor) word() []byte {
	b := c.ahead(longNumber)
	for i := range b {
		if spaces[b[i]] {
			return b[:i]
		}
	}
	return b
}
