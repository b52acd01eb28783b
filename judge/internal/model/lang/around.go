package lang

import (
	"strings"

	"sudokuoj/judge/internal/model/function"
)

// A site that takes no lone function takes a class around it.

// Names returns what the site calls in a file of the language: the functions, and the class that is asked for.
func (l Language) Names(s Signature) (all []string) {
	if s.IsDesign() {
		all = append(all, s.Class)
	}
	for _, m := range s.All() {
		all = append(all, l.Call(s, m))
	}
	return all
}

// HolderOf returns the class in which the site looks for the function, "" in a language without such a class.
func (l Language) HolderOf(s Signature) string {
	if l.Holder == "" {
		return ""
	}
	return s.Holder()
}

// Given returns the types of nodes that the site defines for the function.
func Given(s Signature) (all []string) {
	for _, kind := range []function.Kind{function.ListNode, function.TreeNode} {
		if s.Uses(kind) {
			all = append(all, kind.String())
		}
	}
	return all
}

// Around returns the class that the site wants for a function that stands elsewhere in a text: its method calls that
// function, which is in the type from, or alone if that is empty. It is empty where no such class can be written.
func (l Language) Around(s Signature, text, from string) string {
	if s.Class != "" || s.Inner != nil || l.Holder == "" || l.ID == "java" {
		return ""
	}
	u := l.open("", []byte(text))
	u.from = from
	return l.fill(s, u, "editor.txt", "around", s.Method, nil)
}

// handed are the arguments with which a method of the site calls a function with the same parameters.
func (l Language) handed(s Signature, u UserFile) string {
	if l.Passed != nil {
		return l.Passed(s, u)
	}
	var all []string
	for _, p := range s.Params {
		all = append(all, p.Name)
	}
	return strings.Join(all, ", ")
}
