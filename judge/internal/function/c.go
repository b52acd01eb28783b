package function

import (
	"fmt"
	"strings"
)

var inC = target{wrap: cWrap, skeleton: cSkeleton, name: same, prompt: cHead, find: findC, language: "c"}

// cType is a type of C; a list is a pointer, its length goes beside it.
func cType(t Type) string {
	switch t.Kind {
	case Array, List:
		elem := cType(*t.Elem)
		if strings.HasSuffix(elem, "*") {
			return elem + "*"
		}
		return elem + "*"
	case Long:
		return "long long"
	case Boolean:
		return "bool"
	case String:
		return "char*"
	case ListNode, TreeNode:
		return "struct " + words[t.Kind] + "*"
	}
	return words[t.Kind]
}

// cParams are a method's parameters as C has them: each list brings its length, and one of lists theirs;
// a list that is returned has places for these.
func cParams(m Method, first string, name func(i int, p Param) string) string {
	var all []string
	if first != "" {
		all = append(all, first)
	}
	for i, p := range m.Params {
		n := name(i, p)
		all = append(all, cType(p.Type)+" "+n)
		if p.Type.Depth() > 0 {
			all = append(all, "int "+n+"Size")
		}
		if p.Type.Depth() > 1 {
			all = append(all, "int* "+n+"ColSize")
		}
	}
	if m.Result.Depth() > 0 {
		all = append(all, "int* returnSize")
	}
	if m.Result.Depth() > 1 {
		all = append(all, "int** returnColumnSizes")
	}
	return strings.Join(all, ", ")
}

// cName is what C calls a method: those of a class have its name in front.
func cName(s Signature, m Method) string {
	switch {
	case !s.IsDesign():
		return m.Name
	case m.Name == s.Class:
		return small(s.Class) + "Create"
	}
	return small(s.Class) + capital(m.Name)
}

func cHead(s Signature, m Method) string {
	own := func(_ int, p Param) string { return p.Name }
	switch {
	case !s.IsDesign():
		return cType(m.Result) + " " + m.Name + "(" + cParams(m, "", own) + ")"
	case m.Name == s.Class:
		return s.Class + "* " + cName(s, m) + "(" + cParams(m, "", own) + ")"
	}
	return cType(m.Result) + " " + cName(s, m) + "(" + cParams(m, s.Class+"* obj", own) + ")"
}

const cNodes = `struct ListNode {
    int val;
    struct ListNode *next;
};
|struct TreeNode {
    int val;
    struct TreeNode *left;
    struct TreeNode *right;
};
`

func cSkeleton(s Signature) string {
	text := s.commented(cNodes, "/**\n", " * ", "\n */\n")
	for _, m := range s.methods() {
		if m.Result.Depth() > 1 {
			text += "/**\n * Return an array of arrays of size *returnSize.\n * The sizes of the arrays are returned as *returnColumnSizes array.\n * Both must be malloced.\n */\n"
		} else if m.Result.Depth() > 0 {
			text += "/**\n * The array that is returned must be malloced, and *returnSize set to its length.\n */\n"
		}
	}
	if s.IsDesign() {
		text += "typedef struct {\n    \n} " + s.Class + ";\n\n"
	}
	for _, m := range s.methods() {
		text += cHead(s, m) + " {\n    \n}\n\n"
	}
	if s.IsDesign() {
		text += "void " + small(s.Class) + "Free(" + s.Class + "* obj) {\n    \n}\n"
	}
	return strings.TrimRight(text, "\n") + "\n"
}

func cWrap(s Signature, u source) []File {
	main := runtime("c") + s.nodes(cNodes, &u) +
		fmt.Sprintf("#line 1 %q\n%s\n#line 1 \"judge_driver\"\n", u.name, u.text)
	if s.uses(ListNode) {
		main += runtime("c_list")
	}
	if s.uses(TreeNode) {
		main += runtime("c_tree")
	}
	for _, t := range s.types() {
		main += cHelpers(t)
	}
	main += "static void judge_call(void) {\n" + cCalls(s) + "\tjudge_lap(&judge_out_time);\n}\n" + `int main(void) {
	judge_open();
	int passes = judge_get_int();
	const unsigned char *start = judge_at;
	while (passes-- > 0) {
		judge_at = start;
		for (int n = judge_get_int(); n > 0; n--) judge_call();
	}
	judge_close();
	return 0;
}
`
	return []File{{Name: drivers["c"], Text: main}, {Name: u.name, Text: u.text, User: true, Beside: true}}
}
