package finder

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"sudokuoj/judge/internal/model/result"
)

// grid is a table in the making. The containers that belong to it are its rows, or copies of it.
type grid struct {
	name, holder  string
	rows, columns int
	width         int // columns as they are counted in the places of cells; more than columns if only some are used
	writes, back  int
	same          int // writes that changed nothing
	cells, once   int // how many cells, how many of them were written once at most
	copies        int
	input         bool  // it is read, and hardly changed
	size          uint8 // of a cell
	native        bool
	values        map[uint64]bool // the first different ones
	large, odd    bool            // some are larger than 1, or neither small numbers nor characters
	lines         map[int]int
	kinds         map[uint8]int
	parts         map[*container]part
}

// part says where a container is in its grid.
type part struct {
	row    int
	first  int64 // the place of its first cell
	places []int64
}

func newGrid(name string, size uint8, native bool) *grid {
	return &grid{name: name, size: size, native: native, rows: 1, copies: 1, values: map[uint64]bool{}, lines: map[int]int{},
		parts: map[*container]part{}, kinds: map[uint8]int{}}
}

// add makes some cells of a container a row.
func (g *grid) add(c *container, row int, places []int64) {
	first := places[0]
	if !c.frame {
		first %= g.step()
	}
	g.rows = max(g.rows, row+1)
	g.columns = max(g.columns, int(min((places[len(places)-1]-first)/g.step(), 1<<30))+1)
	g.count(c, part{row, first, places})
}

// count counts the cells of a part.
func (g *grid) count(c *container, p part) {
	g.parts[c] = p
	for _, at := range p.places {
		x := c.cells[at]
		g.writes, g.back, g.same, g.cells = g.writes+x.writes, g.back+x.back, g.same+x.same, g.cells+1
		if x.writes <= 1 {
			g.once++
		}
		for _, v := range x.values[:x.kinds] {
			if len(g.values) < 3 {
				g.values[v] = true
			}
			g.large = g.large || v > 1
			g.odd = g.odd || v > 1 && v != '\n' && (v < ' ' || v > '~')
		}
		for _, l := range x.lines {
			if l.line > 0 {
				g.lines[l.line] += max(l.times, 1)
			}
		}
		if x.writes > 0 {
			g.kinds[x.size]++
		}
	}
}

// join adds a copy of a table.
func (g *grid) join(other *grid) {
	g.rows, g.columns, g.copies = max(g.rows, other.rows), max(g.columns, other.columns), g.copies+1
	for c, p := range other.parts {
		g.count(c, p)
	}
}

func (g *grid) step() int64 {
	if g.native {
		return int64(g.size)
	}
	return 1
}

// score says how much a table matters: tables that are changed often, and back, and hold more than marks.
func (g *grid) score() float64 {
	score := float64(g.writes-g.same) + 3*float64(g.back)
	if len(g.values) > 2 {
		score *= 2
	}
	if g.rows > 1 && g.columns > 1 {
		score *= 1.5
	}
	if g.once == g.cells && g.copies > 1 { // results
		score /= 20
	}
	if g.input && g.back == 0 {
		score /= 4
	}
	if g.copies > 3 && g.back == 0 {
		score /= float64(g.copies)
	}
	return score
}

func (g *grid) kind() string {
	switch {
	case !g.native && g.kinds[character]+g.kinds[text] > 0:
		return result.Characters
	case !g.native && g.kinds[truth] > 0 && g.kinds[integer] == 0:
		return result.Truths
	case !g.native || g.odd:
		return result.Numbers
	case !g.large:
		return result.Truths
	case g.size == 1:
		return result.Characters
	}
	return result.Numbers
}

// told turns a write into one of a result.
func (g *grid) told(number int, w write) (told result.TableWrite, ok bool) {
	p := g.parts[w.of]
	if w.at < p.first || w.at > p.places[len(p.places)-1] || g.native && w.size != g.size {
		return told, false
	}
	row, column := p.row, (w.at-p.first)/g.step()
	if g.width > 0 {
		row, column = int(column/int64(g.width)), column%int64(g.width)
	}
	told = result.TableWrite{Table: number, Cell: row*g.columns + int(column), Value: g.value(w), None: !g.native && w.size == nothing, Line: w.line}
	return told, row < g.rows && column < int64(g.columns)
}

// value returns a number for what was written: of a text its first character.
func (g *grid) value(w write) int64 {
	switch {
	case !g.native && w.size == text:
		r, _ := utf8.DecodeRuneInString(unpacked(w.value))
		return int64(r)
	case g.native && w.size < 8:
		unused := 64 - 8*int(w.size)
		return int64(w.value<<unused) >> unused
	}
	return int64(w.value)
}

// show returns an argument of a call as text.
func show(kind uint8, v uint64) string {
	switch kind {
	case integer:
		return fmt.Sprint(int64(v))
	case character:
		if v <= utf8.MaxRune {
			return fmt.Sprintf("%q", rune(v))
		}
	case text:
		return fmt.Sprintf("%q", unpacked(v))
	case truth:
		return fmt.Sprint(v != 0)
	}
	return "…"
}

// compose makes tables of all containers: of rows that one container holds, and of those that are alone. Those of one
// name are copies of each other.
func (f *finder) compose() (grids []*grid) {
	rows := map[*container][]*container{}
	for _, c := range f.all {
		if c.parent != nil && len(c.cells) > 0 {
			rows[c.parent] = append(rows[c.parent], c)
		}
	}
	same := map[string]*grid{}
	add := func(g *grid, c *container, places []int64) {
		if g.writes == 0 {
			return
		}
		f.shape(g, c, places)
		g.input = c.native && reads().MatchString(f.line(most(g.lines)))
		key := g.name
		if c.native {
			key, g.holder = fmt.Sprint(g.name, " ", g.size, " ", c.holder), c.holder
		}
		if old := same[key]; old != nil {
			old.join(g)
			return
		}
		same[key] = g
		grids = append(grids, g)
	}
	done := map[*container]bool{}
	for _, c := range f.all {
		if g := f.ofRows(c, rows[c]); g != nil {
			for _, row := range rows[c] {
				done[row] = true
			}
			add(g, c, nil)
		}
	}
	for _, c := range f.all {
		if done[c] {
			continue
		}
		for _, run := range f.runs(c) {
			g := newGrid(f.named(c, run), c.cells[run[0]].size, c.native)
			g.add(c, 0, run)
			if !c.native {
				g.spread(c, run)
			}
			add(g, c, run)
		}
	}
	f.tellApart(grids)
	return grids
}

// tellApart names tables that one function made for several variables after those.
func (f *finder) tellApart(grids []*grid) {
	holders := map[string]map[string]bool{}
	for _, g := range grids {
		remember(holders, g.name, func() map[string]bool { return map[string]bool{} })[g.holder] = true
	}
	for _, g := range grids {
		switch {
		case g.holder == "" || g.name == "" || len(holders[g.name]) < 2:
		case f.declaration(g.name).field:
			g.name = g.holder + "." + g.name
		default:
			g.name = g.holder
		}
	}
}

// spread lays out a table whose cells have a row and a column.
func (g *grid) spread(c *container, places []int64) {
	g.rows, g.columns, g.width = max(c.rows, 1), c.columns, mostSide
	for _, at := range places {
		g.rows, g.columns = max(g.rows, int(at/mostSide)+1), max(g.columns, int(at%mostSide)+1)
	}
	g.parts[c] = part{places: places}
}

// ofRows makes a table of the rows that a container holds.
func (f *finder) ofRows(c *container, rows []*container) *grid {
	latest := map[int64]*container{}
	for _, row := range rows {
		latest[row.at] = row
	}
	places := slices.Sorted(maps.Keys(latest))
	if len(places) < 2 || !f.together(c, places, latest) {
		return nil
	}
	step := int64(math.MaxInt64)
	sizes := map[uint8]int{}
	for i, at := range places {
		if i > 0 {
			step = min(step, at-places[i-1])
		}
		for _, x := range latest[at].cells {
			if !x.refers {
				sizes[x.size] += x.writes + 1
			}
		}
	}
	g := newGrid(c.name, most(sizes), c.native)
	var longest []int64
	var named *container
	for _, row := range rows {
		run := f.plain(row, g.size)
		if index := (row.at - places[0]) / step; len(run) > 0 && index >= 0 && index <= 1<<16 {
			g.add(row, int(index), run)
			if len(run) > len(longest) {
				named, longest = row, run
			}
		}
	}
	if named == nil {
		return nil
	}
	if g.name == "" {
		g.name = f.named(named, longest)
	}
	f.untouched(g, c, named, places[0], step)
	return g
}

// untouched adds rows and columns that nobody has written to. The rows of a container begin at a place, step apart; one of
// them is row. A block is as large as what it holds if its line asks for so many elements, or if a driver made it.
func (f *finder) untouched(g *grid, c, row *container, first, step int64) {
	for at := range c.cells {
		if index := (at - first) / step; !c.frame && index < 1<<16 {
			g.rows = max(g.rows, int(index)+1)
		}
	}
	if max(c.size, row.size) >= 1<<16 {
		return
	}
	high, wide := int((int64(c.size)-first+step-1)/step), int(int64(row.size)/g.step())
	read := row.made == 0 && c.made == 0 && !c.frame && c.name == "" // by a driver
	if read || f.asks(c.made) && high <= 4*g.rows {
		g.rows = max(g.rows, high)
	}
	if read || f.asks(row.made) && wide <= 4*g.columns {
		g.columns = max(g.columns, wide)
	}
}

// together reports whether blocks are rows of one table: they live at the same time, and, in the frame of a function,
// where also other variables are, the same lines write to them.
func (f *finder) together(c *container, places []int64, rows map[int64]*container) bool {
	born, died, names := 0, math.MaxInt, map[string]bool{}
	for _, at := range places {
		row := rows[at]
		born = max(born, row.born)
		if row.died > 0 {
			died = min(died, row.died)
		}
		if c.frame {
			names[f.named(row, f.plain(row, 0))] = true
		}
	}
	return born <= died && len(names) < 2
}

// plain returns the places of cells that hold no pointers, in order; of one size, if it is not 0. The zero behind a text
// is not one of them.
func (f *finder) plain(c *container, size uint8) (places []int64) {
	refers := func(at int64) bool { return c.cells[at] != nil && c.cells[at].refers }
	for at, x := range c.cells {
		if x.refers || size != 0 && c.native && x.size != size {
			continue
		}
		if c.native && x.size == 8 && (refers(at-8) || refers(at+8) || refers(at-16)) {
			continue // the length or the room of what the pointer leads to
		}
		if c.native && x.size == 1 && x.any == 0 {
			before, behind := c.cells[at-1], c.cells[at+1]
			if before != nil && before.size == 1 && before.any > 1 && (behind == nil || behind.size != 1) {
				continue
			}
		}
		places = append(places, at)
	}
	slices.Sort(places)
	return places
}

// runs returns the cells that make up a table: all of one size, and in the frame of a function those that the
// same variable's name belongs to.
func (f *finder) runs(c *container) (all [][]int64) {
	if !c.frame {
		sizes := map[uint8]int{}
		for _, x := range c.cells {
			if !x.refers {
				sizes[x.size] += x.writes
			}
		}
		size := most(sizes)
		if places := f.plain(c, size); len(places) > 0 && (size > 0 || !c.native) {
			all = append(all, places)
		}
		return all
	}
	var last int64
	name := ""
	var pointers []int64
	for at, x := range c.cells {
		if x.refers {
			pointers = append(pointers, at)
		}
	}
	slices.Sort(pointers)
	for _, at := range f.plain(c, 0) {
		x, own := c.cells[at], ""
		if !f.handed(x) {
			own = f.named(c, []int64{at})
		}
		near := at-last == int64(x.size) && own == "" || own == name && own != "" && (at-last)%int64(x.size) == 0
		i, _ := slices.BinarySearch(pointers, last)
		other := x.size == 1 && i < len(pointers) && pointers[i] < at // a text of its own
		if n := len(all); n > 0 && c.cells[last].size == x.size && near && !other {
			all[n-1] = append(all[n-1], at)
		} else {
			all = append(all, []int64{at})
			name = own
		}
		last = at
	}
	all = slices.DeleteFunc(all, func(run []int64) bool {
		own := slices.ContainsFunc(run, func(at int64) bool { return !f.handed(c.cells[at]) })
		return len(run) == 1 || len(run) < 9 && !own
	})
	slices.SortStableFunc(all, func(a, b []int64) int { return cmp.Compare(len(b), len(a)) })
	return all
}

// handed reports whether a cell of a frame may be a value on its way to the library: only lines that hand one on write it.
func (f *finder) handed(x *cell) bool {
	return !slices.ContainsFunc(x.lines[:], func(l struct{ line, turn, times int }) bool {
		return l.line > 0 && !hands().MatchString(f.line(l.line))
	})
}
