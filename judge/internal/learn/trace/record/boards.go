package record

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"sudokuoj/judge/internal/model/sudoku"
)

// The words about what the containers of a program hold. Python, JavaScript, Java and Go tell all that has the size of a
// board, and what is in it.
const (
	aWhole    = 0x87
	anElement = 0x88

	withKeys = 1 // bits of a container
	written  = 2 // it has just changed
)

// element is a key or a value: what it is in the high byte, the rest in 24 bits.
type element uint32

const (
	aNumber  element = (iota + 1) << 24 // or a character, by its code
	anObject                            // by its number
	aName                               // by a number that the program's recorder gave it
	noElement
)

func (e element) kind() element { return e &^ 0xFFFFFF }
func (e element) value() int    { return int(e & 0xFFFFFF) }

// How a cell holds its digit. Any other element is the field that holds it.
const (
	plain element = iota // a number, a character, or the only candidate left
	less1                // a number that counts from 0
	bit0                 // a number with a single bit: bit 0 means 1
	bit1                 // bit 1 means 1
)

// form is how a board holds its cells.
type form int

const (
	noBoard form = iota
	flat         // in order
	flat1        // after one that does not count
	wide         // in rows with one more at the end
	wide1        // in rows with one more before them, after another such row
	rows
	numbered // only what is there, by the numbers of the cells
	from1
	pairs1 // by row and column, both from 1
)

// object is a container of the program, as far as it was told.
type object struct {
	self   element
	in     element   // the board that it is a part of, or what else holds it
	keys   []element // nil for a sequence
	values []element
	form   form
	way    element // how its cells hold the digits
	tries  int     // how often it was looked at as a board, in vain
}

// boards finds the board among the objects of a program, and makes the history of its changes.
type boards struct {
	puzzle      sudoku.Board
	history     *history
	now, before map[element]*object // what was told or looked at lately, and what was before that
	room        int                 // how much now holds
	current     *object
	cells       []element // of the board that is looked at, in order
}

// signs are the characters of the digits, on a board of letters or not.
var signs = map[bool]string{false: ".123456789ABCDEFG", true: "-ABCDEFGHIJKLMNOP"}

func newBoards(puzzle sudoku.Board, h *history) *boards {
	return &boards{puzzle: puzzle, history: h, now: map[element]*object{}, cells: make([]element, len(puzzle.Cells))}
}

// mostRoom is how many elements are kept in each half of the objects; an object itself counts as some, too.
const mostRoom, anObjects = 1 << 20, 20

// object returns an object, nil if it was never told or is forgotten.
func (b *boards) object(e element) *object {
	if e.kind() != anObject {
		return nil
	}
	o := b.now[e]
	if o == nil {
		if o = b.before[e]; o != nil {
			b.keep(o)
		}
	}
	return o
}

func (b *boards) keep(o *object) {
	if b.room += anObjects + len(o.keys) + len(o.values); b.room > mostRoom {
		b.now, b.before, b.room = map[element]*object{}, b.now, 0
	}
	b.now[o.self] = o
}

func (r *reader) elements(n int) ([]element, error) {
	data, err := r.take(4 * n)
	all := make([]element, len(data)/4)
	for i := range all {
		if all[i] = element(binary.LittleEndian.Uint32(data[4*i:])); all[i] >= noElement {
			return nil, damaged
		}
	}
	return all, err
}

// object reads all that an object holds, or one element of a sequence that has just changed.
func (r *reader) object(kind, how byte, line int) error {
	head, err := r.take(8)
	if err != nil {
		return err
	}
	number, count := element(binary.LittleEndian.Uint32(head)), int(binary.LittleEndian.Uint32(head[4:]))
	b, self, most := r.boards, anObject|number, (r.puzzle.Size+1)*(r.puzzle.Size+1)
	if number.kind() != 0 || count > most || how > withKeys|written || len(b.cells) == 0 {
		return damaged
	}
	o := b.object(self)
	if kind == anElement {
		values, err := r.elements(1)
		if err == nil && o != nil && o.keys == nil && count < len(o.values) {
			if o.values[count] = values[0]; o != b.current || !b.step(count, line) {
				b.changed(o, values, true, line)
			}
		}
		return err
	}
	values, err := r.elements(count << (how & withKeys))
	if err != nil {
		return err
	}
	if o == nil {
		o = &object{self: self}
	}
	o.keys, o.values = nil, values[:count]
	if how&withKeys != 0 {
		o.keys = make([]element, count)
		for i := range count {
			o.keys[i], values[i] = values[2*i], values[2*i+1]
		}
	}
	b.keep(o)
	b.changed(o, o.values, how&written != 0, line)
	return nil
}

// changed looks at an object that holds something new. If it is no part of a known board, it may be one now, or make one
// of what holds it. A board that is only named again does not become the current one.
func (b *boards) changed(o *object, values []element, now bool, line int) {
	for _, e := range values {
		b.part(e, o, false)
	}
	for up := range 4 { // what is in a field, its cell, a row, the board
		switch {
		case o == nil:
			return
		case o.form == noBoard && b.found(o, up > 0), o.form != noBoard && (now || o == b.current):
			b.show(o, line)
			return
		case o.form != noBoard:
			return
		}
		o = b.object(o.in)
	}
}

// step tells the history what has changed in the current board, if its cells are in order and hold no objects.
func (b *boards) step(at, line int) bool {
	n, e := b.puzzle.Size, b.current.values[at]
	if b.current.form > wide1 || e.kind() == anObject {
		return false
	}
	first, width := b.order(b.current.form)
	if r, c := (at-first)/width, (at-first)%width; at >= first && r < n && c < n {
		b.history.set(r*n+c, b.digit(e, b.current.way), line)
	}
	return true
}

// order returns where the first cell is in a sequence of cells, and how far behind it the first one of the next row.
func (b *boards) order(f form) (first, width int) {
	n := b.puzzle.Size
	return [...]int{0, 1, 0, n + 2}[f-flat], n + int(f-flat)/2
}

// part notes that a value is a part of an object. What belongs to a known board belongs to no other object.
func (b *boards) part(e element, of *object, board bool) {
	if part := b.object(e); part != nil {
		if up := b.object(part.in); board || up == nil || up.form == noBoard {
			part.in = of.self
		}
	}
}

// mostTries is how often an object is looked at as a board with each change; then more and more seldom. It has more
// fields than mostFields if it is no cell.
const mostTries, mostFields = 1 << 14, 16

// found reports whether an object is a board that holds the clues. Perhaps it must have a blank left: what becomes full by
// a change of its parts is the solution of another puzzle.
func (b *boards) found(o *object, blank bool) bool {
	if o.tries++; o.tries > mostTries && o.tries&(o.tries-1) != 0 {
		return false
	}
	first := max(0, slices.IndexFunc(b.puzzle.Cells, func(d int) bool { return d != 0 }))
	for f := flat; f <= pairs1; f++ {
		if !b.lay(o, f) {
			continue
		}
		ways := []element{plain, less1, bit0, bit1}
		if cell := b.object(b.cells[first]); cell != nil {
			ways = append(ways, cell.keys[:min(len(cell.keys), mostFields)]...)
		}
		for _, way := range ways {
			left := func(e element) bool { return b.digit(e, way) == 0 }
			if b.holds(way) && (!blank || slices.ContainsFunc(b.cells, left)) {
				o.form, o.way = f, way
				return true
			}
		}
	}
	return false
}

// holds reports whether the cells hold the clues in some way. Numbers from 0 must agree with the blanks, too.
func (b *boards) holds(way element) bool {
	for i, d := range b.puzzle.Cells {
		if (d != 0 || way == less1) && b.digit(b.cells[i], way) != d {
			return false
		}
	}
	return true
}

// show tells the history what all cells of a board hold.
func (b *boards) show(o *object, line int) {
	b.current = o
	if !b.lay(o, o.form) {
		return
	}
	all := make([]byte, len(b.cells))
	for i, e := range b.cells {
		all[i] = byte(b.digit(e, o.way))
		b.part(e, o, true)
	}
	b.history.setAll(all, line)
}

// lay puts the cells of an object in order. It reports whether the object can have that form.
func (b *boards) lay(o *object, f form) bool {
	n, all, size := b.puzzle.Size, len(b.cells), len(o.values)
	clear(b.cells)
	switch f {
	case flat, flat1, wide, wide1:
		first, width := b.order(f)
		if size < first+(n-1)*width+n || o.keys != nil && size != all {
			return false
		}
		for r := range n {
			copy(b.cells[r*n:][:n], o.values[first+r*width:])
		}
		return true
	case rows: // if there is one more, the rows that are longer than the board count from 1, too
		if o.keys != nil || size != n && size != n+1 {
			return false
		}
		for r, e := range o.values[size-n:] {
			row := b.object(e)
			if row == nil || row.keys != nil || len(row.values) < n {
				return false
			}
			copy(b.cells[r*n:][:n], row.values[min(size-n, len(row.values)-n):])
			b.part(e, o, o.form == rows)
		}
		return true
	}
	from := [...]int{0, 1, n + 1}[f-numbered]
	for i, k := range o.keys {
		cell := k.value() - from
		if k.kind() != aNumber || cell < 0 || cell >= all {
			return false
		}
		b.cells[cell] = o.values[i]
	}
	return len(o.keys) >= max(1, b.puzzle.Clues())
}

// digit returns the digit that a cell holds in some way, 0 if there is none.
func (b *boards) digit(e, way element) (d int) {
	o := b.object(e)
	switch {
	case way > bit1 && (o == nil || len(o.keys) > mostFields || !slices.Contains(o.keys, way)):
		return 0
	case way > bit1:
		return b.digit(o.values[slices.Index(o.keys, way)], plain)
	case o != nil && o.keys == nil && len(o.values) == 1:
		e = o.values[0]
	}
	switch v := e.value(); {
	case e.kind() != aNumber:
	case way == less1:
		d = v + 1
	case way != plain && v&(v-1) == 0:
		d = bits.Len(uint(v)) - int(way-bit0)
	case way == plain && v <= b.puzzle.Size:
		d = v
	case way == plain && v < 128:
		d = strings.IndexByte(signs[b.puzzle.Letters], strings.ToUpper(string(rune(v)))[0])
	}
	if d < 0 || d > b.puzzle.Size {
		return 0
	}
	return d
}
