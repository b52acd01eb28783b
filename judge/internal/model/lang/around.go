package lang

import "sudokuoj/judge/internal/model/function"

// Names returns what the site calls the functions in a file of the language.
func (l Language) Names(s Signature) (all []string) {
	for _, m := range s.All() {
		all = append(all, l.Call(s, m))
	}
	return all
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
