package page

import (
	"math"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/measure"
)

// axis is a range of values, or a list of names.
type axis struct {
	Title  say.Message
	Log    bool
	Lo, Hi float64
	Label  func(float64) string
	Names  []string // for an axis of names: value i is Names[i]
}

// widen makes a log axis hold every value. The axis then begins and ends at round numbers.
func (a *axis) widen(values []float64) {
	a.Lo, a.Hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		a.Lo, a.Hi = min(a.Lo, v), max(a.Hi, v)
	}
	if len(values) == 0 {
		a.Lo, a.Hi = 1, 10
	}
	a.Lo, a.Hi = 1/measure.RoundUp(1.05/a.Lo), measure.RoundUp(a.Hi*1.05)
}

func (a axis) share(v float64) float64 {
	if a.Log {
		return math.Log(v/a.Lo) / math.Log(a.Hi/a.Lo)
	}
	return (v - a.Lo) / (a.Hi - a.Lo)
}

// ticks returns round values on the axis, at most that many, or all names.
func (a axis) ticks(most int) (at []float64) {
	switch {
	case a.Names != nil:
		for i := range a.Names {
			at = append(at, float64(i))
		}
	case a.Log:
		if at = a.powers(1, 2, 5); len(at) > most {
			at = a.powers(1)
		}
		for len(at) > most { // every second one
			for i := range (len(at) + 1) / 2 {
				at[i] = at[2*i]
			}
			at = at[:(len(at)+1)/2]
		}
	default:
		step := measure.RoundUp((a.Hi - a.Lo) / float64(most))
		for v := math.Ceil(a.Lo/step) * step; v <= a.Hi; v += step {
			at = append(at, math.Round(v*1e6)/1e6) // so that 3 x 0.1 is written 0.3
		}
	}
	return at
}

// powers returns the multiples of powers of ten on a log axis.
func (a axis) powers(factors ...float64) (at []float64) {
	for power := math.Pow10(int(math.Floor(math.Log10(a.Lo)))); power <= a.Hi; power *= 10 {
		for _, f := range factors {
			if v := f * power; v >= a.Lo*0.999 && v <= a.Hi*1.001 {
				at = append(at, v)
			}
		}
	}
	return at
}

func (a axis) label(v float64) string {
	if a.Names != nil {
		return a.Names[int(v)]
	}
	return a.Label(v)
}

// scale maps the values of an axis to coordinates between two ends.
type scale struct {
	axis
	from, to float64
}

// at returns the coordinate of a value. A name is in the middle of its share of the axis.
func (s scale) at(v float64) float64 {
	share := (v + 0.5) / float64(max(len(s.Names), 1))
	if s.Names == nil {
		share = s.share(v)
	}
	return s.from + share*(s.to-s.from)
}
