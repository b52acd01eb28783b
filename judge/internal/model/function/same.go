package function

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Rules say when two values are the same.
type Rules struct {
	Absolute, Relative float64 // by how much a double may differ
	Outer, All         bool    // the items of the outermost list, or of every list, may come in any order
}

// Same compares two values, and returns where they differ first.
func (r Rules) Same(want, got any) (differ say.Message, same bool) {
	if r.Outer || r.All {
		want, got = r.sorted(want, true), r.sorted(got, true)
	}
	return r.same(want, got)
}

func (r Rules) same(want, got any) (say.Message, bool) {
	switch w := want.(type) {
	case []any:
		g, ok := got.([]any)
		if !ok {
			break
		}
		if r.Outer || r.All {
			item := r
			item.Outer = false
			return item.paired(w, g)
		}
		if len(w) != len(g) {
			return say.Of("%s, not %d", say.Count(len(g), "item"), len(w)), false
		}
		for i := range w {
			if m, ok := r.same(w[i], g[i]); !ok {
				return say.Of("item %d: %s", i+1, m), false
			}
		}
		return say.Message{}, true
	case float64:
		if g, ok := number(got); ok && r.near(w, g) {
			return say.Message{}, true
		}
	case int64:
		if g, ok := got.(int64); ok && w == g {
			return say.Message{}, true
		}
		if g, ok := got.(float64); ok && r.near(float64(w), g) {
			return say.Message{}, true
		}
	default:
		if want == got {
			return say.Message{}, true
		}
	}
	return say.Of("expected %s, got %s", short(want), short(got)), false
}

func number(v any) (float64, bool) {
	switch x := v.(type) {
	case float64:
		return x, true
	case int64:
		return float64(x), true
	}
	return 0, false
}

// near compares doubles; without a tolerance in the rules, it uses the site's.
func (r Rules) near(want, got float64) bool {
	if r.Absolute == 0 && r.Relative == 0 {
		r.Absolute = 1e-5
	}
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return want == got || math.IsNaN(want) && math.IsNaN(got)
	}
	return math.Abs(want-got) <= max(r.Absolute, r.Relative*math.Abs(want))
}

// mostCompared is how many values are looked at to pair doubles that count as the same and sort otherwise.
const mostCompared = 10_000_000

// paired compares the items of two lists that are sorted. Equal ones go in pairs; what is left may still be nearly equal.
func (r Rules) paired(want, got []any) (say.Message, bool) {
	left := mostCompared
	missing, more := r.unpaired(want, got, &left)
	switch {
	case len(missing) > 0:
		return say.Of("%s is missing", short(missing[0])), false
	case len(more) > 0:
		return say.Of("%s is too much", short(more[0])), false
	}
	return say.Message{}, true
}

// unpaired returns the items of each list that have no partner in the other.
func (r Rules) unpaired(want, got []any, left *int) (missing, more []any) {
	for len(want) > 0 && len(got) > 0 {
		switch c := compare(want[0], got[0]); {
		case c == 0:
			want, got = want[1:], got[1:]
		case c < 0:
			missing, want = append(missing, want[0]), want[1:]
		default:
			more, got = append(more, got[0]), got[1:]
		}
	}
	missing, more = append(missing, want...), append(more, got...)
	if !slices.ContainsFunc(missing, hasDouble) && !slices.ContainsFunc(more, hasDouble) {
		return missing, more
	}
	return slices.DeleteFunc(missing, func(item any) bool {
		if *left < 0 {
			return false
		}
		i := slices.IndexFunc(more, func(other any) bool { return r.equal(item, other, left) || *left < 0 })
		switch {
		case i == 0:
			more = more[1:]
		case i > 0:
			more = slices.Delete(more, i, i+1)
		}
		return i >= 0
	}), more
}

// equal reports whether two values are the same, without saying where they differ. Once nothing is left of what may be
// looked at, they are not.
func (r Rules) equal(want, got any, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	w, ok := want.([]any)
	if !ok {
		x, one := number(want)
		y, other := number(got)
		return want == got || one && other && (hasDouble(want) || hasDouble(got)) && r.near(x, y)
	}
	g, ok := got.([]any)
	if !ok || len(w) != len(g) {
		return false
	}
	if r.All {
		missing, _ := r.unpaired(w, g, left)
		return len(missing) == 0
	}
	return slices.EqualFunc(w, g, func(a, b any) bool { return r.equal(a, b, left) })
}

func hasDouble(v any) bool {
	if items, ok := v.([]any); ok {
		return slices.ContainsFunc(items, hasDouble)
	}
	_, is := v.(float64)
	return is
}

// compare orders all values: numbers by their size, lists by their first items that differ, and others as they are
// written.
func compare(a, b any) int {
	if m, ok := a.(int64); ok {
		if n, ok := b.(int64); ok {
			return cmp.Compare(m, n)
		}
	}
	x, ok := number(a)
	if y, both := number(b); ok && both {
		return cmp.Compare(x, y)
	}
	if items, ok := a.([]any); ok {
		if others, ok := b.([]any); ok {
			return slices.CompareFunc(items, others, compare)
		}
	}
	return strings.Compare(WriteValue(a), WriteValue(b))
}

// sorted brings lists whose order does not matter into one order.
func (r Rules) sorted(v any, outermost bool) any {
	items, ok := v.([]any)
	if !ok || !outermost && !r.All {
		return v
	}
	all := make([]any, len(items))
	for i, item := range items {
		all[i] = r.sorted(item, false)
	}
	slices.SortFunc(all, compare)
	return all
}

// short returns a value, cut to fit into a sentence.
func short(v any) string { return cut(WriteValue(v), 60) }

// cut shortens a text that is longer.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}
