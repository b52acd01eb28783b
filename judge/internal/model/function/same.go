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
	w, ok := want.([]any)
	g, both := got.([]any)
	switch {
	case ok && both && (r.Outer || r.All):
		differ = r.inAnyOrder(w, g)
	case ok && both && len(w) != len(g):
		differ = say.Of("%s, not %d", say.Count(len(g), "item"), len(w))
	case ok && both:
		for i := range w {
			if m, same := r.Same(w[i], g[i]); !same {
				return say.Of("item %d: %s", i+1, m), false
			}
		}
	case r.compare(want, got) != 0:
		differ = say.Of("expected %s, got %s", short(want), short(got))
	}
	return differ, !differ.Said()
}

// inAnyOrder compares the items of two lists, and returns the first that only one of them has.
func (r Rules) inAnyOrder(want, got []any) (differ say.Message) {
	want, got = r.sorted(want), r.sorted(got)
	for len(want)+len(got) > 0 {
		c := cmp.Compare(len(got), 0) - cmp.Compare(len(want), 0) // one may be at its end
		if c == 0 {
			c = r.compare(want[0], got[0])
		}
		if c < 0 {
			return say.Of("%s is missing", short(want[0]))
		}
		if c > 0 && !differ.Said() {
			differ = say.Of("%s is too much", short(got[0])) // what is missing says more, if something is
		}
		if got = got[1:]; c == 0 {
			want = want[1:]
		}
	}
	return differ
}

// sorted brings the items of a list into one order, and the items of those if all may come in any order.
func (r Rules) sorted(list []any) []any {
	list = slices.Clone(list)
	for i, item := range list {
		if inner, ok := item.([]any); ok && r.All {
			list[i] = r.sorted(inner)
		}
	}
	slices.SortFunc(list, r.compare)
	return list
}

// compare orders all values: numbers by their size, lists by their first items that differ, and others as they are
// written. Doubles that count as the same are equal.
func (r Rules) compare(a, b any) int {
	m, whole := a.(int64)
	n, other := b.(int64)
	if whole && other {
		return cmp.Compare(m, n)
	}
	x, ok := number(a)
	if y, both := number(b); ok && both {
		if r.near(x, y) {
			return 0
		}
		return cmp.Compare(x, y)
	}
	if items, ok := a.([]any); ok {
		if others, ok := b.([]any); ok {
			return slices.CompareFunc(items, others, r.compare)
		}
	}
	return strings.Compare(WriteValue(a), WriteValue(b))
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

// short returns a value, cut to fit into a sentence.
func short(v any) string { return cut(WriteValue(v), 60) }

// cut shortens a text that is longer.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}
