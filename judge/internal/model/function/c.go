package function

import (
	"fmt"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var inC = target{language: "c", driver: "judge_driver.c", name: same, prompt: cHead, skeleton: cSkeleton, wrap: cWrap, find: findC,
	spans: slashes, class: classBody, sized: true, starts: mainWord, main: cMain, mainless: "judge_no_main"}

// cType is a type of C; a list is a pointer, its length goes beside it.
var cType = spelling{"%s*", map[Kind]string{Long: "long long", Boolean: "bool", String: "char*",
	ListNode: "struct ListNode*", TreeNode: "struct TreeNode*"}}.of

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

// cName returns the name of a method in C: methods of a class have its name in front.
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

// The site has uthash.h for all programs in C, included or not.
var (
	hashWords   = match.Lazy(`\b(?:UT_hash_handle|HASH_[A-Z]+)\b`)
	hashInclude = match.Lazy(`(?m)^([ \t]*)#[ \t]*include[ \t]*[<"]uthash\.h[>"]`)
)

func cWrap(s Signature, u source) []File {
	hashes := hashWords().MatchString(u.code)
	u.text = hashInclude().ReplaceAllString(u.text, "$1")
	main := s.driver(u, template.FuncMap{
		"nodes": func() string { return s.nodes(cNodes, &u) }, "hashes": func() bool { return hashes },
		"type": cType, "name": func(m Method) string { return cName(s, m) }, "passed": cPassed,
	})
	return []File{{Name: u.target.driver, Text: main}, {Name: u.name, Text: u.text, User: true, Beside: true}}
}

// cPassed returns the arguments of a call, with places for the sizes of the result.
func cPassed(m Method) string {
	var all []string
	for i, p := range m.Params {
		all = append(all, fmt.Sprintf("a%d", i))
		if p.Type.Depth() > 0 {
			all = append(all, fmt.Sprintf("a%dSize", i))
		}
		if p.Type.Depth() > 1 {
			all = append(all, fmt.Sprintf("a%dColSize", i))
		}
	}
	if m.Result.Depth() > 0 {
		all = append(all, "&rSize")
	}
	if m.Result.Depth() > 1 {
		all = append(all, "&rColSize")
	}
	return strings.Join(all, ", ")
}

var (
	cFunction = match.Lazy(`(?m)[\w>\]&*]\s*[\s&*]\s*(?:\w+::)*([A-Za-z_]\w*)\s*\(`)
	cMain     = match.Lazy(`\b(main)\s*\(`)
	cBody     = match.Lazy(`^\s*(?:const|noexcept|override|final|throws\s+[\w.,\s]+|->[^;{]*|\s)*\{`)
)

// findC finds functions in the languages that write them as C does.
func findC(u source) []definition {
	return matches(u.code, cFunction, func(params []string) int {
		if len(params) == 1 && strings.TrimSpace(params[0]) == "void" {
			return 0
		}
		return len(params)
	}, cBody)
}
