package function

import (
	"fmt"
	"regexp"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var rust = target{language: "rust", driver: "judge_driver.rs", name: rustName, typ: rustType, prepare: rustPrepare, includes: true, find: findRust,
	class: `\b\s*[{(<;]`, classes: true, holds: true, starts: mainWord,
	main: match.Lazy(`\bfn\s+(main)\s*\(`), mainless: "judge_no_main",
}

var rustType = spelling{"Vec<%s>", map[Kind]string{Int: "i32", Long: "i64", Double: "f64", Boolean: "bool",
	ListNode: "Option<Box<ListNode>>", TreeNode: "Option<Rc<RefCell<TreeNode>>>"}}.of

func rustName(_ Signature, m Method) string { return snake(m.Name) }

func rustPrepare(s Signature, u *source) template.FuncMap {
	code := u.code
	return template.FuncMap{
		"nodes":  func() string { return rustPaths.Replace(u.target.nodes(s, u.has)) },
		"type":   func(t Type) string { return rustPaths.Replace(rustType(t)) },
		"passed": func(m Method, name string) string { return rustPassed(m, snake(name), code) },
	}
}

// rustPaths names types where nothing is in use.
var rustPaths = strings.NewReplacer("Rc<", "std::rc::Rc<", "RefCell<", "std::cell::RefCell<")

// rustReference matches the beginning of a reference type.
var rustReference = match.Lazy(`^\s*&\s*(?:'\w+\s+)?(mut\s+)?`)

// rustPassed are the arguments of the driver's call, which is to the method: a function beside may have its name.
func rustPassed(m Method, name, code string) string {
	var all []string
	if at := solutionImpl().FindStringIndex(code); at != nil {
		code = code[at[0]:]
	}
	for i, by := range rustReferences(m, name, code) {
		all = append(all, fmt.Sprintf("%sa%d", by, i))
	}
	return strings.Join(all, ", ")
}

// rustHanded are the arguments of a call from the site's method: the parameter that is changed in place is a reference
// already.
func rustHanded(s Signature, code string) string {
	var all []string
	for i, by := range rustReferences(s.Method, snake(s.Name), code) {
		if i == s.Place {
			by = ""
		}
		all = append(all, by+snake(s.Params[i].Name))
	}
	return strings.Join(all, ", ")
}

// rustReferences is what stands before each argument: the user's function takes it by value, "", or by reference.
func rustReferences(m Method, name, code string) []string {
	written := regexp.MustCompile(`\bfn\s+` + name + `\s*(?:<[^(]*>)?\s*\(([^)]*)\)`).FindStringSubmatch(code)
	var takes []string
	if written != nil {
		takes = splitParams(written[1])
		if len(takes) > 0 && strings.HasSuffix(strings.TrimSpace(takes[0]), "self") {
			takes = takes[1:]
		}
	}
	all := make([]string, len(m.Params))
	for i := range all {
		if i < len(takes) {
			_, t, _ := strings.Cut(takes[i], ":")
			if is := rustReference().FindStringSubmatch(t); is != nil {
				all[i] = "&" + is[1]
			}
		}
	}
	return all
}

var rustFunction = match.Lazy(`\bfn\s+(\w+)\s*(?:<[^(]*>)?\s*\(`)

func findRust(u source) []definition {
	return matches(u.code, rustFunction, func(params []string) int {
		if len(params) > 0 && strings.HasSuffix(strings.TrimSpace(params[0]), "self") {
			return len(params) - 1
		}
		return len(params)
	}, nil)
}
