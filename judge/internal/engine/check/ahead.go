package check

// An ahead is a settle within the blocks at hand, for files that differ on every line, in every word: it
// says how far a and b may be passed from i and j, where they have different bytes. If that is a
// difference, it stays. It is not sure where it would have to see what lies outside of the blocks.
type ahead func(a, b []byte, i, j int) (x, y int, sure bool)

// pass passes what is equal or forgiven in both blocks.
func (step ahead) pass(w, g *cursor) (moved bool) {
	a, b, i, j := w.buf, g.buf, w.pos, g.pos
	for {
		n := commonShort(a[i:], b[j:])
		i, j = i+n, j+n
		if i == len(a) || j == len(b) {
			break
		}
		x, y, sure := step(a, b, i, j)
		if !sure || x == i && y == j {
			break
		}
		i, j = x, y
	}
	moved = i != w.pos || j != g.pos
	w.move(i)
	g.move(j)
	return moved
}

// aheadNothing is settleNothing.
func aheadNothing(_, _ []byte, i, j int) (int, int, bool) { return i, j, true }

// aheadLines is settleLines.
func aheadLines(a, b []byte, i, j int) (int, int, bool) {
	x, y := after(a, i, blanks), after(b, j, blanks)
	if x == len(a) || y == len(b) {
		return i, j, false
	}
	if a[x] != '\n' || b[y] != '\n' {
		return i, j, true
	}
	return x + 1, y + 1, true
}

// aheadTokens is settleTokens.
func aheadTokens(a, b []byte, i, j int) (int, int, bool) {
	x, y := after(a, i, spaces), after(b, j, spaces)
	if x == len(a) || y == len(b) || j == 0 {
		return i, j, false
	}
	if (x == i || y == j) && !spaces[b[j-1]] {
		return i, j, true // one word is longer
	}
	return x, y, true
}

// aheadNumbers is settleNumbers.
func (c *Checker) aheadNumbers(a, b []byte, i, j int) (int, int, bool) {
	if x, y, sure := aheadTokens(a, b, i, j); !sure || x != i || y != j {
		return x, y, sure
	}
	from, from2 := wordStart(a, i), wordStart(b, j)
	to, to2 := wordEnd(a, i), wordEnd(b, j)
	if from == 0 || from2 == 0 || to == len(a) || to2 == len(b) {
		return i, j, false
	}
	if from == i || from2 == j { // else both are in a word
		from, from2 = i, j
	}
	if !c.near(a[from:to], b[from2:to2]) {
		return i, j, true
	}
	return to, to2, true
}

// after is where the bytes of a class end.
func after(b []byte, i int, class *[256]bool) int {
	for i < len(b) && class[b[i]] {
		i++
	}
	return i
}

// wordStart and wordEnd are where the word that a place is in starts and ends, as far as a number may reach.
func wordStart(b []byte, i int) int {
	for n := 0; n < longNumber && i > 0 && !spaces[b[i-1]]; n++ {
		i--
	}
	return i
}

func wordEnd(b []byte, i int) int {
	for n := 0; n < longNumber && i < len(b) && !spaces[b[i]]; n++ {
		i++
	}
	return i
}
