package function

import "strings"

// A site that takes no lone function takes a class around it.

// Names returns what the site calls in a file of the language: the functions, and the class that is asked for.
func (s Signature) Names(id string) (all []string) {
	t, _ := targetOf(id)
	if s.IsDesign() {
		all = append(all, s.Class)
	}
	for _, m := range s.methods() {
		all = append(all, t.name(s, m))
	}
	return all
}

// Holder returns the class in which the site looks for the function, "" in a language without such a class.
func (s Signature) Holder(id string) string {
	if t, _ := targetOf(id); !t.holds && id != "python" {
		return ""
	}
	return s.holder()
}

// Given returns the types of nodes that the site defines for the function.
func (s Signature) Given() (all []string) {
	for _, kind := range []Kind{ListNode, TreeNode} {
		if s.uses(kind) {
			all = append(all, words[kind])
		}
	}
	return all
}

// Nodes defines those types of nodes that a file does not declare.
func (s Signature) Nodes(id string, declares func(name string) bool) string {
	t, _ := targetOf(id)
	return t.nodes(s, declares)
}

// Around returns the class that the site wants for a function that stands elsewhere in a text: its method calls that
// function, which is in the type from, or alone if that is empty. It is empty where no such class can be written.
func (s Signature) Around(id, text, from string) string {
	t, _ := targetOf(id)
	if s.Class != "" || s.Inner != nil || s.Holder(id) == "" || id == "java" {
		return ""
	}
	u := t.open("", []byte(text))
	u.from = from
	return s.fill(u, "editor", "around", s.Method, nil)
}

// handed are the arguments with which a method of the site calls a function with the same parameters.
func (s Signature) handed(u source) string {
	if u.target.language == "rust" {
		return rustHanded(s, u.code)
	}
	var all []string
	for _, p := range s.Params {
		all = append(all, p.Name)
	}
	return strings.Join(all, ", ")
}
