//go:build unix

package watch

//lint:file-ignore U1000 programs that are watched call it

import (
	judgeOS "os"
	judgeReflect "reflect"
	"unsafe"
)

// judgeForm says how values of a type can hold a board: as cells, or as rows of cells. Step bytes lie between two
// cells, and the size bytes of a digit begin at bytes into a cell.
type judgeForm struct {
	rows           bool
	step, at, size int
}

// judgeKind is a type with a field of its cells, "" if the cells themselves are the digits.
type judgeKind struct {
	of    judgeReflect.Type
	field string
}

// judgeBoard holds the addresses of the rows of a board.
type judgeBoard struct {
	row        [16]unsafe.Pointer
	step, size int
}

// judgeRange is the addresses from low to high.
type judgeRange struct{ low, high uintptr }

func (r *judgeRange) widen(by judgeRange) {
	if by.low < r.low {
		r.low = by.low
	}
	if by.high > r.high {
		r.high = by.high
	}
}

// judgeKnown is the greatest number of boards kept at a time. Kept boards are not freed, so nothing else gets their
// addresses.
const judgeKnown = 64

// judgeSearch is the state of the watched search.
type judgeSearch struct {
	size, cells int
	a           uint64 // what the character A means: 1 on a board of letters
	puzzle, now []byte
	since       []int // by cell: the number of its digit among all placed ones
	placed      int
	clues       int
	boards      [judgeKnown]judgeBoard
	ranges      [judgeKnown]judgeRange // where they lie
	all         judgeRange
	next        int
	current     int // of the boards
	forms       map[judgeKind]*judgeForm
	only        map[judgeReflect.Type]bool // types of the variables that a directive names
	familiar    [8]unsafe.Pointer          // where slices begin that belong to known boards, the last ones
}

var judge = judgePuzzle()

// judgePuzzle reads the puzzle. If there is none, nothing is watched.
func judgePuzzle() *judgeSearch {
	s := &judgeSearch{all: judgeRange{low: ^uintptr(0)}, a: 1, forms: map[judgeKind]*judgeForm{}, only: map[judgeReflect.Type]bool{}}
	text := judgeOS.Getenv("JUDGE_PUZZLE")
	for s.size*s.size < len(text) {
		s.size++
	}
	for i := range text {
		if s.size < 16 || text[i] == '.' || '0' <= text[i] && text[i] <= '9' {
			s.a = 10
		}
	}
	s.cells, s.since = len(text), make([]int, len(text))
	s.now = make([]byte, len(text))
	for i := range s.now {
		if s.now[i] = s.digit(uint64(text[i])); s.now[i] != 0 {
			s.clues++
		}
	}
	s.puzzle = append(s.puzzle, s.now...)
	return s
}

// digit returns the digit that a value stands for. The value is the number itself or a character; letters follow 9, or begin with 1.
func (s *judgeSearch) digit(v uint64) byte {
	switch {
	case '1' <= v && v <= '9':
		v -= '0'
	case 'A' <= v && v <= 'A'+16-s.a:
		v -= 'A' - s.a
	case 'a' <= v && v <= 'a'+16-s.a:
		v -= 'a' - s.a
	}
	if v > uint64(s.size) {
		return 0
	}
	return byte(v)
}

func (s *judgeSearch) load(p unsafe.Pointer, size int) byte {
	switch size {
	case 1:
		return s.digit(uint64(*(*uint8)(p)))
	case 2:
		return s.digit(uint64(*(*uint16)(p)))
	case 4:
		return s.digit(uint64(*(*uint32)(p)))
	}
	return s.digit(*(*uint64)(p))
}

func (s *judgeSearch) holds(b *judgeBoard, i int) byte {
	return s.load(unsafe.Add(b.row[i/s.size], i%s.size*b.step), b.size)
}

// fits reports whether the first rows of a board have the puzzle's clues.
func (s *judgeSearch) fits(b *judgeBoard, from, rows int) bool {
	for i, clue := range s.puzzle[from*s.size : rows*s.size] {
		if clue != 0 && s.holds(b, from*s.size+i) != clue {
			return false
		}
	}
	return true
}

// tell reports that a cell now holds a digit.
func (s *judgeSearch) tell(i int, d byte, line int) {
	s.now[i] = d
	s.placed++
	s.since[i] = s.placed
	judgeOut.word(byte(i), d, line)
}

// compare looks at a whole board: first at the digits that it lost, the latest first, then at the digits that it got.
func (s *judgeSearch) compare(k, line int) {
	s.current = k
	b := &s.boards[k]
	for {
		last := -1
		for i, d := range s.now {
			if d != 0 && s.holds(b, i) != d && (last < 0 || s.since[i] > s.since[last]) {
				last = i
			}
		}
		if last < 0 {
			break
		}
		s.tell(last, 0, line)
	}
	for i := range s.now {
		if d := s.holds(b, i); d != s.now[i] {
			s.tell(i, d, line)
		}
	}
}

// of returns the known board that an address is in, and the cell; -1 if there is none.
func (s *judgeSearch) of(at uintptr) (k, cell int) {
	if at < s.all.low || at >= s.all.high {
		return -1, -1
	}
	if i := s.inside(s.current, at); i >= 0 {
		return s.current, i
	}
	for k := range s.ranges {
		if i := s.inside(k, at); i >= 0 {
			return k, i
		}
	}
	return -1, -1
}

// inside returns the cell of a board at an address, -1 if there is none.
func (s *judgeSearch) inside(k int, at uintptr) int {
	if at < s.ranges[k].low || at >= s.ranges[k].high {
		return -1
	}
	b := &s.boards[k]
	for r := 0; r < s.size; r++ {
		if away := at - uintptr(b.row[r]); away < uintptr(s.size*b.step) {
			return r*s.size + int(away)/b.step
		}
	}
	return -1
}

func judgeInteger(k judgeReflect.Kind) bool {
	return k >= judgeReflect.Int && k <= judgeReflect.Uintptr
}

// judgeCell returns the form of a cell: it is an integer, or a struct with a field that is one.
func judgeCell(t judgeReflect.Type, field string) *judgeForm {
	f := &judgeForm{step: int(t.Size())}
	if field != "" {
		if t.Kind() != judgeReflect.Struct {
			return nil
		}
		in, ok := t.FieldByName(field)
		if !ok || len(in.Index) > 1 {
			return nil
		}
		f.at, t = int(in.Offset), in.Type
	}
	if f.size = int(t.Size()); !judgeInteger(t.Kind()) {
		return nil
	}
	return f
}

// form returns the form of a type, nil if it cannot hold a board. Boards are integers in arrays, slices or strings, or
// several of these.
func (s *judgeSearch) form(t judgeReflect.Type, field string) *judgeForm {
	key := judgeKind{t, field}
	f, known := s.forms[key]
	if !known {
		f = judgeFormOf(t, field)
		s.forms[key] = f
	}
	if judgeNamed != "" && !s.only[t] {
		return nil
	}
	return f
}

func judgeFormOf(t judgeReflect.Type, field string) *judgeForm {
	for depth := 0; depth < 2; depth++ {
		switch t.Kind() {
		case judgeReflect.Array, judgeReflect.Slice:
			t = t.Elem()
		case judgeReflect.String:
			t = judgeReflect.TypeOf(byte(0))
		default:
			return nil
		}
		if f := judgeCell(t, field); f != nil {
			f.rows = depth == 1
			return f
		}
	}
	return nil
}

// judgeWhole returns the array that a pointer leads to, and any other value itself.
func judgeWhole(v judgeReflect.Value) judgeReflect.Value {
	if v.Kind() == judgeReflect.Ptr && !v.IsNil() && v.Type().Elem().Kind() == judgeReflect.Array {
		return v.Elem()
	}
	return v
}

// mayBe notes the type of a variable, if it is the one that the directive names.
func (s *judgeSearch) mayBe(name string, v judgeReflect.Value) {
	if name == judgeNamed && name != "" {
		s.only[v.Type()] = true
	}
}

// judgeBegin returns where the elements of a value begin, and how many there are; nil if it has none.
func judgeBegin(v judgeReflect.Value) (unsafe.Pointer, int) {
	switch v.Kind() {
	case judgeReflect.Array:
		if v.CanAddr() {
			return unsafe.Pointer(v.UnsafeAddr()), v.Len()
		}
	case judgeReflect.Slice:
		return v.UnsafePointer(), v.Len()
	case judgeReflect.String:
		return unsafe.Pointer(unsafe.StringData(v.String())), v.Len()
	}
	return nil, 0
}

// view finds the puzzle's clues in a value, which may be larger than the board.
func (s *judgeSearch) view(v judgeReflect.Value, f *judgeForm) (b judgeBoard, ok bool) {
	n := s.size
	start, length := judgeBegin(v)
	if start == nil || n == 0 || s.clues == 0 && judgeNamed == "" {
		return b, false
	}
	b.step, b.size = f.step, f.size
	if f.rows {
		for first := 0; first <= 3; first++ {
			if s.rows(&b, v, f, first&1, first>>1) {
				return b, true
			}
		}
		return b, false
	}
	for _, lies := range [4][2]int{{0, n}, {1, n}, {0, n + 1}, {n + 2, n + 1}} {
		first, wide := lies[0], lies[1]
		if first+(n-1)*wide+n > length {
			continue
		}
		for r := 0; r < n; r++ {
			b.row[r] = unsafe.Add(start, (first+r*wide)*b.step+f.at)
		}
		if s.fits(&b, 0, n) {
			return b, true
		}
	}
	return b, false
}

// rows finds the rows of a board that begins at a row and a column.
func (s *judgeSearch) rows(b *judgeBoard, v judgeReflect.Value, f *judgeForm, row, column int) bool {
	if v.Len() < s.size+row {
		return false
	}
	for r := 0; r < s.size; r++ {
		start, columns := judgeBegin(v.Index(r + row))
		if columns < s.size+column {
			return false
		}
		b.row[r] = unsafe.Add(start, column*b.step+f.at)
		if !s.fits(b, r, r+1) {
			return false
		}
	}
	return true
}

// adopt adds a board to the known ones.
func (s *judgeSearch) adopt(found judgeBoard, line int) {
	at := judgeRange{low: ^uintptr(0)}
	for _, row := range found.row[:s.size] {
		at.widen(judgeRange{uintptr(row), uintptr(row) + uintptr(s.size*found.step)})
		for k := range s.boards { // a board that lost a row to this one is no longer a board
			if s.inside(k, uintptr(row)) >= 0 {
				s.ranges[k] = judgeRange{}
			}
		}
	}
	k := s.next % judgeKnown
	s.next++
	s.familiar = [8]unsafe.Pointer{}
	s.boards[k], s.ranges[k] = found, at
	s.all.widen(at)
	s.compare(k, line)
}

// known returns the known board that has exactly these rows, -1 if there is none.
func (s *judgeSearch) known(found *judgeBoard) int {
	if k, _ := s.of(uintptr(found.row[0])); k >= 0 && s.boards[k].row == found.row {
		return k
	}
	return -1
}

// has reports whether a value belongs to a known board. It looks at the second row, and at its second cell, because a
// board may have a frame around it.
func (s *judgeSearch) has(v judgeReflect.Value, f *judgeForm) bool {
	start, _ := judgeBegin(v)
	if f.rows {
		start, _ = judgeBegin(v.Index(1))
	}
	k, _ := s.of(uintptr(start) + uintptr(f.step+f.at))
	return k >= 0
}

// changed looks at a value that may have changed.
func (s *judgeSearch) changed(v judgeReflect.Value, f *judgeForm, line int) {
	if b, ok := s.view(v, f); ok {
		if old := s.known(&b); old >= 0 {
			s.compare(old, line)
		} else {
			s.adopt(b, line)
		}
		return
	}
	start, _ := judgeBegin(v)
	if k, _ := s.of(uintptr(start)); k >= 0 && s.fits(&s.boards[k], 0, s.size) {
		s.compare(k, line) // it is a part of the board
	}
}

// see looks at a variable that has just got its value.
func (s *judgeSearch) see(line int, name string, v judgeReflect.Value) {
	s.mayBe(name, v)
	f := s.form(v.Type(), "")
	if f == nil {
		return
	}
	start, n := judgeBegin(v)
	if n < s.size || !f.rows && n < s.cells || n < 2 {
		return
	}
	if s.has(v, f) {
		s.familiar[uintptr(start)>>6%8] = start
		return
	}
	if b, ok := s.view(v, f); ok && s.known(&b) < 0 {
		s.adopt(b, line)
	}
}

// told looks at a place in a variable that has just been changed.
func (s *judgeSearch) told(line int, name string, v judgeReflect.Value, path []interface{}) {
	wholes, field := make([]judgeReflect.Value, 0, 8), "" // what may be a board that the place is a cell of
	for i, step := range path {
		f, isField := step.(judgeField)
		switch {
		case !isField:
			wholes = append(wholes, judgeWhole(v))
		case i == len(path)-1:
			field = string(f)
		default:
			wholes = wholes[:0]
		}
		if v.Kind() == judgeReflect.Map && v.Type().Elem().Kind() < judgeReflect.Array {
			return // a number by its key
		}
		if v = judgeStep(v, step); !v.IsValid() {
			break
		}
	}
	v = judgeWhole(v)
	s.mayBe(name, append(wholes, v)[0])
	if !v.IsValid() || !judgeInteger(v.Kind()) {
		s.replaced(line, v, wholes)
		return
	}
	if !v.CanAddr() {
		return
	}
	k, i := s.of(v.UnsafeAddr())
	switch {
	case k < 0:
		s.first(line, wholes, field)
	case k != s.current:
		s.compare(k, line)
	default:
		if d := s.holds(&s.boards[k], i); d != s.now[i] {
			s.tell(i, d, line)
		}
	}
}

// first looks at the largest value that may be a board, and reports whether there is one.
func (s *judgeSearch) first(line int, wholes []judgeReflect.Value, field string) bool {
	for _, v := range wholes {
		if f := s.form(v.Type(), field); f != nil {
			s.changed(v, f, line)
			return true
		}
	}
	return false
}

// replaced looks at a value that is no digit, and at what it is a part of.
func (s *judgeSearch) replaced(line int, v judgeReflect.Value, wholes []judgeReflect.Value) {
	s.familiar = [8]unsafe.Pointer{}
	isStruct := v.Kind() == judgeReflect.Struct
	for i := 0; isStruct && i < v.NumField(); i++ { // one of these fields may hold the digit
		if judgeInteger(v.Field(i).Kind()) {
			s.first(line, wholes, v.Type().Field(i).Name)
		}
	}
	if s.first(line, wholes, "") || !v.IsValid() {
		return
	}
	if f := s.form(v.Type(), ""); f != nil {
		s.changed(v, f, line)
	}
	for i := 0; isStruct && i < v.NumField(); i++ {
		s.first(line, []judgeReflect.Value{judgeWhole(v.Field(i))}, "")
	}
}
