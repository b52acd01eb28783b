package skeleton

import (
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
)

// Function returns the files of a new problem that asks for a function, with a sample case whose arguments are made
// up and whose answer is missing.
func Function(root, id, signature string, title Title) (files map[string]string, err error) {
	s, err := function.ParseAny(signature)
	if err != nil {
		return nil, say.Errorf("-function: %w", err)
	}
	judge := asked(s)
	if !s.IsDesign() && s.Result.Kind == function.Void && s.Inner == nil {
		place := changed(s)
		if place < 0 {
			return nil, say.Errorf("-function: %s returns nothing, and has no list, board or tree to change either: what is its result?", s.Name)
		}
		s.Place = place
		judge += "result: " + s.Params[place].Name + "\n"
	}
	judge += "multipliers: # of the time limit\n  java: 2\n  python: 5\n" + suggested(s)
	input, _ := s.Make(function.Bounds{}, 1)
	name := s.Callee()
	return begun{ID: id, Name: title.yaml(name), Heading: title.or(name), Judge: judge, Input: input, Answer: firstAnswer(s, input),
		Signature: &s, Design: s.IsDesign()}.files(root)
}

// asked is the part of judge.yaml that names the function or the class.
func asked(s function.Signature) string {
	if !s.IsDesign() {
		return "function: " + s.String() + "\n"
	}
	text := "class: " + s.Class + "\nmethods:\n"
	for _, m := range s.Methods {
		text += "  - " + m.String() + "\n"
	}
	return text
}

// firstAnswer is a first answer: for each call the least value of its result's type.
func firstAnswer(s function.Signature, input string) string {
	if !s.IsDesign() {
		return function.WriteValue(function.Zero(s.Answer())) + "\n"
	}
	calls, err := s.Read([]byte(input))
	if err != nil {
		return "[null]\n"
	}
	var results []any
	for _, op := range calls[0].Ops {
		results = append(results, function.Zero(s.Methods[op.Method].Result))
	}
	return function.WriteValue(results) + "\n"
}

// changed is the parameter that a function that returns nothing changes: the first that can be; -1 if none
// can.
func changed(s function.Signature) int {
	for i, p := range s.Params {
		if p.Type.Depth() > 0 || p.Type.Kind == function.ListNode || p.Type.Kind == function.TreeNode {
			return i
		}
	}
	return -1
}

// suggested are constraints to begin with, as comments.
func suggested(s function.Signature) string {
	text := "# As the site writes them; judge stress makes up inputs by them:\n# constraints:\n"
	for _, p := range params(s) {
		name, t := p.Name, p.Type
		for depth := 0; t.IsList(); depth++ {
			text += "# - 1 <= " + name + ".length <= 10^4\n"
			name, t = name+"["+string(rune('i'+depth))+"]", *t.Elem
		}
		switch t.Kind {
		case function.String:
			text += "# - 1 <= " + name + ".length <= 10^4\n"
		case function.Char:
			text += "# - " + name + " is a lowercase English letter.\n"
		case function.ListNode, function.TreeNode:
			const nodes = "# - The number of nodes is in the range [0, 100].\n# - -100 <= Node.val <= 100\n"
			text = strings.TrimSuffix(text, nodes) + nodes
		case function.Int, function.Long, function.Double:
			text += "# - -10^9 <= " + name + " <= 10^9\n"
		}
	}
	return text
}

// params returns everything that constraints can be about, each name once.
func params(s function.Signature) (all []function.Param) {
	if !s.IsDesign() {
		return s.Args()
	}
	seen := map[string]bool{}
	for _, m := range s.Methods {
		for _, p := range m.Params {
			if !seen[p.Name] {
				seen[p.Name] = true
				all = append(all, p)
			}
		}
	}
	return all
}
