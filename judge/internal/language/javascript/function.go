package javascript

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
)

var functions = lang.Functions{Driver: "judge_driver.js", Prepare: lang.Described, Loaded: true, Find: find, NoClasses: true,
	Type: lang.Spelling{List: "%s[]", Names: map[function.Kind]string{function.Int: "number", function.Long: "number",
		function.Double: "number", function.Char: "character", function.String: "string"}}.Of,
	ReadsInput: match.Lazy(`\bprocess\s*\.\s*stdin\b|\breadFileSync\s*\(\s*(?:0|\s+)\s*[,)]|\breadline\b`),
	Defining:   match.Lazy(`^(?:async\s+)?(?:function|class)\b|^(?:(?:var|let|const)\s+)?[\w$.]+\s*=\s*(?:async\s*)?(?:function\b|class\b|\([^()]*\)\s*=>|[\w$]+\s*=>)`),
	GoesOn:     match.Lazy(`^(?:else|catch|finally|\.)`),
	Starts:     match.Lazy(`(?m)^(?:new\b|await\b|\(|[\w.$]+\s*\()|\bnew\s+Solution\b`),
	Lone:       match.Lazy(`^\s*(?:var|let|const)\s+\w+\s*=\s*(?:function|\()`),
}

var (
	assigned = match.Lazy(`(?m)(?:^|[;\s])(?:(?:var|let|const)\s+)?([A-Za-z_$][\w$]*)\s*=\s*(?:async\s+)?(?:function\b\s*\*?\s*[\w$]*\s*)?\(`)
	named    = match.Lazy(`(?m)(?:^|[;\s}])function\s*\*?\s*([A-Za-z_$][\w$]*)\s*\(`)
	arrow    = match.Lazy(`(?m)(?:var|let|const)\s+([A-Za-z_$][\w$]*)\s*=\s*[\w$]+\s*=>`)
	body     = match.Lazy(`^\s*(?:=>|\{)`)
)

func find(u lang.UserFile) []lang.Definition {
	count := func(params []string) int {
		for _, p := range params {
			if strings.Contains(p, "...") {
				return -1
			}
		}
		return len(params)
	}
	all := append(lang.Matches(u.Code, assigned, count, body), lang.Matches(u.Code, named, count, nil)...)
	for _, at := range arrow().FindAllStringSubmatchIndex(u.Code, -1) {
		all = append(all, lang.Definition{Name: u.Code[at[2]:at[3]], Line: 1 + strings.Count(u.Code[:at[2]], "\n"), Params: 1})
	}
	return all
}
