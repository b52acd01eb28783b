// Package growth finds the order in which the work of a program grows. It counts what the program does on inputs of
// several sizes, and lets the orders compete: each must foretell the counts of the two largest sizes from those of the
// others. Counts are exact, so an order that misses them by more than a little is not the order.
package growth

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sudokuoj/judge/internal/model/result"
)

// Fit is an order that foretells the counts.
type Fit struct {
	Order string
	Miss  float64               // the larger share by which it misses one of the two largest sizes
	Times float64               // how many times as many it is at the next size, where that is n + 1; 0 if it is not
	Steep bool                  // it grows faster than n log n
	At    func(float64) float64 // what it foretells
}

const (
	mostMiss = 0.03 // an order that misses by more is none
	clearBy  = 3    // a rival must miss by this many times more,
	leastFar = 0.01 // and by at least so much,
	agreeing = 1.5  // unless what they foretell differs by less than this
	fewest   = 5    // sizes,
)

// order is a way to grow, with lower orders that may be added to it.
type order struct {
	name  string
	of    func(n float64) float64
	below []string
	steep bool
}

func power(exponent float64, logs float64) func(float64) float64 {
	return func(n float64) float64 { return math.Pow(n, exponent) * math.Pow(math.Log2(max(n, 2)), logs) }
}

var orders = []order{
	{"1", power(0, 0), nil, false},
	{"log n", power(0, 1), []string{"1"}, false},
	{"sqrt n", power(0.5, 0), []string{"1"}, false},
	{"n", power(1, 0), []string{"1"}, false},
	{"n log n", power(1, 1), []string{"n", "1"}, false},
	{"n sqrt n", power(1.5, 0), []string{"n", "1"}, true},
	{"n^2", power(2, 0), []string{"n", "1"}, true},
	{"n^2 log n", power(2, 1), []string{"n^2", "n"}, true},
	{"n^3", power(3, 0), []string{"n^2", "n"}, true},
	{"n^4", power(4, 0), []string{"n^3", "n^2"}, true},
}

func named(name string) func(float64) float64 {
	return orders[slices.IndexFunc(orders, func(o order) bool { return o.name == name })].of
}

// Of finds the order of counts, which must belong to rising sizes. It foretells up to the size to. Ok is false if none
// fits, or if two do that foretell different things.
func Of(points []result.Point, to int64) (best Fit, ok bool) {
	if len(points) < fewest || !rises(points) {
		return best, false
	}
	var all []Fit
	for _, o := range orders {
		if f, ok := o.fit(points); ok {
			all = append(all, f)
		}
	}
	all = append(all, steps(points)...)
	slices.SortStableFunc(all, func(a, b Fit) int { return cmp.Compare(a.Miss, b.Miss) })
	if len(all) == 0 || all[0].Miss > mostMiss {
		return unnamed(points)
	}
	best = all[0]
	least := best.At(float64(to))
	most := least
	for _, rival := range all[1:] {
		if rival.Miss < max(clearBy*best.Miss, leastFar) {
			at := rival.At(float64(to))
			least, most = min(least, at), max(most, at)
			best.Steep = best.Steep && rival.Steep
		}
	}
	return best, most <= agreeing*least
}

// rises reports whether the counts grow with the sizes.
func rises(points []result.Point) bool {
	for i, p := range points {
		if p.Count <= 0 || p.Size < 1 || i > 0 && (p.Size <= points[i-1].Size || float64(p.Count) < 0.98*float64(points[i-1].Count)) {
			return false
		}
	}
	return true
}

// fit lets an order foretell, with and without its lower orders.
func (o order) fit(points []result.Point) (best Fit, ok bool) {
	sets := [][]func(float64) float64{{o.of}}
	for _, name := range o.below {
		sets = append(sets, []func(float64) float64{o.of, named(name)})
	}
	if len(o.below) == 2 {
		sets = append(sets, []func(float64) float64{o.of, named(o.below[0]), named(o.below[1])})
	}
	known, last := points[:len(points)-2], points[len(points)-1]
	most := len(known) - 1 // one more than the terms shows whether they are the right ones
	for _, terms := range sets {
		shares, solved := leastSquares(terms, known)
		if len(terms) > most || !solved || shares[0]*o.of(float64(last.Size)) < float64(last.Count)/2 {
			continue // it is not the order if the others carry the count
		}
		miss := missOf(sum(terms, shares), points) * (1 + 0.15*float64(len(terms)-1))
		if miss += 0.0005 * float64(len(terms)); !ok || miss < best.Miss {
			if whole, solved := leastSquares(terms, points); solved {
				shares = whole
			}
			best, ok = Fit{Order: o.name, Miss: miss, Steep: o.steep, At: sum(terms, shares)}, true
		}
	}
	return best, ok
}

func sum(terms []func(float64) float64, shares []float64) func(float64) float64 {
	return func(n float64) (all float64) {
		for i, t := range terms {
			all += shares[i] * t(n)
		}
		return all
	}
}

// missOf is the larger share by which a function misses one of the last two counts.
func missOf(at func(float64) float64, points []result.Point) (miss float64) {
	for _, p := range points[len(points)-2:] {
		miss = max(miss, math.Abs(at(float64(p.Size))/float64(p.Count)-1))
	}
	return miss
}

// leastSquares finds the shares of the terms with which they miss the counts least; what counts is the share of a miss.
func leastSquares(terms []func(float64) float64, points []result.Point) (shares []float64, ok bool) {
	k := len(terms)
	rows := make([][]float64, k) // the normal equations
	for i := range rows {
		rows[i] = make([]float64, k+1)
		for _, p := range points {
			x := terms[i](float64(p.Size)) / float64(p.Count)
			for j := range k {
				rows[i][j] += x * terms[j](float64(p.Size)) / float64(p.Count)
			}
			rows[i][k] += x
		}
	}
	for i := range rows {
		if math.Abs(rows[i][i]) < 1e-300 {
			return nil, false
		}
		for r := range rows {
			if by := rows[r][i] / rows[i][i]; r != i {
				for j := range rows[r] {
					rows[r][j] -= by * rows[i][j]
				}
			}
		}
	}
	for i := range rows {
		shares = append(shares, rows[i][k]/rows[i][i])
	}
	return shares, true
}

// steps are the orders that grow too fast for sizes that double: with each step of the size a count is so many times what
// it was. Only where all sizes differ by 1 can those be told whose steps differ.
func steps(points []result.Point) (all []Fit) {
	n := len(points)
	last := points[n-1]
	constant := timesOf(points[:n-2])
	factorial := func(n float64) float64 {
		log, _ := math.Lgamma(n + 1)
		return math.Exp(log)
	}
	try := func(name string, of func(float64) float64) {
		from := func(p result.Point) func(float64) float64 {
			return func(n float64) float64 { return float64(p.Count) * of(n) / of(float64(p.Size)) }
		}
		all = append(all, Fit{Order: name, Miss: missOf(from(points[n-3]), points) + 0.0005, Steep: true, At: from(last), Times: timesOf(points)})
	}
	if constant > 1.15 {
		try(fmt.Sprintf("%s^n", ratio(timesOf(points))), func(n float64) float64 { return math.Pow(constant, n) })
	}
	if last.Size-points[0].Size != int64(n-1) { // a gap hides whether the steps differ, so it must fit better
		return slices.DeleteFunc(all, func(f Fit) bool { return f.Miss > mostMiss/3 })
	}
	for j, before := range []string{"", "n ", "n^2 "} {
		by := power(float64(j), 0)
		try(before+"n!", func(n float64) float64 { return by(n) * factorial(n) })
		for base := 2.0; base <= 4 && j > 0; base++ {
			try(fmt.Sprintf("%s%.0f^n", before, base), func(n float64) float64 { return by(n) * math.Pow(base, n) })
		}
	}
	return all
}

// timesOf is how many times as many the last count is, for each step from the size before.
func timesOf(points []result.Point) float64 {
	last, before := points[len(points)-1], points[len(points)-2]
	return math.Pow(float64(last.Count)/float64(before.Count), 1/float64(last.Size-before.Size))
}

// ratio writes a number with two figures behind the point, or none if they are noughts.
func ratio(x float64) string {
	if math.Abs(x-math.Round(x)) < 0.005 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// unnamed tells of counts that follow no order with a name: a steady power, or each step so many times the one before and
// ever more.
func unnamed(points []result.Point) (f Fit, ok bool) {
	last := points[len(points)-1]
	var powers, times []float64
	for i, p := range points[1:] {
		by := float64(p.Count) / float64(points[i].Count)
		times, powers = append(times, by), append(powers, math.Log(by)/math.Log(float64(p.Size)/float64(points[i].Size)))
	}
	end := powers[len(powers)-3:]
	q := end[2]
	if doubled := float64(last.Size) >= 1.9*float64(points[len(points)-2].Size); doubled && slices.Max(end)-slices.Min(end) < 0.06 && q > 0.3 {
		at := func(n float64) float64 { return float64(last.Count) * math.Pow(n/float64(last.Size), q) }
		return Fit{Order: fmt.Sprintf("n^%.2f", q), Miss: math.Abs(end[2] - end[1]), Steep: q > 1.3, At: at}, true
	}
	rising := times[max(0, len(times)-4):]
	if last.Size-points[0].Size == int64(len(points)-1) && len(rising) == 4 && slices.IsSorted(rising) && rising[0] > 1.5 {
		c := rising[3]
		at := func(n float64) float64 { return float64(last.Count) * math.Pow(c, n-float64(last.Size)) }
		return Fit{Order: fmt.Sprintf("more than %s^n", ratio(c)), Steep: true, At: at, Times: c}, true
	}
	return f, false
}
