package function

import (
	"fmt"
	"strings"
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

// unmacro ends what people like to define: "#define int long long" is not for what stands behind their file.
const unmacro = "#undef int\n"

func cppWrap(s Signature, u source) []File {
	main := runtime("cpp") + s.nodes(cppNodes, &u) +
		fmt.Sprintf("#line 1 %q\n%s\n"+unmacro+"#line 1 \"judge_driver\"\n", u.name, u.text) + cppCalls(s)
	return []File{{Name: u.target.driver, Text: main}, {Name: u.name, Text: u.text, User: true, Beside: true}}
}

// cppCalls is what calls the function.
func cppCalls(s Signature) string {
	body := ""
	if s.IsDesign() {
		body = cppDesign(s)
	} else {
		args := s.Args()
		body = cppArgs(args) + "\tjudge_driver::lap(judge_driver::in_time);\n"
		holder := s.holder() + "()."
		call := holder + s.Name + "(" + names(args) + ")"
		if s.Inner != nil {
			call = holder + s.Name + "(" + holder + s.Inner.Name + "(" + names(args) + "))"
		}
		call, result := s.kept(call, cppType(s.Result)+" r = ")
		body += "\t" + call + ";\n\tjudge_driver::lap(judge_driver::call_time);\n\tjudge_driver::result(" + result + ");\n"
	}
	return "static void judge_call() {\n" + body + `	judge_driver::lap(judge_driver::out_time);
}
int main() {
	judge_driver::open();
	uint32_t passes = judge_driver::raw<uint32_t>();
	const unsigned char *start = judge_driver::at;
	while (passes-- > 0) {
		judge_driver::at = start;
		for (uint32_t n = judge_driver::raw<uint32_t>(); n > 0; n--) judge_call();
	}
	judge_driver::close();
}
`
}

func cppArgs(params []Param) string {
	return arguments(params, "\tTYPE NAME;\n\tjudge_driver::get(NAME);\n", cppType)
}

func cppDesign(s Signature) string {
	text := "\t" + s.Class + " *object = nullptr;\n\tfor (uint32_t n = judge_driver::raw<uint32_t>(); n > 0; n--) switch (*judge_driver::at++) {\n"
	for i, m := range s.Methods {
		call := "object->" + m.Name + "(" + names(m.Params) + ")"
		put := "judge_driver::output += 'R';"
		switch {
		case i == 0:
			call = "object = new " + s.Class + "(" + names(m.Params) + ")"
		case m.Result.Kind != Void:
			call, put = cppType(m.Result)+" r = "+call, "judge_driver::result(r);"
		}
		text += fmt.Sprintf("\tcase %d: {\n%s\t\tjudge_driver::lap(judge_driver::in_time);\n\t\t%s;\n\t\tjudge_driver::lap(judge_driver::call_time);\n\t\t%s\n\t\tjudge_driver::lap(judge_driver::out_time);\n\t\tbreak;\n\t}\n",
			i, indent(cppArgs(m.Params), "\t")+"\n", call, put)
	}
	return text + "\t}\n"
}
