package c

import (
	"fmt"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
)

var functions = lang.Functions{Driver: "judge_driver.c", Call: call, Prepare: prepare, Included: true, Find: lang.FindLikeC,
	// A list is a pointer, its length goes beside it.
	Type: lang.Spelling{List: "%s*", Names: map[function.Kind]string{function.Long: "long long", function.Boolean: "bool",
		function.String: "char*", function.ListNode: "struct ListNode*", function.TreeNode: "struct TreeNode*"}}.Of,
	NoClasses: true, Sized: true, Clash: OtherMain, Clashless: NoMain}

// OtherMain is a main in a file with a function.
var OtherMain = match.Lazy(`\b(main)\s*\(`)

// NoMain is what its name becomes.
const NoMain = "judge_no_main"

// call returns the name of a method: methods of a class have its name in front.
func call(s lang.Signature, m lang.Method) string {
	switch {
	case !s.IsDesign():
		return m.Name
	case m.Name == s.Class:
		return lang.Small(s.Class) + "Create"
	}
	return lang.Small(s.Class) + lang.Capital(m.Name)
}

// The site has uthash.h for all programs in C, included or not.
var (
	hashWords   = match.Lazy(`\b(?:UT_hash_handle|HASH_[A-Z]+)\b`)
	hashInclude = match.Lazy(`(?m)^([ \t]*)#[ \t]*include[ \t]*[<"]uthash\.h[>"]`)
)

func prepare(_ *lang.Signature, u *lang.UserFile) template.FuncMap {
	hashes := hashWords().MatchString(u.Code)
	u.Text = hashInclude().ReplaceAllString(u.Text, "$1")
	return template.FuncMap{"hashes": func() bool { return hashes }, "passed": passed}
}

// passed returns the arguments of a call, with places for the sizes of the result.
func passed(m lang.Method) string {
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
