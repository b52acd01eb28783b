//go:build unix

package watch

//lint:file-ignore U1000 programs that are watched call it

import (
	judgeReflect "reflect"
	"unsafe"
)

// judgeFunction is a function of the program: the block of statements that it begins with, if they are counted, or how
// many of its calls began at each level.
type judgeFunction struct {
	Name        string
	Line, Entry int
	active      int
	levels      []uint64
}

// judgeTelling is what was told of calls and tables so far.
var judgeTelling struct {
	calls, writes int
	told          []bool             // the calls under way
	fills         [1 << 16]judgeFill // by line
}

var (
	judgeTables  = map[string]int{} // their numbers by name,
	judgeLengths = map[string]int{} // and their lengths
	judgeKeys    = map[interface{}]int{}
)

// judgeFill is how many times in order a line wrote the same value.
type judgeFill struct{ at, value, times uint64 }

func (s *judgeStream) event(kind, a byte, low int, x, y uint64) {
	s.word(a, kind, low)
	s.long(x, 8)
	s.long(y, 8)
}

func (s *judgeStream) name(number int, name string, line int) {
	if n := 200; len(name) > n {
		for name[n]>>6 == 2 { // within a character
			n--
		}
		name = name[:n]
	}
	s.event(0xA0, 0, number, uint64(len(name)), uint64(line))
	s.text(name)
}

func judgeBegins(f int, args ...interface{}) {
	judgeOut.Lock()
	defer judgeRest()
	t, own := &judgeTelling, &judgeFunctions[f-1]
	if judgeOut.ended {
		return
	}
	if own.active == len(own.levels) {
		own.levels = append(own.levels, 0)
	}
	own.levels[own.active]++
	own.active++
	t.calls++
	t.told = append(t.told, t.calls <= 20000)
	if t.calls > 20000 {
		return
	}
	judgeOut.event(0x92, 0, f, 0, 0)
	for i := 0; i < len(args) && i < 4; i++ {
		kind, y := judgeShort(judgeReflect.ValueOf(args[i]))
		judgeOut.event(0x94, kind, 0, 0, y)
	}
}

func judgeEnds(f int) {
	judgeOut.Lock()
	defer judgeRest()
	t := &judgeTelling
	n := len(t.told)
	if judgeOut.ended || n == 0 {
		return
	}
	if judgeFunctions[f-1].active > 0 {
		judgeFunctions[f-1].active--
	}
	if t.told[n-1] {
		judgeOut.event(0x93, 0, 0, 0, 0)
	}
	t.told = t.told[:n-1]
}

// judgeLevels writes the functions and the counts of their calls.
func judgeLevels() {
	for i, f := range judgeFunctions {
		judgeOut.name(i+1, f.Name, f.Line)
		if len(judgeLines) > 0 {
			f.levels = []uint64{judgeN[f.Entry]}
		}
		for level, n := range f.levels {
			judgeOut.event(0x91, 0, i+1, uint64(level), n)
		}
	}
}

// judgeShort returns the type of a value and a number for it.
func judgeShort(v judgeReflect.Value) (kind byte, y uint64) {
	if v.Kind() == judgeReflect.Interface {
		v = v.Elem()
	}
	switch k := v.Kind(); {
	case k == judgeReflect.Invalid:
		return 0, 0
	case k == judgeReflect.Bool:
		if v.Bool() {
			return 5, 1
		}
		return 5, 0
	case k == judgeReflect.Uint8 && v.Uint() >= ' ' && v.Uint() <= '~':
		return 2, v.Uint()
	case k >= judgeReflect.Int && k <= judgeReflect.Int64:
		return 1, uint64(v.Int())
	case k >= judgeReflect.Uint && k <= judgeReflect.Uint64:
		return 1, v.Uint()
	case k == judgeReflect.Float32 || k == judgeReflect.Float64:
		return 3, uint64(int64(v.Float() * 1000))
	case k == judgeReflect.String && v.Len() <= 8:
		text := v.String()
		for i := len(text) - 1; i >= 0; i-- {
			y = y<<8 | uint64(text[i])
		}
		return 4, y
	}
	return 6, 0
}

func judgeLength(v judgeReflect.Value) int {
	if k := v.Kind(); k == judgeReflect.Slice || k == judgeReflect.Array || k == judgeReflect.String {
		return v.Len()
	}
	return 0
}

// judgeIndex returns the index that a key is, -1 if it is none.
func judgeIndex(key interface{}) int {
	if i, ok := key.(int); ok {
		return i
	}
	switch v := judgeReflect.ValueOf(key); {
	case v.CanInt():
		return int(v.Int())
	case v.CanUint():
		return int(v.Uint())
	}
	return -1
}

// judgePlace returns the index that a key represents: itself, or the order in which the keys came.
func judgePlace(key interface{}) uint64 {
	if i := judgeIndex(key); i >= 0 && i < 1<<20 {
		return uint64(i)
	}
	if _, known := judgeKeys[key]; !known {
		judgeKeys[key] = len(judgeKeys)
	}
	return uint64(judgeKeys[key])
}

// judgeField is a field of a struct, as a step on the way to a value; "*": what a pointer leads to.
type judgeField string

// judgeStep returns the element or the field of a value, an invalid one if there is none.
func judgeStep(v judgeReflect.Value, step interface{}) judgeReflect.Value {
	for v.Kind() == judgeReflect.Ptr || v.Kind() == judgeReflect.Interface {
		if v = v.Elem(); step == judgeField("*") {
			return v
		}
	}
	if f, ok := step.(judgeField); ok {
		return v.FieldByName(string(f))
	}
	if v.Kind() == judgeReflect.Map {
		return v.MapIndex(judgeReflect.ValueOf(step).Convert(v.Type().Key()))
	}
	if i := judgeIndex(step); i >= 0 && i < v.Len() {
		return v.Index(i)
	}
	return judgeReflect.Value{}
}

// judgeWays holds the values on the way that was last gone.
var judgeWays []judgeReflect.Value

// judgeWay returns the values that a path leads to, from the last field on. A field at its end is a part of a cell.
func judgeWay(v judgeReflect.Value, path []interface{}) []judgeReflect.Value {
	judgeWays = append(judgeWays[:0], judgeWhole(v))
	for i, step := range path {
		if _, field := step.(judgeField); field && i < len(path)-1 {
			judgeWays = judgeWays[:0]
		}
		v = judgeStep(v, step)
		judgeWays = append(judgeWays, judgeWhole(v))
	}
	return judgeWays
}

// judgeTold is called when something has changed: the variable that root points to, or what the path leads to from there.
// It returns true.
func judgeTold(line int, name string, root interface{}, path ...interface{}) bool {
	judgeLook(line, name, root, path, false)
	return true
}

// judgeSee is called when a variable has got its value, when it was declared or later.
func judgeSee(line int, name string, variable interface{}, declared bool) bool {
	judgeLook(line, name, variable, nil, declared)
	return true
}

// judgeSeen is called when a slice was handed on. Most often it was so before.
func judgeSeen[T any](line int, name string, slice []T) {
	judgeOut.Lock()
	familiar := judge.familiar(unsafe.Pointer(unsafe.SliceData(slice)))
	judgeOut.Unlock()
	if !familiar {
		seen := slice
		judgeLook(line, name, &seen, nil, true)
	}
}

func judgeLook(line int, name string, root interface{}, path []interface{}, declared bool) {
	judgeOut.Lock()
	defer judgeRest()
	v := judgeReflect.ValueOf(root).Elem()
	switch {
	case judgeOut.ended:
	case len(judgeFunctions) > 0:
		judgeTable(line, name, v, path)
	case !declared:
		judge.changed(line, name, v, path)
	case v.Kind() != judgeReflect.Struct: // a copy of one matters when it changes
		judge.named(name, judgeWhole(v))
		judge.look(line, judgeWhole(v), 0)
	}
}

// judgeGot is called when something was given to a function that may have changed it.
func judgeGot[T any](line int, given T) {
	judgeTold(line, "", &given)
}

// judgeTable tells that an element of a table is a value now. The path ends with the row and the column, or the column.
func judgeTable(line int, name string, v judgeReflect.Value, path []interface{}) {
	t := &judgeTelling
	if t.writes >= 1000000 || line > 65535 {
		return
	}
	number, known := judgeTables[name]
	if !known {
		number = len(judgeFunctions) + len(judgeTables) + 1
		judgeTables[name] = number
		judgeOut.name(number, name, line)
	}
	way := judgeWay(v, path)
	keys := path[len(path)+1-len(way):]
	if n := judgeLength(way[0]); n > judgeLengths[name] {
		judgeLengths[name] = n
		if wide := judgeLength(way[0].Index(0)); wide > 0 && way[0].Index(0).Kind() != judgeReflect.String {
			judgeOut.event(0x95, 0, number, uint64(n), uint64(wide))
		} else {
			judgeOut.event(0x95, 0, number, 1, uint64(n))
		}
	}
	row, place := uint64(0), judgePlace(keys[len(keys)-1])
	if len(keys) > 1 {
		row = judgePlace(keys[0])
	}
	kind, y := judgeShort(way[len(way)-1])
	fill := &t.fills[line]
	if fill.times++; y != fill.value || row<<24|place < fill.at {
		fill.times = 0
	}
	fill.at, fill.value = row<<24|place, y
	if fill.times < 10000 { // else it fills the table
		t.writes++
		judgeOut.event(0x96, kind, line, uint64(number)|row<<16|place<<40, y)
	}
}
