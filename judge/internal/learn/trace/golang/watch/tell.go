//go:build unix

package watch

//lint:file-ignore U1000 programs that are watched call it

import (
	judgeReflect "reflect"
)

// judgeFunction is a function of the program, and how many of its calls began at each level.
type judgeFunction struct {
	Name   string
	Line   int
	active int
	levels []uint64
}

// judgeTelling is what was told of calls and tables so far.
var judgeTelling struct {
	begun         bool // the functions have their names
	calls, writes int
	told          []bool         // the calls under way
	tables        map[string]int // their numbers
	lengths       map[string]int
	keys          map[interface{}]int
}

func (s *judgeStream) event(kind, a byte, low int, x, y uint64) {
	s.word(a, kind, low)
	s.long(x, 8)
	s.long(y, 8)
}

func (s *judgeStream) name(number int, name string, line int) {
	if len(name) > 200 {
		name = name[:200]
	}
	s.event(0xA0, 0, number, uint64(len(name)), uint64(line))
	s.kept = append(append(s.kept, name...), make([]byte, -len(name)&3)...)
}

func judgeBegins(f int, args ...interface{}) {
	judgeOut.Lock()
	defer judgeOut.Unlock()
	t := &judgeTelling
	if judgeOut.ended {
		return
	}
	if !t.begun {
		t.begun, t.tables, t.lengths, t.keys = true, map[string]int{}, map[string]int{}, map[interface{}]int{}
		for i, f := range judgeFunctions {
			judgeOut.name(i+1, f.Name, f.Line)
		}
	}
	own := &judgeFunctions[f-1]
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
	defer judgeOut.Unlock()
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

// judgeShort returns the type of a value and a number for it.
func judgeShort(v judgeReflect.Value) (kind byte, y uint64) {
	switch v.Kind() {
	case judgeReflect.Invalid:
		return 0, 0
	case judgeReflect.Bool:
		if v.Bool() {
			return 5, 1
		}
		return 5, 0
	case judgeReflect.Uint8:
		if v.Uint() >= ' ' && v.Uint() <= '~' {
			return 2, v.Uint()
		}
		return 1, v.Uint()
	case judgeReflect.Int, judgeReflect.Int8, judgeReflect.Int16, judgeReflect.Int32, judgeReflect.Int64:
		return 1, uint64(v.Int())
	case judgeReflect.Uint, judgeReflect.Uint16, judgeReflect.Uint32, judgeReflect.Uint64:
		return 1, v.Uint()
	case judgeReflect.Float32, judgeReflect.Float64:
		return 3, uint64(int64(v.Float() * 1000))
	case judgeReflect.String:
		text := v.String()
		if len(text) > 8 {
			return 6, 0
		}
		for i := len(text) - 1; i >= 0; i-- {
			y = y<<8 | uint64(text[i])
		}
		return 4, y
	}
	return 6, 0
}

func judgeLength(v judgeReflect.Value) int {
	if v.Kind() == judgeReflect.Slice || v.Kind() == judgeReflect.Array {
		return v.Len()
	}
	return 0
}

// judgePlace returns the index that a key stands for: itself, or the order in which the keys came.
func judgePlace(key interface{}) uint64 {
	switch v := judgeReflect.ValueOf(key); v.Kind() {
	case judgeReflect.Int, judgeReflect.Int8, judgeReflect.Int16, judgeReflect.Int32, judgeReflect.Int64:
		if v.Int() >= 0 && v.Int() < 1<<20 {
			return uint64(v.Int())
		}
	case judgeReflect.Uint8, judgeReflect.Uint16, judgeReflect.Uint32, judgeReflect.Uint, judgeReflect.Uint64:
		if v.Uint() < 1<<20 {
			return v.Uint()
		}
	}
	keys := judgeTelling.keys
	if _, known := keys[key]; !known {
		keys[key] = len(keys)
	}
	return uint64(keys[key])
}

// judgeTold tells that an element of a table is a value now; a row of -1: it has one index.
func judgeTold(line int, name string, row, whole, column, value interface{}) {
	judgeOut.Lock()
	defer judgeOut.Unlock()
	t := &judgeTelling
	t.writes++
	if judgeOut.ended || !t.begun || t.writes > 1000000 || line > 65535 {
		return
	}
	number, known := t.tables[name]
	if !known {
		number = len(judgeFunctions) + len(t.tables) + 1
		t.tables[name] = number
		judgeOut.name(number, name, line)
	}
	all := judgeReflect.ValueOf(whole)
	flat := row == -1
	if n := judgeLength(all); n > t.lengths[name] {
		t.lengths[name] = n
		if wide := judgeLength(all.Index(0)); wide > 0 && !flat {
			judgeOut.event(0x95, 0, number, uint64(n), uint64(wide))
		} else {
			judgeOut.event(0x95, 0, number, 1, uint64(n))
		}
	}
	r := uint64(0)
	if !flat {
		r = judgePlace(row)
	}
	kind, y := judgeShort(judgeReflect.ValueOf(value))
	judgeOut.event(0x96, kind, line, uint64(number)|r<<16|judgePlace(column)<<40, y)
}

// judgeLevels writes the counts of calls.
func judgeLevels() {
	for i, f := range judgeFunctions {
		for level, n := range f.levels {
			judgeOut.event(0x91, 0, i+1, uint64(level), n)
		}
	}
}
