package measure

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokuoj/judge/internal/base/say"
)

// The interval comes from a bootstrap: rounds are drawn with replacement, and the ratio of the medians of the sample
// is computed, resamples times. The interval holds the middle part of these ratios. A round is drawn whole, with the
// timings of both programs, so that what slowed both of them at that moment cancels out.
//
// It is a 99 % interval instead of 95 %, because a comparison looks at it several times before it stops (see Look),
// and each look is another chance to be wrong. With these numbers, two equal programs are called different in fewer
// than 5 of 100 comparisons, all looks included. Tests check that.
const (
	resamples  = 2000
	outside    = 0.005 // of the resampled ratios, on each side of the interval
	fewest     = 7     // rounds; with fewer, even all of the timings do not span a 99 % interval
	negligible = 1.01  // where code happens to be in memory can alone make a program 1 % faster
	narrow     = 1.03  // an interval with ends no further apart leaves no difference worth more rounds
	tight      = 1.25  // one with ends no further apart tells how large a difference is
)

// Answer says what can be said of two programs.
type Answer int

const (
	TooFew       Answer = iota // rounds, or too short timings, for a conclusion
	NoDifference               // can be told
	Faster                     // the second program is
	Slower                     // the second program is
)

// Ratio says how many times faster the second program is than the first, with its interval. If the answer is TooFew,
// Value is the ratio of the medians, and the interval holds the least and greatest ratio of a round; all are zero if
// start-up took so much of the time that the rest cannot be compared.
type Ratio struct {
	Value, Low, High float64
	Rounds           int
	Answer           Answer
}

// Compare compares the timings of two programs that took turns, over the rounds that both ran.
func Compare(first, second Times) Ratio { return CompareNet(first, second, nil, nil) }

// CompareNet is Compare after the cost of starting each program is taken off: base1 and base2 are
// timings of programs that do nothing, taken in the same rounds. Without them nothing is taken off.
func CompareNet(first, second, base1, base2 Times) Ratio {
	n := min(len(first), len(second))
	if base1 != nil {
		n = min(n, len(base1), len(base2))
	}
	r := Ratio{Rounds: n}
	drawn := make([]int, n) // how often each round is in a sample
	medians := []func() float64{first.sampled(drawn), second.sampled(drawn), base1.sampled(drawn), base2.sampled(drawn)}
	var ratios []float64
	add := func(rounds int, round func(int) int) bool {
		clear(drawn)
		for i := range rounds {
			drawn[round(i)]++
		}
		a, b := medians[0]()-medians[2](), medians[1]()-medians[3]()
		ratios = append(ratios, a/b)
		return a > 0 && b > 0
	}

	if n == 0 || !add(n, func(i int) int { return i }) {
		return r
	}
	r.Value = ratios[0]
	if n < fewest {
		for one := range n {
			if !add(1, func(int) int { return one }) {
				ratios = ratios[:len(ratios)-1]
			}
		}
		r.Low, r.High = slices.Min(ratios), slices.Max(ratios)
		return r
	}
	random := rand.New(rand.NewPCG(0, 0)) // the same interval whenever it is computed
	ratios = nil
	for range resamples {
		if !add(n, func(int) int { return random.IntN(n) }) {
			return Ratio{Rounds: n}
		}
	}
	slices.Sort(ratios)
	cut := int(outside * resamples)
	r.Low, r.High = ratios[cut], ratios[resamples-1-cut]
	switch {
	case r.Low > negligible:
		r.Answer = Faster
	case r.High < 1/negligible:
		r.Answer = Slower
	default:
		r.Answer = NoDifference
	}
	return r
}

// sampled returns a function for the median of the timings, each as often as drawn has it; 0 if there are none. It sorts
// them once: sorting each sample would take most of a bootstrap's time.
func (t Times) sampled(drawn []int) func() float64 {
	order := make([]int, min(len(drawn), len(t))) // the rounds, the quickest first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t[a], t[b]) })
	return func() (low float64) {
		total, seen := 0, 0
		for _, times := range drawn {
			total += times
		}
		for _, round := range order {
			if seen <= (total-1)/2 {
				low = float64(t[round])
			}
			if seen += drawn[round]; total/2 < seen {
				return (low + float64(t[round])) / 2
			}
		}
		return 0
	}
}

// Message is the ratio for people: "131 x (118 to 140)". One of too few rounds has no interval to speak of:
// the truth lay within the ratios seen in 5 to 24 of 40 trials.
func (r Ratio) Message() say.Message {
	if r.Answer == TooFew {
		return say.Of("%s x", figure(r.Value))
	}
	return say.Of("%s x (%s to %s)", figure(r.Value), figure(r.Low), figure(r.High))
}

// figure writes a ratio with the three figures that a timing can bear.
func figure(x float64) string {
	switch {
	case x >= 99.95:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.995:
		return fmt.Sprintf("%.1f", x)
	case x >= 0.0995:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// Settled says that the answer is clear, so that more rounds are not worth their time: a difference is
// told and its size known, or the interval is so narrow that no difference worth telling is left.
func (r Ratio) Settled() bool {
	switch r.Answer {
	case Faster, Slower:
		return r.High/r.Low <= tight
	case NoDifference:
		return r.High/r.Low <= narrow
	}
	return false
}

// Look reports whether a comparison should look at its ratios after this many rounds, to see if they are settled. It
// looks after 7, 14, 28, 56, ... rounds: looking after every round and stopping at the first difference would sooner
// or later find one between equal programs.
func Look(rounds int) bool {
	for next := fewest; next <= rounds; next *= 2 {
		if next == rounds {
			return true
		}
	}
	return false
}
