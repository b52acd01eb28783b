package measure

import (
	"cmp"
	"slices"
)

// draw counts how often each round was drawn. Sorting each sample would take most of a bootstrap's time. A column
// knows the order of its timings and walks to the middle instead.
type draw struct {
	times  []int // by round
	total  int
	random splitmix
}

func newDraw(rounds int) *draw { return &draw{times: make([]int, rounds)} }

// each draws every round once: the timings as they are.
func (d *draw) each() {
	for i := range d.times {
		d.times[i] = 1
	}
	d.total = len(d.times)
}

// only draws one round.
func (d *draw) only(round int) {
	clear(d.times)
	d.times[round], d.total = 1, 1
}

// again draws as many rounds as there are, with replacement.
func (d *draw) again() {
	clear(d.times)
	d.total = len(d.times)
	for range d.times {
		d.times[d.random.below(len(d.times))]++
	}
}

// column is one program's timings in the rounds of a draw.
type column struct {
	draw  *draw
	times Times
	order []int // the rounds, the quickest first
}

// column sees timings through the draw; no timings count as zero.
func (d *draw) column(t Times) column {
	if t == nil {
		return column{}
	}
	c := column{draw: d, times: t, order: make([]int, len(d.times))}
	for i := range c.order {
		c.order[i] = i
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return cmp.Compare(t[a], t[b]) })
	return c
}

// median returns the median of the drawn timings.
func (c column) median() float64 {
	if len(c.order) == 0 {
		return 0
	}
	below, above := (c.draw.total-1)/2, c.draw.total/2 // the same one, of an odd number
	seen, low := 0, 0.0
	for _, round := range c.order {
		before := seen
		seen += c.draw.times[round]
		x := float64(c.times[round])
		if before <= below {
			low = x
		}
		if above < seen {
			return (low + x) / 2
		}
	}
	return low
}

// splitmix is Steele, Lea and Flood's SplitMix64. It starts at zero, so that an interval is the same
// whenever it is computed, and on every version of Go.
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	x := uint64(*s)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a number from 0 to n-1. Smaller ones are more likely by at most n in 2^32.
func (s *splitmix) below(n int) int { return int(s.next() >> 32 * uint64(n) >> 32) }
