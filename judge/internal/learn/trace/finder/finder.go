// Package finder reads what a program told of its calls and its writes, and finds in it the levels of the recursion and
// the tables that matter. It knows neither the language nor the problem. A program could have told anything; the record
// is bounded, and so is all that is made of it.
package finder

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

const (
	mostFunctions = 100
	mostTables    = 6
	mostKept      = 200_000 // writes
	mostArguments = 4
	mostCells     = 300_000
	sideBits      = 24 // of a row or a column
	mostSide      = 1 << sideBits
)

// Find finds the functions and the tables in the record of a solution that was given the input.
func Find(s solution.Solution, input string, r *record.Record) result.Search {
	f := &finder{record: r, source: newSource(s, input), numbers: map[uint16]int{}, turns: map[int]*turns{},
		objects: map[uint16]*container{}, frames: map[uint64]*container{}, globals: map[int]*container{}}
	f.found.Functions, f.found.Tables = []result.Function{}, []result.Table{}
	f.countCalls()
	f.active = make([]int, len(f.found.Functions))
	for _, e := range r.Events {
		f.event(e)
	}
	f.rank(f.compose())
	return f.found
}

// finder follows a program through its record.
type finder struct {
	*source
	record *record.Record
	found  result.Search

	numbers map[uint16]int // functions by their numbers in the record
	calls   []call         // those under way
	active  []int          // for each function, how many of them are in the tree

	all     []*container // in the order of their first writes
	objects map[uint16]*container
	frames  map[uint64]*container
	globals map[int]*container
	heap    heap
	writes  []write
	turns   map[int]*turns // by line
	scanned int            // writes, over and over
	time    int
	cells   int   // of all containers
	moved   int64 // bytes
}

// call is one that is under way: its place in the tree, or that of the innermost call around it which is in the tree.
type call struct {
	at     int
	inTree bool
	line   int // that called, if it is known
}

// container is something with cells: a list or an array, a block of memory, a variable, or the frame of a function.
type container struct {
	name       string
	made       int    // the line that asked for it
	holder     string // the variable that gets what the function of that line returns
	size       uint64
	start      uint64
	frame      bool
	native     bool // its cells are bytes apart
	born, died int
	cells      map[int64]*cell
	parent     *container // it is a row of this one,
	at         int64      // at this place
	rows       int        // as the program told, or 0
	columns    int
}

// cell is one element of a container.
type cell struct {
	size         uint8 // in bytes, or the type that a runtime told
	now, before  uint64
	set          bool
	writes, back int
	same         int       // writes that changed nothing
	values       [4]uint64 // the first different ones
	kinds        int       // how many of those
	any          uint64    // the bits that were ever set
	lines        [4]struct{ line, turn, times int }
	refers       bool
}

// write is one write that the user's code made.
type write struct {
	of    *container
	at    int64
	value uint64
	size  uint8
	line  int
}

// The types of values that runtimes tell.
const (
	nothing   = 0
	integer   = 1
	character = 2
	fraction  = 3
	text      = 4
	truth     = 5
)

// countCalls finds the functions and their calls, the recursive ones first.
func (f *finder) countCalls() {
	type function struct {
		result.Function
		numbers []uint16
	}
	known := map[record.Name]*function{}
	var all []*function
	for _, e := range f.record.Events {
		if e.Kind != record.ALevel || e.X > record.MostLevel || e.Y > 1<<53 {
			continue
		}
		name := f.record.Names[e.Low]
		if place, ok := f.record.Places[e.Low]; ok && !place.Within {
			name = record.Name{Text: place.Function, Line: place.Line}
		}
		if name.Text == record.Lambda {
			name.Text = cmp.Or(record.LambdaOn(f.line(name.Line)), record.Lambda)
		}
		fn := known[name]
		if fn == nil {
			if name.Text == "" || name.Text[0] == '_' || len(all) == mostFunctions {
				continue // of the library, or made by the compiler
			}
			fn = &function{Function: result.Function{Name: name.Text, Line: name.Line}}
			known[name], all = fn, append(all, fn)
		}
		for len(fn.Levels) <= int(e.X) {
			fn.Levels = append(fn.Levels, 0)
		}
		fn.Levels[e.X] += int64(e.Y)
		fn.Calls += int64(e.Y)
		fn.numbers = append(fn.numbers, e.Low)
	}
	slices.SortStableFunc(all, func(a, b *function) int {
		if a.Recursive() != b.Recursive() {
			return cmp.Compare(len(b.Levels), len(a.Levels))
		}
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Line, b.Line))
	})
	for i, fn := range all {
		for _, number := range fn.numbers {
			f.numbers[number] = i
		}
		f.found.Functions = append(f.found.Functions, fn.Function)
		f.found.Calls += fn.Calls
		f.found.Deepest = max(f.found.Deepest, len(fn.Levels)-1)
	}
}

func (f *finder) event(e record.Event) {
	f.time++
	switch e.Kind {
	case record.AnEnter:
		f.enter(e)
	case record.ALeave:
		f.leave()
	case record.ANumber:
		if n := len(f.calls); n > 0 && f.calls[n-1].inTree {
			c := &f.found.Tree[f.calls[n-1].at]
			if len(c.Arguments) < mostArguments {
				c.Arguments = append(c.Arguments, show(e.A, e.Y))
			}
		}
	case record.ATable:
		c := f.object(e.Low)
		c.rows, c.columns = max(c.rows, int(min(e.X, mostSide))), max(c.columns, int(min(e.Y, mostSide)))
	case record.ASet:
		if e.A > truth {
			break // a list or an object: its own elements tell more
		}
		f.put(f.object(uint16(e.X)), int64(e.X>>16&(mostSide-1))<<sideBits|int64(e.X>>40), e.Y, e.A, int(e.Low))
	case record.AStore:
		f.store(e)
	case record.ARange:
		f.copied(e)
	case record.ABlock:
		f.block(e)
	}
}

// enter begins a call. In the tree it says which writes came before it.
func (f *finder) enter(e record.Event) {
	c := call{at: -1, line: f.record.Places[uint16(e.Y)].Line}
	if n := len(f.calls); n > 0 {
		c.at = f.calls[n-1].at
	}
	function, known := f.numbers[e.Low]
	if tree := f.found.Tree; known && len(tree) < record.MostTree {
		f.found.Tree = append(tree, result.Call{Parent: c.at, Function: function, Level: f.active[function], From: len(f.writes), To: -1})
		f.active[function]++
		c.at, c.inTree = len(tree), true
	}
	f.calls = append(f.calls, c)
}

// leave ends the innermost call.
func (f *finder) leave() {
	n := len(f.calls)
	if n == 0 {
		return
	}
	if last := f.calls[n-1]; last.inTree {
		f.found.Tree[last.at].To = len(f.writes)
		f.active[f.found.Tree[last.at].Function]--
	}
	f.calls = f.calls[:n-1]
}

func (f *finder) contain(c *container) *container {
	c.cells = map[int64]*cell{}
	f.all = append(f.all, c)
	return c
}

// object is a table of a language whose runtime knows the names of tables.
func (f *finder) object(name uint16) *container {
	c := f.objects[name]
	if c == nil {
		c = f.contain(&container{name: f.record.Names[name].Text})
		f.objects[name] = c
	}
	return c
}

// put sets a cell. A write that no line of the user's made is not counted.
func (f *finder) put(c *container, at int64, value uint64, size uint8, line int) *cell {
	x := c.cells[at]
	if x == nil && f.cells == mostCells {
		return &cell{} // a program that writes to so many places has tables enough
	}
	if x == nil || x.size != size && c.native {
		x = &cell{size: size}
		c.cells[at] = x
		f.cells++
	} else if x.set && line > 0 && value == x.now {
		x.same++
	} else if x.set && line > 0 && value == x.before {
		x.back++
	}
	x.before, x.now, x.set = x.now, value, true
	if c.native || size != nothing {
		x.size = size
	}
	if line == 0 {
		return x
	}
	x.writes++
	x.any |= value
	if x.kinds < len(x.values) && !slices.Contains(x.values[:x.kinds], value) {
		x.values[x.kinds] = value
		x.kinds++
	}
	turn := 0
	if c.native {
		turn = f.which(line, c, at)
	}
	for i := range x.lines {
		if l := &x.lines[i]; l.line == line && l.turn == turn || l.line == 0 {
			l.line, l.turn = line, turn
			l.times++
			break
		}
	}
	f.writes = append(f.writes, write{c, at, value, size, line})
	return x
}

// rank keeps the tables that matter, and the writes to them.
func (f *finder) rank(all []*grid) {
	all = slices.DeleteFunc(all, func(g *grid) bool { return g.rows*g.columns < 2 || g.name == "" })
	slices.SortStableFunc(all, func(a, b *grid) int { return cmp.Compare(b.score(), a.score()) })
	named := map[string]bool{} // of several with one name, the others are what was made on the way
	all = slices.DeleteFunc(all, func(g *grid) bool {
		again := named[g.name]
		named[g.name] = true
		return again || g.score()*50 < all[0].score()
	})
	all = all[:min(len(all), mostTables)]
	numbers := map[*container][]int{} // a frame has several tables
	for i, g := range all {
		f.found.Tables = append(f.found.Tables, result.Table{Name: g.name, Line: most(g.lines), Rows: g.rows, Columns: g.columns,
			Writes: int64(g.writes), Back: int64(g.back), Kind: g.kind()})
		for c := range g.parts {
			numbers[c] = append(numbers[c], i)
		}
	}
	kept := make([]int, len(f.writes)+1) // how many of the first ones are kept
	for i, w := range f.writes {
		for _, at := range numbers[w.of] {
			if told, ok := all[at].told(at, w); ok && len(f.found.Writes) < mostKept {
				f.found.Writes = append(f.found.Writes, told)
				break
			}
		}
		kept[i+1] = len(f.found.Writes)
	}
	for i := range f.found.Tree {
		c := &f.found.Tree[i]
		if c.To < 0 {
			c.To = len(f.writes)
		}
		c.From, c.To = kept[c.From], kept[c.To]
	}
}

// most returns the key with the greatest value; of equals, the least key.
func most[K cmp.Ordered](votes map[K]int) (best K) {
	for _, key := range slices.Sorted(maps.Keys(votes)) {
		if votes[key] > votes[best] {
			best = key
		}
	}
	return best
}

// unpacked returns the text of at most 8 bytes that a number holds.
func unpacked(v uint64) string {
	var b []byte
	for ; v != 0; v >>= 8 {
		b = append(b, byte(v))
	}
	return strings.ToValidUTF8(string(b), "?")
}
