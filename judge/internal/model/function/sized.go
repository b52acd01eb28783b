package function

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Size is what grows in the inputs of a function: how long its lists are, or how large its numbers if it has none.
type Size struct {
	Name      string // "nums.length"; "" for the number of calls of a class
	Low, High int64  // as the bounds have it; High is 0 if they have no highest
}

// growing are the names of what a size makes large: the lengths of lists and texts, or else numbers.
func (s Signature) growing() (names []string) {
	var numbers []string
	for _, p := range s.Args() {
		switch {
		case p.Type.Kind == ListNode || p.Type.Kind == TreeNode:
			names = append(names, "nodes", p.Name+".length")
		case p.Type.IsList() && p.Type.Elem.IsList() && p.Type.Kind == Array:
			names = append(names, p.Name+".length", p.Name+"[].length")
		case p.Type.IsList() || p.Type.Kind == String:
			names = append(names, p.Name+".length")
		case p.Type.Kind == Int || p.Type.Kind == Long:
			numbers = append(numbers, p.Name)
		}
	}
	if len(names) == 0 {
		return numbers
	}
	return names
}

// Size returns what grows in the inputs: what the bounds let grow farthest. Ok is false if nothing does.
func (s Signature) Size(b Bounds) (size Size, ok bool) {
	if s.IsDesign() {
		return Size{Low: 2, High: b.Calls}, true
	}
	for _, name := range s.growing() {
		r, said := b.Ranges[name]
		if !said || r.High == anything.High {
			r.High = 0
		}
		if !ok || said && r.High > size.High {
			size = Size{Name: name, Low: max(r.Low, 1), High: r.High}
		}
		ok = true
	}
	return size, ok && (size.High == 0 || size.High > size.Low)
}

// Largest is the largest size of an input that is made: it has a million items at most, and numbers that fit an int.
func (s Signature) Largest() int64 {
	largest := int64(math.MaxInt32)
	if s.IsDesign() {
		largest = mostItems
	}
	for _, name := range s.growing() {
		switch {
		case strings.HasSuffix(name, "[].length"): // as many columns as rows
			return sideOfMost
		case strings.HasSuffix(name, ".length") || name == "nodes":
			largest = mostItems
		}
	}
	return largest
}

const (
	mostItems  = sideOfMost * sideOfMost
	sideOfMost = 1000
)

// Shapes is how many shapes of inputs Sized knows.
const Shapes = 4

// Sized makes the input of one call within the bounds that is as large as size says. Its numbers are drawn from all that
// the bounds allow. Its lists of numbers are as they are drawn, or go up, go down, or have equal items, as the shape says.
func (s Signature) Sized(b Bounds, seed uint64, size int64, shape int) (text string, ok bool) {
	const tries = 20
	random := rand.New(rand.NewPCG(seed, 0x73697a65))
	for range tries {
		call := s.draw(b, random, max(size, 1))
		for _, arg := range call.Args {
			if items, list := arg.([]any); list && len(items) > 0 {
				shaped(items, shape%Shapes)
			}
		}
		if b.possible() && b.admits(s, call, "") {
			return s.Write([]Call{call}), true
		}
	}
	return "", false
}

// shaped brings the numbers of a list into a shape.
func shaped(items []any, shape int) {
	if slices.ContainsFunc(items, func(v any) bool { _, number := v.(int64); return !number }) {
		return
	}
	switch shape {
	case 1, 2:
		order := 3 - 2*shape // 1 up, -1 down
		slices.SortFunc(items, func(x, y any) int { return order * compared(x, y) })
	case 3:
		for i := range items {
			items[i] = items[0]
		}
	}
}

// farthest is how far numbers go in inputs of a size where no bound says it.
const farthest = 1_000_000

// ofSize draws a number from a range where a size is given.
func (m *maker) ofSize(name string, r Range) int64 {
	said, grows := m.bounds.Ranges[name]
	switch {
	case slices.Contains(m.sizes, name) && grows:
		return min(max(m.sized, said.Low), said.High)
	case slices.Contains(m.sizes, name):
		return m.sized
	case !grows && !strings.HasSuffix(name, ".length"):
		r = Range{-farthest, farthest}
	}
	if width := uint64(r.High) - uint64(r.Low) + 1; width != 0 { // 0: all there are
		return r.Low + int64(m.rand.Uint64N(width))
	}
	return int64(m.rand.Uint64())
}

// SizeOf returns how large a call is.
func (s Signature) SizeOf(c Call, of Size) (n int64, ok bool) {
	if s.IsDesign() {
		return int64(len(c.Ops)), true
	}
	k := keeper{numbers: map[string][]int64{}}
	for i, p := range s.Args() {
		k.look(p.Type, p.Name, c.Args[i])
	}
	for _, at := range k.numbers[of.Name] {
		n, ok = max(n, at), true
	}
	return n, ok
}
