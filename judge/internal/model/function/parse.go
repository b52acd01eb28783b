package function

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
)

// Parse reads a function's signature: "int[] twoSum(int[] nums, int target)". Two in one, as
// "TreeNode deserialize(String serialize(TreeNode root))", are called one after the other.
func Parse(text string) (Signature, error) {
	s := Signature{Place: -1}
	p := wording{rest: strings.TrimSuffix(strings.TrimSpace(text), ";"), whole: text}
	outer, inner, err := p.method(true)
	if err != nil {
		return s, err
	}
	if err := p.end(); err != nil {
		return s, err
	}
	s.Method, s.Inner = outer, inner
	return s, nil
}

// ParseClass reads the methods of a class, the constructor first: "LRUCache(int capacity)", "int get(int key)".
func ParseClass(name string, methods []string) (Signature, error) {
	s := Signature{Class: name, Place: -1}
	if !identifier().MatchString(name) {
		return s, say.Errorf("%q is not the name of a class", name)
	}
	for _, text := range methods {
		p := wording{rest: strings.TrimSuffix(strings.TrimSpace(text), ";"), whole: text, class: name}
		m, _, err := p.method(false)
		if err == nil {
			err = p.end()
		}
		if err != nil {
			return s, err
		}
		if m.Result.Kind == None && len(s.Methods) > 0 {
			return s, say.Errorf("%q: the constructor comes first, and once", text)
		}
		if m.Result.Kind != None && len(s.Methods) == 0 { // one without arguments need not be said
			s.Methods = append(s.Methods, Method{Name: name})
		}
		for _, other := range s.Methods {
			if other.Name == m.Name {
				return s, say.Errorf("%q: there is a %s already", text, m.Name)
			}
		}
		s.Methods = append(s.Methods, m)
	}
	if len(s.Methods) < 2 {
		return s, say.Errorf("class %s has no methods to call", name).Hint("list them, as in: methods: [%q, %q]", name+"(int capacity)", "int get(int key)")
	}
	return s, nil
}

// classWord and constructor match the beginning of a class: "class LRUCache { LRUCache(int capacity); ... }".
var (
	classWord   = match.Lazy(`^\s*(?:public\s+)?(?:class|interface)\s+(\w+)\s*\{([^{}]*)\}?\s*;?\s*$`)
	constructor = match.Lazy(`^\s*(\w+)\s*\(`)
)

// ParseAny reads a function's signature, or the methods of a class one after the other, as the site has them:
// "LRUCache(int capacity); int get(int key); void put(int key, int value)". A function may also be copied from the
// site's editor, in any of its languages.
func ParseAny(text string) (Signature, error) {
	s, err := parseAny(text)
	if err != nil {
		if other, failed := Parse(fromSite(text)); failed == nil {
			return other, nil
		}
	}
	return s, err
}

func parseAny(text string) (Signature, error) {
	name := ""
	if m := classWord().FindStringSubmatch(text); m != nil {
		name, text = m[1], m[2]
	} else if m := constructor().FindStringSubmatch(text); m != nil {
		name = m[1]
	}
	if name == "" {
		return Parse(text)
	}
	var methods []string
	for _, m := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if m = strings.TrimPrefix(strings.TrimSpace(m), "public "); m != "" {
			methods = append(methods, m)
		}
	}
	return ParseClass(name, methods)
}

var identifier = match.Lazy(`^[A-Za-z_][A-Za-z0-9_]*$`)

// wording reads one signature.
type wording struct {
	rest, whole string
	class       string // whose constructor may be read
}

// take takes the text if it comes next.
func (p *wording) take(text string) bool {
	p.rest = strings.TrimSpace(p.rest)
	rest, ok := strings.CutPrefix(p.rest, text)
	if ok {
		p.rest = rest
	}
	return ok
}

var leadingWord = match.Lazy(`^[A-Za-z_][A-Za-z0-9_]*`)

func (p *wording) word() string {
	p.rest = strings.TrimSpace(p.rest)
	w := leadingWord().FindString(p.rest)
	p.rest = p.rest[len(w):]
	return w
}

// fault says what was expected at this place of the text.
func (p *wording) fault(want say.Message) error {
	if next := strings.TrimSpace(p.rest); next != "" {
		return say.Errorf("%q: %s is expected at %q", p.whole, want, next).Hint("write it as the site does: %s", example)
	}
	return say.Errorf("%q: %s is missing at the end", p.whole, want).Hint("write it as the site does: %s", example)
}

const example = "int[] twoSum(int[] nums, int target)"

func (p *wording) end() error {
	if strings.TrimSpace(p.rest) != "" {
		return p.fault(say.Of("the end"))
	}
	return nil
}

// method reads a type, a name and the parameters. With nested, the one parameter may be a method again.
func (p *wording) method(nested bool) (m Method, inner *Method, err error) {
	if p.class != "" && regexp.MustCompile(`^\s*`+p.class+`\s*\(`).MatchString(p.rest) {
		m.Name = p.word()
	} else {
		if m.Result, err = p.typ(true); err != nil {
			return m, nil, err
		}
		if m.Name = p.word(); m.Name == "" {
			return m, nil, p.fault(say.Of("the function's name"))
		}
	}
	if !p.take("(") {
		return m, nil, p.fault(say.Of("%q", "("))
	}
	for first := true; !p.take(")"); first = false {
		if !first && !p.take(",") {
			return m, nil, p.fault(say.Of("%q or %q", ",", ")"))
		}
		var param Param
		if param.Type, err = p.typ(false); err != nil {
			return m, nil, err
		}
		if param.Name = p.word(); param.Name == "" {
			return m, nil, p.fault(say.Of("the name of a parameter"))
		}
		if nested && first && strings.HasPrefix(strings.TrimSpace(p.rest), "(") {
			p.rest = param.Type.String() + " " + param.Name + p.rest
			one, _, err := p.method(false)
			if err != nil {
				return m, nil, err
			}
			inner = &one
			continue
		}
		for _, other := range m.Params {
			if other.Name == param.Name {
				return m, nil, say.Errorf("%q: two parameters are called %s", p.whole, param.Name)
			}
		}
		m.Params = append(m.Params, param)
	}
	if inner != nil && len(m.Params) > 0 {
		return m, nil, say.Errorf("%q: a function around another takes no further arguments", p.whole)
	}
	if inner != nil {
		m.Params = []Param{{Name: "data", Type: inner.Result}}
	}
	return m, inner, nil
}

// typ reads a type.
func (p *wording) typ(result bool) (Type, error) {
	before := p.rest
	name := p.word()
	if name == "" {
		return Type{}, p.fault(say.Of("a type"))
	}
	var t Type
	if strings.EqualFold(name, "list") && p.take("<") {
		elem, err := p.typ(false)
		if err != nil {
			return t, err
		}
		if !p.take(">") {
			return t, p.fault(say.Of("%q", ">"))
		}
		t = Type{Kind: List, Elem: &elem}
	} else {
		kind, ok := kinds[strings.ToLower(name)]
		if !ok {
			return t, say.Errorf("%q: no type %q%s", p.whole, name, suggest.DidYouMean(name, slices.Sorted(maps.Values(words)))).Hint(
				"there are int, long, double, boolean, char, String, T[], List<T>, ListNode, TreeNode and void")
		}
		t = Type{Kind: kind}
	}
	for p.take("[") {
		if !p.take("]") {
			return t, p.fault(say.Of("%q", "]"))
		}
		elem := t
		t = Type{Kind: Array, Elem: &elem}
	}
	switch {
	case t.Depth() > 0 && t.innermost().Kind == Void, t.Kind == Void && !result:
		p.rest = before
		return t, say.Errorf("%q: only what a function returns can be void", p.whole)
	case t.Depth() > 3:
		return t, say.Errorf("%q: at most three levels of lists are supported", p.whole)
	}
	return t, nil
}
