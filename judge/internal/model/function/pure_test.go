package function

import (
	"math"
	"math/rand/v2"
	"sudokuoj/judge/internal/testkit/must"
	"testing"
)

func TestNear(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, test := range []struct {
		want, got float64
		near      bool
	}{{1, 1.000001, true}, {1, 1.1, false}, {inf, inf, true}, {inf, -inf, false}, {inf, 1, false}, {1, inf, false}, {nan, nan,
		true}, {nan, 1, false}, {1, nan, false}} {
		if got := (Rules{}).near(test.want, test.got); got != test.near {
			t.Errorf("%v and %v: near %t", test.want, test.got, got)
		}
	}
}

// TestNumber: of a range, the part in the usual range is drawn; if they do not meet, the end that is nearer.
func TestNumber(t *testing.T) {
	usual := Range{-10, 10}
	for r, want := range map[Range]Range{
		{0, 5}: {0, 5}, {-99, 99}: usual, {10, 99}: {10, 10}, {-99, -10}: {-10, -10}, {11, 12}: {11, 12}, {100, 999}: {100,
			120}, {-999, -100}: {-120, -100},
	} {
		m := maker{rand: rand.New(rand.NewPCG(1, 2))}
		drawn := Range{math.MaxInt64, math.MinInt64}
		for range 2000 {
			n := m.number(r, usual)
			drawn = Range{min(drawn.Low, n), max(drawn.High, n)}
		}
		must.Equal(t, want, drawn, r, "are drawn")
	}
}
