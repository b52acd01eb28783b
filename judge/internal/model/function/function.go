// Package function knows functions as LeetCode asks for them: a signature in the site's words, values as the site
// writes them, and for each language a driver that turns a file with such a function into a program. It only makes
// texts; other packages compile, run and judge them.
//
// How it works: the judge reads a case's arguments itself and passes them to the driver as bytes, on standard input. So
// a driver in any language reads a large array quickly, and errors in a case are found in one place. The driver calls the
// function, times only the calls, and writes the results to a separate descriptor, so that the function may print
// anything. Its answer begins with a random number of this run and must be correct to the last byte.
package function

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Signature is the function that a problem asks for, or the class whose objects are called.
type Signature struct {
	Method
	Inner   *Method  // a function whose result is the only argument of the outer one: deserialize(serialize(root))
	Class   string   // the class that holds the function, if not Solution; with Methods, the class asked for
	Methods []Method // of a class that is designed; the first is its constructor
	Place   int      // the parameter that is changed in place and is the result, from 0; -1 for the returned value
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

// Answer returns the type of the compared value.
func (s Signature) Answer() Type {
	switch {
	case s.IsDesign():
		return Type{Kind: Any}
	case s.Place >= 0:
		return s.Params[s.Place].Type
	}
	return s.Result
}

// Passes returns how many times each call is made.
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

// Types returns all types of the signature, with the types of their elements.
func (s Signature) Types() (all []Type) {
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
	for _, m := range s.All() {
		for _, p := range m.Params {
			add(p.Type)
		}
		add(m.Result)
	}
	return all
}

// All returns everything that can be called.
func (s Signature) All() []Method {
	switch {
	case s.IsDesign():
		return s.Methods
	case s.Inner != nil:
		return []Method{*s.Inner, s.Method}
	}
	return []Method{s.Method}
}

// Uses reports whether a type of that kind is in the signature.
func (s Signature) Uses(k Kind) bool {
	return slices.ContainsFunc(s.Types(), func(t Type) bool { return t.Kind == k })
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

// Holder is the class that holds the function where a language wants one.
func (s Signature) Holder() string {
	if s.Class != "" {
		return s.Class
	}
	return "Solution"
}

// Callee names what the judge calls: a function, or the methods of a class.
func (s Signature) Callee() string {
	if s.IsDesign() {
		return s.Class
	}
	return s.Name
}
