package growth_test

import (
	"math"
	"testing"

	"sudokuoj/judge/internal/learn/growth"
	"sudokuoj/judge/internal/model/result"
)

func counted(of func(n float64) float64, sizes ...int64) (points []result.Point) {
	for _, n := range sizes {
		points = append(points, result.Point{Size: n, Count: int64(math.Round(of(float64(n))))})
	}
	return points
}

// TestOrders: counts as programs have them, with what lower orders add.
func TestOrders(t *testing.T) {
	double := []int64{16, 32, 64, 128, 256, 512, 1024, 2048}
	steps := []int64{4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	gap := []int64{8, 16, 30, 31, 32}
	factorial := func(n float64) float64 { return math.Round(math.Gamma(n + 1)) }
	for name, test := range map[string]struct {
		of    func(n float64) float64
		sizes []int64
		order string
		steep bool
	}{
		"a pass":                   {func(n float64) float64 { return 3*n + 20 }, double, "n", false},
		"sorting":                  {func(n float64) float64 { return 2*n*math.Log2(n) + 5*n + 9 }, double, "n log n", false},
		"all pairs":                {func(n float64) float64 { return n*(n-1)/2 + 4*n + 7 }, double, "n^2", true},
		"divisors":                 {func(n float64) float64 { return n*math.Sqrt(n) + 3*n }, double, "n sqrt n", true},
		"three loops":              {func(n float64) float64 { return n*n*n + 2*n*n + 9 }, double, "n^3", true},
		"three loops, small sizes": {func(n float64) float64 { return n*n*n + 2*n*n + 9 }, steps, "n^3", true},
		"naive Fibonacci":          {func(n float64) float64 { return 3 * math.Pow(math.Phi, n) }, steps, "1.62^n", true},
		"Fibonacci with a gap":     {func(n float64) float64 { return 3 * math.Pow(math.Phi, n) }, gap, "1.62^n", true},
		"no order: n 2^n, a gap":   {func(n float64) float64 { return n * math.Pow(2, n) }, gap, "", false},
		"a power with a gap":       {func(n float64) float64 { return n * n * n * n }, gap, "n^4", true},
		"subsets":                  {func(n float64) float64 { return 5*math.Pow(2, n) + 3 }, steps, "2^n", true},
		"subsets, each looked at":  {func(n float64) float64 { return n * math.Pow(2, n) }, steps, "n 2^n", true},
		"permutations":             {func(n float64) float64 { return 2*factorial(n) + 5 }, steps, "n!", true},
		"a search that grows ever": {func(n float64) float64 { return math.Pow(n, n/2) * (1 + 1/n) }, steps, "more than 5.79^n", true},
		"one power between":        {func(n float64) float64 { return 7 * math.Pow(n, 1.4) }, double, "n^1.40", true},
		"no order: it falls":       {func(n float64) float64 { return 1000 - n/3 }, double, "", false},
		"no order: up and down":    {func(n float64) float64 { return n*n + 400*n*math.Abs(math.Sin(n)) }, double, "", false},
		"no order: jumps":          {func(n float64) float64 { return math.Pow(3, math.Floor(math.Log2(n)/2)) * 40 }, double, "", false},
	} {
		f, ok := growth.Of(counted(test.of, test.sizes...), test.sizes[len(test.sizes)-1]*4)
		if ok != (test.order != "") || f.Order != test.order && ok || ok && f.Steep != test.steep {
			t.Errorf("%s: %q (miss %.4f, steep %v) %v, want %q", name, f.Order, f.Miss, f.Steep, ok, test.order)
		}
	}
}
