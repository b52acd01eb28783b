package function

import (
	"strings"
	"text/template"

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
	return []File{{Name: u.target.driver, Text: s.driver(u, template.FuncMap{"type": descriptor}), Beside: true}, {Name: u.name, Text: u.text, User: true}}
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
