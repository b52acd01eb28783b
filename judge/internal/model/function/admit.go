package function

import (
	"slices"
	"strconv"
	"strings"
)

// admits reports whether a call keeps within the bounds. If they do not name the characters of a text, it may have
// those that the maker uses, and the given ones.
func (b Bounds) admits(s Signature, c Call, characters string) bool {
	k := keeper{bounds: b, numbers: map[string][]int64{}, characters: characters}
	for _, op := range c.Ops {
		for i, p := range s.Methods[op.Method].Params {
			k.look(p.Type, p.Name, op.Args[i])
		}
	}
	if !s.IsDesign() {
		for i, p := range s.Args() {
			k.look(p.Type, p.Name, c.Args[i])
		}
	}
	return !k.broken && (b.Calls == 0 || int64(len(c.Ops)) <= b.Calls+1) && k.ranges() && k.pairs()
}

// keeper looks at values for what breaks the bounds.
type keeper struct {
	bounds  Bounds
	numbers map[string][]int64 // all that have a name
	broken  bool

	characters string
}

// number records a number of that name.
func (k *keeper) number(name string, n int64) {
	k.numbers[name] = append(k.numbers[name], n)
	if one := k.bounds.Same[name]; one != "" && one != name {
		k.numbers[one] = append(k.numbers[one], n)
	}
}

// ranges reports whether all numbers are in their ranges, and numbers that must be equal are equal.
func (k *keeper) ranges() bool {
	for name, all := range k.numbers {
		if r, ok := k.bounds.Ranges[name]; ok && (slices.Min(all) < r.Low || slices.Max(all) > r.High) {
			return false
		}
		if k.bounds.Same[name] == name && slices.Min(all) != slices.Max(all) {
			return false
		}
	}
	return true
}

// pairs reports whether all numbers compare as they should.
func (k *keeper) pairs() bool {
	for _, p := range k.bounds.Pairs {
		for _, x := range k.named(p.Left) {
			for _, y := range k.named(p.Right) {
				if p.Sign == "<" && x >= y || p.Sign == "<=" && x > y || p.Sign == "!=" && x == y {
					return false
				}
			}
		}
	}
	return true
}

// named returns the numbers of a name; the name may be a number itself.
func (k *keeper) named(name string) []int64 {
	if n, err := strconv.ParseInt(name, 10, 64); err == nil {
		return []int64{n}
	}
	return k.numbers[name]
}

func (k *keeper) look(t Type, name string, v any) {
	switch v := v.(type) {
	case int64:
		k.number(name, v)
	case float64:
		k.number(name, int64(v))
	case byte:
		k.letters(name, string(rune(v)))
	case string:
		k.number(name+".length", int64(len(v)))
		k.letters(name, v)
	case []any:
		k.list(t, name, v)
	}
}

// letters checks the characters of a text.
func (k *keeper) letters(name, text string) {
	letters := k.bounds.lettersOf(name)
	if k.bounds.Letters[base(name)] == "" {
		letters += k.characters
	}
	k.broken = k.broken || strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune(letters, r) })
}

func (k *keeper) list(t Type, name string, items []any) {
	if t.Kind == ListNode || t.Kind == TreeNode {
		items = slices.DeleteFunc(slices.Clone(items), func(item any) bool { return item == nil })
		k.number("nodes", int64(len(items)))
	}
	k.number(name+".length", int64(len(items)))
	known := seen{}
	for i, item := range items {
		if t.IsList() {
			k.look(*t.Elem, name+"[]", item)
		} else {
			for _, of := range []string{"Node.val", name + ".val", name + "[]"} {
				k.number(of, item.(int64))
			}
		}
		if order := k.bounds.Order[base(name)]; i > 0 && order*compared(items[i-1], item) > 0 {
			k.broken = true
		}
		k.broken = k.broken || k.bounds.Distinct[base(name)] && known.add(item)
	}
}
