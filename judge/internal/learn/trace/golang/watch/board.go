//go:build unix

package watch

//lint:file-ignore U1000 programs that are watched call it

import (
	judgeOS "os"
	judgeReflect "reflect"
	"unsafe"
)

// judgeBoard is where the digits of a board are, and how many bytes hold one.
type judgeBoard struct {
	cells []unsafe.Pointer
	size  int
}

// judgeWhere is what an address belongs to.
type judgeWhere struct {
	board *judgeBoard
	cell  int
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
	found       int         // how many were found so far
	current     *judgeBoard // the one that is told of
	where       map[unsafe.Pointer]judgeWhere
	only        map[judgeReflect.Type]bool // types of the variables that a directive names
	familiar    [8]unsafe.Pointer          // where lists begin that belong to known boards, the last ones
}

var judge = judgePuzzle()

// judgePuzzle reads the puzzle. If there is none, nothing is watched.
func judgePuzzle() *judgeSearch {
	s := &judgeSearch{a: 1, where: map[unsafe.Pointer]judgeWhere{}, only: map[judgeReflect.Type]bool{}}
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
	return s
}

// digit returns the digit that a value represents. The value is the number itself or a character; letters follow 9, or begin with 1.
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

// digitAt returns the digit that some bytes hold.
func (s *judgeSearch) digitAt(p unsafe.Pointer, size int) byte {
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

// fits reports whether a board has the puzzle's clues.
func (s *judgeSearch) fits(b *judgeBoard) bool {
	for i, p := range b.cells {
		if s.puzzle[i] != 0 && s.digitAt(p, b.size) != s.puzzle[i] {
			return false
		}
	}
	return true
}

// tell tells what the whole board holds now.
func (s *judgeSearch) tell(b *judgeBoard, line int) {
	s.current = b
	judgeOut.word(0, 0x85, line)
	for _, p := range b.cells {
		judgeOut.long(uint64(s.digitAt(p, b.size)), 1)
	}
	judgeOut.long(0, -len(s.puzzle)&3)
}

func judgeInteger(k judgeReflect.Kind) bool {
	return k >= judgeReflect.Int && k <= judgeReflect.Uintptr
}

// judgeCell returns where the digit of a cell is, and its size; 0 if there is none. A cell is an integer, or a struct with
// a field that is one.
func judgeCell(t judgeReflect.Type, field string) (at uintptr, size int) {
	if t == nil {
		return 0, 0
	}
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
func (s *judgeSearch) find(v judgeReflect.Value, field string) (judgeBoard, bool) {
	b := judgeBoard{cells: make([]unsafe.Pointer, 0, len(s.puzzle))}
	if s.size == 0 || s.clues == 0 && judgeNamed == "" || judgeNamed != "" && !s.only[v.Type()] {
		return b, false
	}
	for way := 0; way < 4; way++ {
		b.cells = b.cells[:0]
		for r := 0; s.row(&b, v, field, r, way); r++ {
			if len(b.cells) == len(s.puzzle) {
				return b, true
			}
		}
	}
	return b, false
}

// row adds a row to a board, if it has the puzzle's clues. The way says where a frame is.
func (s *judgeSearch) row(b *judgeBoard, v judgeReflect.Value, field string, r, way int) bool {
	n := s.size
	first := [4]int{r * n, r*n + 1, r * (n + 1), (r+1)*(n+1) + 1}[way]
	start, length, of := judgeList(v)
	at, size := judgeCell(of, field)
	if size == 0 { // a list of rows
		if r += way & 1; r >= length {
			return false
		}
		first = way >> 1
		start, length, of = judgeList(v.Index(r))
		at, size = judgeCell(of, field)
	}
	if b.size = size; size == 0 || first+n > length {
		return false
	}
	for c := 0; c < n; c++ {
		p := unsafe.Add(start, (first+c)*int(of.Size())+int(at))
		if clue := s.puzzle[len(b.cells)]; clue != 0 && s.digitAt(p, size) != clue {
			return false
		}
		b.cells = append(b.cells, p)
	}
	return true
}

// adopt adds a board to the known ones, and tells what it holds. A board that loses a cell to it is no longer one.
func (s *judgeSearch) adopt(b judgeBoard, line int) {
	to := &s.boards[s.found%judgeKnown]
	s.found++
	s.forget(to)
	if len(s.where) > 1<<16 { // most of it is forgotten
		s.where = map[unsafe.Pointer]judgeWhere{}
		for k := range s.boards {
			for i, p := range s.boards[k].cells {
				s.where[p] = judgeWhere{&s.boards[k], i}
			}
		}
	}
	*to = b
	for i, p := range b.cells {
		if old := s.where[p].board; old != nil && old != to {
			s.forget(old)
		}
		s.where[p] = judgeWhere{to, i}
	}
	s.familiar = [8]unsafe.Pointer{}
	s.tell(to, line)
}

func (s *judgeSearch) forget(b *judgeBoard) {
	for _, p := range b.cells {
		s.where[p] = judgeWhere{}
	}
	b.cells = nil
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
	if s.where[unsafe.Add(second, of.Size())].board != nil {
		s.familiar[uintptr(start)>>6%8] = start
		return
	}
	s.changed(line, v, "")
}

// changed looks at a value that may have changed, and may be a board or a part of one.
func (s *judgeSearch) changed(line int, v judgeReflect.Value, field string) {
	b, ok := s.find(v, field)
	start, _, _ := judgeList(v)
	if ok {
		start = b.cells[0]
	}
	known := s.where[start].board
	same := ok && known != nil
	for i := 0; same && i < len(b.cells); i++ {
		same = known.cells[i] == b.cells[i]
	}
	switch {
	case ok && !same:
		s.adopt(b, line)
	case known != nil && s.fits(known):
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
	at := v.Addr().UnsafePointer()
	switch in := s.where[at]; in.board {
	case nil:
		s.first(line, wholes, field)
	case s.current:
		judgeOut.word(byte(in.cell), s.digitAt(at, in.board.size), line)
	default:
		s.tell(in.board, line)
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
