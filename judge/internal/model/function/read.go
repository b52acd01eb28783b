package function

import (
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// A value is nil, a bool, an int64 (int and long), a float64, a byte (char), a string, or a []any of
// values. A ListNode is the list of its values; a TreeNode is its values level by level, with nil where a
// child is missing and nothing after the last node.

// Call holds the arguments of one call of the function, or all calls of one object of a class.
type Call struct {
	Args []any
	Ops  []Op // of a class
}

// Op is one method of a class with its arguments.
type Op struct {
	Method int // of Signature.Methods
	Args   []any
}

// Read reads an input as the site writes it: an argument a line, call after call; of a class a line with
// the names and one with the lists of arguments. A sample may be there as a statement shows it.
func (s Signature) Read(input []byte) ([]Call, error) {
	lines := s.lines(input)
	per := len(s.Args())
	if s.IsDesign() {
		per = 2
	}
	if per == 0 { // a line each says that there is a call
		per = 1
	}
	if rest := len(lines) % per; rest != 0 {
		if s.IsDesign() {
			return nil, say.Errorf("line %d: a second line is missing: the names of the methods stand on one, their arguments on the next", lines[len(lines)-1].number)
		}
		return nil, say.Errorf("line %d: %s too few: a call of %s takes %d, one for each argument", lines[len(lines)-1].number, say.Count(per-rest, "line"), s.Name, per)
	}
	var calls []Call
	for n := 0; n < len(lines); n += per {
		call, err := s.readCall(lines[n : n+per])
		if err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	return calls, nil
}

func (s Signature) readCall(lines []line) (c Call, err error) {
	if s.IsDesign() {
		c.Ops, err = s.readOps(lines)
		return c, err
	}
	for i, p := range s.Args() {
		v, err := ReadValue(p.Type, lines[i].text)
		if err != nil {
			return c, say.Errorf("line %d, %s %s: %w", lines[i].number, p.Type, p.Name, err)
		}
		c.Args = append(c.Args, v)
	}
	return c, nil
}

// readOps reads ["LRUCache","put"] and [[2],[1,1]].
func (s Signature) readOps(lines []line) ([]Op, error) {
	first, second := lines[0].number, lines[1].number
	text := Type{Kind: String}
	names, err := ReadValue(Type{Kind: Array, Elem: &text}, lines[0].text)
	if err != nil {
		return nil, say.Errorf("line %d, the names of the methods: %w", first, err)
	}
	r := reader{text: lines[1].text}
	fault := func(err error) error { return say.Errorf("line %d: %w", second, err) }
	if err := r.want('['); err != nil {
		return nil, fault(err)
	}
	var ops []Op
	for i, name := range names.([]any) {
		method, err := s.methodCalled(name.(string), i)
		if err != nil {
			return nil, say.Errorf("line %d: %w", first, err)
		}
		if i > 0 {
			if err := r.want(','); err != nil {
				return nil, fault(say.Errorf("%d methods are called, and here are the arguments of %d: %w", len(names.([]any)), i, err))
			}
		}
		args, err := r.args(s.Methods[method])
		if err != nil {
			return nil, fault(say.Errorf("the arguments of %s, number %d: %w", name, i+1, err))
		}
		ops = append(ops, Op{method, args})
	}
	if err := r.want(']'); err != nil {
		return nil, fault(err)
	}
	return ops, r.end()
}

func (s Signature) methodCalled(name string, at int) (int, error) {
	var names []string
	for i, m := range s.Methods {
		if m.Name != name {
			names = append(names, m.Name)
			continue
		}
		if (i == 0) != (at == 0) {
			return 0, say.Errorf("the constructor %s comes first, and once", s.Class)
		}
		return i, nil
	}
	return 0, say.Errorf("class %s has no method %q: it has %s", s.Class, name, strings.Join(names, ", "))
}

// args reads the list of a method's arguments.
func (r *reader) args(m Method) ([]any, error) {
	if err := r.want('['); err != nil {
		return nil, err
	}
	var args []any
	for i, p := range m.Params {
		if i > 0 {
			if err := r.want(','); err != nil {
				return nil, err
			}
		}
		v, err := r.value(p.Type)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	return args, r.want(']')
}
