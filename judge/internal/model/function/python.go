package function

import (
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var python = target{language: "python", driver: "judge_driver.py", name: asIs, typ: pythonType, prepare: described, loads: true, find: findPython,
	class: classBody, classes: true, forgets: true,
	reads:    match.Lazy(`\bsys\s*\.\s*stdin\b|\binput\s*\(|\bfileinput\b|\bfrom\s+sys\s+import\b[^\n]*\bstdin\b|\bopen\s*\(\s*0\b`),
	starts:   match.Lazy(`\bSolution\b`),
	function: solutionClass, // the site takes no function without it
}

var pythonType = spelling{"List[%s]", map[Kind]string{None: "None", Void: "None", Any: "None", Int: "int", Long: "int",
	Double: "float", Boolean: "bool", Char: "str", String: "str", ListNode: "Optional[ListNode]", TreeNode: "Optional[TreeNode]"}}.of

// descriptor is a type as the drivers of Python and JavaScript read it: 'int', ['int'].
var descriptor = spelling{"[%s]", map[Kind]string{None: "'void'", Void: "'void'", Int: "'int'", Long: "'long'", Double: "'double'",
	Boolean: "'boolean'", Char: "'char'", String: "'string'", ListNode: "'listnode'", TreeNode: "'treenode'"}}.of

func described(Signature, *source) template.FuncMap { return template.FuncMap{"type": descriptor} }

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
