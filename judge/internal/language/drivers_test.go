package language_test

import (
	"context"
	"errors"
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
