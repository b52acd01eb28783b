package function

import (
	"maps"
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
	m, params, err := parseHead(text, "")
	if err != nil {
		return s, err
	}
	s.Method = m
	if inner, rest, err := parseHead(params, ""); err == nil && inner.Result.Kind != Void {
		if inner.Params, err = parseParams(text, rest); err != nil {
			return s, err
		}
		s.Inner, s.Params = &inner, []Param{{Name: "data", Type: inner.Result}}
		return s, nil
	}
	s.Params, err = parseParams(text, params)
	return s, err
}

// ParseClass reads the methods of a class, the constructor first: "LRUCache(int capacity)", "int get(int key)".
func ParseClass(name string, methods []string) (Signature, error) {
	s := Signature{Class: name, Place: -1}
	if !identifier().MatchString(name) {
		return s, say.Errorf("%q is not the name of a class", name)
	}
	for _, text := range methods {
		m, params, err := parseHead(text, name)
		if err == nil {
			m.Params, err = parseParams(text, params)
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
		if slices.ContainsFunc(s.Methods, func(other Method) bool { return other.Name == m.Name }) {
			return s, say.Errorf("%q: there is a %s already", text, m.Name)
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
	identifier  = match.Lazy(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// ParseAny reads a function's signature, or the methods of a class one after the other, as the site has them:
// "LRUCache(int capacity); int get(int key); void put(int key, int value)". A function may also be copied from the
// site's editor, in any of its languages; C# alone begins its name with a capital.
func ParseAny(text string) (Signature, error) {
	s, err := parseAny(text)
	if err != nil {
		if other, failed := Parse(fromSite(text)); failed == nil {
			s, err = other, nil
		}
	}
	if s.Name != "" {
		s.Name = strings.ToLower(s.Name[:1]) + s.Name[1:]
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

var (
	headForm  = match.Lazy(`^(.*?)\b([A-Za-z_][A-Za-z0-9_]*)\s*\((.*)\)\s*;?\s*$`)
	paramForm = match.Lazy(`^(.*[^A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_]*)\s*$`)
	listForm  = match.Lazy(`^(?i:list)<(.*)>$`)
	sign      = match.Lazy(`\s+([\[\]<>])`)
)

const example = "int[] twoSum(int[] nums, int target)"

// parseHead reads the result and the name of a method, and returns its parameters as they are written. A constructor of
// the class has no result.
func parseHead(text, class string) (m Method, params string, err error) {
	found := headForm().FindStringSubmatch(text)
	if found == nil {
		return m, "", say.Errorf("%q is not a signature", text).Hint("write it as the site does: %s", example)
	}
	m.Name = found[2]
	if strings.TrimSpace(found[1]) != "" || m.Name != class {
		m.Result, err = parseType(text, found[1], 0)
	}
	return m, found[3], err
}

// parseParams reads the parameters of the whole signature.
func parseParams(whole, text string) (params []Param, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		found := paramForm().FindStringSubmatch(part)
		if found == nil {
			return nil, say.Errorf("%q: %q is not a parameter", whole, strings.TrimSpace(part)).Hint("write it as the site does: %s", example)
		}
		p := Param{Name: found[2]}
		if p.Type, err = parseType(whole, found[1], 0); err != nil {
			return nil, err
		}
		if p.Type.Kind == Void {
			return nil, errVoid(whole)
		}
		if slices.ContainsFunc(params, func(other Param) bool { return other.Name == p.Name }) {
			return nil, say.Errorf("%q: two parameters are called %s", whole, p.Name)
		}
		params = append(params, p)
	}
	return params, nil
}

func errVoid(whole string) error {
	return say.Errorf("%q: only what a function returns can be void", whole)
}

// parseType reads a type that is in so many lists.
func parseType(whole, text string, depth int) (Type, error) {
	text = strings.TrimSpace(sign().ReplaceAllString(text, "$1"))
	list, elem := Array, ""
	if before, ok := strings.CutSuffix(text, "[]"); ok {
		elem = before
	} else if m := listForm().FindStringSubmatch(text); m != nil {
		list, elem = List, m[1]
	}
	kind, known := kinds[strings.ToLower(text)]
	switch {
	case depth > 3:
		return Type{}, say.Errorf("%q: at most three levels of lists are supported", whole)
	case elem != "":
		inner, err := parseType(whole, elem, depth+1)
		return Type{Kind: list, Elem: &inner}, err
	case !known:
		return Type{}, say.Errorf("%q: no type %q%s", whole, text, suggest.DidYouMean(text, slices.Sorted(maps.Values(words)))).Hint(
			"there are int, long, double, boolean, char, String, T[], List<T>, ListNode, TreeNode and void")
	case kind == Void && depth > 0:
		return Type{}, errVoid(whole)
	}
	return Type{Kind: kind}, nil
}
