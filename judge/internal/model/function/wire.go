package function

import (
	"encoding/binary"
	"math"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// On the wire numbers are little-endian. A list is its length in 32 bits and its items, a text its length
// and its bytes; a length of all ones is a null. A tree is a list whose items have a byte before them: 0
// where there is no node.

const null = math.MaxUint32

// Nonce is drawn for each run, so that what one run wrote means nothing in another. A program that looks for it can read
// it: what a driver seems to have written is believed no more than what a program prints.
type Nonce [8]byte

// Most bounds what a driver may have written.
type Most struct {
	Values int           // in all results
	Time   time.Duration // that its times may be: the whole run's
}

// Encode writes what a driver reads. It makes another pass only if all before took no longer than quick.
func (s Signature) Encode(nonce Nonce, calls []Call, quick time.Duration) []byte {
	le := binary.LittleEndian
	b := append([]byte(nil), nonce[:]...)
	b = le.AppendUint32(b, uint32(s.Passes()))
	b = le.AppendUint32(b, uint32(min(quick.Microseconds(), math.MaxInt32)))
	b = le.AppendUint32(b, uint32(len(calls)))
	for _, c := range calls {
		if !s.IsDesign() {
			b = appendArgs(b, s.Args(), c.Args)
			continue
		}
		b = le.AppendUint32(b, uint32(len(c.Ops)))
		for _, op := range c.Ops {
			b = append(b, byte(op.Method))
			b = appendArgs(b, s.Methods[op.Method].Params, op.Args)
		}
	}
	return b
}

func appendArgs(b []byte, params []Param, args []any) []byte {
	for i, p := range params {
		b = appendWire(b, p.Type, args[i])
	}
	return b
}

func appendWire(b []byte, t Type, v any) []byte {
	le := binary.LittleEndian
	switch t.Kind {
	case Int:
		return le.AppendUint32(b, uint32(v.(int64)))
	case Long:
		return le.AppendUint64(b, uint64(v.(int64)))
	case Double:
		return le.AppendUint64(b, math.Float64bits(v.(float64)))
	case Boolean:
		if v.(bool) {
			return append(b, 1)
		}
		return append(b, 0)
	case Char:
		return append(b, v.(byte))
	case String:
		b = le.AppendUint32(b, uint32(len(v.(string))))
		return append(b, v.(string)...)
	}
	items := v.([]any)
	b = le.AppendUint32(b, uint32(len(items)))
	for _, item := range items {
		if t.Kind == TreeNode {
			b = appendWire(b, Type{Kind: Boolean}, item != nil)
		}
		if item != nil {
			b = appendWire(b, t.item(), item)
		}
	}
	return b
}

// Answers are a driver's results of a run.
type Answers struct {
	Passes [][]any       // of each pass, what each call came to
	Call   time.Duration // the calls alone, by the clock on the wall
	Driver time.Duration // reading the arguments and writing the results
	Wrong  say.Message   // why what came back is no result of this type; nothing if it is
}

// errCut means that the driver did not reach its end.
var errCut = say.Errorf("the program ended before the function returned")

// errForged means that something else wrote to the driver's descriptor.
var errForged = say.Errorf("something other than the judge's driver wrote to the driver's descriptor (number 3)")

// Decode reads what a driver wrote. An error is the program's fault.
func (s Signature) Decode(nonce Nonce, calls []Call, b []byte, most Most) (a Answers, err error) {
	d := decoder{b: b, left: most.Values * s.Passes()}
	if s.Place >= 0 {
		d.place = s.Params[s.Place].Name
	}
	if len(b) == 0 {
		return a, errCut
	}
	if !slices.Equal(d.take(8), nonce[:]) {
		return a, errForged
	}
	for len(a.Passes) < s.Passes() && (a.Passes == nil || !d.ends()) {
		var pass []any
		for n, c := range calls {
			v, wrong := s.result(&d, c)
			switch {
			case d.left < 0:
				return Answers{Wrong: say.Of("it returned more than %d values, many more than the answer has", most.Values)}, nil
			case d.short:
				return Answers{}, errForged
			}
			if wrong.Said() {
				if len(calls) > 1 {
					wrong = say.Of("call %d: %s", n+1, wrong)
				}
				a.Wrong = wrong
				return a, nil
			}
			pass = append(pass, v)
		}
		a.Passes = append(a.Passes, pass)
	}
	if d.take(1)[0] != 'T' {
		return a, errForged
	}
	in, call, out := d.number(), d.number(), d.number()
	a.Call, a.Driver = time.Duration(call), time.Duration(in+out)
	if d.short || len(d.b) != 0 || min(in, call, out) < 0 || max(in, call, out) > int64(most.Time) {
		return a, errForged
	}
	return a, nil
}

// result reads the result of one call.
func (s Signature) result(d *decoder, c Call) (any, say.Message) {
	if !s.IsDesign() {
		return d.tagged(s.Answer())
	}
	all := []any{}
	for _, op := range c.Ops {
		t := s.Methods[op.Method].Result
		if t.Kind == None {
			t.Kind = Void
		}
		v, wrong := d.tagged(t)
		if wrong.Said() {
			return nil, say.Of("%s: %s", s.Methods[op.Method].Name, wrong)
		}
		all = append(all, v)
	}
	return all, say.Message{}
}

// decoder reads the values that a driver wrote. If the data is too short or not a driver's, it records that and returns
// zeros from then on.
type decoder struct {
	b     []byte
	short bool
	left  int    // how many more values may be read
	place string // the parameter that is the result, "" for the returned value
}

func (d *decoder) take(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.short, d.b = true, nil
		return make([]byte, 8) // as much as any number takes
	}
	b := d.b[:n:n]
	d.b = d.b[n:]
	return b
}

// ends reports whether nothing but the times is left.
func (d *decoder) ends() bool { return len(d.b) == 0 || d.b[0] == 'T' }

func (d *decoder) length() uint32 { return binary.LittleEndian.Uint32(d.take(4)) }
func (d *decoder) number() int64  { return int64(binary.LittleEndian.Uint64(d.take(8))) }

// mostSaid is how much of a text of a driver is shown.
const mostSaid = 200

// tagged reads a value, or the reason why there is none.
func (d *decoder) tagged(t Type) (any, say.Message) {
	switch d.take(1)[0] {
	case 'R':
		return d.value(t), say.Message{}
	case 'W':
		what := cut(string(d.take(int(d.length()))), mostSaid)
		if d.place != "" {
			return nil, say.Of("it left %s in %s, which is to be %s", what, d.place, t)
		}
		return nil, say.Of("it returned %s where %s is asked for", what, t)
	case 'C':
		if d.place != "" {
			return nil, say.Of("it left a %s without an end in %s: its nodes form a circle", t.innermost(), d.place)
		}
		return nil, say.Of("it returned a %s without an end: its nodes form a circle", t.innermost())
	}
	d.short = true
	return nil, say.Message{}
}

func (d *decoder) value(t Type) any {
	switch t.Kind {
	case Void:
		return nil
	case Int:
		return int64(int32(d.length()))
	case Long:
		return d.number()
	case Double:
		return math.Float64frombits(uint64(d.number()))
	case Boolean:
		return d.take(1)[0] != 0
	case Char:
		return d.take(1)[0]
	}
	n := d.length()
	if n == null {
		return nil
	}
	if t.Kind == String {
		return string(d.take(int(n)))
	}
	d.short = d.short || uint64(n) > uint64(len(d.b)) // an item has a byte at least
	if d.short {
		return nil
	}
	if d.left -= int(n); d.left < 0 {
		return nil
	}
	items := make([]any, 0, n)
	for range n {
		if t.Kind == TreeNode && d.take(1)[0] == 0 {
			items = append(items, nil)
		} else {
			items = append(items, d.value(t.item()))
		}
	}
	if t.Kind == TreeNode {
		return withoutNulls(items)
	}
	return items
}
