package lang

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

// The marks that LeetCode's plugins for IntelliJ and for VS Code put around the part that they hand in.
var (
	regionBegin = match.Lazy(`(?m)^.*(?:\bleetcode submit region begin\b|@lc code=start).*\n`)
	regionEnd   = match.Lazy(`(?m)^.*(?:\bleetcode submit region end\b|@lc code=end)`)
)

// Region returns a text with its lines emptied that a plugin would not hand in. Without both marks, all lines count.
func Region(text string) string {
	from := regionBegin().FindStringIndex(text)
	if from == nil {
		return text
	}
	to := regionEnd().FindStringIndex(text[from[1]:])
	if to == nil {
		return text
	}
	before, region, after := text[:from[1]], text[from[1]:from[1]+to[0]], text[from[1]+to[0]:]
	return strings.Repeat("\n", strings.Count(before, "\n")) + region + strings.Repeat("\n", strings.Count(after, "\n"))
}

// Bare is the code in a text, with blanks in place of what a plugin would not hand in, of comments and of quoted text.
func (l Language) Bare(text string) string { return l.Code(Region(text)) }

// Definition is a function that a source defines.
type Definition struct {
	Name     string
	Line     int
	Params   int   // how many it has, without self; -1: any number
	Optional int   // the number of optional ones
	Pointers []int // how deep each is a pointer or an array, in C
}

// pointersOf counts the signs of pointers and arrays of each parameter.
func pointersOf(params []string) (all []int) {
	for _, p := range params {
		all = append(all, strings.Count(p, "*")+strings.Count(p, "["))
	}
	return all
}

// nearest is with how many arguments it can be called: n if it can, else what comes nearest.
func (d Definition) nearest(n int) int {
	if d.Params < 0 {
		return n
	}
	return min(max(n, d.Params-d.Optional), d.Params)
}

// Matches makes definitions from a pattern: its first group is the name, and the parameters follow the match.
func Matches(code string, pattern match.Pattern, count func(params []string) int, body match.Pattern) (all []Definition) {
	for _, at := range pattern().FindAllStringSubmatchIndex(code, -1) {
		name, params := code[at[2]:at[3]], code[at[1]:]
		end := closing(params)
		if end < 0 || body != nil && !body().MatchString(params[end+1:]) || notNames[name] {
			continue
		}
		list := SplitParams(params[:end])
		optional := slices.DeleteFunc(slices.Clone(list), func(p string) bool { return !strings.Contains(p, "=") })
		all = append(all, Definition{name, 1 + strings.Count(code[:at[2]], "\n"), count(list), len(optional), pointersOf(list)})
	}
	return all
}

var notNames = map[string]bool{"if": true, "for": true, "while": true, "switch": true, "catch": true, "return": true, "function": true, "sizeof": true, "synchronized": true}

// closing is where the parenthesis closes that was opened before the text.
func closing(text string) int {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// SplitParams splits at the commas that are in no brackets.
func SplitParams(text string) (all []string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				all = append(all, text[from:i])
				from = i + 1
			}
		}
	}
	if strings.TrimSpace(text[from:]) != "" {
		all = append(all, text[from:])
	}
	return all
}

var (
	cFunction = match.Lazy(`(?m)(?:\w[\s&*]|[>\]&*])\s*(?:\w+::)*([A-Za-z_]\w*)\s*\(`)
	cBody     = match.Lazy(`^\s*(?:const|noexcept|override|final|throws\s+[\w.,\s]+|->[^;{]*|\s)*\{`)
)

// FindLikeC finds functions in the languages that write them as C does.
func FindLikeC(u UserFile) []Definition {
	return Matches(u.Code, cFunction, func(params []string) int {
		if len(params) == 1 && strings.TrimSpace(params[0]) == "void" {
			return 0
		}
		return len(params)
	}, cBody)
}
