package function

import (
	"strings"
	"text/template"
)

var cpp = target{language: "cpp", driver: "judge_driver.cpp", name: same, prompt: cppHead, skeleton: cppSkeleton, wrap: cppWrap, find: findC,
	spans: slashes, class: classBody, classes: true, holds: true, starts: mainWord, main: cMain, mainless: "judge_no_main"}

var cppType = spelling{"vector<%s>", map[Kind]string{Long: "long long", Boolean: "bool", String: "string",
	ListNode: "ListNode*", TreeNode: "TreeNode*"}}.of

// cppHead is a function's head: vectors and trees are not copied.
func cppHead(s Signature, m Method) string {
	head := m.Name + "(" + joined(m.Params, func(_ int, p Param) string {
		if p.Type.IsList() || p.Type.Kind == String && s.Place >= 0 {
			return cppType(p.Type) + "& " + p.Name
		}
		return cppType(p.Type) + " " + p.Name
	}) + ")"
	if m.Result.Kind == None {
		return head
	}
	return cppType(m.Result) + " " + head
}

const cppNodes = `struct ListNode {
    int val;
    ListNode *next;
    ListNode() : val(0), next(nullptr) {}
    ListNode(int x) : val(x), next(nullptr) {}
    ListNode(int x, ListNode *next) : val(x), next(next) {}
};
|struct TreeNode {
    int val;
    TreeNode *left;
    TreeNode *right;
    TreeNode() : val(0), left(nullptr), right(nullptr) {}
    TreeNode(int x) : val(x), left(nullptr), right(nullptr) {}
    TreeNode(int x, TreeNode *left, TreeNode *right) : val(x), left(left), right(right) {}
};
`

func cppSkeleton(s Signature) string {
	text := s.commented(cppNodes, "/**\n", " * ", "\n */\n") + "class " + s.holder() + " {\npublic:\n"
	for _, m := range s.methods() {
		text += "    " + cppHead(s, m) + " {\n        \n    }\n"
		if s.IsDesign() || s.Inner != nil {
			text += "\n"
		}
	}
	return strings.TrimRight(text, "\n") + "\n};\n"
}

func cppWrap(s Signature, u source) []File {
	main := s.driver(u, template.FuncMap{"nodes": func() string { return s.nodes(cppNodes, &u) }, "type": cppType})
	return []File{{Name: u.target.driver, Text: main}, {Name: u.name, Text: u.text, User: true, Beside: true}}
}
