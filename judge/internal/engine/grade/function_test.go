package grade

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/short"
)

// judging prepares the text of a file, or a function, for a case with the answer 2.
func judging(t *testing.T, tool, file string) func(p problem.Problem, text, input string) result.Case {
	t.Helper()
	short.Skip(t)
	if _, err := exec.LookPath(tool); err != nil {
		t.Skip("not here: ", tool)
	}
	lang, _ := language.ByFile(file)
	sb := sandbox.Open(sandbox.Options{})
	builder, err := build.New(build.Options{Sandbox: sb})
	if err != nil {
		t.Fatal(err)
	}
	g := &Grader{Sandbox: sb, Builder: builder}
	t.Cleanup(func() { g.Close() })
	return func(p problem.Problem, text, input string) result.Case {
		t.Helper()
		p.Limits = problem.Limits{Time: 5 * time.Second, Memory: 512 << 20, Output: 1 << 20}
		dir := t.TempDir()
		c := problem.Case{Name: "1", In: filepath.Join(dir, "1.in"), Ans: filepath.Join(dir, "1.ans")}
		if os.WriteFile(c.In, []byte(input), 0o666) != nil || os.WriteFile(c.Ans, []byte("2\n"), 0o666) != nil {
			t.Fatal("no files")
		}
		s, err := solution.Of(file, lang.ID, language.File{Path: file, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		prepared, err := g.Prepare(t.Context(), Entry{Problem: p, Solution: s, Cases: []problem.Case{c}})
		if err != nil {
			t.Fatal(err)
		}
		if prepared.Refused != "" {
			return result.Case{Verdict: prepared.Refused, Message: prepared.Why()}
		}
		return prepared.Try(t.Context(), c) // not alone, because other judges may be timing
	}
}

// TestFiles: a problem may want its input and output in files.
func TestFiles(t *testing.T) {
	judged := judging(t, "python3", "a.py")
	for _, test := range []struct {
		input, output, text string
		want                result.Verdict
	}{
		{"", "", "print(int(input()) + 1)\n", "AC"},
		{"in.txt", "", "print(int(open('in.txt').read()) + 1)\n", "AC"},
		{"", "out.txt", "open('out.txt', 'w').write(str(int(input()) + 1))\n", "AC"},
		{"in.txt", "out.txt", "open('out.txt', 'w').write(str(int(open('in.txt').read()) + 1))\n", "AC"},
		{"in.txt", "", "print(int(input()) + 1)\n", "RE"},
		{"", "out.txt", "print(int(input()) + 1)\n", "WA"},
		{"in.txt", "out.txt", "import sys\nassert sys.stdin.read() == ''\nopen('out.txt', 'w').write('2')\n", "AC"},
		{"", "out.txt", "open('other.txt', 'w').write('x')\n", "RE"},
		{"", "", "print(int(raw_input()) + 1)\n", "RE"},
		{"", "", "if False: xrange(1)\nprint(2)\n", "AC"},
		{"", "out.txt", "with open('out.txt', 'w') as out:\n    for _ in range(30): out.write('x' * 100000)\n", "OLE"},
	} {
		p := problem.Problem{ID: "files", Check: problem.Check{Kind: "lines"}, InputFile: test.input, OutputFile: test.output}
		if got := judged(p, test.text, "1\n"); got.Verdict != test.want || (got.Input == "1\n") != (test.want != "AC") ||
			strings.Contains(got.Message.String(), "this is Python 2") != strings.Contains(test.text, "raw_input") {
			t.Errorf("%+v: %s %q", test, got.Verdict, got.Message)
		}
	}
}

// TestHabits: what programs bring along from elsewhere is named where they fail.
func TestHabits(t *testing.T) {
	judged := judging(t, "g++", "a.cpp")
	const head = "#include <cstdio>\nint main() { int n = 1; "
	for _, test := range []struct {
		name, text, output string
		want               result.Verdict
		said               string
	}{
		{"freopen", head + `freopen("o.txt", "w", stdout); printf("%d\n", n + 1); }`, "", "WA", "it opens a file with freopen"},
		{"freopen, asked for", head + `freopen("o.txt", "w", stdout); printf("%d\n", n); }`, "o.txt", "WA", ""},
		{"fopen beside a right answer", head + `fopen("o.txt", "r"); printf("%d\n", n + 1); }`, "", "AC", ""},
		{"a full-width semicolon", head + "n++；}", "", "CE", "line 2 has a full-width ；"},
		{"UTF-16", "\xff\xfei\x00n\x00t\x00", "", "CE", "a.cpp is written in UTF-16"},
	} {
		p := problem.Problem{ID: "habits", Check: problem.Check{Kind: "lines"}, OutputFile: test.output}
		if got := judged(p, test.text, "1\n"); got.Verdict != test.want || got.Message.Said() != (test.said != "") || !strings.HasPrefix(got.Message.String(), test.said) {
			t.Errorf("%s: %s %q, want %s: %q", test.name, got.Verdict, got.Message, test.want, test.said)
		}
	}
}

// TestFunctions judges the returned value, and shows the printed text beside it.
func TestFunctions(t *testing.T) {
	judged := judging(t, "python3", "a.py")
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
	asked.Calls = 2
	p := problem.Problem{ID: "asks", Function: &asked, Check: problem.Check{Kind: "value", Type: asked.Answer()}}
	const head = "class Solution:\n    def f(self, a):\n"
	for _, test := range []struct {
		name, text    string
		input         string
		want          result.Verdict
		said, printed string
	}{
		{"right", head + "        print('hm')\n        return a + 1\n", "1\n", "AC", "", "hm\nhm\n"},
		{"wrong", head + "        return a\n", "1\n", "WA", "", ""},
		{"another type", head + "        return 'two'\n", "1\n", "WA", "it returned a str where int is asked for", ""},
		{"left behind", "n = 0\n" + head + "        global n\n        n += 1\n        return a + n\n", "1\n", "WA",
			"called again with the arguments of call 1, it gives another answer: something is left behind between the calls, in a global or static variable", ""},
		{"ends", "import os\n" + head + "        os._exit(0)\n", "1\n", "RE", "the program ended before the function returned", ""},
		{"raises", head + "        print('hm')\n        return a[0]\n", "1\n", "RE", "", "hm\n"},
		{"data that is wrong", head + "        return a\n", "x\n", "JE", "", ""},
		{"another name", "class Solution:\n    def g(self, a):\n        return a\n", "1\n", "CE", "a.py: no function f, which is what the problem asks for; there is only g: write def f(self, a: int) -> int:", ""},
	} {
		got := judged(p, test.text, test.input)
		if got.Verdict != test.want || test.said != "" && got.Message.String() != test.said || got.Printed != test.printed {
			t.Errorf("%s: %s %q, want %s %q", test.name, got.Verdict, got.Message, test.want, test.said)
		}
	}
}
