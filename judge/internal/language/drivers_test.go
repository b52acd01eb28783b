package language_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/workshop"
)

// shop builds and runs programs.
type shop struct {
	box     *sandbox.Sandbox
	builder *build.Builder
}

func open(t *testing.T) shop {
	t.Helper()
	box, b := workshop.Open(t)
	return shop{box, b}
}

func (w shop) build(t *testing.T, s function.Signature, id, path, text string) (*build.Program, error) {
	t.Helper()
	if err := language.Of(id).Accept(s, path, []byte(text)); err != nil {
		return nil, err
	}
	src := build.Source{Files: []language.File{{Path: path, Text: text}}, Language: id, Name: path}
	for _, f := range language.Of(id).Wrap(s, path, []byte(text)) {
		m := build.Made{Name: f.Name, Text: f.Text, Header: f.Beside}
		if f.User {
			m.Path = path
		}
		src.Made = append(src.Made, m)
	}
	p, err := w.builder.Compile(context.Background(), src)
	if missing, ok := errors.AsType[*build.Missing](err); ok {
		t.Skip(missing.Message())
	}
	return p, err
}

// ran is the result of a run.
type ran struct {
	outcome sandbox.Outcome
	answers function.Answers
	err     error
	stdout  string
}

func (w shop) run(t *testing.T, s function.Signature, p *build.Program, input string) ran {
	t.Helper()
	return w.runWithin(t, s, p, input, time.Minute)
}

// runWithin runs a program, which makes another pass only if those before were as quick.
func (w shop) runWithin(t *testing.T, s function.Signature, p *build.Program, input string, quick time.Duration) ran {
	t.Helper()
	calls := must.Get(s.Read([]byte(input)))(t)
	nonce := function.Nonce{1, 2, 3, 4, 5, 6, 7, 8}
	in := filepath.Join(t.TempDir(), "in")
	must.Succeed(t, os.WriteFile(in, s.Encode(nonce, calls, quick), 0o600))
	stdin := must.Get(os.Open(in))(t)
	defer stdin.Close()
	c := p.Command(512<<20, 5e9)
	c.Stdin, c.Results = stdin, true
	o, err := w.box.Run(context.Background(), c)
	must.Succeed(t, err)
	defer o.Close()
	out, _ := io.ReadAll(o.Stdout)
	results, _ := io.ReadAll(o.Results)
	r := ran{outcome: o, stdout: string(out)}
	r.answers, r.err = s.Decode(nonce, calls, results, function.Most{Values: 1 << 20, Time: o.Wall})
	return r
}

func text(r ran) string {
	var all []string
	for _, pass := range r.answers.Passes {
		for _, v := range pass {
			all = append(all, function.WriteValue(v))
		}
	}
	return strings.Join(all, "\n")
}

var suffix = map[string]string{"cpp": "cpp", "c": "c", "go": "go", "java": "java", "python": "py", "javascript": "js", "rust": "rs"}

func parse(t *testing.T, text string) function.Signature {
	t.Helper()
	s := must.Get(function.Parse(text))(t)
	return s
}

// TestAnotherType returns a wrong type, in the languages whose compilers do not notice.
func TestAnotherType(t *testing.T) {
	w := open(t)
	for _, test := range []struct{ signature, language, returned, want string }{
		{"int f(int a)", "python", "None", "it returned None where int is asked for"},
		{"int f(int a)", "python", "2.5", "it returned 2.5 where int is asked for"},
		{"int f(int a)", "python", "2**31", "it returned 2147483648 where int is asked for"},
		{"int[] f(int a)", "python", "'ab'", "it returned a str where int[] is asked for"},
		{"boolean f(int a)", "python", "1", "it returned 1 where boolean is asked for"},
		{"ListNode f(int a)", "python", "[1]", "it returned a list where ListNode is asked for"},
		{"TreeNode f(int a)", "python", "TreeNode(2**31)", "it returned 2147483648 where TreeNode is asked for"},
		{"int f(int a)", "javascript", "undefined", "it returned undefined where int is asked for"},
		{"int f(int a)", "javascript", "NaN", "it returned NaN where int is asked for"},
		{"String f(int a)", "javascript", "[1]", "it returned an array where String is asked for"},
		{"int[] f(int a)", "javascript", "[1, 2.5]", "it returned 2.5 where int[] is asked for"},
		{"TreeNode f(int a)", "javascript", "7", "it returned 7 where TreeNode is asked for"},
	} {
		t.Run(test.language+" "+test.returned, func(t *testing.T) {
			source := "class Solution:\n    def f(self, a):\n        return " + test.returned + "\n"
			if test.language == "javascript" {
				source = "var f = function(a) { return " + test.returned + "; };\n"
			}
			s := parse(t, test.signature)
			p, err := w.build(t, s, test.language, "f."+suffix[test.language], source)
			must.Succeed(t, err)
			if r := w.run(t, s, p, "1\n"); r.answers.Wrong.String() != test.want {
				t.Errorf("%v %q %s, want %q", r.err, r.answers.Wrong, r.outcome.Stderr, test.want)
			}
		})
	}
}

// TestForging writes to the driver's own descriptor; normal output never goes there.
func TestForging(t *testing.T) {
	w := open(t)
	s := parse(t, "int f(int a)")
	p, err := w.build(t, s, "c", "f.c",
		"#include <unistd.h>\nint f(int a) {\n    if (write(3, \"R\\1\\0\\0\\0\", 5) != 5) abort();\n    _exit(0);\n}\n")
	must.Succeed(t, err)
	if r := w.run(t, s, p, "1\n"); r.err == nil || !strings.Contains(r.err.Error(), "wrote to the driver's descriptor") {
		t.Errorf("%v, results %v", r.err, r.answers)
	}
}

// TestListsAsWritten: where another language's signature says no more than list, a Java program has T[] or List<T>.
func TestListsAsWritten(t *testing.T) {
	w := open(t)
	s, err := function.ParseAny("vector<vector<string>> split(vector<int>& at, vector<vector<int>>& of)")
	must.Succeed(t, err)
	for _, head := range []string{"String[][] split(int[] at, final int[][] of)", "List<List<String>> split(List<Integer> at, int[][] of)",
		"List<String[]> split(int[] at, List<int[]> of)"} {
		_, err := w.build(t, s, "java", "S.java", "class Solution {\n\tpublic "+head+" {\n\t\treturn null;\n\t}\n}\n")
		must.Be(t, err == nil, "%s: %v", head, err)
	}
}

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
