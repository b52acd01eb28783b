package python

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
)

var functions = lang.Functions{Driver: "judge_driver.py", Prepare: lang.Described, Loaded: true, Find: find, Holder: "class ",
	Type: lang.Spelling{List: "List[%s]", Names: map[function.Kind]string{function.None: "None", function.Void: "None",
		function.Any: "None", function.Int: "int", function.Long: "int", function.Double: "float", function.Boolean: "bool",
		function.Char: "str", function.String: "str", function.ListNode: "Optional[ListNode]", function.TreeNode: "Optional[TreeNode]"}}.Of,
	ReadsInput: match.Lazy(`\bsys\s*\.\s*stdin\b|\binput\s*\(|\bfileinput\b|\bfrom\s+sys\s+import\b[^\n]*\bstdin\b|\bopen\s*\(\s*0\b`),
	Defining:   match.Lazy(`^(?:(?:async\s+)?def|class|import|from)\b|^@`),
	GoesOn:     match.Lazy(`^(?:else|elif|except|finally)\b`),
	Starts:     match.Lazy(`\bSolution\b`),
	Lone:       match.Lazy(`(?m)^class\s+Solution\b`), // the site takes no function without it
}

var defined = match.Lazy(`(?m)^[ \t]*(?:async\s+)?def\s+(\w+)\s*\(`)

func find(u lang.UserFile) []lang.Definition {
	return lang.Matches(u.Code, defined, func(params []string) int {
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
