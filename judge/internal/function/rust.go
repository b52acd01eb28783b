package function

import (
	"fmt"
	"regexp"
	"strings"
)

var rust = target{wrap: rustWrap, skeleton: rustSkeleton, name: snake, prompt: rustHead, find: findRust, language: "rust"}

func rustType(t Type) string {
	switch t.Kind {
	case Array, List:
		return "Vec<" + rustType(*t.Elem) + ">"
	case Int:
		return "i32"
	case Long:
		return "i64"
	case Double:
		return "f64"
	case Boolean:
		return "bool"
	case ListNode:
		return "Option<Box<ListNode>>"
	case TreeNode:
		return "Option<Rc<RefCell<TreeNode>>>"
	}
	return words[t.Kind]
}

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
	text := "#![allow(dead_code)]\nmod judge_driver {\n" + runtime("rust") + "}\n"
	if s.Class == "" && !u.has("Solution") {
		text += "struct Solution;\n"
	}
	text += strings.NewReplacer("Rc<", "std::rc::Rc<", "RefCell<", "std::cell::RefCell<").Replace(s.nodes(rustNodes, &u))
	text += fmt.Sprintf("include!(%q);\n", u.name)
	if s.uses(ListNode) {
		text += runtime("rust_list")
	}
	if s.uses(TreeNode) {
		text += runtime("rust_tree")
	}
	return []File{{Name: drivers["rust"], Text: text + rustCalls(s, u)}, {Name: u.name, Text: u.text, User: true, Beside: true}}
}

func rustArgs(params []Param) (text string) {
	for i, p := range params {
		text += fmt.Sprintf("    let mut a%d: %s = judge_driver::wire::Value::get(w);\n", i, rustWritten(p.Type))
	}
	return text
}

// rustWritten is a type where nothing is in use.
func rustWritten(t Type) string {
	return strings.NewReplacer("Rc<", "std::rc::Rc<", "RefCell<", "std::cell::RefCell<").Replace(rustType(t))
}

// rustPassed are the arguments of a call: by reference where the user's function takes them so.
func rustPassed(m Method, name string, u source) string {
	written := regexp.MustCompile(`\bfn\s+` + name + `\s*\(([^)]*)\)`).FindStringSubmatch(u.code)
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
			if t = strings.TrimSpace(t); strings.HasPrefix(t, "&mut") {
				by = "&mut "
			} else if strings.HasPrefix(t, "&") {
				by = "&"
			}
		}
		return fmt.Sprintf("%sa%d", by, i)
	})
}

func rustCalls(s Signature, u source) string {
	text := "#[allow(unused_mut, unused_variables)]\nfn judge_call(w: &mut judge_driver::wire::Wire) {\n"
	if s.IsDesign() {
		text += rustDesign(s, u)
	} else {
		args := s.Args()
		of := s.holder() + "::"
		if s.Class != "" {
			text, of = text+"    let mut object = "+s.Class+"::new();\n", "object."
		}
		name := snake(s.Name)
		call := of + name + "(" + rustPassed(s.Method, name, u) + ")"
		if s.Inner != nil {
			inner := snake(s.Inner.Name)
			call = "{ let between = " + of + inner + "(" + rustPassed(*s.Inner, inner, u) + "); " + of + name + "(between) }"
		}
		result := fmt.Sprintf("a%d", s.Place)
		if s.Place < 0 {
			result, call = "r", "let r: "+rustWritten(s.Result)+" = "+call
		}
		text += rustArgs(args) + "    w.lap(0);\n    " + call + ";\n    w.lap(1);\n    w.result(&" + result + ");\n    w.lap(2);\n"
	}
	return text + `}
fn main() {
    let mut w = judge_driver::wire::Wire::open();
    let passes = w.length();
    let start = w.at;
    for _ in 0..passes {
        w.at = start;
        for _ in 0..w.length() {
            judge_call(&mut w);
        }
    }
    w.close();
}
`
}

func rustDesign(s Signature, u source) string {
	text := "    let mut object: Option<" + s.Class + "> = None;\n    for _ in 0..w.length() {\n        match w.take::<1>()[0] {\n"
	for i, m := range s.Methods {
		name := snake(m.Name)
		call := "object.as_mut().unwrap()." + name + "(" + rustPassed(m, name, u) + ")"
		put := "w.out.push(b'R')"
		switch {
		case i == 0:
			call = "object = Some(" + s.Class + "::new(" + rustPassed(m, "new", u) + "))"
		case m.Result.Kind != Void:
			call, put = "let r: "+rustWritten(m.Result)+" = "+call, "w.result(&r)"
		}
		body := rustArgs(m.Params) + "    w.lap(0);\n    " + call + ";\n    w.lap(1);\n    " + put + ";\n    w.lap(2);\n"
		text += fmt.Sprintf("            %d => {\n%s\n            }\n", i, indent(body, "            "))
	}
	return text + "            _ => {}\n        }\n    }\n"
}
