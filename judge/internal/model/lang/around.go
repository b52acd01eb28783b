package lang

import "sudokuoj/judge/internal/model/function"

// Given returns the types of nodes that the site defines for the function.
func Given(s Signature) (all []string) {
	for _, kind := range []function.Kind{function.ListNode, function.TreeNode} {
		if s.Uses(kind) {
			all = append(all, kind.String())
		}
	}
	return all
}
