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
	Rounds       int
	Median       time.Duration
	Min, Max     time.Duration
	Lower, Upper time.Duration // the quartiles: half of the timings are between them
	Deviation    time.Duration // the median distance from the median, which no outlier moves
}

// Summary describes the timings.
func (t Times) Summary() Summary {
	if len(t) == 0 {
		return Summary{}
	}
	sorted := t.sorted()
	middle := sorted.quantile(0.5)
	distances := make(Times, len(t))
	for i, x := range t {
		distances[i] = max(x-middle, middle-x)
	}
	return Summary{
		Rounds: len(t), Median: middle,
		Min: sorted[0], Max: sorted[len(t)-1],
		Lower: sorted.quantile(0.25), Upper: sorted.quantile(0.75),
		Deviation: distances.sorted().quantile(0.5),
	}
}

// Median is the middle one of the timings, 0 of none.
func Median(t Times) time.Duration { return t.Summary().Median }

// Spread is the distance between the quartiles as a part of the median: 0.1 says that half of the
// timings are within a tenth of each other.
func (s Summary) Spread() float64 {
	if s.Median <= 0 {
		return 0
	}
	return float64(s.Upper-s.Lower) / float64(s.Median)
}

// Sum adds up the timings of several cases round by round, for the rounds that all cases have, as if they were one
// case.
func Sum(cases ...Times) Times {
	if len(cases) == 0 {
		return nil
	}
	sum := slices.Clone(cases[0])
	for _, t := range cases[1:] {
		sum = sum[:min(len(sum), len(t))]
		for i := range sum {
			sum[i] += t[i]
		}
	}
	return sum
}

func (t Times) sorted() Times { return slices.Sorted(slices.Values(t)) }

// quantile returns the value below which the part q of the sorted timings is, or the middle between two of them.
func (t Times) quantile(q float64) time.Duration {
	at := q * float64(len(t)-1)
	i := int(at)
	if i+1 == len(t) {
		return t[i]
	}
	return t[i] + time.Duration((at-float64(i))*float64(t[i+1]-t[i]))
}

const noisy = 0.15 // the spread above which a warning is due; a quiet machine stays below 0.08

// Noise warns of timings that spread widely.
func (t Times) Noise() (warning say.Message) {
	if s := t.Summary(); s.Rounds >= fewest && s.Median > 0 && s.Spread() > noisy {
		warning = say.Of("the timings spread by %.0f %%", 100*s.Spread()).Hint("close other programs and run it again")
	}
	return warning
}
