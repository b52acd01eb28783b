package measure_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	. "sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/testkit/must"
)

// machine makes timings with a known true ratio.
type machine struct {
	noise float64 // of each timing, log-normal
	drift float64 // over all rounds; the programs of a round share it
	burst float64 // the chance that another program runs during a timing and adds up to its length again
}

func (m machine) run(r *rand.Rand, rounds int, ratio float64) (first, second Times) {
	one := func(base, place float64) time.Duration {
		x := base * (1 + m.drift*place) * math.Exp(m.noise*r.NormFloat64())
		if r.Float64() < m.burst {
			x *= 1 + r.Float64()
		}
		return time.Duration(x)
	}
	for i := range rounds {
		place := float64(i) / float64(rounds)
		first = append(first, one(ratio*1e7, place))
		second = append(second, one(1e7, place))
	}
	return first, second
}

// The interval contains the true ratio about as often as it claims, for every kind of noise.
func TestIntervalHoldsTheTruth(t *testing.T) {
	const seeds = 200
	tests := []struct {
		name   string
		m      machine
		rounds int
		ratio  float64
		least  int // of 100
	}{
		{"equal, quiet", machine{noise: 0.02}, 14, 1, 98},
		{"fewest rounds", machine{noise: 0.05}, 7, 1.3, 96},
		{"noisy", machine{noise: 0.2}, 28, 131, 98},
		{"drifting", machine{noise: 0.03, drift: 0.2}, 14, 2, 98},
		{"bursts", machine{noise: 0.03, burst: 0.2}, 28, 2, 98},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			held := 0
			for seed := range uint64(seeds) {
				first, second := tt.m.run(rand.New(rand.NewPCG(seed, 1)), tt.rounds, tt.ratio)
				r := Compare(first, second)
				if r.Low <= tt.ratio && tt.ratio <= r.High {
					held++
				}
				if r.Value < r.Low || r.Value > r.High {
					t.Fatalf("seed %d: the value lies outside its own interval: %v", seed, r)
				}
			}
			if got := float64(held) * 100 / seeds; got < float64(tt.least) {
				t.Errorf("%.1f of 100 intervals hold the true ratio, want %d", got, tt.least)
			}
		})
	}
}

// A whole comparison, with all its looks, seldom reports a difference that does not exist, and finds one that does.
func TestComparisonStopsRight(t *testing.T) {
	if testing.Short() {
		t.Skip("so many comparisons take seconds: not with -short")
	}
	const seeds = 100
	compare := func(m machine, ratio float64, seed uint64) Ratio {
		first, second := m.run(rand.New(rand.NewPCG(seed, 2)), 112, ratio)
		var r Ratio
		for n := 1; n <= len(first); n++ {
			if Look(n) {
				if r = Compare(first[:n], second[:n]); r.Settled() {
					break
				}
			}
		}
		return r
	}
	tests := []struct {
		name        string
		m           machine
		ratio       float64
		want        Answer
		least, most int // of 100 comparisons that give this answer
	}{
		{"equal programs are seldom told apart", machine{noise: 0.05}, 1, NoDifference, 95, 100},
		{"equal programs amid bursts", machine{noise: 0.1, burst: 0.2}, 1, NoDifference, 95, 100},
		{"a tenth is found", machine{noise: 0.05}, 1.1, Faster, 95, 100},
		{"a tenth less is found", machine{noise: 0.05}, 1 / 1.1, Slower, 95, 100},
		{"a hundredfold is found amid noise", machine{noise: 0.3, burst: 0.3}, 100, Faster, 100, 100},
		{"a tenth of a percent is left alone", machine{noise: 0.002}, 1.001, NoDifference, 99, 100},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			answers := map[Answer]int{}
			held := 0
			for seed := range uint64(seeds) {
				r := compare(tt.m, tt.ratio, seed)
				answers[r.Answer]++
				if r.Low <= tt.ratio && tt.ratio <= r.High {
					held++
				}
			}
			if got := float64(held) * 100 / seeds; got < 96 {
				t.Errorf("%.1f of 100 intervals hold the true ratio when the comparison stops, want 96", got)
			}
			if got := float64(answers[tt.want]) * 100 / seeds; got < float64(tt.least) || got > float64(tt.most) {
				t.Errorf("%.1f of 100 answer so, want %d to %d: %v", got, tt.least, tt.most, answers)
			}
		})
	}
}

func TestCompareExactly(t *testing.T) {
	ten, thirty := times(10, 10, 10, 10, 10, 10, 10), times(30, 30, 30, 30, 30, 30, 30)
	more := times(1.01, 1.01, 1.01, 1.01, 1.01, 1.01, 1.01)
	two, one := times(2, 2, 2, 2, 2, 2, 2), times(1, 1, 1, 1, 1, 1, 1)
	tests := []struct {
		name string
		got  Ratio
		want Ratio
	}{
		{"three times", Compare(thirty, ten), Ratio{3, 3, 3, 7, Faster}},
		{"a third", Compare(ten, thirty), Ratio{1. / 3, 1. / 3, 1. / 3, 7, Slower}},
		{"equal", Compare(ten, ten), Ratio{1, 1, 1, 7, NoDifference}},
		{"rounds that both ran", Compare(thirty, ten[:3]), Ratio{3, 3, 3, 3, TooFew}},
		{"the extremes of a few", Compare(times(20, 30, 60), times(10, 10, 10)), Ratio{3, 2, 6, 3, TooFew}},
		{"the middle of two", Compare(times(10, 30), times(10, 10)), Ratio{2, 1, 3, 2, TooFew}},
		{"no round alone", Compare(times(0, 20), times(20, 0)), Ratio{1, 1, 1, 2, TooFew}},
		{"no rounds", Compare(nil, ten), Ratio{}},
		{"below the clock", Compare(ten, times(0, 0, 0, 0, 0, 0, 0)), Ratio{Rounds: 7}},
		{"below the clock, the first", Compare(times(0, 0, 0, 0, 0, 0, 0), ten), Ratio{Rounds: 7}},
		{"a hundredth slower", Compare(more, one), Ratio{1.01, 1.01, 1.01, 7, NoDifference}},
		{"a hundredth faster", Compare(one, more), Ratio{1 / 1.01, 1 / 1.01, 1 / 1.01, 7, NoDifference}},
		{"without start-up", CompareNet(thirty, ten, two, two), Ratio{3.5, 3.5, 3.5, 7, Faster}},
		{"each its own start-up", CompareNet(thirty, ten, ten, two), Ratio{2.5, 2.5, 2.5, 7, Faster}},
		{"all of it start-up", CompareNet(two, one, one, one), Ratio{Rounds: 7}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, tt.got)
		})
	}
}

// A drift shared by both programs does not widen the interval as a drift of one program does.
func TestPairingCancelsDrift(t *testing.T) {
	var first, second Times
	for i := range 14 {
		slow := 1 + float64(i)/14
		first, second = append(first, time.Duration(2e7*slow)), append(second, time.Duration(1e7*slow))
	}
	if r := Compare(first, second); math.Abs(r.Low-2) > 1e-6 || math.Abs(r.High-2) > 1e-6 {
		t.Errorf("want 2 (2 to 2), got %v", r)
	}
}

func TestSameTimesSameAnswer(t *testing.T) {
	first, second := machine{noise: 0.1}.run(rand.New(rand.NewPCG(7, 7)), 20, 1.5)
	must.Equal(t, Compare(first, second), Compare(first, second))
	// A fixed value, to notice a change of the generator or of the arithmetic.
	must.Equal(t, "1.55 x (1.38 to 1.68)", Compare(first, second).Message().String())
}

func TestRatioInWords(t *testing.T) {
	if got := (Ratio{Value: 2, Low: 1.5, High: 3, Rounds: 3}).Message().String(); got != "2.00 x" {
		t.Errorf("too few rounds have an interval: %s", got)
	}
	for _, tt := range []struct {
		r    Ratio
		want string
	}{
		{Ratio{Value: 131.4, Low: 117.9, High: 140.2}, "131 x (118 to 140)"},
		{Ratio{Value: 13.14, Low: 9.999, High: 99.96}, "13.1 x (10.0 to 100)"},
		{Ratio{Value: 1.005, Low: 0.98, High: 1.2}, "1.00 x (0.98 to 1.20)"},
		{Ratio{Value: 0.0123, Low: 0.001, High: 0.1}, "0.012 x (0.001 to 0.10)"},
		{Ratio{Value: 12345.6, Low: 10000, High: 20000}, "12346 x (10000 to 20000)"},
		{Ratio{Value: 99.95, Low: 9.995, High: 0.0995}, "100 x (10.0 to 0.10)"},
	} {
		tt.r.Answer = Faster
		must.Equal(t, tt.want, tt.r.Message().String())
	}
}

func TestSettled(t *testing.T) {
	for _, tt := range []struct {
		name string
		r    Ratio
		want bool
	}{
		{"a difference", Ratio{Value: 2, Low: 1.9, High: 2.1, Answer: Faster}, true},
		{"a difference the other way", Ratio{Value: 0.5, Low: 0.48, High: 0.55, Answer: Slower}, true},
		{"a difference of unknown size", Ratio{Value: 2, Low: 1.5, High: 3, Answer: Faster}, false},
		{"none, and little room for one", Ratio{Value: 1, Low: 0.99, High: 1.01, Answer: NoDifference}, true},
		{"a size known just so", Ratio{Value: 2, Low: 2, High: 2.5, Answer: Faster}, true},
		{"just little room", Ratio{Value: 1, Low: 1, High: 1.03, Answer: NoDifference}, true},
		{"none, but room for one", Ratio{Value: 1, Low: 0.9, High: 1.1, Answer: NoDifference}, false},
		{"too few rounds", Ratio{Value: 2, Low: 2, High: 2}, false},
	} {
		must.Equal(t, tt.want, tt.r.Settled(), tt.name)
	}
}

func times(ms ...float64) Times {
	t := make(Times, len(ms))
	for i, x := range ms {
		t[i] = time.Duration(x * float64(time.Millisecond))
	}
	return t
}

func TestSummary(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		name  string
		times Times
		want  Summary
	}{
		{"nothing", nil, Summary{}},
		{"one", times(5), Summary{5 * ms, 5 * ms, 5 * ms}},
		{"an even number", times(4, 1, 3, 2), Summary{2500 * time.Microsecond, 1750 * time.Microsecond, 3250 * time.Microsecond}},
		{"an odd number", times(1, 9, 2, 4, 3), Summary{3 * ms, 2 * ms, 4 * ms}},
		{"an outlier moves nothing", times(10, 10, 10, 10, 900), Summary{10 * ms, 10 * ms, 10 * ms}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := slices.Clone(tt.times)
			must.Equal(t, tt.want, tt.times.Summary())
			must.Equal(t, before, tt.times, "the timings changed")
			must.Equal(t, tt.want.Median, Median(tt.times), "Median")
		})
	}
}

func TestSpread(t *testing.T) {
	must.Equal(t, 0.2, times(8, 9, 10, 11, 12).Summary().Spread())
	must.Equal(t, 0, times(0, 0).Summary().Spread(), "of times too short for the clock: want 0")
}

func TestSum(t *testing.T) {
	first, short := times(1, 2, 3), times(10, 20)
	must.Equal(t, times(11, 22), Sum(nil, first, short))
	must.Equal(t, times(1, 2, 3), first, "the first case was written to")
	if got := Sum(); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

func TestNoise(t *testing.T) {
	for name, tt := range map[string]struct {
		times Times
		want  string
	}{
		"quiet":                {times(100, 101, 99, 100, 102, 98, 100, 101), ""},
		"too few to say":       {times(1, 50, 100, 1, 50, 100), ""},
		"just enough":          {times(100, 150, 80, 120, 160, 90, 85), "the timings spread by 48 %"},
		"below the clock":      {times(0, 0, 0, 0, 0, 0, 0, 500), ""},
		"as wide as may be":    {times(91, 91, 92, 95, 100, 103, 107, 108, 108), ""},
		"wide":                 {times(100, 150, 80, 120, 160, 90, 85, 140), "the timings spread by 49 %"},
		"one that was spoiled": {times(100, 101, 99, 100, 102, 98, 100, 500), ""},
	} {
		got, _, _ := strings.Cut(tt.times.Noise().String(), "\n")
		must.Equal(t, tt.want, got, name)
	}
}
