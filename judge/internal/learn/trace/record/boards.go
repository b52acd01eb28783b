package record

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/sudoku"
)

// The words about what the containers of a program hold. Python, JavaScript and Java tell all that has the size of a
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
	aNumber    element = (iota + 1) << 24
	aCharacter         // by its code
	anObject           // by its number
	aText              // of two or three bytes
	aName              // by its number
	noElement
)

func (e element) kind() element { return e &^ 0xFFFFFF }
func (e element) value() int    { return int(e & 0xFFFFFF) }

// How a cell holds its digit. Any other element is the field that holds it.
const (
	plain element = iota // a number, a character, its code, or the only candidate left
	less1                // a number that counts from 0
	bit0                 // a number with a single bit: bit 0 means 1
	bit1                 // bit 1 means 1
)

// form is how a board holds its cells.
type form int

const (
	noBoard form = iota
	flat
	rows
	sorted   // in the order of their keys
	inserted // in the order in which the keys came
	from0    // only what is there, by numbers or pairs of numbers
	from1
)

// object is a container of the program, as far as it was told.
type object struct {
	self   element
	in     element   // the board that it is a part of, or what else holds it
	keys   []element // nil for a sequence
	values []element
	cells  []int // which cell each key stands for, when it is sorted; nil if nobody asked
	form   form
	digits element // how the cells hold them
}

// boards finds the board among the objects of a program, and makes the history of its changes.
type boards struct {
	puzzle      sudoku.Board
	signs       string // of the digits
	history     *history
	names       map[uint16]Name
	now, before map[element]*object // what was told or looked at lately, and what was before that
	room        int                 // how much now holds
	current     *object
	cells       []element // of the board that is looked at, in order
}

func newBoards(puzzle sudoku.Board, h *history, names map[uint16]Name) *boards {
	signs := ".123456789ABCDEFG"
	if puzzle.Letters {
		signs = "-ABCDEFGHIJKLMNOP"
	}
	return &boards{puzzle: puzzle, signs: signs, history: h, names: names, now: map[element]*object{}, cells: make([]element, len(puzzle.Cells))}
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
	if err != nil {
		return nil, err
	}
	all := make([]element, n)
	for i := range all {
		if all[i] = element(binary.LittleEndian.Uint32(data[4*i:])); all[i] >= noElement {
			err = damaged
		}
	}
	return all, err
}

// whole reads all that an object holds.
func (r *reader) whole(how byte, line int) error {
	head, err := r.elements(2)
	if err != nil {
		return err
	}
	b, count := r.boards, int(head[1])
	if len(b.cells) == 0 || how > withKeys|written || head[0].kind() != 0 || count > len(b.cells)+1 {
		return damaged
	}
	values, err := r.elements(count << (how & withKeys))
	if err != nil {
		return err
	}
	var keys []element
	if how&withKeys != 0 {
		keys = make([]element, count)
		for i := range count {
			keys[i], values[i] = values[2*i], values[2*i+1]
		}
		values = values[:count]
	}
	o := b.object(anObject | head[0])
	if o == nil {
		o = &object{self: anObject | head[0]}
	}
	if !slices.Equal(keys, o.keys) {
		o.cells = nil
	}
	o.keys, o.values = keys, values
	b.keep(o)
	b.changed(o, values, how&written != 0, line)
	return nil
}

// element reads an element of a sequence that has just changed.
func (r *reader) element(line int) error {
	e, err := r.elements(3)
	if err != nil {
		return err
	}
	if e[0].kind() != 0 {
		return damaged
	}
	if o := r.boards.object(anObject | e[0]); o != nil && o.keys == nil && e[1].value() < len(o.values) {
		o.values[e[1].value()] = e[2]
		r.boards.changed(o, e[2:], true, line)
	}
	return nil
}

// changed looks at an object that holds something new. If it is no part of a known board, it may be one now, or make one
// of what holds it. A board that is only named again does not become the current one.
func (b *boards) changed(o *object, values []element, written bool, line int) {
	for _, e := range values {
		if part := b.object(e); part != nil {
			if up := b.object(part.in); up == nil || up.form == noBoard {
				part.in = o.self
			}
		}
	}
	for range 4 { // what is in a field, its cell, a row, the board
		switch {
		case o == nil || o.form == noBoard && b.found(o, line):
			return
		case o.form == noBoard:
			o = b.object(o.in)
		case written || o == b.current:
			b.current = o
			b.show(line)
			return
		default:
			return
		}
	}
}

// found reports whether an object is a board that holds the clues. Then it is the current one.
func (b *boards) found(o *object, line int) bool {
	for f := flat; f <= from1; f++ {
		if !b.lay(o, f) {
			continue
		}
		first := b.cells[max(0, slices.IndexFunc(b.puzzle.Cells, func(d int) bool { return d != 0 }))]
		ways := []element{plain}
		if cell := b.object(first); cell != nil {
			ways = append(ways, cell.keys...)
		} else if first.kind() == aNumber {
			ways = append(ways, less1, bit0, bit1)
		}
		if i := slices.IndexFunc(ways, b.holds); i >= 0 {
			o.form, o.digits, b.current = f, ways[i], o
			b.show(line)
			return true
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

// show tells the history what all cells of the current board hold.
func (b *boards) show(line int) {
	if !b.lay(b.current, b.current.form) {
		return
	}
	all := make([]byte, len(b.cells))
	for i, e := range b.cells {
		all[i] = byte(b.digit(e, b.current.digits))
		if cell := b.object(e); cell != nil {
			cell.in = b.current.self
		}
	}
	b.history.setAll(all, line)
}

// lay puts the cells of an object in order. It reports whether the object can have that form.
func (b *boards) lay(o *object, f form) bool {
	n, all, size, keyed := b.puzzle.Size, len(b.cells), len(o.values), o.keys != nil
	switch {
	case f == rows && !keyed && (size == n || size == n+1):
		return b.layRows(o, size-n)
	case f == flat && !keyed && (size == all || size == all+1), f == inserted && keyed && size == all:
		copy(b.cells, o.values[size-all:])
		return true
	case f == sorted && keyed && size == all, f >= from0 && keyed && size > 0 && size >= b.puzzle.Clues():
		clear(b.cells)
		for i, e := range o.values {
			cell := b.cell(o, f, i)
			if cell < 0 || cell >= all {
				return false
			}
			b.cells[cell] = e
		}
		return true
	}
	return false
}

// layRows does so for rows. If there is one more, the rows that are longer than the board count from 1, too.
func (b *boards) layRows(o *object, first int) bool {
	n := b.puzzle.Size
	for r := range n {
		row := b.object(o.values[first+r])
		if row == nil || row.keys != nil || len(row.values) < n {
			return false
		}
		if o.form == rows {
			row.in = o.self
		}
		copy(b.cells[r*n:][:n], row.values[min(first, len(row.values)-n):])
	}
	return true
}

// cell returns which cell a key stands for.
func (b *boards) cell(o *object, f form, at int) (cell int) {
	if f == sorted {
		if o.cells == nil {
			b.sort(o)
		}
		return o.cells[at]
	}
	for _, number := range strings.Split(b.text(o.keys[at]), ",") {
		v, err := strconv.Atoi(number)
		if err != nil {
			return -1
		}
		cell = cell*b.puzzle.Size + v - int(f-from0)
	}
	return cell
}

var number = match.Lazy(`\d+`)

// sort finds out the natural order of keys: A10 comes after A9.
func (b *boards) sort(o *object) {
	natural, order := make([]string, len(o.keys)), make([]int, len(o.keys))
	for i, k := range o.keys {
		order[i] = i
		natural[i] = number().ReplaceAllStringFunc(b.text(k), func(s string) string { return fmt.Sprintf("%5s", s) })
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(natural[i], natural[j]) })
	o.cells = make([]int, len(order))
	for cell, i := range order {
		o.cells[i] = cell
	}
}

// text returns what a key or a text looks like.
func (b *boards) text(e element) string {
	v := e.value()
	switch e.kind() {
	case aNumber:
		return strconv.Itoa(v)
	case aName:
		return b.names[uint16(v)].Text
	}
	return string(bytes.TrimRight([]byte{byte(v), byte(v >> 8), byte(v >> 16)}, "\x00"))
}

// digit returns the digit that a cell holds in some way, 0 if there is none.
func (b *boards) digit(e, way element) (d int) {
	o := b.object(e)
	if way > bit1 {
		if o == nil || !slices.Contains(o.keys, way) {
			return 0
		}
		return b.digit(o.values[slices.Index(o.keys, way)], plain)
	}
	if o != nil && o.keys == nil && len(o.values) == 1 {
		e = o.values[0]
	}
	v := e.value()
	switch kind := e.kind(); {
	case way != plain && (kind != aNumber || way != less1 && v&(v-1) != 0):
	case way == less1:
		d = v + 1
	case way != plain:
		d = bits.Len(uint(v)) - int(way-bit0)
	case kind == aText:
		d, _ = strconv.Atoi(b.text(e))
	case kind == aNumber && v <= b.puzzle.Size:
		d = v
	case kind != anObject && v < 128:
		d = strings.IndexByte(b.signs, strings.ToUpper(string(rune(v)))[0])
	}
	if d < 0 || d > b.puzzle.Size {
		return 0
	}
	return d
}
