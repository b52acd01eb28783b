package function

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
)

// ReadValue reads one value as the site writes it.
func ReadValue(t Type, text string) (any, error) {
	r := reader{text: text}
	v, err := r.value(t)
	if err != nil {
		return nil, err
	}
	return v, r.end()
}

// reader reads values from a text. A list may go on for lines.
type reader struct {
	text string
	at   int
	deep int // lists around the place
}

// mostDeep bounds lists within lists: a program may print brackets without end, and reading them takes stack.
const mostDeep = 10_000

func (r *reader) blanks() {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == '\t' || r.text[r.at] == '\n' && r.deep > 0) {
		r.at++
	}
}

// next is the character that comes next, 0 at the end of the line.
func (r *reader) next() byte {
	r.blanks()
	if r.at == len(r.text) || r.text[r.at] == '\n' {
		return 0
	}
	return r.text[r.at]
}

// fault returns an error that names what was expected at this place of the line.
func (r *reader) fault(want say.Message) error {
	if r.next() == 0 {
		return say.Errorf("%s is expected, but the line ends", want)
	}
	rest, _, _ := strings.Cut(r.text[r.at:], "\n")
	if len(rest) > 20 {
		rest = strings.ToValidUTF8(rest[:20], "") + "..."
	}
	return say.Errorf("column %d: %s is expected, not %s", r.at-strings.LastIndexByte(r.text[:r.at], '\n'), want, rest)
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
	n := strings.IndexAny(r.text[r.at:], ",[] \t\n\"")
	if n < 0 {
		n = len(r.text) - r.at
	}
	r.at += n
	return r.text[r.at-n : r.at]
}

// value reads a value of a type. Kind Any takes every value.
func (r *reader) value(t Type) (any, error) {
	next, start := r.next(), r.at
	switch {
	case t.Kind == TreeNode:
		return r.nodes()
	case t.Kind == ListNode || t.IsList():
		return r.list(t.item())
	case t.Kind == Any && next == '[':
		return r.list(t)
	}
	v, ok := r.scalar()
	if ok {
		v, ok = fit(t.Kind, v)
	}
	if !ok {
		r.at = start
		return nil, r.fault(expected(t))
	}
	return v, nil
}

// scalar reads a value that is no list: a text, a truth, a number or null.
func (r *reader) scalar() (any, bool) {
	if c := r.next(); c == '"' || c == '\'' {
		return r.quoted(c)
	}
	switch w := r.word(); w {
	case "null":
		return nil, true
	case "true", "false":
		return w == "true", true
	default:
		if n, err := strconv.ParseInt(w, 10, 64); err == nil {
			return n, true
		}
		x, err := strconv.ParseFloat(w, 64)
		return x, err == nil
	}
}

// fit turns a value into one of a kind.
func fit(k Kind, v any) (any, bool) {
	switch k {
	case Void:
		return nil, v == nil
	case Any:
		return v, true
	case node:
		if v == nil {
			return nil, true
		}
		k = Int
	case Double:
		x, ok := number(v)
		return x, ok
	}
	switch x := v.(type) {
	case int64:
		return x, k == Long || k == Int && x == int64(int32(x))
	case bool:
		return x, k == Boolean
	case string:
		if k == Char && len(x) == 1 {
			return x[0], true
		}
		return x, k == String
	}
	return nil, false
}

// expected describes a value of a type.
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
	case node:
		return say.Of("a number or null")
	}
	return say.Of("a value")
}

func (r *reader) list(elem Type) (any, error) {
	items := []any{}
	err := r.items(func() error {
		v, err := r.value(elem)
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
	if r.deep++; r.deep > mostDeep {
		return r.fault(say.Of("the end of %d lists within each other", mostDeep))
	}
	defer func() { r.deep-- }()
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

// node is the kind of a node of a tree, or of one that is missing.
const node = Any + 1

// nodes reads a tree and checks that each node has a parent.
func (r *reader) nodes() (any, error) {
	next, start := r.next(), r.at
	if next == 'n' && r.word() == "null" {
		return []any{}, nil
	}
	r.at = start
	list, err := r.list(Type{Kind: node})
	if err != nil {
		return nil, err
	}
	nodes := withoutNulls(list.([]any))
	if n := parentless(nodes); n > 0 {
		r.at = start
		return nil, say.Errorf("node number %d has no parent: a tree is written level by level, with null for a child that is missing", n)
	}
	return nodes, nil
}

// parentless returns the number of the first node that has no parent; 0 if all have one.
func parentless(nodes []any) int {
	places := 1 // for nodes that are still to come
	for i, n := range nodes {
		if places--; places < 0 {
			return i + 1
		}
		if n != nil {
			places += 2
		}
	}
	return 0
}

// withoutNulls is a tree without what is behind its last node.
func withoutNulls(nodes []any) []any {
	for len(nodes) > 0 && nodes[len(nodes)-1] == nil {
		nodes = nodes[:len(nodes)-1]
	}
	return nodes
}

// quoted reads a text in quotes, with the escapes of JSON.
func (r *reader) quoted(quote byte) (string, bool) {
	r.at++
	var text []byte
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case c == '\n':
			return "", false
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
