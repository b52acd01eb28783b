package check

import (
	"math"
	"strconv"
)

// longNumber bounds a word that may be a number.
const longNumber = 512

// settleNumbers is kind float: as tokens, but two words that differ may still be the same number
// within the tolerance.
func (c *Checker) settleNumbers(w, g *cursor) bool {
	if settleTokens(w, g) {
		return true
	}
	mw, mg, whole := w.mark, g.mark, true
	if w.inWord() && g.inWord() { // else the words start here
		whole = w.toWordStart() && g.toWordStart()
	}
	if ww, gw := w.word(), g.word(); whole && c.near(ww, gw) {
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
func (c *Checker) near(want, got []byte) bool {
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
func number(s []byte) (float64, bool) {
	if f, ok := decimal(s); ok {
		return f, true
	}
	if len(s) == 0 || len(s) >= longNumber {
		return 0, false
	}
	for _, c := range s {
		if goOnly[c] {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(string(s), 64)
	return f, err == nil
}

var goOnly = class("xX_pP")

// decimal reads a number of few digits, such as -12.50. Both its digits and the power of ten below them
// are floats without a rounding, so that their quotient is rounded once, as strconv does it.
func decimal(s []byte) (f float64, ok bool) {
	minus := len(s) > 0 && s[0] == '-'
	if minus || len(s) > 0 && s[0] == '+' {
		s = s[1:]
	}
	if len(s) >= len(powers) { // digits might be more than 64 bits hold
		return 0, false
	}
	var digits uint64
	point := len(s) - 1 // where there is none
	whole := true
	for i, c := range s {
		if d := c - '0'; d <= 9 {
			digits = 10*digits + uint64(d)
		} else if c == '.' && whole {
			point, whole = i, false
		} else {
			return 0, false
		}
	}
	if digits >= 1<<53 || len(s) == 0 || len(s) == 1 && !whole {
		return 0, false
	}
	if f = float64(digits) / powers[len(s)-1-point]; minus {
		f = -f
	}
	return f, true
}

// powers are those of ten that 64 bits hold: floats without a rounding, too.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// toWordStart returns to the start of the word the cursor is in, unless that is too long to be a number.
func (c *cursor) toWordStart() bool {
	b := c.before(longNumber)
	n := wordStart(b, len(b))
	if n == 0 && len(b) == longNumber {
		return false
	}
	m := c.mark
	m.off -= int64(len(b) - n)
	c.back(m)
	return true
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
