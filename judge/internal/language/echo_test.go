package language_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/testkit/must"
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

// circle is a method whose list has no end.
const circle = "circle"

// echo is the class with these methods.
func echo(t *testing.T) function.Signature {
	t.Helper()
	methods := []string{"Echo()", "ListNode " + circle + "(ListNode value)"}
	for _, e := range echoes {
		methods = append(methods, fmt.Sprintf("%s %s(%s value)", e.typ, e.method, e.typ))
	}
	s := must.Get(function.ParseClass("Echo", methods))(t)
	return s
}

// echoSource is the class in a language: its methods return what they are given.
func echoSource(s function.Signature, id string) string {
	way := map[string]struct{ before, body, after string }{
		"c": {"typedef struct { int unused; } Echo;\nEcho* echoCreate() { return calloc(1, sizeof(Echo)); }\nvoid " +
			"echoFree(Echo* obj) { free(obj); }\n", " { FIRSTreturn value; }\n", ""},
		"cpp":    {"class Echo {\npublic:\n    Echo() {}\n", " { FIRSTreturn value; }\n", "};\n"},
		"java":   {"class Echo {\n", " { FIRSTreturn value; }\n", "}\n"},
		"go":     {"type Echo struct{}\n\nfunc Constructor() Echo { return Echo{} }\n\n", " { FIRSTreturn value }\n", ""},
		"python": {"class Echo:\n", "\n        FIRSTreturn value\n", ""},
		"rust": {"use std::rc::Rc;\nuse std::cell::RefCell;\nstruct Echo;\nimpl Echo {\n    fn new() -> Self { Echo }\n",
			" { FIRSTvalue }\n", "}\n"},
		"javascript": {"class Echo {\n", " { FIRSTreturn value; }\n", "}\n"},
	}[id]
	heads, text := strings.Split(language.Of(id).Heads(s), "; "), way.before
	for i, m := range s.Methods[1:] {
		head, first := heads[min(i+1, len(heads)-1)], ""
		switch {
		case m.Name == "a":
			first = map[string]string{"c": `puts("R"); `, "cpp": `puts("R"); `, "java": `System.out.println("R"); `, "go": `fmt.Println("R"); `,
				"python": `print("R"); `, "javascript": `console.log("R"); `, "rust": `println!("R"); `}[id]
		case m.Name == circle && (id == "c" || id == "cpp"):
			first = "value->next = value; "
		case m.Name == circle && id == "go":
			first = "value.Next = value; "
		case m.Name == circle && id != "rust": // it has none
			first = "value.next = value; "
		case id == "c" && m.Result.Depth() > 0:
			first = "*returnSize = valueSize; "
		}
		if id == "c" && m.Result.Depth() > 1 {
			first += "*returnColumnSizes = valueColSize; "
		}
		if id == "javascript" {
			head = m.Name + "(value)"
		}
		text += "    " + head + strings.Replace(way.body, "FIRST", first, 1)
	}
	return text + way.after
}

// call is a call of a method of Echo.
type call struct{ method, value string }

// TestEcho passes a value of each type through each driver, and arrays that are large. The class may print anything. No
// driver follows a list without an end for ever.
func TestEcho(t *testing.T) {
	var small []call
	for _, e := range echoes {
		small = append(small, call{e.method, e.value})
	}
	row := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprint(i*7919%2000003-1000000))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	matrix := "[" + strings.TrimSuffix(strings.Repeat(row(300)+",", 300), ",") + "]"
	large := []call{{"g", row(100_000)}, {"m", matrix}}
	w, s := open(t), echo(t)
	for id := range suffix {
		t.Run(id, func(t *testing.T) {
			p, err := w.build(t, s, id, "Echo."+suffix[id], echoSource(s, id))
			if err != nil {
				t.Fatalf("%v\n%s", err, echoSource(s, id))
			}
			for _, calls := range [][]call{small, large} {
				r, printed := w.run(t, s, p, input(calls)), map[string]string{"a": "R\n"}[calls[0].method]
				if returned(t, calls, r); r.stdout != printed {
					t.Errorf("printed %q, want %q", r.stdout, printed)
				}
			}
			twice := s
			twice.Calls = 2
			for quick, passes := range map[time.Duration]int{0: 1, time.Minute: 2} {
				r := w.runWithin(t, twice, p, input(large), quick)
				if returned(t, large, r); len(r.answers.Passes) != passes {
					t.Errorf("%d passes where one may take %s, want %d", len(r.answers.Passes), quick, passes)
				}
			}
			const want = "circle: it returned a ListNode without an end: its nodes form a circle"
			if r := w.run(t, s, p, input([]call{{circle, "[1,2]"}})); id != "rust" && r.answers.Wrong.String() != want {
				t.Errorf("%v %q %s, want %q", r.err, r.answers.Wrong, r.outcome.Stderr, want)
			}
		})
	}
}

// input is the input of a case with these calls.
func input(calls []call) string {
	names, args := `"Echo"`, "[]"
	for _, c := range calls {
		names, args = names+`,"`+c.method+`"`, args+",["+c.value+"]"
	}
	return "[" + names + "]\n[" + args + "]\n"
}

// returned checks that the calls returned what they were given.
func returned(t *testing.T, calls []call, r ran) {
	t.Helper()
	if r.err != nil || r.answers.Wrong.Said() {
		t.Errorf("%v %s: %s", r.err, r.answers.Wrong, r.outcome.Stderr)
		return
	}
	got := r.answers.Passes[0][0].([]any)
	for i, c := range calls {
		must.Equal(t, c.value, function.WriteValue(got[i+1]), c.method, "came back as")
	}
}
