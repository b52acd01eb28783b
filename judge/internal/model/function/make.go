package function

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// mostTries bounds the inputs that are thrown away because they break the bounds.
const mostTries = 2000

// Make generates the input of one call within the bounds. The input is small: most mistakes show in small inputs, and a
// person has to read it. Ok is false if none was found.
func (s Signature) Make(b Bounds, seed uint64) (text string, ok bool) {
	random := rand.New(rand.NewPCG(seed, 0x66756e63))
	for tries := mostTries; tries > 0 && b.possible(); tries-- {
		if call := s.draw(b, random, 0); b.admits(s, call, "") {
			return s.Write([]Call{call}), true
		}
	}
	return "", false
}

// draw makes a random call, which may still break some of the bounds. Of a size above 0 it is as large as that.
func (s Signature) draw(b Bounds, random *rand.Rand, size int64) Call {
	m := maker{rand: random, bounds: b, same: maps.Clone(b.Same), drawn: map[string]int64{}, sized: size}
	if size > 0 {
		m.sizes = s.growing()
	}
	if m.same == nil {
		m.same = map[string]string{}
	}
	// Different sorts of inputs show different mistakes. In some inputs all numbers are small, so that
	// they repeat, or nearly all characters are the same.
	m.spread = 1 + m.rand.Int64N(usualNumber)
	m.favour = []int{0, 0, 50, 90, 97}[m.rand.IntN(5)]
	if s.IsDesign() {
		return Call{Ops: m.ops(s)}
	}
	var args []any
	for _, p := range s.Args() {
		args = append(args, m.value(p.Type, p.Name))
	}
	return Call{Args: args}
}

// Write writes calls as the site does.
func (s Signature) Write(calls []Call) string {
	var b strings.Builder
	for _, c := range calls {
		if s.IsDesign() {
			names, args := []any{}, []any{}
			for _, op := range c.Ops {
				names, args = append(names, s.Methods[op.Method].Name), append(args, append([]any{}, op.Args...))
			}
			b.WriteString(WriteValue(names) + "\n" + WriteValue(args) + "\n")
			continue
		}
		for _, v := range c.Args {
			b.WriteString(WriteValue(v) + "\n")
		}
		if len(c.Args) == 0 {
			b.WriteString("()\n")
		}
	}
	return b.String()
}

// maker makes random values.
type maker struct {
	rand   *rand.Rand
	bounds Bounds
	same   map[string]string // names of one number, as in Bounds
	drawn  map[string]int64  // and its value
	spread int64             // how far numbers go from 0, or from their least
	sized  int64             // how long lists are, or how large numbers where there are no lists; 0: that is drawn
	sizes  []string          // the names of what is so large
	favour int               // how many of a hundred characters are the last of their letters
}

const (
	usualLength = 7  // lengths go up to this much above the least possible one
	usualNumber = 9  // most numbers are between minus this and this
	usualCalls  = 25 // the most calls of a class's methods
)

func (m *maker) ops(s Signature) []Op {
	var ops []Op
	n := 2 + m.rand.IntN(usualCalls-1)
	if m.sized > 0 {
		n = int(m.sized)
	}
	for ; n > 0; n-- {
		method := 0
		if len(ops) > 0 {
			method = 1 + m.rand.IntN(len(s.Methods)-1)
		}
		op := Op{Method: method}
		for _, p := range s.Methods[method].Params {
			op.Args = append(op.Args, m.value(p.Type, p.Name))
		}
		ops = append(ops, op)
	}
	return ops
}

// within draws a number from the range of a name, or from the usual range if there is none.
func (m *maker) within(name string, usual Range) int64 {
	one, same := m.same[name]
	if n, ok := m.drawn[one]; same && ok {
		return n
	}
	r, said := m.bounds.Ranges[name]
	if !said {
		r = usual
	}
	n := m.number(r, usual)
	if m.sized > 0 {
		n = m.ofSize(name, r)
	}
	if same {
		m.drawn[one] = n
	}
	return n
}

func (m *maker) numbers() Range { return Range{-m.spread, m.spread} }

// number draws a number from a range, mostly from the part that is in the usual range.
func (m *maker) number(r, usual Range) int64 {
	near := Range{max(r.Low, usual.Low), min(r.High, usual.High)}
	if near.Low > near.High { // they do not meet: from the end that is nearer
		width := usual.High - usual.Low
		if r.Low > usual.High {
			near = Range{r.Low, min(r.High, r.Low+width)}
		} else {
			near = Range{max(r.Low, r.High-width), r.High}
		}
	}
	return near.Low + m.rand.Int64N(near.High-near.Low+1)
}

// length draws how long a list is.
func (m *maker) length(name string) int {
	low := max(0, m.bounds.Ranges[name].Low)
	return int(max(0, m.within(name, Range{low, low + usualLength})))
}

func (m *maker) value(t Type, name string) any {
	switch t.Kind {
	case Int, Long:
		n := m.within(name, m.numbers())
		if r, ok := m.bounds.Ranges[name]; ok && m.rand.IntN(20) == 0 {
			if end := []int64{r.Low, r.High}[m.rand.IntN(2)]; end != anything.Low && end != anything.High {
				return end // programs often forget the ends
			}
		}
		return n
	case Double:
		return float64(m.within(name, m.numbers())) + float64(m.rand.IntN(4))/4
	case Boolean:
		return m.rand.IntN(2) == 0
	case Char:
		return m.letter(name)
	case String:
		b := make([]byte, m.length(name+".length"))
		for i := range b {
			b[i] = m.letter(name)
		}
		return string(b)
	case TreeNode:
		return m.tree(name)
	}
	return m.list(t, name)
}

// lettersOf are the characters that an argument is made of.
func (b Bounds) lettersOf(name string) string { return cmp.Or(b.Letters[base(name)], "abc") }

func (m *maker) letter(name string) byte {
	letters := m.bounds.lettersOf(name)
	if m.rand.IntN(100) < m.favour {
		return letters[len(letters)-1]
	}
	return letters[m.rand.IntN(len(letters))]
}

// node is the value of a node of a tree or a list.
func (m *maker) node(name string) int64 {
	for _, known := range []string{"Node.val", name + ".val", name + "[]"} {
		if _, ok := m.bounds.Ranges[known]; ok {
			return m.within(known, m.numbers())
		}
	}
	return m.within(name+"[]", m.numbers())
}

func (m *maker) nodes(name string) int {
	if _, ok := m.bounds.Ranges["nodes"]; ok {
		return m.length("nodes")
	}
	return m.length(name + ".length")
}

func (m *maker) list(t Type, name string) any {
	if t.Kind == ListNode {
		items := []any{}
		for n := m.nodes(name); n > 0; n-- {
			items = append(items, m.node(name))
		}
		m.sort(items, name)
		return items
	}
	items := make([]any, m.length(name+".length"))
	if columns := name + "[].length"; t.Kind == Array && t.Elem.Kind == Array && m.same[columns] == "" {
		m.same[columns] = columns // rows of a matrix are of one length
		delete(m.drawn, columns)
	}
	known := seen{}
	for i := range items {
		items[i] = m.value(*t.Elem, name+"[]")
		for tries := 20; m.bounds.Distinct[base(name)] && tries > 0 && known[WriteValue(items[i])]; tries-- {
			items[i] = m.value(*t.Elem, name+"[]")
		}
		known.add(items[i])
	}
	m.sort(items, name)
	return items
}

// seen holds values, as they are written.
type seen map[string]bool

// add adds a value, and reports whether it was there before.
func (s seen) add(v any) (before bool) {
	text := WriteValue(v)
	before, s[text] = s[text], true
	return before
}

func (m *maker) sort(items []any, name string) {
	order := m.bounds.Order[base(name)]
	if order != 0 {
		slices.SortStableFunc(items, func(a, b any) int { return order * compared(a, b) })
	}
}

// compared is how two items of a sorted list compare; those that have no order are equal.
func compared(a, b any) int {
	x, okX := number(a)
	y, okY := number(b)
	if s, ok := a.(string); ok {
		return strings.Compare(s, b.(string))
	}
	if !okX || !okY {
		return 0
	}
	return cmp.Compare(x, y)
}

// tree makes a tree of any shape, level by level: each place gets a node or stays empty.
func (m *maker) tree(name string) any {
	values := []any{}
	n := m.nodes(name)
	for places := 1; n > 0; places-- {
		if places > 1 && m.rand.IntN(3) == 0 {
			values = append(values, nil)
			continue
		}
		values = append(values, m.node(name))
		places, n = places+2, n-1
	}
	return values
}
