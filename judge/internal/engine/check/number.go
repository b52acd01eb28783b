package check

import (
	"bytes"
	"math"
	"strconv"
)

// longNumber is the length from which a word does not count as a number.
const longNumber = 512

// near reports whether got is the number want within the tolerance: absolute or relative to want, one
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

// number reads a number as programs print it. Go's own spellings, 0x1p4 and 1_000, do not count.
func number(s []byte) (float64, bool) {
	if len(s) == 0 || len(s) >= longNumber || bytes.ContainsAny(s, "xX_pP") {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(s), 64)
	return f, err == nil
}
