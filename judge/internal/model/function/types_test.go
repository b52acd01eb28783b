package function_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/function"
)

// echoes have a value of every type, and the name of a method that returns it.
var echoes = []struct{ method, typ, value string }{
	{"a", "int", "-2147483648"}, {"b", "long", "9007199254740991"}, {"cc", "double", "-0.125"}, {"d", "boolean", "true"},
	{"e", "char", `"x"`}, {"f", "String", `"a \"q\" \\ é"`}, {"g", "int[]", "[1,-2,3]"}, {"h", "long[]", "[1,-20000000000]"},
	{"i", "double[]", "[1.5,2.0]"}, {"j", "boolean[]", "[true,false]"}, {"k", "char[]", `["a","b"]`}, {"l", "String[]", `["","ab"]`},
	{"m", "int[][]", "[[1,2],[],[3]]"}, {"n", "char[][]", `[["a"],["b","c"]]`}, {"o", "List<Integer>", "[4,5]"},
	{"p", "List<List<Integer>>", "[[],[1]]"}, {"q", "List<String>", `["x"]`}, {"r", "List<List<String>>", `[["x","y"],["z"]]`},
	{"s", "ListNode", "[1,2,3]"}, {"t", "TreeNode", "[1,null,2,3]"}, {"u", "ListNode[]", "[[1,2],[],[3]]"}, {"v", "int[]", "[]"},
	{"w", "TreeNode", "[]"}, {"x", "String[][]", `[["a",""],["b"]]`}, {"y", "double[][]", "[[0.5]]"}, {"z", "List<Boolean>", "[false]"},
	{"aa", "List<Long>", "[1]"}, {"bb", "List<Double>", "[0.25]"}, {"dd", "List<Character>", `["z"]`}, {"ee", "TreeNode[]", "[[1],[2,3]]"},
}

// echoSource is a class whose methods return what they are given.
func echoSource(s function.Signature, language string) string {
	var b strings.Builder
	heads := strings.Split(s.Heads(language), "; ")
	body := map[string]string{"cpp": " { return value; }\n", "java": " { return value; }\n", "go": " { return value }\n", "python": "\n        return value\n", "rust": " { value }\n"}
	switch language {
	case "c":
		b.WriteString("typedef struct { int unused; } Echo;\nEcho* echoCreate() { return calloc(1, sizeof(Echo)); }\nvoid echoFree(Echo* obj) { free(obj); }\n")
		for i, m := range s.Methods[1:] {
			out := ""
			if m.Result.Depth() > 0 {
				out += "*returnSize = valueSize; "
			}
			if m.Result.Depth() > 1 {
				out += "*returnColumnSizes = valueColSize; "
			}
			fmt.Fprintf(&b, "%s { %sreturn value; }\n", heads[i+1], out)
		}
	case "cpp":
		b.WriteString("class Echo {\npublic:\n    Echo() {}\n    " + strings.Join(heads[1:], body[language]+"    ") + body[language] + "};\n")
	case "java":
		b.WriteString("class Echo {\n    " + strings.Join(heads[1:], body[language]+"    ") + body[language] + "}\n")
	case "go":
		b.WriteString("type Echo struct{}\n\nfunc Constructor() Echo { return Echo{} }\n\n" + strings.Join(heads[1:], body[language]) + body[language])
	case "python":
		b.WriteString("class Echo:\n    " + strings.Join(heads[1:], body[language]+"    ") + body[language])
	case "javascript":
		b.WriteString("class Echo {\n")
		for _, m := range s.Methods[1:] {
			fmt.Fprintf(&b, "    %s(value) { return value; }\n", m.Name)
		}
		b.WriteString("}\n")
	case "rust":
		b.WriteString("use std::rc::Rc;\nuse std::cell::RefCell;\nstruct Echo;\nimpl Echo {\n    fn new() -> Self { Echo }\n    " + strings.Join(heads[1:], body[language]+"    ") + body[language] + "}\n")
	}
	return b.String()
}

// TestEveryType passes a value of each type through each language.
func TestEveryType(t *testing.T) {
	w := open(t)
	methods, names, args, want := []string{"Echo()"}, []string{`"Echo"`}, []string{"[]"}, []string{"null"}
	for _, e := range echoes {
		methods = append(methods, fmt.Sprintf("%s %s(%s value)", e.typ, e.method, e.typ))
		names, args, want = append(names, `"`+e.method+`"`), append(args, "["+e.value+"]"), append(want, e.value)
	}
	s, err := function.ParseClass("Echo", methods)
	if err != nil {
		t.Fatal(err)
	}
	input := "[" + strings.Join(names, ",") + "]\n[" + strings.Join(args, ",") + "]\n"
	for language := range suffix {
		t.Run(language, func(t *testing.T) {
			p, err := w.build(t, s, language, "Echo."+suffix[language], echoSource(s, language))
			if err != nil {
				t.Fatalf("%v\n%s", err, echoSource(s, language))
			}
			r := w.run(t, s, p, input)
			if r.err != nil || r.answers.Wrong.Said() {
				t.Fatalf("%v %s: %s", r.err, r.answers.Wrong, r.outcome.Stderr)
			}
			got := r.answers.Passes[0][0].([]any)
			for i := range want {
				if text := function.WriteValue(got[i]); text != want[i] {
					t.Errorf("%s: %s came back as %s", methods[i], want[i], text)
				}
			}
		})
	}
}
