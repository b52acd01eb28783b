package function

import (
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var javascript = target{language: "javascript", driver: "judge_driver.js", name: same, prompt: javascriptHead, skeleton: javascriptSkeleton, wrap: javascriptWrap, find: findJavaScript,
	spans: backticks, class: classBody, forgets: true,
	reads:    match.Lazy(`\bprocess\s*\.\s*stdin\b|\breadFileSync\s*\(\s*(?:0|\s+)\s*[,)]|\breadline\b`),
	starts:   match.Lazy(`(?m)^(?:new\b|await\b|\(|[\w.$]+\s*\()|\bnew\s+Solution\b`),
	function: match.Lazy(`^\s*(?:var|let|const)\s+\w+\s*=\s*(?:function|\()`),
}

var javascriptType = spelling{"%s[]", map[Kind]string{Int: "number", Long: "number", Double: "number", Char: "character",
	String: "string"}}.of

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
	return []File{{Name: u.target.driver, Text: s.driver(u, template.FuncMap{"type": descriptor}), Beside: true}, {Name: u.name, Text: u.text, User: true}}
}

var (
	scriptFunction = match.Lazy(`(?m)(?:^|[;\s])(?:(?:var|let|const)\s+)?([A-Za-z_$][\w$]*)\s*=\s*(?:async\s+)?(?:function\b\s*\*?\s*[\w$]*\s*)?\(`)
	scriptNamed    = match.Lazy(`(?m)(?:^|[;\s}])function\s*\*?\s*([A-Za-z_$][\w$]*)\s*\(`)
	scriptArrow    = match.Lazy(`(?m)(?:var|let|const)\s+([A-Za-z_$][\w$]*)\s*=\s*[\w$]+\s*=>`)
	scriptBody     = match.Lazy(`^\s*(?:=>|\{)`)
)

func findJavaScript(u source) []definition {
	count := func(params []string) int {
		for _, p := range params {
			if strings.Contains(p, "...") {
				return -1
			}
		}
		return len(params)
	}
	all := append(matches(u.code, scriptFunction, count, scriptBody), matches(u.code, scriptNamed, count, nil)...)
	for _, at := range scriptArrow().FindAllStringSubmatchIndex(u.code, -1) {
		all = append(all, definition{name: u.code[at[2]:at[3]], line: 1 + strings.Count(u.code[:at[2]], "\n"), params: 1})
	}
	return all
}
