//go:build unix

package watch

//lint:file-ignore U1000 programs that are watched call it

import (
	judgeMaps "maps"
	judgeOS "os"
	judgeReflect "reflect"
	judgeStrings "strings"
	"unsafe"
)

// judgeObject is a value with as many cells as a board.
type judgeObject struct {
	number int                  // of its first field; each field of its cells has a number of its own
	start  unsafe.Pointer       // where the whole begins
	cells  []judgeReflect.Value // all integers of the first field, then those of the next,
	each   int                  // so many
	named  int                  // how often it was told or given a name
}

// judgeWhere is what an address belongs to.
type judgeWhere struct {
	object *judgeObject
	cell   int
}

// judgeSearch tells of all values that have the size of the board.
type judgeSearch struct {
	size          int
	told, numbers int              // how many objects were told, and how many numbers they have
	kept          [256]judgeObject // the last ones; they are not freed, so nothing else gets their addresses
	where         map[unsafe.Pointer]judgeWhere
	only          map[judgeReflect.Type]bool // types of the variables that a directive names
}

var judge = judgePuzzle()

// judgePuzzle reads the puzzle. If there is none, or any board could be that of an empty one, nothing is watched.
func judgePuzzle() *judgeSearch {
	s := &judgeSearch{where: map[unsafe.Pointer]judgeWhere{}, only: map[judgeReflect.Type]bool{}}
	text := judgeOS.Getenv("JUDGE_PUZZLE")
	for s.size*s.size < len(text) && (judgeNamed != "" || judgeStrings.Trim(text, ".-") != "") {
		s.size++
	}
	return s
}

func judgeInteger(v judgeReflect.Value) bool { return v.CanInt() || v.CanUint() }

// judgeStart returns where the elements of a value begin; nil if it has none.
func judgeStart(v judgeReflect.Value) unsafe.Pointer {
	switch {
	case v.Kind() == judgeReflect.Slice || v.Kind() == judgeReflect.String:
		return v.UnsafePointer()
	case v.Kind() == judgeReflect.Array && v.CanAddr():
		return v.Addr().UnsafePointer()
	}
	return nil
}

// cells returns the integers of a list of cells or of rows, and one more of both if there are so many; too few if it is
// smaller than a board. A cell is an integer, or a struct with fields that are some; then each field has so many.
func (s *judgeSearch) cells(v judgeReflect.Value) (all []judgeReflect.Value, each int) {
	n, length, first := s.size, judgeLength(v), 0
	if n == 0 || length < n || judgeNamed != "" && !s.only[v.Type()] {
		return nil, 0
	}
	var cells []judgeReflect.Value
	if length >= n*n {
		cells = judgeCells(v, (n+1)*(n+1))
	}
	if cells == nil {
		wide := n
		if length > n && judgeLength(v.Index(n)) > n {
			wide++
		} else if length == n+1 {
			first = 1
		}
		for r := first; r < first+wide; r++ {
			cells = append(cells, judgeCells(v.Index(r), wide)...)
		}
	}
	if each = len(cells); each < n*n || judgeInteger(cells[0]) {
		return cells, each
	}
	for f := 0; f < cells[0].NumField(); f++ {
		for i := 0; i < each && judgeInteger(cells[0].Field(f)); i++ {
			all = append(all, cells[i].Field(f))
		}
	}
	return all, each
}

// judgeCells returns the first cells of a list, so many at most.
func judgeCells(list judgeReflect.Value, most int) (all []judgeReflect.Value) {
	for i := 0; i < most && i < judgeLength(list); i++ {
		v := list.Index(i)
		if !judgeInteger(v) && v.Kind() != judgeReflect.Struct {
			return nil
		}
		all = append(all, v)
	}
	return all
}

// element returns what a word says of a value: a number or a character that may be a digit, but no sets of bits.
func (s *judgeSearch) element(v judgeReflect.Value) uint64 {
	kind, y := judgeShort(v)
	if kind > 2 || y > uint64(s.size) && y < '0' || y > 'z' {
		return 0
	}
	return 1<<24 | y
}

// tell tells all that an object holds; how is 2 if it has just changed.
func (s *judgeSearch) tell(line int, o *judgeObject, how byte) {
	o.named++
	for i, v := range o.cells {
		if i%o.each == 0 {
			judgeOut.word(how, 0x87, line)
			judgeOut.long(uint64(o.number+i/o.each), 4)
			judgeOut.long(uint64(o.each), 4)
		}
		judgeOut.long(s.element(v), 4)
	}
}

// keep makes a value a known object, or renews it. Another that loses a cell to it is forgotten, as is the oldest.
func (s *judgeSearch) keep(start unsafe.Pointer, cells []judgeReflect.Value, each int) *judgeObject {
	o := s.where[start].object
	if o == nil || len(o.cells) != len(cells) {
		o = &s.kept[s.told%len(s.kept)]
		s.forget(o)
		s.told++
		o.number, o.named = 1+s.numbers%(1<<23), 0
		s.numbers += len(cells) / each
	}
	s.forget(o)
	o.start, o.cells, o.each = start, cells, each
	s.where[start] = judgeWhere{o, -1}
	for i, v := range cells {
		if v.CanAddr() {
			at := v.Addr().UnsafePointer()
			if old := s.where[at].object; old != nil && old != o {
				s.forget(old)
			}
			s.where[at] = judgeWhere{o, i}
		}
	}
	return o
}

// forget forgets an object. A program may have a delete of its own.
func (s *judgeSearch) forget(o *judgeObject) {
	if len(s.where) > 1<<18 {
		judgeMaps.DeleteFunc(s.where, func(_ unsafe.Pointer, in judgeWhere) bool { return in.object == nil })
	}
	s.where[o.start] = judgeWhere{}
	for _, v := range o.cells {
		if v.CanAddr() {
			s.where[v.Addr().UnsafePointer()] = judgeWhere{}
		}
	}
	o.cells = nil
}

// familiar reports whether an object begins at an address that need not be told again. It must be when it is named for
// the 2nd, 4th, 8th... time, because something unseen may have filled it.
func (s *judgeSearch) familiar(start unsafe.Pointer) bool {
	o := s.where[start].object
	if o == nil || o.named&(o.named+1) == 0 {
		return false
	}
	o.named++
	return true
}

// look tells what a value holds, if it has the size of a board or is a part of such a value, and reports whether it is.
// How is 2 if it has just changed.
func (s *judgeSearch) look(line int, v judgeReflect.Value, how byte) (found bool) {
	if judgeInteger(v) {
		return v.CanAddr() && s.cell(line, v)
	}
	for i := 0; v.Kind() == judgeReflect.Struct && i < v.NumField(); i++ {
		found = s.look(line, judgeWhole(v.Field(i)), how) || found
	}
	start := judgeStart(v)
	if start == nil || how == 0 && s.familiar(start) {
		return found || start != nil
	}
	o := s.where[start].object
	if cells, each := s.cells(v); len(cells) > 0 && each >= s.size*s.size {
		o = s.keep(start, cells, each)
	}
	if o != nil {
		s.tell(line, o, how)
	}
	return o != nil
}

// cell tells that a cell has just changed, and reports whether a value is one.
func (s *judgeSearch) cell(line int, v judgeReflect.Value) bool {
	in := s.where[v.Addr().UnsafePointer()]
	if in.object != nil && in.cell >= 0 {
		judgeOut.word(0, 0x88, line)
		judgeOut.long(uint64(in.object.number+in.cell/in.object.each), 4)
		judgeOut.long(uint64(in.cell%in.object.each), 4)
		judgeOut.long(s.element(v), 4)
	}
	return in.object != nil
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

// changed looks at a place that has just been changed, and at what it is a part of.
func (s *judgeSearch) changed(line int, name string, v judgeReflect.Value, path []interface{}) {
	way, how := judgeWay(v, path), byte(2)
	s.named(name, way[0])
	if judgeInteger(way[len(way)-1]) {
		how = 0
	}
	for i := len(way) - 1; i >= 0 && !s.look(line, way[i], how); i-- {
	}
}
