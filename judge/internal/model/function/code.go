package function

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/language"
)

// Code returns a source with blanks in place of comments and quoted text; its lines keep their numbers. It need not be
// exact: it only serves to find definitions. A source in an unknown language is read as one in C++.
func Code(id, text string) string {
	lang, ok := language.ByID(id)
	if !ok {
		lang, _ = language.ByID("cpp")
	}
	return lang.Code(Region(text))
}

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

// definition is a function that a source defines.
type definition struct {
	name     string
	line     int
	params   int   // how many it has, without self; -1: any number
	optional int   // the number of optional ones
	pointers []int // how deep each is a pointer or an array, in C
}

// pointersOf counts the signs of pointers and arrays of each parameter.
func pointersOf(params []string) (all []int) {
	for _, p := range params {
		all = append(all, strings.Count(p, "*")+strings.Count(p, "["))
	}
	return all
}

// nearest is with how many arguments it can be called: n if it can, else what comes nearest.
func (d definition) nearest(n int) int {
	if d.params < 0 {
		return n
	}
	return min(max(n, d.params-d.optional), d.params)
}

// matches makes definitions from a pattern: its first group is the name, and the parameters follow the match.
func matches(code string, pattern match.Pattern, count func(params []string) int, body match.Pattern) (all []definition) {
	for _, at := range pattern().FindAllStringSubmatchIndex(code, -1) {
		name, params := code[at[2]:at[3]], code[at[1]:]
		end := closing(params)
		if end < 0 || body != nil && !body().MatchString(params[end+1:]) || notNames[name] {
			continue
		}
		list := splitParams(params[:end])
		optional := slices.DeleteFunc(slices.Clone(list), func(p string) bool { return !strings.Contains(p, "=") })
		all = append(all, definition{name, 1 + strings.Count(code[:at[2]], "\n"), count(list), len(optional), pointersOf(list)})
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

// splitParams splits at the commas that stand in no brackets.
func splitParams(text string) (all []string) {
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
