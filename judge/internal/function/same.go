package function

import (
	"math"
	"slices"
	"strings"

	"sudokuoj/judge/internal/say"
)

// Rules say when two values are the same.
type Rules struct {
	Absolute, Relative float64 // by how much a double may differ
	Outer, All         bool    // the items of the outermost list, or of every list, may come in any order
}

// Same compares two values, and says where they differ first.
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
		if len(w) != len(g) {
			if r.Outer || r.All {
				if m, ok := r.missing(w, g); ok {
					return m, false
				}
			}
			return say.Of("%s, not %d", say.Count(len(g), "item"), len(w)), false
		}
		for i := range w {
			if m, ok := r.same(w[i], g[i]); !ok {
				if r.Outer || r.All {
					if missing, found := r.missing(w, g); found {
						return missing, false
					}
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

// near is the rule for doubles; an answer without a tolerance of its own has the site's.
func (r Rules) near(want, got float64) bool {
	if r.Absolute == 0 && r.Relative == 0 {
		r.Absolute = 1e-5
	}
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return want == got || math.IsNaN(want) && math.IsNaN(got)
	}
	return math.Abs(want-got) <= max(r.Absolute, r.Relative*math.Abs(want))
}

// missing names an item that one of the lists has and the other has not.
func (r Rules) missing(want, got []any) (say.Message, bool) {
	lacks := func(in, of []any) (any, bool) {
		left := slices.Clone(of)
		for _, item := range in {
			i := slices.IndexFunc(left, func(other any) bool { _, same := r.same(item, other); return same })
			if i < 0 {
				return item, true
			}
			left = slices.Delete(left, i, i+1)
		}
		return nil, false
	}
	if len(want) > 1000 || len(got) > 1000 {
		return say.Message{}, false // it would take its time
	}
	if item, yes := lacks(want, got); yes {
		return say.Of("%s is missing", short(item)), true
	}
	if item, yes := lacks(got, want); yes {
		return say.Of("%s is too much", short(item)), true
	}
	return say.Message{}, false
}

// sorted puts lists whose order says nothing into one.
func (r Rules) sorted(v any, outermost bool) any {
	items, ok := v.([]any)
	if !ok || !outermost && !r.All {
		return v
	}
	items = slices.Clone(items)
	for i := range items {
		items[i] = r.sorted(items[i], false)
	}
	slices.SortStableFunc(items, func(a, b any) int {
		if x, ok := number(a); ok {
			if y, ok := number(b); ok {
				switch {
				case x < y:
					return -1
				case x > y:
					return 1
				}
				return 0
			}
		}
		return strings.Compare(WriteValue(a), WriteValue(b))
	})
	return items
}

// short is a value as far as there is room for it in a sentence.
func short(v any) string {
	text := WriteValue(v)
	if len(text) <= 60 {
		return text
	}
	return strings.ToValidUTF8(text[:57], "") + "..."
}
