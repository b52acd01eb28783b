package function

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
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

// above matches what a statement shows before a value: blanks, the word above or before a sample, and an argument's name.
var above = match.Lazy(`^\s*(?:(?i:input|output|输入|输出)[ \t]*(?:[:：]|\n|$)\s*)?(?:[A-Za-z_]\w*\s*=\s*)?`)

// more reports whether there is another value, and goes to it.
func (r *reader) more() bool {
	r.at += len(above().FindString(r.text[r.at:]))
	return r.at < len(r.text)
}

// line is the number of the line.
func (r *reader) line() int { return 1 + strings.Count(r.text[:r.at], "\n") }

// rest takes what is left of the line.
func (r *reader) rest() {
	if n := strings.IndexByte(r.text[r.at:], '\n'); n >= 0 {
		r.at += n
	} else {
		r.at = len(r.text)
	}
}

// opened returns a reader of a file, without blanks at its end.
func opened(text []byte) *reader {
	return &reader{text: strings.TrimRight(strings.TrimPrefix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\ufeff"), " \t\n")}
}

// Values returns the values of a case's answer, each in one line.
func Values(text []byte) (all []string) {
	for r := opened(text); r.more(); {
		from := r.at
		if _, err := r.value(Type{Kind: Any}); err != nil || r.end() != nil {
			r.at, r.deep = from, 0
			r.rest() // whoever wants it says what is wrong
		}
		all = append(all, strings.ReplaceAll(r.text[from:r.at], "\n", " "))
	}
	return all
}

// Read reads an input as the site writes it: an argument a line, call after call; of a class a line with
// the names and one with the lists of arguments. A sample may also be as a statement shows it: "nums = [2,7], target = 9" on
// one line, with "Input:" before it perhaps, and a board over several lines.
func (s Signature) Read(input []byte) (calls []Call, err error) {
	for r := opened(input); r.more(); {
		var c Call
		if s.IsDesign() {
			c.Ops, err = s.readOps(r)
		} else {
			c.Args, err = s.readArgs(r)
		}
		if err != nil {
			return nil, err
		}
		calls = append(calls, c)
	}
	return calls, nil
}

// readArgs reads the arguments of one call. A line each says that there is a call of a function without any.
func (s Signature) readArgs(r *reader) (args []any, err error) {
	params := s.Args()
	for i, p := range params {
		if !r.more() {
			return nil, say.Errorf("line %d: %s too few: a call of %s takes %d, one for each argument", r.line(), say.Count(len(params)-i, "line"), s.Name, len(params))
		}
		v, err := r.value(p.Type)
		if err == nil && i+1 < len(params) && r.next() == ',' {
			r.at++
		} else if err == nil {
			err = r.end()
		}
		if err != nil {
			return nil, say.Errorf("line %d, %s %s: %w", r.line(), p.Type, p.Name, err)
		}
		args = append(args, v)
	}
	if len(params) == 0 {
		r.rest()
	}
	return args, nil
}

// readOps reads ["LRUCache","put"] and [[2],[1,1]].
func (s Signature) readOps(r *reader) (ops []Op, err error) {
	text := Type{Kind: String}
	read, err := r.value(Type{Kind: Array, Elem: &text})
	if err == nil {
		err = r.end()
	}
	if err != nil {
		return nil, say.Errorf("line %d, the names of the methods: %w", r.line(), err)
	}
	names := read.([]any)
	for i, name := range names {
		method, err := s.methodCalled(name.(string), i)
		if err != nil {
			return nil, say.Errorf("line %d: %w", r.line(), err)
		}
		ops = append(ops, Op{Method: method})
	}
	if !r.more() {
		return nil, say.Errorf("line %d: a second line is missing: the names of the methods stand on one, their arguments on the next", r.line())
	}
	begun, given := 0, 0
	err = r.exactly(len(ops), func(i int) (err error) {
		begun++
		if ops[i].Args, err = r.args(s.Methods[ops[i].Method]); err != nil {
			return say.Errorf("the arguments of %s, number %d: %w", names[i], i+1, err)
		}
		given++
		return nil
	})
	if err != nil && begun == given && given < len(ops) {
		err = say.Errorf("%d methods are called, and here are the arguments of %d: %w", len(ops), given, err)
	}
	if err == nil {
		err = r.end()
	}
	if err != nil {
		return nil, say.Errorf("line %d: %w", r.line(), err)
	}
	return ops, nil
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
func (r *reader) args(m Method) (args []any, err error) {
	err = r.exactly(len(m.Params), func(i int) error {
		v, err := r.value(m.Params[i].Type)
		args = append(args, v)
		return err
	})
	return args, err
}

// exactly reads a list of n items, each by one call.
func (r *reader) exactly(n int, one func(i int) error) error {
	i := 0
	err := r.items(func() error {
		if i == n {
			return r.fault(say.Of("%q", "]"))
		}
		i++
		return one(i - 1)
	})
	if err == nil && i < n {
		r.at-- // before the bracket
		err = r.fault(say.Of("%q", ","))
	}
	return err
}
