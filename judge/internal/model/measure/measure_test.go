package measure_test

import (
	"slices"
	"testing"
	"time"

	. "sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/testkit/must"
)

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
		{"one", times(5), Summary{1, 5 * ms, 5 * ms, 5 * ms, 5 * ms, 5 * ms, 0}},
		{"an even number", times(4, 1, 3, 2), Summary{4, 2500 * time.Microsecond, ms, 4 * ms,
			1750 * time.Microsecond, 3250 * time.Microsecond, ms}},
		{"an odd number", times(1, 9, 2, 4, 3), Summary{5, 3 * ms, ms, 9 * ms, 2 * ms, 4 * ms, ms}},
		{"an outlier moves only the maximum", times(10, 10, 10, 10, 900), Summary{5, 10 * ms, 10 * ms, 900 * ms, 10 * ms, 10 * ms, 0}},
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
	must.Equal(t, times(11, 22), Sum(first, short))
	must.Equal(t, times(1, 2, 3), first, "the first case was written to")
	if got := Sum(); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

func TestNoise(t *testing.T) {
	tests := []struct {
		name  string
		times Times
		want  []string
	}{
		{"quiet", times(100, 101, 99, 100, 102, 98, 100, 101), nil},
		{"too few to say", times(1, 50, 100, 1, 50, 100), nil},
		{"just enough", times(100, 150, 80, 120, 160, 90, 85), []string{
			"the timings spread by 48 %\nhint: close other programs and run it again"}},
		{"below the clock", times(0, 0, 0, 0, 0, 0, 0, 500), nil},
		{"as wide as may be", times(91, 91, 92, 95, 100, 103, 107, 108, 108), nil},
		{"as far out as may be", times(1, 1, 1, 1, 1, 1, 1, 1.1), nil},
		{"as rare as may be", append(times(500), slices.Repeat(times(100), 19)...), nil},
		{"a tenth longer", append(slices.Repeat(times(100), 7), slices.Repeat(times(110), 7)...), nil},
		{"a tenth shorter", append(slices.Repeat(times(100), 7), slices.Repeat(times(90), 7)...), nil},
		{"longer, and the halves touch", append(times(90, 90, 90, 90, 110, 110, 110), slices.Repeat(times(110), 7)...), nil},
		{"shorter, and the halves touch", append(slices.Repeat(times(110), 7), times(90, 90, 90, 90, 110, 110, 110)...), nil},
		{"wide", times(100, 150, 80, 120, 160, 90, 85, 140), []string{
			"the timings spread by 49 %\nhint: close other programs and run it again"}},
		{"one spoiled", times(100, 101, 99, 100, 102, 98, 100, 500), []string{
			"1 of 8 rounds took up to 5.0 x the median\nhint: something else was running; the median leaves them out"}},
		{"a rare one is no matter", append(times(500), slices.Repeat(times(100, 101, 99, 100), 5)...), nil},
		{"microseconds are not spoiled", times(1.00, 1.001, 1.001, 1.00, 1.00, 1.00, 1.05), nil},
		{"longer and longer", append(slices.Repeat(times(100), 7), slices.Repeat(times(112), 7)...), []string{
			"the timings became 12 % longer meanwhile\nhint: the ratios hold, because the programs took turns; the times are less certain"}},
		{"shorter", append(slices.Repeat(times(112), 7), slices.Repeat(times(100), 7)...), []string{
			"the timings became 11 % shorter meanwhile\nhint: the ratios hold, because the programs took turns; the times are less certain"}},
		{"longer by chance", times(100, 100, 100, 112, 112, 112, 112), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, w := range tt.times.Noise() {
				got = append(got, w.String())
			}
			must.Equal(t, tt.want, got)
		})
	}
}
