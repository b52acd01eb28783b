// Package function knows functions as LeetCode asks for them: a signature in the site's words, values as
// the site writes them, and for each language what is put around a file that holds such a function so that
// it becomes a program. It makes texts; who compiles and runs them, and what a result is worth, is known
// elsewhere.
//
// Theory of operation. The judge reads a case's arguments itself and hands them to the driver as bytes, on
// standard input: a driver in any language then reads a large array in next to no time, and what a case
// says wrongly is found out here, once. The driver calls the function, times the calls alone, and writes
// what came back to a descriptor of its own, so that the function may print what it likes. Its answer
// begins with a number that was drawn for this run and has to come out right to the last byte.
package function

import (
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Signature is what a problem asks for: a function, or a class to make objects of and call.
type Signature struct {
	Method
	Inner   *Method  // a function whose result is the only argument of the outer one: deserialize(serialize(root))
	Class   string   // the class that holds the function where it is not Solution; of Methods, the class
	Methods []Method // of a class that is designed; the first is its constructor
	Place   int      // the parameter that is the result, from 0, since it is changed in place; -1: what is returned
	Calls   int      // how often everything is called, to see whether something is left behind; 0 is once
}

// Method is a function's name and types.
type Method struct {
	Name   string
	Result Type
	Params []Param
}

// Param is one parameter.
type Param struct {
	Name string
	Type Type
}

// IsDesign reports whether a class is asked for.
func (s Signature) IsDesign() bool { return len(s.Methods) > 0 }

// Args are the parameters whose values a case gives.
func (s Signature) Args() []Param {
	if s.Inner != nil {
		return s.Inner.Params
	}
	return s.Params
}

// Answer is the type of what is compared.
func (s Signature) Answer() Type {
	switch {
	case s.IsDesign():
		return Type{Kind: Any}
	case s.Place >= 0:
		return s.Params[s.Place].Type
	}
	return s.Result
}

// Passes is how often everything is called.
func (s Signature) Passes() int { return max(s.Calls, 1) }

// String is the signature in the site's words.
func (s Signature) String() string {
	if s.IsDesign() {
		var all []string
		for _, m := range s.Methods {
			all = append(all, m.String())
		}
		return "class " + s.Class + " { " + strings.Join(all, "; ") + " }"
	}
	if s.Inner != nil {
		return s.Result.String() + " " + s.Name + "(" + s.Inner.String() + ")"
	}
	return s.Method.String()
}

// String is a method in the site's words. A constructor has no type before its name.
func (m Method) String() string {
	var params []string
	for _, p := range m.Params {
		params = append(params, p.Type.String()+" "+p.Name)
	}
	text := m.Name + "(" + strings.Join(params, ", ") + ")"
	if m.Result.Kind != None {
		text = m.Result.String() + " " + text
	}
	return text
}

// types are all the types that the signature names, with those they are made of.
func (s Signature) types() (all []Type) {
	seen := map[string]bool{}
	var add func(Type)
	add = func(t Type) {
		if t.Elem != nil {
			add(*t.Elem)
		}
		if !seen[t.String()] {
			seen[t.String()] = true
			all = append(all, t)
		}
	}
	for _, m := range s.methods() {
		for _, p := range m.Params {
			add(p.Type)
		}
		add(m.Result)
	}
	return all
}

// methods are all that can be called.
func (s Signature) methods() []Method {
	switch {
	case s.IsDesign():
		return s.Methods
	case s.Inner != nil:
		return []Method{*s.Inner, s.Method}
	}
	return []Method{s.Method}
}

// uses reports whether a type of that kind is in the signature.
func (s Signature) uses(k Kind) bool {
	for _, t := range s.types() {
		if t.Kind == k {
			return true
		}
	}
	return false
}

// InPlace makes the parameter of that name the result.
func (s *Signature) InPlace(name string) error {
	var names []string
	for i, p := range s.Params {
		if p.Name == name {
			s.Place = i
			return nil
		}
		names = append(names, p.Name)
	}
	return say.Errorf("no parameter is called %q: the function has %s", name, strings.Join(names, ", "))
}
