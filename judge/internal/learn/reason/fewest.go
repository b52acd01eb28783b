package reason

import (
	"math/bits"

	"sudokuoj/judge/internal/model/result"
)

// mostDigits is where the judge's own search gives up: in about a second, and on every machine at the same digit.
const mostDigits = 100_000

// Fewest sets what a search of the judge's own places on the puzzle of a history. It fills the blank with the fewest
// digits first.
func Fewest(r *result.Replay) {
	puzzle, ok := r.Board()
	if r.Insight == nil || !ok {
		return
	}
	for places, placed := range map[bool]*int{false: &r.Insight.Fewest, true: &r.Insight.Both} {
		f := fewest{board: watch(puzzle), places: places}
		if f.search(); !f.late {
			*placed = f.placed
		}
	}
}

type fewest struct {
	board  *watched
	places bool // look whether each digit has a place, too
	placed int
	late   bool
}

// search returns true when it is over.
func (f *fewest) search() bool {
	b := f.board
	if b.look(); b.noDigit || f.places && b.noPlace {
		return false
	}
	cell, least := -1, b.Size+1
	for c, digit := range b.Cells {
		if n := bits.OnesCount32(b.fits[c]); digit == 0 && n < least {
			cell, least = c, n
		}
	}
	if cell < 0 {
		return true
	}
	for digits := b.fits[cell]; digits != 0; digits &= digits - 1 {
		if f.placed++; f.placed > mostDigits {
			f.late = true
			return true
		}
		if b.Cells[cell] = bits.TrailingZeros32(digits); f.search() {
			return true
		}
	}
	b.Cells[cell] = 0
	return false
}
