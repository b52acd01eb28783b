package function

import (
	"fmt"
	"regexp"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var rust = target{language: "rust", driver: "judge_driver.rs", name: snake, prompt: rustHead, skeleton: rustSkeleton, wrap: rustWrap, find: findRust,
	spans: slashes, class: `\b\s*[{(<;]`, classes: true, starts: mainWord,
	main: match.Lazy(`\bfn\s+(main)\s*\(`), mainless: "judge_no_main",
	char: match.Lazy(`^'(?:[^'\\\n]|\\[^\n]{1,10}?)'`), // else it is a lifetime
}

var rustType = spelling{"Vec<%s>", map[Kind]string{Int: "i32", Long: "i64", Double: "f64", Boolean: "bool",
	ListNode: "Option<Box<ListNode>>", TreeNode: "Option<Rc<RefCell<TreeNode>>>"}}.of

func rustHead(s Signature, m Method) string {
	var params []string
	if s.Class != "" && m.Name != s.Class {
		params = append(params, "&self")
	}
	for i, p := range m.Params {
		t := rustType(p.Type)
		if i == s.Place && !s.IsDesign() {
			t = "&mut " + t
		}
		params = append(params, snake(p.Name)+": "+t)
	}
	name := snake(m.Name)
	if m.Name == s.Class {
		return "fn new(" + strings.Join(params, ", ") + ") -> Self"
	}
	head := "fn " + name + "(" + strings.Join(params, ", ") + ")"
	if s.Class == "" {
		head = "pub " + head
	}
	if m.Result.Kind != Void {
		head += " -> " + rustType(m.Result)
	}
	return head
}

const rustNodes = `#[derive(PartialEq, Eq, Clone, Debug)]
pub struct ListNode {
  pub val: i32,
  pub next: Option<Box<ListNode>>
}
impl ListNode {
  #[inline]
  fn new(val: i32) -> Self {
    ListNode { next: None, val }
  }
}
|#[derive(Debug, PartialEq, Eq)]
pub struct TreeNode {
  pub val: i32,
  pub left: Option<Rc<RefCell<TreeNode>>>,
  pub right: Option<Rc<RefCell<TreeNode>>>,
}
impl TreeNode {
  #[inline]
  pub fn new(val: i32) -> Self {
    TreeNode { val, left: None, right: None }
  }
}
`

func rustSkeleton(s Signature) string {
	text := s.commented(rustNodes, "", "// ", "\n")
	if s.uses(TreeNode) {
		text += "use std::rc::Rc;\nuse std::cell::RefCell;\n"
	}
	if s.Class != "" {
		text += "struct " + s.Class + " {\n    \n}\n\n"
	}
	text += "impl " + s.holder() + " {\n"
	if s.Class != "" && !s.IsDesign() {
		text += "    fn new() -> Self {\n        \n    }\n\n"
	}
	for _, m := range s.methods() {
		text += "    " + rustHead(s, m) + " {\n        \n    }\n"
		if s.Class != "" {
			text += "\n"
		}
	}
	return strings.TrimRight(text, "\n") + "\n}\n"
}

func rustWrap(s Signature, u source) []File {
	text := s.driver(u, template.FuncMap{
		"nodes": func() string { return rustPaths.Replace(s.nodes(rustNodes, &u)) }, "type": rustWritten,
		"passed": func(m Method, name string) string { return rustPassed(m, snake(name), u) },
	})
	return []File{{Name: u.target.driver, Text: text}, {Name: u.name, Text: u.text, User: true, Beside: true}}
}

// rustPaths names types where nothing is in use.
var rustPaths = strings.NewReplacer("Rc<", "std::rc::Rc<", "RefCell<", "std::cell::RefCell<")

func rustWritten(t Type) string { return rustPaths.Replace(rustType(t)) }

// rustReference matches the beginning of a reference type.
var rustReference = match.Lazy(`^\s*&\s*(?:'\w+\s+)?(mut\s+)?`)

// rustPassed are the arguments of a call: by reference where the user's function takes them so.
func rustPassed(m Method, name string, u source) string {
	written := regexp.MustCompile(`\bfn\s+` + name + `\s*(?:<[^(]*>)?\s*\(([^)]*)\)`).FindStringSubmatch(u.code)
	var takes []string
	if written != nil {
		takes = splitParams(written[1])
		if len(takes) > 0 && strings.HasSuffix(strings.TrimSpace(takes[0]), "self") {
			takes = takes[1:]
		}
	}
	return joined(m.Params, func(i int, _ Param) string {
		by := ""
		if i < len(takes) {
			_, t, _ := strings.Cut(takes[i], ":")
			if is := rustReference().FindStringSubmatch(t); is != nil {
				by = "&" + is[1]
			}
		}
		return fmt.Sprintf("%sa%d", by, i)
	})
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
