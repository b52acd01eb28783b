//go:build unix

package watch

import (
	judgeFmt "fmt"
	judgeHash "hash/maphash"
	judgeReflect "reflect"
	judgeRuntime "runtime"
	judgeStrings "strings"
	judgeAtomic "sync/atomic"
	judgeSyscall "syscall"
	judgeTime "time"
	judgeUnsafe "unsafe"
)

// judgeDue is set when a loop is to be looked at again.
var judgeDue judgeAtomic.Bool

const judgeOften = 4 * judgeTime.Millisecond

func init() { judgeTime.AfterFunc(5*judgeOften, func() { judgeDue.Store(true) }) }

// judgeState is a digest of all that decides what a loop does next.
type judgeState struct {
	judgeHash.Hash
	known map[[2]any]bool // pointers
	left  int             // values that it may still have
}

var (
	judgeSeed   = judgeHash.MakeSeed()
	judgeStates = map[uint64]bool{}
)

// judgeLoop looks at the variables that a loop sees where its body begins. If all of them are what they were before in the
// same run of the loop, and no input was read in between, it goes on in the same way for ever. The first ones are counters
// that decide nothing.
func judgeLoop(loop, line, counters int, all ...any) {
	began := judgeTime.Now()
	judgeDue.Store(false)
	defer func() {
		_ = recover() // it can see what is not seen here
		judgeTime.AfterFunc(judgeOften+2*judgeTime.Since(began), func() { judgeDue.Store(true) })
	}()
	at, err := judgeSyscall.Seek(0, 0, 1)
	var input judgeSyscall.Stat_t
	if err != nil || judgeSyscall.Fstat(0, &input) != nil {
		return
	}
	s := judgeState{known: map[[2]any]bool{}, left: 1 << 20}
	s.SetSeed(judgeSeed)
	judgeFmt.Fprint(&s, loop, judgeRuns[loop], at)
	for i, v := range all {
		if v := judgeReflect.ValueOf(v).Elem(); i >= counters || v.Kind() == judgeReflect.String {
			s.add(v)
		}
	}
	if sum := s.Sum64(); !judgeStates[sum] {
		judgeStates[sum] = true
		return
	}
	told := judgeFmt.Sprintf("circle %d %d", map[bool]int{true: 1}[at == input.Size], line)
	judgeOut.Lock()
	judgeOut.word(2, 0x86, 0)
	judgeOut.long(uint64(len(told)), 4)
	judgeOut.text(told)
	judgeOut.Unlock()
	judgeOut.end(1)
	judgeSyscall.Exit(judgeClock)
}

// add adds a value with all that it leads to. It panics at one that may change unseen, or in an order by chance.
func (s *judgeState) add(v judgeReflect.Value) {
	if s.left--; s.left < 0 {
		panic("too much")
	}
	kind := v.Kind()
	judgeFmt.Fprint(s, kind, ' ')
	switch {
	case kind == judgeReflect.Bool:
		judgeFmt.Fprint(s, v.Bool())
	case v.CanInt():
		judgeFmt.Fprint(s, v.Int())
	case v.CanUint():
		judgeFmt.Fprint(s, v.Uint())
	case v.CanFloat():
		judgeFmt.Fprint(s, v.Float())
	case v.CanComplex():
		judgeFmt.Fprint(s, v.Complex())
	case kind == judgeReflect.UnsafePointer:
		judgeFmt.Fprint(s, v.Pointer())
	case kind == judgeReflect.String:
		judgeFmt.Fprint(s, v.Len(), ' ', v.String())
	case kind == judgeReflect.Slice:
		judgeFmt.Fprint(s, v.Pointer(), ' ', v.Len(), ' ', v.Cap())
		s.elements(v.Slice(0, v.Cap()))
	case kind == judgeReflect.Array:
		s.elements(v)
	case kind == judgeReflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			s.add(v.Field(i))
		}
	case v.IsNil():
	case kind == judgeReflect.Pointer:
		judgeFmt.Fprint(s, v.Pointer())
		if place := [2]any{v.Pointer(), v.Type()}; !s.known[place] {
			s.known[place] = true
			s.add(v.Elem())
		}
	case kind == judgeReflect.Interface:
		judgeFmt.Fprint(s, v.Elem().Type())
		s.add(v.Elem())
	default:
		name := "" // of a function without variables of its own
		if kind == judgeReflect.Func {
			name = judgeRuntime.FuncForPC(v.Pointer()).Name()
		}
		if name == "" || judgeStrings.Contains(name, ".func") || judgeStrings.HasSuffix(name, "-fm") {
			panic(kind)
		}
		judgeFmt.Fprint(s, name)
	}
}

func (s *judgeState) elements(v judgeReflect.Value) {
	of := v.Type().Elem().Kind()
	if v.Len() > 0 && of >= judgeReflect.Bool && of <= judgeReflect.Complex128 && (v.Kind() == judgeReflect.Slice || v.CanAddr()) {
		at := v.Index(0).UnsafeAddr()
		_, _ = s.Write(judgeUnsafe.Slice(*(**byte)(judgeUnsafe.Pointer(&at)), v.Len()*int(v.Type().Elem().Size())))
		return
	}
	for i := 0; i < v.Len(); i++ {
		s.add(v.Index(i))
	}
}
