package record

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/model/sudoku"
)

// The words about what a program's containers hold. Python, JavaScript and Java tell everything that has the size of a
// board, and what is in it.
const (
	aWhole    = 0x87
	anElement = 0x88
)

// How a container is told.
const (
	withKeys = 1
	written  = 2 // it was just changed
)

// How much is known of containers at a time. The oldest are forgotten first.
const (
	mostObjects  = 1 << 16
	mostElements = 2 << 20
)

// element is a key or a value: what it is in the high byte, the rest in 24 bits.
type element uint32

const (
	aNumber    element = (iota + 1) << 24
	aCharacter         // by its code
	anObject           // by its number
	aText              // of two or three bytes
	aPair              // of numbers of 12 bits
	aName              // by its number
	noElement
)

func (e element) kind() element { return e &^ 0xFFFFFF }
func (e element) value() int    { return int(e & 0xFFFFFF) }

// object is a container of the program.
type object struct {
	self   element
	keys   []element // nil for a sequence
	values []element
	rank   []int // the places of the keys in their natural order, once somebody asked
	in     element
	at     int // where it is in that
	form   form
	as     reading
}

// form is how a board puts its cells in order.
type form int

const (
	noBoard form = iota
	flat
	rows
	sorted // by its keys
	inserted
	from0 // only what is there, by numbers or pairs of numbers
	from1
)

// reading is how a cell holds its digit.
type reading struct {
	field element // 0: the cell itself is the digit
	code  code
}

type code int

const (
	plain code = iota // a number, a character, its code, or the only candidate left
	less1             // a number that counts from 0
	bit0              // a single bit: bit 0 means 1
	bit1              // bit 1 means 1
	noCode
)

// boards finds the board among the containers of a program, and makes the history from it.
type boards struct {
	puzzle  sudoku.Board
	history *history
	names   map[uint16]Name
	signs   [128]byte // the digit of a number or of a character
	clues   []int     // the cells that have one
	objects map[element]*object
	order   []element
	held    int // elements, of all objects
	current *object
	cells   []element // of a board that is looked at, in order
	digits  []byte
	last    *object // whose keys were put in order
}

func newBoards(puzzle sudoku.Board, h *history, names map[uint16]Name) *boards {
	b := &boards{puzzle: puzzle, history: h, names: names, objects: map[element]*object{}}
	b.cells, b.digits = make([]element, len(puzzle.Cells)), make([]byte, len(puzzle.Cells))
	ten := 10 // what the letter A means
	if puzzle.Letters {
		ten = 1
	}
	for d := 1; d <= puzzle.Size; d++ {
		b.signs[d] = byte(d)
		if d < 10 {
			b.signs['0'+d] = byte(d)
		}
		if d >= ten {
			b.signs['A'+d-ten], b.signs['a'+d-ten] = byte(d), byte(d)
		}
	}
	for cell, d := range puzzle.Cells {
		if d != 0 {
			b.clues = append(b.clues, cell)
		}
	}
	return b
}

// whole reads all that an object holds.
func (r *reader) whole(a byte, line int) error {
	head, err := r.take(8)
	if err != nil {
		return err
	}
	number, count := binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint32(head[4:])
	if a > withKeys+written || number == 0 || number>>24 != 0 || int64(count) > int64(len(r.puzzle.Cells)+1) {
		return damaged
	}
	words, err := r.take(4 * int(count) * (1 + int(a&withKeys)))
	if err != nil {
		return err
	}
	b := r.boards
	o := b.room(anObject | element(number))
	b.held -= cap(o.keys) + cap(o.values)
	keys := o.keys
	o.keys, o.values = nil, o.values[:0]
	if a&withKeys != 0 {
		o.keys = slices.Grow(keys[:0], 1) // not nil
	}
	for ; len(words) > 0; words = words[4:] {
		e := element(binary.LittleEndian.Uint32(words))
		switch {
		case e >= noElement:
			return damaged
		case a&withKeys != 0 && len(o.keys) == len(o.values):
			e = b.key(e)
			if n := len(o.keys); n >= len(keys) || keys[n] != e {
				o.rank = nil
			}
			o.keys = append(o.keys, e)
		default:
			o.values = append(o.values, e)
		}
	}
	if len(o.keys) != len(keys) {
		o.rank = nil
	}
	b.held += cap(o.keys) + cap(o.values)
	b.hold(o)
	b.changed(o, -1, a&written != 0, line)
	return nil
}

// element reads one element that an object holds now.
func (r *reader) element(line int) error {
	words, err := r.take(12)
	if err != nil {
		return err
	}
	number, key, v := binary.LittleEndian.Uint32(words), element(binary.LittleEndian.Uint32(words[4:])), element(binary.LittleEndian.Uint32(words[8:]))
	if number == 0 || number>>24 != 0 || key >= noElement || v >= noElement {
		return damaged
	}
	b := r.boards
	o := b.objects[anObject|element(number)]
	if o == nil {
		return nil
	}
	at := key.value()
	if o.keys != nil {
		key = b.key(key)
		if at = slices.Index(o.keys, key); at < 0 {
			at = len(o.keys)
		}
	}
	switch {
	case at < len(o.values):
		o.values[at] = v
	case at > len(o.values) || at > len(b.cells):
		return nil
	default:
		b.held -= cap(o.keys) + cap(o.values)
		if o.keys != nil {
			o.keys, o.rank = append(o.keys, key), nil
		}
		o.values = append(o.values, v)
		b.held += cap(o.keys) + cap(o.values)
	}
	if v.kind() == anObject {
		b.hold(o)
	}
	b.changed(o, at, true, line)
	return nil
}

// room returns the object of that number. It may be new.
func (b *boards) room(self element) *object {
	if o := b.objects[self]; o != nil {
		return o
	}
	for len(b.order) > 0 && (len(b.order) >= mostObjects || b.held > mostElements) {
		old := b.objects[b.order[0]]
		b.held -= cap(old.keys) + cap(old.values)
		delete(b.objects, old.self)
		b.order = b.order[1:]
	}
	o := &object{self: self}
	b.objects[self] = o
	b.order = append(b.order, self)
	return o
}

// key returns a key of a container; digits are a number.
func (b *boards) key(e element) element {
	if k := e.kind(); k == aCharacter || k == aText {
		if v, err := strconv.ParseUint(b.text(e), 10, 16); err == nil {
			return aNumber | element(v)
		}
	}
	return e
}

// text returns what a key looks like.
func (b *boards) text(e element) string {
	v := e.value()
	switch e.kind() {
	case aNumber:
		return strconv.Itoa(v)
	case aCharacter:
		return string(rune(v))
	case aText:
		return strings.TrimRight(string([]byte{byte(v), byte(v >> 8), byte(v >> 16)}), "\x00")
	case aPair:
		return strconv.Itoa(v>>12) + "," + strconv.Itoa(v&0xFFF)
	case aName:
		return b.names[uint16(v)].Text
	}
	return ""
}

// holder returns the object that holds another one, nil if none is known.
func (b *boards) holder(o *object) *object {
	up := b.objects[o.in]
	if up == nil || o.at >= len(up.values) || up.values[o.at] != o.self {
		return nil
	}
	return up
}

// deepest is how deep the parts of a board are: a row, a cell, what is in its field.
const deepest = 3

// board returns the known board that an element of an object belongs to: the cell by its place in the board or, if the
// board has rows, by the place of the row and that in the row. A place of -1 is more than one. Without a board, it
// returns the last object on the way.
func (b *boards) board(o *object, at int) (root *object, place, within int) {
	within = -1
	for range deepest {
		up := b.holder(o)
		if o.form != noBoard || up == nil {
			break
		}
		at, within, o = o.at, at, up
	}
	return o, at, within
}

// hold notes what an object holds. What belongs to a known board stays there, unless the object does, too.
func (b *boards) hold(o *object) {
	root, _, _ := b.board(o, -1)
	for i, e := range o.values {
		child := b.objects[e]
		if e.kind() != anObject || child == nil {
			continue
		}
		if root.form == noBoard {
			if top, _, _ := b.board(child, -1); top.form != noBoard {
				continue
			}
		}
		child.in, child.at = o.self, i
	}
}

// changed is called when an element of an object is another one, or all may be, for -1.
func (b *boards) changed(o *object, at int, written bool, line int) {
	root, place, within := b.board(o, at)
	switch {
	case root.form == noBoard:
		for range deepest + 1 {
			if o == nil || b.found(o, line) {
				return
			}
			o = b.holder(o)
		}
	case root == b.current:
		if cell, e := b.cell(root, place, within); cell >= 0 {
			b.history.set(cell, b.digit(e, root.as), line)
			return
		}
		b.show(line)
	case written:
		b.current = root
		b.show(line)
	}
}

// found reports whether an object is a board that holds the clues. Then it is the current one.
func (b *boards) found(o *object, line int) bool {
	forms, n, all := []form(nil), len(o.values), len(b.cells)
	switch {
	case o.keys != nil && n == all:
		forms = []form{sorted, inserted}
	case o.keys != nil && n >= max(len(b.clues), 1):
		forms = []form{from0, from1}
	case o.keys == nil && (n == all || n == all+1):
		forms = []form{flat}
	case o.keys == nil && (n == b.puzzle.Size || n == b.puzzle.Size+1):
		forms = []form{rows}
	}
	for _, f := range forms {
		if !b.lay(o, f) {
			continue
		}
		if as, fits := b.fit(); fits {
			o.form, o.as, b.current = f, as, o
			b.hold(o)
			for _, e := range o.values {
				if row := b.objects[e]; f == rows && row != nil {
					b.hold(row)
				}
			}
			b.show(line)
			return true
		}
	}
	return false
}

// show tells the history what all cells of the current board hold, as long as it has its form.
func (b *boards) show(line int) {
	if !b.lay(b.current, b.current.form) {
		return
	}
	for i, e := range b.cells {
		b.digits[i] = byte(b.digit(e, b.current.as))
	}
	b.history.setAll(b.digits, line)
}

// lay puts the cells of an object in order, if it can have that form.
func (b *boards) lay(o *object, f form) bool {
	n, all := b.puzzle.Size, len(b.cells)
	if f == rows {
		first := len(o.values) - n
		for r := 0; r < n && first >= 0; r++ {
			row := b.objects[o.values[first+r]]
			if row == nil || row.keys != nil || len(row.values) < n {
				return false
			}
			copy(b.cells[r*n:][:n], row.values[start(row, n, first):])
		}
		return first == 0 || first == 1
	}
	clear(b.cells)
	for i, e := range o.values {
		if cell := b.place(o, f, i); cell >= 0 && cell < all {
			b.cells[cell] = e
		} else if f >= from0 {
			return false
		}
	}
	return f >= from0 || f == flat && (len(o.values) == all || len(o.values) == all+1) || len(o.values) == all
}

// start returns where the cells of a row begin. If rows are longer than the board and there is a row more, both count
// from 1.
func start(row *object, n, first int) int {
	if len(row.values) > n {
		return first
	}
	return 0
}

// place returns which cell an element is on a board without rows.
func (b *boards) place(o *object, f form, at int) int {
	switch f {
	case flat:
		return at - (len(o.values) - len(b.cells))
	case sorted:
		return b.ranks(o)[at]
	case inserted:
		return at
	}
	first, key, n := int(f-from0), o.keys[at], b.puzzle.Size
	if v := key.value(); key.kind() == aNumber {
		return v - first
	} else if r, c := v>>12-first, v&0xFFF-first; key.kind() == aPair && c >= 0 && c < n {
		return r*n + c
	}
	return -1
}

// cell returns the number and the value of a cell that board has found, or -1.
func (b *boards) cell(root *object, place, within int) (int, element) {
	if place < 0 || place >= len(root.values) {
		return -1, 0
	}
	n, e := b.puzzle.Size, root.values[place]
	if root.form != rows {
		if cell := b.place(root, root.form, place); cell < len(b.cells) {
			return cell, e
		}
		return -1, 0
	}
	row, first := b.objects[e], len(root.values)-n
	if row == nil || within < 0 || within >= len(row.values) {
		return -1, 0
	}
	if r, c := place-first, within-start(row, n, first); r >= 0 && r < n && c >= 0 && c < n {
		return r*n + c, row.values[within]
	}
	return -1, 0
}

// ranks returns the places of an object's keys in their natural order: A10 comes after A9.
func (b *boards) ranks(o *object) []int {
	if o.rank == nil && b.last != nil && slices.Equal(o.keys, b.last.keys) {
		o.rank = b.last.rank // most likely a copy
	}
	if o.rank == nil {
		natural := make([]string, len(o.keys))
		order := make([]int, len(o.keys))
		for i, k := range o.keys {
			natural[i], order[i] = padded(b.text(k)), i
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(natural[i], natural[j]) })
		o.rank = make([]int, len(order))
		for cell, i := range order {
			o.rank[i] = cell
		}
	}
	b.last = o
	return o.rank
}

// padded writes the numbers in a text of the same length.
func padded(text string) string {
	var all strings.Builder
	for i := 0; i < len(text); {
		n := 0
		for i+n < len(text) && text[i+n] >= '0' && text[i+n] <= '9' {
			n++
		}
		if n == 0 {
			all.WriteByte(text[i])
			n = 1
		} else {
			all.WriteString(strings.Repeat(" ", max(4-n, 0)) + text[i:i+n])
		}
		i += n
	}
	return all.String()
}

// fit finds out how the cells hold the clues, if they do.
func (b *boards) fit() (reading, bool) {
	if len(b.clues) == 0 || b.holds(reading{}) {
		return reading{}, true
	}
	first := b.cells[b.clues[0]]
	if o := b.objects[first]; o != nil && o.keys != nil {
		for _, k := range o.keys {
			if as := (reading{field: k}); k != 0 && b.holds(as) {
				return as, true
			}
		}
	}
	for c := less1; c < noCode && first.kind() == aNumber; c++ {
		if as := (reading{code: c}); b.holds(as) && (c != less1 || b.same(as)) {
			return as, true
		}
	}
	return reading{}, false
}

func (b *boards) holds(as reading) bool {
	for _, i := range b.clues {
		if b.digit(b.cells[i], as) != b.puzzle.Cells[i] {
			return false
		}
	}
	return true
}

// same reports whether the blanks are blank, too.
func (b *boards) same(as reading) bool {
	for i, e := range b.cells {
		if b.digit(e, as) != b.puzzle.Cells[i] {
			return false
		}
	}
	return true
}

// digit returns the digit that a cell holds, 0 if there is none.
func (b *boards) digit(e element, as reading) int {
	if e.kind() == anObject {
		o := b.objects[e]
		switch {
		case o == nil:
			return 0
		case as.field != 0:
			if e = 0; o.keys != nil {
				if at := slices.Index(o.keys, as.field); at >= 0 {
					return b.digit(o.values[at], reading{})
				}
			}
		case o.keys == nil && len(o.values) == 1 && o.values[0].kind() != anObject:
			e = o.values[0]
		}
	} else if as.field != 0 {
		return 0
	}
	d, v := 0, e.value()
	switch kind := e.kind(); {
	case as.code != plain && kind != aNumber:
	case as.code == less1:
		d = v + 1
	case as.code != plain:
		if bits.OnesCount(uint(v)) == 1 {
			d = bits.TrailingZeros(uint(v)) + int(bit1-as.code)
		}
	case kind == aText && b.puzzle.Size > 9:
		if e = b.key(e); e.kind() == aNumber {
			d = e.value()
		}
	case (kind == aNumber || kind == aCharacter) && v < len(b.signs):
		return int(b.signs[v])
	}
	if d > b.puzzle.Size {
		return 0
	}
	return d
}
