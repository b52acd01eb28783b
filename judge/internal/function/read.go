package function

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/say"
)

// A value is nil, a bool, an int64 (int and long), a float64, a byte (char), a string, or a []any of
// values. A ListNode is the list of its values; a TreeNode is its values level by level, with nil where a
// child is missing and nothing after the last node.

// Call is what one call of the function is given, or what is done with one object of a class.
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
// the names and one with the lists of arguments.
func (s Signature) Read(input []byte) ([]Call, error) {
	lines := splitLines(input)
	per := len(s.Args())
	if s.IsDesign() {
		per = 2
	}
	if per == 0 { // a line each says that there is a call
		per = 1
	}
	if rest := len(lines) % per; rest != 0 {
		if s.IsDesign() {
			return nil, say.Errorf("line %d: a second line is missing: the names of the methods stand on one, their arguments on the next", len(lines))
		}
		return nil, say.Errorf("line %d: %s too few: a call of %s takes %d, one for each argument", len(lines), say.Count(per-rest, "line"), s.Name, per)
	}
	var calls []Call
	for n := 0; n < len(lines); n += per {
		call, err := s.readCall(lines[n:n+per], n+1)
		if err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	return calls, nil
}

// splitLines are the lines of a text without those that are empty at its end.
func splitLines(text []byte) []string {
	t := strings.TrimRight(strings.TrimPrefix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\ufeff"), " \t\n")
	if t == "" {
		return nil
	}
	return strings.Split(t, "\n")
}

func (s Signature) readCall(lines []string, first int) (c Call, err error) {
	if s.IsDesign() {
		c.Ops, err = s.readOps(lines, first)
		return c, err
	}
	for i, p := range s.Args() {
		v, err := ReadValue(p.Type, lines[i])
		if err != nil {
			return c, say.Errorf("line %d, %s %s: %w", first+i, p.Type, p.Name, err)
		}
		c.Args = append(c.Args, v)
	}
	return c, nil
}

// readOps reads ["LRUCache","put"] and [[2],[1,1]].
func (s Signature) readOps(lines []string, first int) ([]Op, error) {
	text := Type{Kind: String}
	names, err := ReadValue(Type{Kind: Array, Elem: &text}, lines[0])
	if err != nil {
		return nil, say.Errorf("line %d, the names of the methods: %w", first, err)
	}
	r := reader{text: lines[1]}
	fault := func(err error) error { return say.Errorf("line %d: %w", first+1, err) }
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

// ReadValue reads one value as the site writes it.
func ReadValue(t Type, text string) (any, error) {
	r := reader{text: text}
	v, err := r.value(t)
	if err != nil {
		return nil, err
	}
	return v, r.end()
}

// reader reads values from a line.
type reader struct {
	text string
	at   int
}

func (r *reader) blanks() {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == '\t') {
		r.at++
	}
}

// next is the character that comes next, 0 at the end.
func (r *reader) next() byte {
	r.blanks()
	if r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

// fault says what is expected where the line goes on otherwise.
func (r *reader) fault(want say.Message) error {
	if r.next() == 0 {
		return say.Errorf("%s is expected, and the line ends", want)
	}
	rest := r.text[r.at:]
	if len(rest) > 20 {
		rest = strings.ToValidUTF8(rest[:20], "") + "..."
	}
	return say.Errorf("column %d: %s is expected, not %s", r.at+1, want, rest)
}

func (r *reader) want(c byte) error {
	if r.next() != c {
		return r.fault(say.Of("%q", string(c)))
	}
	r.at++
	return nil
}

func (r *reader) end() error {
	if r.next() != 0 {
		return r.fault(say.Of("the end of the line"))
	}
	return nil
}

// word takes what goes on to the next comma or bracket.
func (r *reader) word() string {
	r.blanks()
	n := strings.IndexAny(r.text[r.at:], ",[] \t\"")
	if n < 0 {
		n = len(r.text) - r.at
	}
	r.at += n
	return r.text[r.at-n : r.at]
}

func (r *reader) null() bool {
	if strings.HasPrefix(r.text[r.at:], "null") {
		r.at += len("null")
		return true
	}
	return false
}

func (r *reader) value(t Type) (any, error) {
	before := r.next()
	start := r.at
	back := func(v any, ok bool) (any, error) {
		if ok {
			return v, nil
		}
		r.at = start
		return nil, r.fault(expected(t))
	}
	switch t.Kind {
	case Int:
		n, err := strconv.ParseInt(r.word(), 10, 32)
		return back(n, err == nil)
	case Long:
		n, err := strconv.ParseInt(r.word(), 10, 64)
		return back(n, err == nil)
	case Double:
		x, err := strconv.ParseFloat(r.word(), 64)
		return back(x, err == nil)
	case Boolean:
		w := r.word()
		return back(w == "true", w == "true" || w == "false")
	case Char:
		s, ok := r.quoted()
		if !ok || len(s) != 1 {
			return back(nil, false)
		}
		return s[0], nil
	case String:
		s, ok := r.quoted()
		return back(s, ok)
	case Void:
		return back(nil, r.null())
	case ListNode:
		number := Type{Kind: Int}
		return r.value(Type{Kind: Array, Elem: &number})
	case TreeNode:
		v, err := r.nodes()
		return v, err
	case Any:
		return r.any(before)
	}
	return r.list(t)
}

// expected says what a value of a type looks like.
func expected(t Type) say.Message {
	switch t.Kind {
	case Int:
		return say.Of("an int, such as -7,")
	case Long:
		return say.Of("a long, such as 10000000000,")
	case Double:
		return say.Of("a double, such as 2.5,")
	case Boolean:
		return say.Of("true or false")
	case Char:
		return say.Of("one character in quotes, such as %s,", `"x"`)
	case String:
		return say.Of("a text in quotes, such as %s,", `"abc"`)
	case TreeNode:
		return say.Of("a number or null")
	}
	return say.Of("a value")
}

func (r *reader) list(t Type) (any, error) {
	items := []any{}
	err := r.items(func() error {
		v, err := r.value(*t.Elem)
		items = append(items, v)
		return err
	})
	return items, err
}

// items reads a list, each item by one call.
func (r *reader) items(one func() error) error {
	if err := r.want('['); err != nil {
		return err
	}
	if r.next() == ']' {
		r.at++
		return nil
	}
	for {
		if err := one(); err != nil {
			return err
		}
		switch r.next() {
		case ',':
			r.at++
		case ']':
			r.at++
			return nil
		default:
			return r.fault(say.Of("%q or %q", ",", "]"))
		}
	}
}

// nodes reads a tree and sees that each node has a parent.
func (r *reader) nodes() (any, error) {
	nodes := []any{}
	if r.next() == 'n' && r.null() {
		return nodes, nil
	}
	start := r.at
	err := r.items(func() error {
		if r.next() == 'n' && r.null() {
			nodes = append(nodes, nil)
			return nil
		}
		at := r.at
		n, err := strconv.ParseInt(r.word(), 10, 32)
		if err != nil {
			r.at = at
			return r.fault(expected(Type{Kind: TreeNode}))
		}
		nodes = append(nodes, n)
		return nil
	})
	if err != nil {
		return nil, err
	}
	nodes = withoutNulls(nodes)
	places := 1 // for nodes that are still to come
	for i, n := range nodes {
		if places--; places < 0 {
			r.at = start
			return nil, say.Errorf("node number %d has no parent: a tree is written level by level, with null for a child that is missing", i+1)
		}
		if n != nil {
			places += 2
		}
	}
	return nodes, nil
}

// withoutNulls is a tree without what stands behind its last node.
func withoutNulls(nodes []any) []any {
	for len(nodes) > 0 && nodes[len(nodes)-1] == nil {
		nodes = nodes[:len(nodes)-1]
	}
	return nodes
}

// any reads a value whose type nobody has said.
func (r *reader) any(next byte) (any, error) {
	switch next {
	case '[':
		items := []any{}
		err := r.items(func() error {
			v, err := r.any(r.next())
			items = append(items, v)
			return err
		})
		return items, err
	case '"':
		if s, ok := r.quoted(); ok {
			return s, nil
		}
		return nil, r.fault(say.Of("the end of the text"))
	}
	at := r.at
	w := r.word()
	switch w {
	case "null":
		return nil, nil
	case "true", "false":
		return w == "true", nil
	}
	if n, err := strconv.ParseInt(w, 10, 64); err == nil {
		return n, nil
	}
	if x, err := strconv.ParseFloat(w, 64); err == nil {
		return x, nil
	}
	r.at = at
	return nil, r.fault(say.Of("a value"))
}

// quoted reads a text in quotes, with the escapes of JSON. A single character may have single quotes.
func (r *reader) quoted() (string, bool) {
	quote := r.next()
	if quote != '"' && quote != '\'' {
		return "", false
	}
	r.at++
	var text []byte
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case c == quote:
			return string(text), true
		case c != '\\':
			text = append(text, c)
		case r.at < len(r.text):
			text = r.escape(text)
		}
	}
	return "", false
}

func (r *reader) escape(text []byte) []byte {
	c := r.text[r.at]
	r.at++
	if i := bytes.IndexByte([]byte("bfnrt"), c); i >= 0 {
		return append(text, "\b\f\n\r\t"[i])
	}
	if c != 'u' || r.at+4 > len(r.text) {
		return append(text, c)
	}
	n, err := strconv.ParseUint(r.text[r.at:r.at+4], 16, 16)
	if err != nil {
		return append(text, c)
	}
	r.at += 4
	return utf8.AppendRune(text, rune(n))
}

// WriteValue writes a value as the site does.
func WriteValue(v any) string { return string(appendValue(nil, v)) }

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return appendDouble(b, v)
	case byte:
		return appendText(b, string(rune(v)))
	case string:
		return appendText(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, item)
		}
		return append(b, ']')
	}
	return append(b, "null"...)
}

func appendDouble(b []byte, x float64) []byte {
	switch {
	case math.IsInf(x, 0), math.IsNaN(x), math.Abs(x) >= 1e21:
		return strconv.AppendFloat(b, x, 'g', -1, 64)
	case x == math.Trunc(x):
		return strconv.AppendFloat(b, x, 'f', 1, 64)
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

// appendText quotes a text. What is not UTF-8 stays as it is: who shows it makes it harmless.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
