package measure_test

import (
	"slices"
	"strings"
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
