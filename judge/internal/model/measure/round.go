package measure

import "math"

// RoundUp returns the next number that is 1, 2 or 5 times a power of ten.
func RoundUp(v float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(v))))
	for _, f := range []float64{1, 2, 5} {
		if v <= f*power {
			return f * power
		}
	}
	return 10 * power
}
