//go:build unix

package watch

//lint:file-ignore U1000 programs that are watched call it

import (
	judgeOS "os"
	judgeReflect "reflect"
	"unsafe"
)

// judgeBoard is where a board lies: its rows, how many bytes lie between two cells, and how many hold a digit.
type judgeBoard struct {
	row        [16]unsafe.Pointer
	step, size int
	low, high  uintptr // the lowest and the highest address
}

// judgeKnown is the greatest number of boards kept at a time. Kept boards are not freed, so nothing else gets their
// addresses.
const judgeKnown = 64

// judgeSearch finds boards in the memory of the program.
type judgeSearch struct {
	size, clues int
	a           uint64 // what the character A means: 1 on a board of letters
	puzzle      []byte
	boards      [judgeKnown]judgeBoard
	found       int                        // how many were found so far
	current     *judgeBoard                // the one that is told of
	only        map[judgeReflect.Type]bool // types of the variables that a directive names
	familiar    [8]unsafe.Pointer          // where lists begin that belong to known boards, the last ones
}

var judge = judgePuzzle()

// judgePuzzle reads the puzzle. If there is none, nothing is watched.
func judgePuzzle() *judgeSearch {
	s := &judgeSearch{a: 1, only: map[judgeReflect.Type]bool{}}
	text := judgeOS.Getenv("JUDGE_PUZZLE")
	for s.size*s.size < len(text) {
		s.size++
	}
	for i := range text {
		if s.size < 16 || text[i] == '.' || '0' <= text[i] && text[i] <= '9' {
			s.a = 10
		}
	}
	for i := range text {
		s.puzzle = append(s.puzzle, s.digit(uint64(text[i])))
		if s.puzzle[i] != 0 {
			s.clues++
		}
	}
	s.current = &s.boards[0]
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

// holds returns the digit of a cell.
func (s *judgeSearch) holds(b *judgeBoard, i int) byte {
	p := unsafe.Add(b.row[i/s.size], i%s.size*b.step)
	switch b.size {
	case 1:
		return s.digit(uint64(*(*uint8)(p)))
	case 2:
		return s.digit(uint64(*(*uint16)(p)))
	case 4:
		return s.digit(uint64(*(*uint32)(p)))
	}
	return s.digit(*(*uint64)(p))
}

// fits reports whether some rows of a board have the puzzle's clues.
func (s *judgeSearch) fits(b *judgeBoard, from, rows int) bool {
	for i := from * s.size; i < rows*s.size; i++ {
		if s.puzzle[i] != 0 && s.holds(b, i) != s.puzzle[i] {
			return false
		}
	}
	return true
}

// tell tells what the whole board holds now.
func (s *judgeSearch) tell(b *judgeBoard, line int) {
	s.current = b
	judgeOut.word(0, 0x85, line)
	for i := range s.puzzle {
		judgeOut.long(uint64(s.holds(b, i)), 1)
	}
	judgeOut.long(0, -len(s.puzzle)&3)
}

// of returns the known board that an address is in, and the cell; nil if there is none.
func (s *judgeSearch) of(at uintptr) (b *judgeBoard, cell int) {
	if cell = s.inside(s.current, at); cell >= 0 {
		return s.current, cell
	}
	for k := 0; k < s.found && k < judgeKnown; k++ {
		if cell = s.inside(&s.boards[k], at); cell >= 0 {
			return &s.boards[k], cell
		}
	}
	return nil, -1
}

// inside returns the cell of a board at an address, -1 if there is none.
func (s *judgeSearch) inside(b *judgeBoard, at uintptr) int {
	if at < b.low || at >= b.high {
		return -1
	}
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

// judgeCell returns where the digit of a cell is, and its size; 0 if there is none. A cell is an integer, or a struct with
// a field that is one.
func judgeCell(t judgeReflect.Type, field string) (at uintptr, size int) {
	if field != "" {
		if t.Kind() != judgeReflect.Struct {
			return 0, 0
		}
		in, ok := t.FieldByName(field)
		if !ok || len(in.Index) > 1 {
			return 0, 0
		}
		at, t = in.Offset, in.Type
	}
	if judgeInteger(t.Kind()) {
		size = int(t.Size())
	}
	return at, size
}

// judgeList returns where the elements of a value begin, how many there are, and their type; nil if it has none.
func judgeList(v judgeReflect.Value) (unsafe.Pointer, int, judgeReflect.Type) {
	switch v.Kind() {
	case judgeReflect.Array:
		if v.CanAddr() {
			return unsafe.Pointer(v.UnsafeAddr()), v.Len(), v.Type().Elem()
		}
	case judgeReflect.Slice:
		return v.UnsafePointer(), v.Len(), v.Type().Elem()
	case judgeReflect.String:
		return unsafe.Pointer(unsafe.StringData(v.String())), v.Len(), judgeReflect.TypeOf(byte(0))
	}
	return nil, 0, nil
}

// find finds the puzzle's clues in a list of cells or of rows, which may have a frame around them.
func (s *judgeSearch) find(v judgeReflect.Value, field string) (b judgeBoard, ok bool) {
	n := s.size
	start, length, of := judgeList(v)
	if start == nil || length < n || n == 0 || s.clues == 0 && judgeNamed == "" || judgeNamed != "" && !s.only[v.Type()] {
		return b, false
	}
	at, size := judgeCell(of, field)
	if size == 0 {
		for first := 0; first <= 3 && !ok; first++ {
			ok = s.rows(&b, v, field, first&1, first>>1)
		}
		return b, ok
	}
	b.step, b.size = int(of.Size()), size
	for _, lies := range [4][2]int{{0, n}, {1, n}, {0, n + 1}, {n + 2, n + 1}} {
		first, wide := lies[0], lies[1]
		if first+(n-1)*wide+n > length {
			continue
		}
		for r := 0; r < n; r++ {
			b.row[r] = unsafe.Add(start, (first+r*wide)*b.step+int(at))
		}
		if s.fits(&b, 0, n) {
			return b, true
		}
	}
	return b, false
}

// rows finds the rows of a board that begins at a row and a column.
func (s *judgeSearch) rows(b *judgeBoard, v judgeReflect.Value, field string, row, column int) bool {
	for r := 0; r < s.size; r++ {
		if r+row >= v.Len() {
			return false
		}
		start, columns, of := judgeList(v.Index(r + row))
		if columns < s.size+column {
			return false
		}
		at, size := judgeCell(of, field)
		if size == 0 {
			return false
		}
		b.step, b.size = int(of.Size()), size
		b.row[r] = unsafe.Add(start, column*b.step+int(at))
		if !s.fits(b, r, r+1) {
			return false
		}
	}
	return true
}

// adopt adds a board to the known ones, and tells what it holds.
func (s *judgeSearch) adopt(b judgeBoard, line int) {
	b.low = ^uintptr(0)
	for _, row := range b.row[:s.size] {
		from, to := uintptr(row), uintptr(row)+uintptr(s.size*b.step)
		if from < b.low {
			b.low = from
		}
		if to > b.high {
			b.high = to
		}
		for k := range s.boards { // a board that lost a row to this one is no longer a board
			if s.inside(&s.boards[k], from) >= 0 {
				s.boards[k] = judgeBoard{}
			}
		}
	}
	s.familiar = [8]unsafe.Pointer{}
	to := &s.boards[s.found%judgeKnown]
	s.found++
	*to = b
	s.tell(to, line)
}

// mayBe reports whether values of a type may hold a board: integers in arrays, slices or texts, or in several of these.
func (s *judgeSearch) mayBe(t judgeReflect.Type, field string) bool {
	of := t
	for depth := 0; depth < 2; depth++ {
		switch of.Kind() {
		case judgeReflect.Array, judgeReflect.Slice:
			of = of.Elem()
		case judgeReflect.String:
			of = judgeReflect.TypeOf(byte(0))
		default:
			return false
		}
		if _, size := judgeCell(of, field); size > 0 {
			return judgeNamed == "" || s.only[t]
		}
	}
	return false
}

// see looks at a variable that has just got its value. It may be a known board, which did not change: its second row and
// cell tell, because there may be a frame around it.
func (s *judgeSearch) see(line int, v judgeReflect.Value) {
	start, length, of := judgeList(v)
	if length < 2 || !s.mayBe(v.Type(), "") {
		return
	}
	second := start
	if row, _, in := judgeList(v.Index(1)); in != nil {
		second, of = row, in
	}
	if known, _ := s.of(uintptr(second) + of.Size()); known != nil {
		s.familiar[uintptr(start)>>6%8] = start
		return
	}
	if b, ok := s.find(v, ""); ok {
		s.adopt(b, line)
	}
}

// changed looks at a value that may have changed, and may be a board or a part of one.
func (s *judgeSearch) changed(line int, v judgeReflect.Value, field string) {
	b, ok := s.find(v, field)
	start, _, _ := judgeList(v)
	if ok {
		start = b.row[0]
	}
	known, _ := s.of(uintptr(start))
	switch {
	case ok && (known == nil || known.row != b.row):
		s.adopt(b, line)
	case known != nil && s.fits(known, 0, s.size):
		s.tell(known, line)
	}
}

// judgeWhole returns the array that a pointer leads to, and any other value itself.
func judgeWhole(v judgeReflect.Value) judgeReflect.Value {
	if v.Kind() == judgeReflect.Ptr && !v.IsNil() && v.Type().Elem().Kind() == judgeReflect.Array {
		return v.Elem()
	}
	return v
}

// named notes the type of the variable that the directive names.
func (s *judgeSearch) named(name string, v judgeReflect.Value) {
	if name == judgeNamed && name != "" {
		s.only[v.Type()] = true
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
	s.named(name, append(wholes, v)[0])
	if !v.IsValid() || !judgeInteger(v.Kind()) {
		s.replaced(line, v, wholes)
		return
	}
	if !v.CanAddr() {
		return
	}
	switch b, i := s.of(v.UnsafeAddr()); {
	case b == nil:
		s.first(line, wholes, field)
	case b != s.current:
		s.tell(b, line)
	default:
		judgeOut.word(byte(i), s.holds(b, i), line)
	}
}

// first looks at the largest value that may be a board, and reports whether there is one.
func (s *judgeSearch) first(line int, wholes []judgeReflect.Value, field string) bool {
	for _, v := range wholes {
		if v.IsValid() && s.mayBe(v.Type(), field) {
			s.changed(line, v, field)
			return true
		}
	}
	return false
}

// replaced looks at a value that is no digit, and at what it is a part of.
func (s *judgeSearch) replaced(line int, v judgeReflect.Value, wholes []judgeReflect.Value) {
	s.familiar = [8]unsafe.Pointer{}
	fields := 0
	if v.Kind() == judgeReflect.Struct {
		fields = v.NumField()
	}
	for i := 0; i < fields; i++ { // one of these fields may hold the digit
		if judgeInteger(v.Field(i).Kind()) {
			s.first(line, wholes, v.Type().Field(i).Name)
		}
	}
	if s.first(line, wholes, "") {
		return
	}
	s.first(line, []judgeReflect.Value{v}, "")
	for i := 0; i < fields; i++ {
		s.first(line, []judgeReflect.Value{judgeWhole(v.Field(i))}, "")
	}
}
