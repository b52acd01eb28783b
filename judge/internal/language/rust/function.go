package rust

import (
	"fmt"
	"regexp"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
)

var functions = lang.Functions{Driver: "judge_driver.rs", Call: call, Type: spelled, Prepare: prepare, Included: true,
	Find: find, Paragraphs: true, Holder: "impl ", ClassEnd: `\b\s*[{(<;]`, Clash: match.Lazy(`\bfn\s+(main)\s*\(`), Clashless: "judge_no_main"}

var spelled = lang.Spelling{List: "Vec<%s>", Names: map[function.Kind]string{function.Int: "i32", function.Long: "i64", function.Double: "f64", function.Boolean: "bool",
	function.ListNode: "Option<Box<ListNode>>", function.TreeNode: "Option<Rc<RefCell<TreeNode>>>"}}.Of

func call(_ lang.Signature, m lang.Method) string { return lang.Snake(m.Name) }

func prepare(s *lang.Signature, u *lang.UserFile) template.FuncMap {
	code := u.Code
	return template.FuncMap{
		"nodes":  func() string { return paths.Replace(u.Language.Nodes(*s, u.Has)) },
		"type":   func(t lang.Type) string { return paths.Replace(spelled(t)) },
		"passed": func(m lang.Method, name string) string { return passed(m, lang.Snake(name), code) },
	}
}

var solution = match.Lazy(`\bimpl\s+Solution\b`)

// paths names types where nothing is in use.
var paths = strings.NewReplacer("Rc<", "std::rc::Rc<", "RefCell<", "std::cell::RefCell<")

// reference matches the beginning of a reference type.
var reference = match.Lazy(`^\s*&\s*(?:'\w+\s+)?(mut\s+)?`)

// passed are the arguments of the driver's call, which is to the method: a function beside may have its name.
func passed(m lang.Method, name, code string) string {
	var all []string
	if at := solution().FindStringIndex(code); at != nil {
		code = code[at[0]:]
	}
	for i, by := range references(m, name, code) {
		all = append(all, fmt.Sprintf("%sa%d", by, i))
	}
	return strings.Join(all, ", ")
}

// references returns what a call writes before each argument: & or &mut where the user's function takes a reference, nothing
// where it takes a value.
func references(m lang.Method, name, code string) []string {
	written := regexp.MustCompile(`\bfn\s+` + name + `\s*(?:<[^(]*>)?\s*\(([^)]*)\)`).FindStringSubmatch(code)
	var takes []string
	if written != nil {
		takes = lang.SplitParams(written[1])
		if len(takes) > 0 && strings.HasSuffix(strings.TrimSpace(takes[0]), "self") {
			takes = takes[1:]
		}
	}
	all := make([]string, len(m.Params))
	for i := range all {
		if i < len(takes) {
			_, t, _ := strings.Cut(takes[i], ":")
			if is := reference().FindStringSubmatch(t); is != nil {
				all[i] = "&" + is[1]
			}
		}
	}
	return all
}

var defined = match.Lazy(`\bfn\s+(\w+)\s*(?:<[^(]*>)?\s*\(`)

func find(u lang.UserFile) []lang.Definition {
	return lang.Matches(u.Code, defined, func(params []string) int {
		if len(params) > 0 && strings.HasSuffix(strings.TrimSpace(params[0]), "self") {
			return len(params) - 1
		}
		return len(params)
	}, nil)
}
