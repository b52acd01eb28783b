package function

import (
	"fmt"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

var python = target{language: "python", driver: "judge_driver.py", name: same, prompt: pythonHead, skeleton: pythonSkeleton, wrap: pythonWrap, find: findPython,
	spans: []span{{"#", "\n"}, {`"""`, `"""`}, {"'''", "'''"}}, class: classBody, classes: true, forgets: true,
	reads:    match.Lazy(`\bsys\s*\.\s*stdin\b|\binput\s*\(|\bfileinput\b|\bfrom\s+sys\s+import\b[^\n]*\bstdin\b|\bopen\s*\(\s*0\b`),
	starts:   match.Lazy(`\bSolution\b`),
	function: solutionClass, // the site takes no function without it
}

var pythonType = spelling{"List[%s]", map[Kind]string{None: "None", Void: "None", Any: "None", Int: "int", Long: "int",
	Double: "float", Boolean: "bool", Char: "str", String: "str", ListNode: "Optional[ListNode]", TreeNode: "Optional[TreeNode]"}}.of

func pythonHead(s Signature, m Method) string {
	name := m.Name
	if s.IsDesign() && name == s.Class {
		name = "__init__"
	}
	params := append([]Param{{Name: "self"}}, m.Params...)
	head := "def " + name + "(" + joined(params, func(i int, p Param) string {
		if i == 0 {
			return p.Name
		}
		return p.Name + ": " + pythonType(p.Type)
	}) + ")"
	if m.Result.Kind == None {
		return head + ":"
	}
	return head + " -> " + pythonType(m.Result) + ":"
}

const pythonNodes = `class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next
|class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right
`

func pythonSkeleton(s Signature) string {
	text := s.commented(pythonNodes, "", "# ", "\n") + "class " + s.holder() + ":\n"
	for _, m := range s.methods() {
		text += "    " + pythonHead(s, m) + "\n        "
		if s.Place >= 0 && m.Result.Kind == Void {
			text += "\"\"\"\n        Do not return anything, modify " + s.Params[s.Place].Name + " in-place instead.\n        \"\"\"\n        "
		}
		text += "\n\n"
	}
	return strings.TrimRight(text, "\n") + "\n"
}

// descriptor is a type as the drivers of Python and JavaScript read it: 'int', ['int'].
var descriptor = spelling{"[%s]", map[Kind]string{None: "'void'", Void: "'void'", Int: "'int'", Long: "'long'", Double: "'double'",
	Boolean: "'boolean'", Char: "'char'", String: "'string'", ListNode: "'listnode'", TreeNode: "'treenode'"}}.of

func pythonWrap(s Signature, u source) []File {
	text := runtime("python") + "USER = " + strconv.Quote(u.name) + "\n\n\n" + pythonCalls(s) + "\n\nrun(calls)\n"
	return []File{{Name: u.target.driver, Text: text, Beside: true}, {Name: u.name, Text: u.text, User: true}}
}

func pythonArgs(params []Param) string {
	return arguments(params, "    NAME = get(TYPE)\n", descriptor)
}

func pythonCalls(s Signature) string {
	text := "def calls():\n"
	if s.IsDesign() {
		text += "    for _ in range(number()):\n        method = take(1)[0]\n"
		for i, m := range s.Methods {
			call := "object." + m.Name + "(" + names(m.Params) + ")"
			if i == 0 {
				call = "object = space[" + strconv.Quote(s.Class) + "](" + names(m.Params) + ")"
				m.Result.Kind = Void
			} else if m.Result.Kind != Void {
				call = "r = " + call
			}
			put := "result(" + descriptor(m.Result) + ", r)"
			if m.Result.Kind == Void {
				put = "out.append(ord(\"R\"))"
			}
			body := pythonArgs(m.Params) + "    lap(0)\n    " + call + "\n    lap(1)\n    " + put + "\n    lap(2)\n"
			text += fmt.Sprintf("        if method == %d:\n%s\n", i, indent(body, "        "))
		}
		return text
	}
	args := s.Args()
	// A file may hold the bare function, without the class around it.
	of := func(name string) string {
		return "(space[" + strconv.Quote(s.holder()) + "]()." + name + " if " + strconv.Quote(s.holder()) + " in space else space[" + strconv.Quote(name) + "])"
	}
	call := "f(" + names(args) + ")"
	text += "    f = " + of(s.Name) + "\n"
	if s.Inner != nil {
		call = "f(g(" + names(args) + "))"
		text += "    g = " + of(s.Inner.Name) + "\n"
	}
	_, result := s.kept("", "")
	return text + pythonArgs(args) + "    lap(0)\n    r = " + call + "\n    lap(1)\n    result(" + descriptor(s.Answer()) + ", " + result + ")\n    lap(2)\n"
}

var pythonFunction = match.Lazy(`(?m)^[ \t]*(?:async\s+)?def\s+(\w+)\s*\(`)

func findPython(u source) []definition {
	return matches(u.code, pythonFunction, func(params []string) int {
		n := 0
		for i, p := range params {
			p = strings.TrimSpace(p)
			switch {
			case strings.HasPrefix(p, "*"):
				return -1
			case i == 0 && (p == "self" || p == "cls"):
			default:
				n++
			}
		}
		return n
	}, nil)
}
