package sudoku

import "math/bits"

// Technique is the kind of reasoning that a step needs.
type Technique string

const (
	NakedSingle  Technique = "naked"    // a cell with one value left
	HiddenSingle Technique = "hidden"   // a value with one place left in a row, column or box
	Pointing     Technique = "pointing" // the places of a value in a box are in one line: it is nowhere else there
	Guess        Technique = "guess"    // none of these goes any further

	DeadEnd Technique = "dead" // no step at all: a cell without a value, or a value without a place
	Full    Technique = "full" // no step at all: nothing is blank
)

// Techniques lists those that a puzzle may need, from easy to hard.
var Techniques = []Technique{NakedSingle, HiddenSingle, Pointing, Guess}

// Hint is the next step on a board, found as people look for it, and its reason.
type Hint struct {
	Technique Technique
	Cell      int     // to be filled in, or guessed at; -1 if the hint is of no cell
	Value     int     // to be put there; 0 if the hint is of no value
	Values    []int   // of a guess: what fits there
	Unit      Unit    // of a hidden single, or a dead end: where the value has one place, or none
	Index     int     // of the unit, from 1
	Points    []Point // what one has to see first, in this order
}

// Point is a value that the cells of a box point out of it: its places there are in one line.
type Point struct {
	Value  int
	Box    int // from 1
	Line   Unit
	Index  int   // of the line, from 1
	Cells  []int // its places in the box
	Struck []int // the cells of the line that it is struck from
}

// Hint finds the easiest next step. The board must not break a rule.
func (b Board) Hint() Hint {
	p := b.pencil()
	if hint, ok := p.stuck(); ok {
		return hint
	}
	if b.Clues() == len(b.Cells) {
		return Hint{Technique: Full, Cell: -1}
	}
	var points []Point
	for {
		if hint, ok := p.single(); ok {
			return b.because(hint, points)
		}
		point, ok := p.point()
		if !ok {
			return b.pencil().guess()
		}
		p.strike(point)
		points = append(points, point)
		if hint, ok := p.stuck(); ok {
			return b.because(hint, points)
		}
	}
}

// because keeps of the points only those that the hint rests on.
func (b Board) because(hint Hint, points []Point) Hint {
	for i := len(points) - 1; i >= 0; i-- {
		fewer := append(points[:i:i], points[i+1:]...)
		if p := b.pencil(); p.follows(fewer) && p.shows(hint) {
			points = fewer
		}
	}
	if hint.Points = points; len(points) > 0 && hint.Technique != DeadEnd {
		hint.Technique = Pointing
	}
	return hint
}

// Needs returns the hardest technique that a puzzle with one solution needs.
func (b Board) Needs() Technique {
	b = b.Clone()
	hardest := NakedSingle
	for p := b.pencil(); ; {
		if hint, ok := p.single(); ok {
			p.put(hint.Cell, hint.Value)
			if hardest == NakedSingle {
				hardest = hint.Technique
			}
		} else if point, ok := p.point(); ok {
			p.strike(point)
			hardest = Pointing
		} else if b.Clues() == len(b.Cells) {
			return hardest
		} else {
			return Guess
		}
	}
}

// put fills a cell in.
func (p pencil) put(cell, v int) {
	p.board.Cells[cell], p.fits[cell] = v, 0
	for _, peer := range p.peers[cell] {
		p.fits[peer] &^= 1 << (v - 1)
	}
}

// pencil is a board with the values that still fit each cell, as noted with a pencil.
type pencil struct {
	*shape
	board Board
	fits  []uint16 // of a cell that is filled: none
}

func (b Board) pencil() pencil {
	p := pencil{shapeOf(b), b, make([]uint16, len(b.Cells))}
	for cell, v := range b.Cells {
		if v != 0 {
			continue
		}
		p.fits[cell] = p.full
		for _, peer := range p.peers[cell] {
			if v := b.Cells[peer]; v != 0 {
				p.fits[cell] &^= 1 << (v - 1)
			}
		}
	}
	return p
}

// Candidates returns the set of values that fit each blank: value v is bit v-1.
func (b Board) Candidates() []uint16 { return b.pencil().fits }

// stuck finds a blank that nothing fits, or a value without a place.
func (p pencil) stuck() (Hint, bool) {
	for cell, v := range p.board.Cells {
		if v == 0 && p.fits[cell] == 0 {
			return Hint{Technique: DeadEnd, Cell: cell}, true
		}
	}
	for i, unit := range p.units {
		for v := 1; v <= p.size; v++ {
			if places := p.places(unit, v); len(places) == 0 && !p.contains(unit, v) {
				return p.inUnit(Hint{Technique: DeadEnd, Cell: -1, Value: v}, i), true
			}
		}
	}
	return Hint{}, false
}

// single finds a cell with one value left, or a value with one place left: first in boxes, where that is easiest to see,
// then in rows and columns.
func (p pencil) single() (Hint, bool) {
	for cell, set := range p.fits {
		if bits.OnesCount16(set) == 1 {
			return Hint{Technique: NakedSingle, Cell: cell, Value: bits.TrailingZeros16(set) + 1}, true
		}
	}
	for k := range p.units {
		i := (k + 2*p.size) % len(p.units) // the boxes are the last third
		for v := 1; v <= p.size; v++ {
			if places := p.places(p.units[i], v); len(places) == 1 {
				return p.inUnit(Hint{Technique: HiddenSingle, Cell: places[0], Value: v}, i), true
			}
		}
	}
	return Hint{}, false
}

// point finds a value that a box points out of it.
func (p pencil) point() (Point, bool) {
	for box := range p.size {
		for v := 1; v <= p.size; v++ {
			places := p.places(p.units[2*p.size+box], v)
			if len(places) < 2 {
				continue
			}
			for _, line := range []Unit{Row, Column} {
				if found, ok := p.pointIn(places, v, line); ok {
					found.Box = box + 1
					return found, true
				}
			}
		}
	}
	return Point{}, false
}

// pointIn reports whether the places of a value are in one line, and strike it from other cells there.
func (p pencil) pointIn(places []int, v int, line Unit) (Point, bool) {
	at := p.board.unitOf(line, places[0])
	for _, cell := range places {
		if p.board.unitOf(line, cell) != at {
			return Point{}, false
		}
	}
	found := Point{Value: v, Line: line, Index: at + 1, Cells: places}
	for i := range p.size {
		cell := p.board.unitCell(line, at, i)
		if p.fits[cell]&(1<<(v-1)) != 0 && p.board.Box(cell) != p.board.Box(places[0]) {
			found.Struck = append(found.Struck, cell)
		}
	}
	return found, found.Struck != nil
}

func (p pencil) strike(point Point) {
	for _, cell := range point.Struck {
		p.fits[cell] &^= 1 << (point.Value - 1)
	}
}

// follows strikes what the points strike, as long as each still points when its turn comes.
func (p pencil) follows(points []Point) bool {
	for _, point := range points {
		places := p.places(p.units[2*p.size+point.Box-1], point.Value)
		if len(places) == 0 {
			return false
		}
		if _, ok := p.pointIn(places, point.Value, point.Line); !ok {
			return false
		}
		p.strike(point)
	}
	return true
}

// shows reports whether what the hint tells can be seen.
func (p pencil) shows(hint Hint) bool {
	places := func() []int {
		first := map[Unit]int{Row: 0, Column: p.size, Box: 2 * p.size}[hint.Unit]
		return p.places(p.units[first+hint.Index-1], hint.Value)
	}
	switch {
	case hint.Unit == "" && hint.Value == 0:
		return p.fits[hint.Cell] == 0
	case hint.Unit == "":
		return p.fits[hint.Cell] == 1<<(hint.Value-1)
	case hint.Cell < 0:
		return len(places()) == 0
	}
	return len(places()) == 1
}

// guess returns the cell with the fewest values, the first one in reading order.
func (p pencil) guess() Hint {
	hint := Hint{Technique: Guess, Cell: -1}
	for cell, set := range p.fits {
		if set != 0 && (hint.Cell < 0 || bits.OnesCount16(set) < bits.OnesCount16(p.fits[hint.Cell])) {
			hint.Cell = cell
		}
	}
	for set := p.fits[hint.Cell]; set != 0; set &= set - 1 {
		hint.Values = append(hint.Values, bits.TrailingZeros16(set)+1)
	}
	return hint
}

// places returns the blanks of a unit that a value fits.
func (p pencil) places(unit []uint8, v int) (cells []int) {
	for _, cell := range unit {
		if p.fits[cell]&(1<<(v-1)) != 0 {
			cells = append(cells, int(cell))
		}
	}
	return cells
}

func (p pencil) contains(unit []uint8, v int) bool {
	for _, cell := range unit {
		if p.board.Cells[cell] == v {
			return true
		}
	}
	return false
}

// inUnit completes a hint with the i-th of all units.
func (p pencil) inUnit(hint Hint, i int) Hint {
	hint.Unit, hint.Index = [...]Unit{Row, Column, Box}[i/p.size], i%p.size+1
	return hint
}
