package function

import (
	"fmt"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var inC = target{language: "c", driver: "judge_driver.c", name: cName, typ: cType, prepare: cPrepare, includes: true, find: findC,
	class: classBody, sized: true, starts: mainWord, main: cMain, mainless: "judge_no_main"}

// cType is a type of C; a list is a pointer, its length goes beside it.
var cType = spelling{"%s*", map[Kind]string{Long: "long long", Boolean: "bool", String: "char*",
	ListNode: "struct ListNode*", TreeNode: "struct TreeNode*"}}.of

// cName returns the name of a method in C: methods of a class have its name in front.
func cName(s Signature, m Method) string {
	switch {
	case !s.IsDesign():
		return m.Name
	case m.Name == s.Class:
		return small(s.Class) + "Create"
	}
	return small(s.Class) + capital(m.Name)
}

// The site has uthash.h for all programs in C, included or not.
var (
	hashWords   = match.Lazy(`\b(?:UT_hash_handle|HASH_[A-Z]+)\b`)
	hashInclude = match.Lazy(`(?m)^([ \t]*)#[ \t]*include[ \t]*[<"]uthash\.h[>"]`)
)

var (
	macroName  = match.Lazy(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)`)
	headerName = match.Lazy(`^(?:bool|true|false|NULL)$`) // macros of the headers, in C
)

// macros are those of a user's file which would change the driver below it: get(x, y), or int for long long.
func (u source) macros() (names []string) {
	for _, found := range macroName().FindAllStringSubmatch(u.code, -1) {
		if u.target.language != "c" || !headerName().MatchString(found[1]) {
			names = append(names, found[1])
		}
	}
	return names
}

func cPrepare(_ Signature, u *source) template.FuncMap {
	hashes := hashWords().MatchString(u.code)
	u.text = hashInclude().ReplaceAllString(u.text, "$1")
	return template.FuncMap{"hashes": func() bool { return hashes }, "passed": cPassed}
}

// cPassed returns the arguments of a call, with places for the sizes of the result.
func cPassed(m Method) string {
	var all []string
	for i, p := range m.Params {
		all = append(all, fmt.Sprintf("a%d", i))
		if p.Type.Depth() > 0 {
			all = append(all, fmt.Sprintf("a%dSize", i))
		}
		if p.Type.Depth() > 1 {
			all = append(all, fmt.Sprintf("a%dColSize", i))
		}
	}
	if m.Result.Depth() > 0 {
		all = append(all, "&rSize")
	}
	if m.Result.Depth() > 1 {
		all = append(all, "&rColSize")
	}
	return strings.Join(all, ", ")
}

var (
	cFunction = match.Lazy(`(?m)[\w>\]&*]\s*[\s&*]\s*(?:\w+::)*([A-Za-z_]\w*)\s*\(`)
	cMain     = match.Lazy(`\b(main)\s*\(`)
	cBody     = match.Lazy(`^\s*(?:const|noexcept|override|final|throws\s+[\w.,\s]+|->[^;{]*|\s)*\{`)
)

// findC finds functions in the languages that write them as C does.
func findC(u source) []definition {
	return matches(u.code, cFunction, func(params []string) int {
		if len(params) == 1 && strings.TrimSpace(params[0]) == "void" {
			return 0
		}
		return len(params)
	}, cBody)
}
