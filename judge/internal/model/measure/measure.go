// Package measure turns repeated timings into statements that hold: a median, how far the timings
// spread, how many times faster one program is than another with an interval around that, and whether
// more rounds are needed. It is arithmetic on values: it runs nothing, has no clock, and the same
// timings always give the same answer.
package measure

import (
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// Times are the timings of one program on one case, one for each round, in order. Compared programs take turns, so
// that their Times[i] were taken at nearly the same moment, under the same conditions.
type Times []time.Duration

// Summary describes Times. Of no timings it is zero.
type Summary struct {
	Median       time.Duration
	Lower, Upper time.Duration // the quartiles: half of the timings lie between them
}

// Summary describes the timings.
func (t Times) Summary() Summary {
	if len(t) == 0 {
		return Summary{}
	}
	sorted := slices.Sorted(slices.Values(t))
	quantile := func(q float64) time.Duration { // the value below which that part lies, or the middle between two of them
		at := q * float64(len(sorted)-1)
		i := int(at)
		above := sorted[min(i+1, len(sorted)-1)]
		return sorted[i] + time.Duration((at-float64(i))*float64(above-sorted[i]))
	}
	return Summary{Median: quantile(0.5), Lower: quantile(0.25), Upper: quantile(0.75)}
}

// Median is the middle one of the timings, 0 of none.
func Median(t Times) time.Duration { return t.Summary().Median }

// Spread is the distance between the quartiles as a part of the median: 0.1 says that half of the
// timings lie within a tenth of each other.
func (s Summary) Spread() float64 {
	if s.Median <= 0 {
		return 0
	}
	return float64(s.Upper-s.Lower) / float64(s.Median)
}

// Sum adds up the timings of several cases round by round, for the rounds that all cases have, as if they were one
// case. A nil case is none.
func Sum(cases ...Times) (sum Times) {
	for _, t := range cases {
		if sum == nil {
			sum = slices.Clone(t)
			continue
		}
		sum = sum[:min(len(sum), len(t))]
		for i := range sum {
			sum[i] += t[i]
		}
	}
	return sum
}

const noisy = 0.15 // the spread above which a warning is due; a quiet machine stays below 0.08

// Noise warns of timings that spread widely.
func (t Times) Noise() (warning say.Message) {
	if s := t.Summary(); len(t) >= fewest && s.Spread() > noisy {
		warning = say.Of("the timings spread by %.0f %%", 100*s.Spread()).Hint("close other programs and run it again")
	}
	return warning
}
