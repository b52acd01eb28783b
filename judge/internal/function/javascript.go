package function

import (
	"fmt"
	"strconv"
	"strings"
)

var javascript = target{wrap: javascriptWrap, skeleton: javascriptSkeleton, name: same, prompt: javascriptHead, find: findJavaScript, language: "javascript"}

func javascriptType(t Type) string {
	switch t.Kind {
	case Array, List:
		return javascriptType(*t.Elem) + "[]"
	case Int, Long, Double:
		return "number"
	case Char:
		return "character"
	case String:
		return "string"
	case None:
		return ""
	}
	return words[t.Kind]
}

func javascriptHead(s Signature, m Method) string {
	function := "function(" + joined(m.Params, func(_ int, p Param) string { return p.Name }) + ")"
	if s.IsDesign() && m.Name != s.Class {
		return s.Class + ".prototype." + m.Name + " = " + function
	}
	return "var " + m.Name + " = " + function
}

const javascriptNodes = `function ListNode(val, next) {
    this.val = (val===undefined ? 0 : val)
    this.next = (next===undefined ? null : next)
}
|function TreeNode(val, left, right) {
    this.val = (val===undefined ? 0 : val)
    this.left = (left===undefined ? null : left)
    this.right = (right===undefined ? null : right)
}
`

func javascriptSkeleton(s Signature) string {
	text := s.commented(javascriptNodes, "/**\n", " * ", "\n */\n")
	for _, m := range s.methods() {
		text += "/**\n"
		for _, p := range m.Params {
			text += " * @param {" + javascriptType(p.Type) + "} " + p.Name + "\n"
		}
		switch {
		case m.Result.Kind == Void && s.Place >= 0:
			text += " * @return {void} Do not return anything, modify " + s.Params[s.Place].Name + " in-place instead.\n"
		case m.Result.Kind != None:
			text += " * @return {" + javascriptType(m.Result) + "}\n"
		}
		text += " */\n" + javascriptHead(s, m) + " {\n    \n};\n\n"
	}
	return strings.TrimRight(text, "\n") + "\n"
}

func javascriptWrap(s Signature, u source) []File {
	text := runtime("javascript") + "const USER = " + strconv.Quote(u.name) + ";\n\n" + javascriptCalls(s) + "\nrun(calls);\n"
	return []File{{Name: drivers["javascript"], Text: text, Beside: true}, {Name: u.name, Text: u.text, User: true}}
}

func javascriptArgs(params []Param) (text string) {
	for i, p := range params {
		text += fmt.Sprintf("\tconst a%d = get(%s);\n", i, descriptor(p.Type))
	}
	return text
}

func javascriptCalls(s Signature) string {
	text := "function calls() {\n"
	if s.IsDesign() {
		text += "\tconst Class = named(" + strconv.Quote(s.Class) + ");\n\tlet object;\n\tfor (let n = read.int(); n > 0; n--) switch (data[at++]) {\n"
		for i, m := range s.Methods {
			call := "const r = object." + m.Name + "(" + names(m.Params) + ")"
			if i == 0 {
				call = "object = new Class(" + names(m.Params) + ")"
			}
			put := "result(" + descriptor(m.Result) + ", r)"
			if i == 0 || m.Result.Kind == Void {
				put = "result('void')"
			}
			body := javascriptArgs(m.Params) + "\tlap(0);\n\t" + call + ";\n\tlap(1);\n\t" + put + ";\n\tlap(2);\n\tbreak;\n"
			text += fmt.Sprintf("\tcase %d: {\n%s\n\t}\n", i, indent(body, "\t"))
		}
		return text + "\t}\n}\n"
	}
	args := s.Args()
	call := "f(" + names(args) + ")"
	text += "\tconst f = named(" + strconv.Quote(s.Name) + ");\n"
	if s.Inner != nil {
		call = "f(g(" + names(args) + "))"
		text += "\tconst g = named(" + strconv.Quote(s.Inner.Name) + ");\n"
	}
	result := "r"
	if s.Place >= 0 {
		result = fmt.Sprintf("a%d", s.Place)
	}
	return text + javascriptArgs(args) + "\tlap(0);\n\tconst r = " + call + ";\n\tlap(1);\n\tresult(" + descriptor(s.Answer()) + ", " + result + ");\n\tlap(2);\n}\n"
}
