package function

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
)

var javascript = target{language: "javascript", driver: "judge_driver.js", name: asIs, typ: javascriptType, prepare: described, loads: true, find: findJavaScript,
	class: classBody, forgets: true,
	reads:    match.Lazy(`\bprocess\s*\.\s*stdin\b|\breadFileSync\s*\(\s*(?:0|\s+)\s*[,)]|\breadline\b`),
	starts:   match.Lazy(`(?m)^(?:new\b|await\b|\(|[\w.$]+\s*\()|\bnew\s+Solution\b`),
	function: match.Lazy(`^\s*(?:var|let|const)\s+\w+\s*=\s*(?:function|\()`),
}

var javascriptType = spelling{"%s[]", map[Kind]string{Int: "number", Long: "number", Double: "number", Char: "character",
	String: "string"}}.of

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
