package measure

import (
	"time"

	"sudokuoj/judge/internal/base/say"
)

const (
	noisy   = 0.15 // the spread above which a warning is due; a quiet machine stays below 0.08
	drifted = 0.10 // the change from the first half to the second above which one is due
	outlier = 10   // deviations above the median: a timing that something else has spoiled
	rare    = 20   // fewer spoiled timings than one in this many do not matter
	finest  = 10 * time.Microsecond
)

// Noise looks for what makes timings doubtful: a wide spread, single rounds that took far longer than
// the others, and a machine that became slower or faster meanwhile.
func (t Times) Noise() []say.Message {
	s := t.Summary()
	if s.Rounds < fewest || s.Median <= 0 {
		return nil
	}
	var found []say.Message
	if s.Spread() > noisy {
		found = append(found, say.Of("the timings spread by %.0f %%", 100*s.Spread()).Hint("close other programs and run it again"))
	}
	far := s.Median + outlier*max(s.Deviation, finest)
	count := 0
	for _, x := range t {
		if x > far {
			count++
		}
	}
	if count*rare > s.Rounds {
		found = append(found, say.Of("%d of %d rounds took up to %.1f x the median", count, s.Rounds, float64(s.Max)/float64(s.Median)).
			Hint("something else was running; the median leaves them out"))
	}
	const still = "the ratios hold, because the programs took turns; the times are less certain"
	switch change := t.drift(); {
	case change > drifted:
		found = append(found, say.Of("the timings became %.0f %% longer meanwhile", 100*change).Hint(still))
	case change < -drifted:
		found = append(found, say.Of("the timings became %.0f %% shorter meanwhile", -100*change).Hint(still))
	}
	return found
}

// drift is how much longer the second half of the timings took than the first, as a part of it. It
// is none where the middle halves of both overlap: those have not moved, only spread.
func (t Times) drift() float64 {
	half := len(t) / 2
	if half < fewest {
		return 0 // so few can fall apart by chance
	}
	first, second := t[:half].Summary(), t[len(t)-half:].Summary()
	if first.Lower <= second.Upper && second.Lower <= first.Upper {
		return 0
	}
	return float64(second.Median-first.Median) / float64(first.Median)
}
