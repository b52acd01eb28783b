package function

import (
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var java = target{language: "java", driver: "JudgeDriver.java", name: same, prompt: javaHead, skeleton: javaSkeleton, wrap: javaWrap, find: findC,
	spans: slashes, class: classBody, classes: true, holds: true, starts: mainWord}

func javaHead(s Signature, m Method) string {
	head := m.Name + "(" + joined(m.Params, func(_ int, p Param) string { return p.Type.String() + " " + p.Name }) + ")"
	if m.Result.Kind == None {
		return "public " + head
	}
	return "public " + m.Result.String() + " " + head
}

const javaNodes = `class ListNode {
    int val;
    ListNode next;
    ListNode() {}
    ListNode(int val) { this.val = val; }
    ListNode(int val, ListNode next) { this.val = val; this.next = next; }
}
|class TreeNode {
    int val;
    TreeNode left;
    TreeNode right;
    TreeNode() {}
    TreeNode(int val) { this.val = val; }
    TreeNode(int val, TreeNode left, TreeNode right) {
        this.val = val;
        this.left = left;
        this.right = right;
    }
}
`

func javaSkeleton(s Signature) string {
	text := s.commented(javaNodes, "/**\n", " * ", "\n */\n") + "class " + s.holder() + " {\n"
	for _, m := range s.methods() {
		text += "    " + javaHead(s, m) + " {\n        \n    }\n"
		if s.IsDesign() || s.Inner != nil {
			text += "\n"
		}
	}
	return strings.TrimRight(text, "\n") + "\n}\n"
}

// javaUsual is put in front of the user's first line, on the same line, so that lines keep their numbers.
const javaUsual = "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.math.*; import java.io.*; "

// packageLine puts a file into a package, which the site does not do.
var packageLine = match.Lazy(`(?m)^[ \t]*package\s+[\w.]+\s*;`)

func javaWrap(s Signature, u source) []File {
	if at := packageLine().FindStringIndex(u.code); at != nil {
		u.text = u.text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + u.text[at[1]:]
	}
	driver := s.driver(u, template.FuncMap{"type": Type.String, "made": javaMade, "view": func(t Type) string { return javaViews[t.Kind] }})
	files := []File{{Name: u.target.driver, Text: driver}, {Name: u.name, Text: javaUsual + u.text, User: true}}
	if nodes := s.nodes(javaNodes, &u); nodes != "" {
		files = append(files, File{Name: "JudgeNodes.java", Text: nodes})
	}
	return files
}

// javaViews are the buffers that hold numbers of a kind.
var javaViews = map[Kind]string{Int: "Int", Long: "Long", Double: "Double"}

// javaMade is a new array of n items: of new int[n][], which makes one of int[], the length stands in the
// first pair of brackets.
func javaMade(item Type) string {
	base, rest, nested := strings.Cut(item.String(), "[")
	if strings.HasPrefix(base, "List<") {
		return "new List[n]"
	}
	if nested {
		rest = "[" + rest
	}
	return "new " + base + "[n]" + rest
}
