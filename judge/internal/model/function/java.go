package function

import (
	"fmt"
	"strings"

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

// javaUsual stands before the user's first line, on that line: its numbers stay what they are.
const javaUsual = "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.math.*; import java.io.*; "

// packageLine puts a file into a package, which the site does not do.
var packageLine = match.Lazy(`(?m)^[ \t]*package\s+[\w.]+\s*;`)

func javaWrap(s Signature, u source) []File {
	if at := packageLine().FindStringIndex(u.code); at != nil {
		u.text = u.text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + u.text[at[1]:]
	}
	driver := runtime("java") + s.linked("java")
	for _, t := range s.types() {
		driver += javaHelpers(t)
	}
	driver += javaCalls(s) + "}\n"
	files := []File{{Name: u.target.driver, Text: driver}, {Name: u.name, Text: javaUsual + u.text, User: true}}
	if nodes := s.nodes(javaNodes, &u); nodes != "" {
		files = append(files, File{Name: "JudgeNodes.java", Text: nodes})
	}
	return files
}

// javaViews are the buffers that hold numbers of a kind.
var javaViews = map[Kind]string{Int: "Int", Long: "Long", Double: "Double"}

// javaHelpers read and write lists of one type.
func javaHelpers(t Type) string {
	if !t.IsList() {
		return ""
	}
	pairs := []string{"TYPE", t.String(), "ID", t.id(), "ELEM", t.Elem.String(), "EID", t.Elem.id()}
	if t.Kind == List {
		return fill(javaList, pairs...)
	}
	if view := javaViews[t.Elem.Kind]; view != "" {
		return fill(javaNumbers, append(pairs, "VIEW", view, "SIZE", map[Kind]string{Int: "4", Long: "8", Double: "8"}[t.Elem.Kind])...)
	}
	// new int[n][] makes an array of int[]: the length stands in the first pair of brackets.
	base, rest, _ := strings.Cut(t.Elem.String(), "[")
	made := "new " + base + "[n]"
	if rest != "" {
		made += "[" + rest
	}
	if strings.HasPrefix(base, "List<") {
		made = "new List[n]"
	}
	return fill(javaArray, append(pairs, "MADE", made)...)
}

const javaList = `
	static TYPE get_ID() {
		int n = in.getInt();
		TYPE v = new ArrayList<>(n);
		for (int i = 0; i < n; i++) v.add(get_EID());
		return v;
	}

	static void put_ID(TYPE v) {
		put_int(v == null ? -1 : v.size());
		if (v != null) for (var item : v) put_EID(item);
	}
`

// javaNumbers are read and written at once: item by item it takes a virtual machine long that has just begun.
const javaNumbers = `
	static TYPE get_ID() {
		TYPE v = new ELEM[in.getInt()];
		in.asVIEWBuffer().get(v);
		in.position(in.position() + v.length * SIZE);
		return v;
	}

	static void put_ID(TYPE v) {
		put_int(v == null ? -1 : v.length);
		if (v == null) return;
		room(v.length * SIZE);
		out.asVIEWBuffer().put(v);
		out.position(out.position() + v.length * SIZE);
	}
`

const javaArray = `
	@SuppressWarnings("unchecked")
	static TYPE get_ID() {
		int n = in.getInt();
		TYPE v = MADE;
		for (int i = 0; i < n; i++) v[i] = get_EID();
		return v;
	}

	static void put_ID(TYPE v) {
		put_int(v == null ? -1 : v.length);
		if (v != null) for (var item : v) put_EID(item);
	}
`

func javaArgs(params []Param) string {
	return arguments(params, "\t\tTYPE NAME = get_ID();\n", Type.String)
}

// javaResult writes a result.
func javaResult(t Type, name string) string {
	if t.Kind == Void || t.Kind == None {
		return "\t\tput_char('R');\n"
	}
	return fill(`		int head = out.position();
		put_char('R');
		try {
			put_ID(NAME);
		} catch (NoResult no) {
			out.position(head);
			put_char(no.tag);
		}
`, "ID", t.id(), "NAME", name)
}

func javaCalls(s Signature) string {
	text := "\n\tstatic void call() throws Exception {\n"
	if s.IsDesign() {
		text += "\t\t" + s.Class + " object = null;\n\t\tfor (int n = in.getInt(); n > 0; n--) switch (in.get()) {\n"
		for i, m := range s.Methods {
			call := "object." + m.Name + "(" + names(m.Params) + ")"
			switch {
			case i == 0:
				call = "object = new " + s.Class + "(" + names(m.Params) + ")"
			case m.Result.Kind != Void:
				call = m.Result.String() + " r = " + call
			}
			body := javaArgs(m.Params) + "\t\tinTime += lap();\n\t\t" + call + ";\n\t\tcallTime += lap();\n" + javaResult(m.Result, "r") + "\t\toutTime += lap();\n\t\tbreak;\n"
			text += fmt.Sprintf("\t\tcase %d: {\n%s\n\t\t}\n", i, indent(body, "\t"))
		}
		return text + "\t\t}\n\t}\n"
	}
	args := s.Args()
	object := s.holder()
	text += "\t\t" + object + " object = new " + object + "();\n" + javaArgs(args)
	call := "object." + s.Name + "(" + names(args) + ")"
	if s.Inner != nil {
		call = "new " + object + "()." + s.Name + "(object." + s.Inner.Name + "(" + names(args) + "))"
	}
	call, result := s.kept(call, s.Result.String()+" r = ")
	return text + "\t\tinTime += lap();\n\t\t" + call + ";\n\t\tcallTime += lap();\n" + javaResult(s.Answer(), result) + "\t\toutTime += lap();\n\t}\n"
}
