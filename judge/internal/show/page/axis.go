package page

import (
	"math"
	"slices"
	"strconv"

	"sudokuoj/judge/internal/base/say"
)

// axis is a range of values, or a list of names.
type axis struct {
	Title  say.Message
	Log    bool
	Lo, Hi float64
	Label  func(float64) string
	Names  []string // for an axis of names: value i is Names[i]
	Whole  bool     // whole numbers only
}

// widen makes a log axis hold every value. The axis then begins and ends at round numbers: 1, 2 or 5 times a power of
// ten.
func (a *axis) widen(values []float64) {
	a.Lo, a.Hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		a.Lo, a.Hi = min(a.Lo, v), max(a.Hi, v)
	}
	if len(values) == 0 {
		a.Lo, a.Hi = 1, 10
	}
	a.Lo, a.Hi = rounded(a.Lo/1.05, math.Floor), rounded(a.Hi*1.05, math.Ceil)
}

// rounded returns the nearest round number below v or above it.
func rounded(v float64, toward func(float64) float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(v))))
	steps := []float64{1, 2, 5, 10}
	if toward(0.5) == 0 {
		slices.Reverse(steps)
	}
	for _, f := range steps {
		if f*power == v || toward(0.5) == 0 == (f*power < v) {
			return f * power
		}
	}
	return v
}

func (a axis) share(v float64) float64 {
	if a.Log {
		return math.Log(v/a.Lo) / math.Log(a.Hi/a.Lo)
	}
	return (v - a.Lo) / (a.Hi - a.Lo)
}

// ticks returns round values on the axis, at most about that many.
func (a axis) ticks(most int) []float64 {
	if a.Names != nil {
		all := make([]float64, len(a.Names))
		for i := range all {
			all[i] = float64(i)
		}
		return all
	}
	if a.Log {
		return a.withEnds(a.logTicks(most), most)
	}
	return a.withEnds(a.linearTicks(most), most)
}

// withEnds adds both ends of the axis to the ticks and removes ticks that are too near to an end.
func (a axis) withEnds(at []float64, most int) []float64 {
	room := 0.7 / float64(max(most, 2))
	kept := []float64{a.Lo}
	for _, v := range at {
		if s := a.share(v); s >= room && s <= 1-room {
			kept = append(kept, v)
		}
	}
	return append(kept, a.Hi)
}

func (a axis) linearTicks(most int) []float64 {
	step := math.Pow(10, math.Floor(math.Log10((a.Hi-a.Lo)/float64(most))))
	for _, f := range []float64{1, 2, 5, 10} {
		if step*f*float64(most) >= a.Hi-a.Lo {
			step *= f
			break
		}
	}
	if a.Whole {
		step = max(1, math.Round(step))
	}
	var at []float64
	for i := math.Ceil(a.Lo / step); i*step <= a.Hi; i++ {
		at = append(at, math.Round(i*step*1e6)/1e6) // so that 3 x 0.1 is written 0.3
	}
	return at
}

// logTicks returns powers of ten. If there are hardly any, it adds 2 and 5 times these; if there are too many, it keeps
// every second, third, ...
func (a axis) logTicks(most int) []float64 {
	first, last := int(math.Floor(math.Log10(a.Lo))), int(math.Ceil(math.Log10(a.Hi)))
	collect := func(every int, factors ...float64) (at []float64) {
		for e := first; e <= last; e++ {
			if e%every != 0 {
				continue
			}
			for _, f := range factors {
				if v := f * math.Pow10(e); v >= a.Lo && v <= a.Hi {
					at = append(at, v)
				}
			}
		}
		return at
	}
	at := collect(1, 1)
	if len(at) < 3 {
		if fine := collect(1, 1, 2, 5); len(fine) <= most {
			return fine
		}
	}
	for every := 2; len(at) > most; every++ {
		at = collect(every, 1)
	}
	return at
}

// minor returns the places of a log axis between its powers of ten.
func (a axis) minor() (at []float64) {
	if !a.Log || a.Hi/a.Lo > 1e6 {
		return nil
	}
	for power := math.Pow10(int(math.Floor(math.Log10(a.Lo)))); power < a.Hi; power *= 10 {
		for f := 1.0; f < 10; f++ {
			if v := f * power; v >= a.Lo && v <= a.Hi {
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

// at returns the coordinate of a value. A name stands in the middle of its share of the axis.
func (s scale) at(v float64) float64 {
	share := (v + 0.5) / float64(max(len(s.Names), 1))
	if s.Names == nil {
		share = s.share(v)
	}
	return s.from + share*(s.to-s.from)
}

// shortCount writes a count for an axis: 950, 20k, 3M.
func shortCount(v float64) string {
	switch {
	case v >= 1e9:
		return strconv.FormatFloat(v/1e9, 'f', -1, 64) + "G"
	case v >= 1e6:
		return strconv.FormatFloat(v/1e6, 'f', -1, 64) + "M"
	case v >= 1e3:
		return strconv.FormatFloat(v/1e3, 'f', -1, 64) + "k"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
