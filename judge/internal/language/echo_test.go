package language_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
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

// circle is a method whose list has no end.
const circle = "circle"

// echo is the class with these methods.
func echo(t *testing.T) function.Signature {
	t.Helper()
	methods := []string{"Echo()", "ListNode " + circle + "(ListNode value)"}
	for _, e := range echoes {
		methods = append(methods, fmt.Sprintf("%s %s(%s value)", e.typ, e.method, e.typ))
	}
	s, err := function.ParseClass("Echo", methods)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// echoSource is the class in a language: its methods return what they are given.
func echoSource(s function.Signature, id string) string {
	way := map[string]struct{ before, body, after string }{
		"c":          {"typedef struct { int unused; } Echo;\nEcho* echoCreate() { return calloc(1, sizeof(Echo)); }\nvoid echoFree(Echo* obj) { free(obj); }\n", " { FIRSTreturn value; }\n", ""},
		"cpp":        {"class Echo {\npublic:\n    Echo() {}\n", " { FIRSTreturn value; }\n", "};\n"},
		"java":       {"class Echo {\n", " { FIRSTreturn value; }\n", "}\n"},
		"go":         {"type Echo struct{}\n\nfunc Constructor() Echo { return Echo{} }\n\n", " { FIRSTreturn value }\n", ""},
		"python":     {"class Echo:\n", "\n        FIRSTreturn value\n", ""},
		"rust":       {"use std::rc::Rc;\nuse std::cell::RefCell;\nstruct Echo;\nimpl Echo {\n    fn new() -> Self { Echo }\n", " { value }\n", "}\n"}, // no circles
		"javascript": {"class Echo {\n", " { FIRSTreturn value; }\n", "}\n"},
	}[id]
	heads, text := strings.Split(language.Of(id).Heads(s), "; "), way.before
	for i, m := range s.Methods[1:] {
		head, first := heads[min(i+1, len(heads)-1)], ""
		switch {
		case m.Name == circle && (id == "c" || id == "cpp"):
			first = "value->next = value; "
		case m.Name == circle && id == "go":
			first = "value.Next = value; "
		case m.Name == circle:
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

// echoed makes the calls in each language.
func echoed(t *testing.T, calls []call, check func(t *testing.T, id string, r ran)) {
	w, s := open(t), echo(t)
	names, args := `"Echo"`, "[]"
	for _, c := range calls {
		names, args = names+`,"`+c.method+`"`, args+",["+c.value+"]"
	}
	for id := range suffix {
		t.Run(id, func(t *testing.T) {
			p, err := w.build(t, s, id, "Echo."+suffix[id], echoSource(s, id))
			if err != nil {
				t.Fatalf("%v\n%s", err, echoSource(s, id))
			}
			check(t, id, w.run(t, s, p, "["+names+"]\n["+args+"]\n"))
		})
	}
}

// returned checks that the calls returned what they were given.
func returned(t *testing.T, calls []call, r ran) {
	t.Helper()
	if r.err != nil || r.answers.Wrong.Said() {
		t.Fatalf("%v %s: %s", r.err, r.answers.Wrong, r.outcome.Stderr)
	}
	got := r.answers.Passes[0][0].([]any)
	for i, c := range calls {
		if text := function.WriteValue(got[i+1]); text != c.value {
			t.Errorf("%s: %.99s came back as %.99s", c.method, c.value, text)
		}
	}
}

// TestEveryType passes a value of each type through each language.
func TestEveryType(t *testing.T) {
	var calls []call
	for _, e := range echoes {
		calls = append(calls, call{e.method, e.value})
	}
	echoed(t, calls, func(t *testing.T, _ string, r ran) { returned(t, calls, r) })
}

// TestCircle returns a list without an end: no driver may follow it for ever.
func TestCircle(t *testing.T) {
	echoed(t, []call{{circle, "[1,2]"}}, func(t *testing.T, id string, r ran) {
		if want := "circle: it returned a ListNode without an end: its nodes form a circle"; id != "rust" && r.answers.Wrong.String() != want {
			t.Errorf("%v %q %s, want %q", r.err, r.answers.Wrong, r.outcome.Stderr, want)
		}
	})
}

// TestLargeInputs passes an array of 10^5 numbers and a matrix of 300 by 300 through each driver. The time is logged
// only, since the machine may be busy.
func TestLargeInputs(t *testing.T) {
	row := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprint(i*7919%2000003-1000000))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	matrix := "[" + strings.TrimSuffix(strings.Repeat(row(300)+",", 300), ",") + "]"
	calls := []call{{"g", row(100_000)}, {"m", matrix}}
	echoed(t, calls, func(t *testing.T, _ string, r ran) {
		returned(t, calls, r)
		t.Logf("driver %.2f ms, call %.3f ms, CPU of the process %.2f ms",
			float64(r.answers.Driver.Microseconds())/1e3, float64(r.answers.Call.Microseconds())/1e3, float64(r.outcome.CPU.Microseconds())/1e3)
	})
}
