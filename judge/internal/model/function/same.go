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
		free, item := r.Outer || r.All, r
		item.Outer = false
		if free && len(w) <= mostPaired && len(g) <= mostPaired {
			return item.paired(w, g)
		}
		if len(w) != len(g) {
			return say.Of("%s, not %d", say.Count(len(g), "item"), len(w)), false
		}
		for i := range w {
			if m, ok := item.same(w[i], g[i]); !ok {
				if free {
					return m, false
				}
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

// mostPaired is the greatest number of items that are paired in any order to name those without a partner.
const mostPaired = 1000

// paired compares the items of two lists that are sorted, but doubles that count as the same may have come apart.
func (r Rules) paired(want, got []any) (say.Message, bool) {
	same := func(a, b any) bool { _, same := r.same(a, b); return same }
	lacks := func(in, of []any) (any, bool) {
		left := slices.Clone(of)
		for _, item := range in {
			i := slices.IndexFunc(left, func(other any) bool { return same(item, other) })
			if i < 0 {
				return item, true
			}
			left = slices.Delete(left, i, i+1)
		}
		return nil, false
	}
	if slices.EqualFunc(want, got, same) {
		return say.Message{}, true
	}
	if item, yes := lacks(want, got); yes {
		return say.Of("%s is missing", short(item)), false
	}
	if item, yes := lacks(got, want); yes {
		return say.Of("%s is too much", short(item)), false
	}
	return say.Message{}, true
}

// sorted brings lists whose order does not matter into one order.
func (r Rules) sorted(v any, outermost bool) any {
	items, ok := v.([]any)
	if !ok || !outermost && !r.All {
		return v
	}
	type keyed struct {
		item any
		text string
	}
	all := make([]keyed, len(items))
	for i, item := range items {
		all[i].item = r.sorted(item, false)
		if _, ok := number(item); !ok {
			all[i].text = WriteValue(all[i].item)
		}
	}
	slices.SortStableFunc(all, func(a, b keyed) int {
		x, ok := number(a.item)
		y, both := number(b.item)
		if ok && both {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a.text, b.text)
	})
	items = make([]any, len(all))
	for i, one := range all {
		items[i] = one.item
	}
	return items
}

// short returns a value, cut to fit into a sentence.
func short(v any) string {
	text := WriteValue(v)
	if len(text) <= 60 {
		return text
	}
	return strings.ToValidUTF8(text[:57], "") + "..."
}
