package problem

import (
	"slices"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
)

// asked holds the keys of judge.yaml about the function that a problem asks for.
type asked struct {
	function, class, result string
	methods, constraints    []string
	places                  []int // the line of each constraint
	calls                   int64
}

// fields are the keys that say it.
func (a *asked) fields(y *yamlFile) fields {
	return fields{
		"function":    func(key string, n *yaml.Node) { a.function, _ = y.text(key, n) },
		"class":       func(key string, n *yaml.Node) { a.class, _ = y.text(key, n) },
		"methods":     func(key string, n *yaml.Node) { a.methods = y.texts(key, n) },
		"result":      func(key string, n *yaml.Node) { a.result, _ = y.text(key, n) },
		"calls":       func(key string, n *yaml.Node) { a.calls, _ = y.whole(key, n, 1, 100, say.Message{}, "2") },
		"constraints": func(key string, n *yaml.Node) { a.constraints, a.places = y.lines(key, n) },
	}
}

// readFunction makes the signature. Results are compared by their values unless judge.yaml says otherwise. Lines are
// the line numbers of the keys.
func (p *Problem) readFunction(f *faults, path string, a asked, lines map[string]int) {
	if lines["function"]+lines["class"] == 0 {
		for _, key := range []string{"methods", "result", "calls", "constraints"} {
			if lines[key] > 0 {
				f.add(path, lines[key], "%s: has no effect without function: or class:", key)
			}
		}
		return
	}
	key, s, err := "function", function.Signature{}, error(nil)
	if lines["methods"] > 0 || lines["function"] == 0 {
		key = "class"
		s, err = function.ParseClass(a.class, a.methods)
		if err == nil && lines["function"] > 0 {
			err = say.Errorf("a class with methods has no function beside them").Hint("keep one of both")
		}
	} else if s, err = function.Parse(a.function); err == nil {
		s.Class = a.class
	}
	if err != nil {
		f.add(path, lines[key], "%s: %w", key, err)
		return
	}
	s.Calls = int(a.calls)
	switch {
	case lines["result"] == 0 || a.result == "return":
	case s.IsDesign() || s.Inner != nil:
		f.add(path, lines["result"], "result: what is returned is compared here, so there is nothing to choose")
	default:
		if err := s.InPlace(a.result); err != nil {
			f.add(path, lines["result"], "result: %w", err)
		}
	}
	if !s.IsDesign() && s.Answer().Kind == function.Void {
		f.add(path, lines[key], "%s: %s returns nothing", key, s.Name).hint("add a line result: with the parameter that it changes")
	}
	p.Bounds = function.ParseBounds(s, a.constraints)
	for _, u := range p.Bounds.Unclear {
		p.Unclear = append(p.Unclear, say.Of("%s:%d: constraint %q: %s", path, a.places[u.Index], u.Text, u.Why))
	}
	for _, file := range []string{"input_file", "output_file"} {
		if lines[file] > 0 {
			f.add(path, lines[file], "%s: a function reads and writes no file", file)
		}
	}
	p.Function = &s
	p.Check.Type = s.Answer()
	if lines["check"] == 0 {
		p.Check.Kind = "value"
	}
}

// byValue reports whether a kind of check compares values.
func byValue(kind string) bool { return slices.Contains([]string{"value", "any-order"}, kind) }

// Rules say which values are the same.
func (c Check) Rules() function.Rules {
	any := c.Kind == "any-order"
	return function.Rules{Absolute: c.Absolute, Relative: c.Relative, Outer: any, All: any && c.Levels == "all"}
}
