package grade

import (
	"os"
	"os/exec"
	"path/filepath"
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

// TestFunctions judges what a function returns, and shows what it printed beside it.
func TestFunctions(t *testing.T) {
	short.Skip(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here")
	}
	sb, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	builder, err := build.New(build.Options{Sandbox: sb})
	if err != nil {
		t.Fatal(err)
	}
	g := &Grader{Sandbox: sb, Builder: builder}
	defer g.Close()
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
	asked.Calls = 2
	p := problem.Problem{ID: "asks", Function: &asked, Check: problem.Check{Kind: "value", Type: asked.Answer()},
		Limits: problem.Limits{Time: 5 * time.Second, Memory: 512 << 20, Output: 1 << 20}}
	dir := t.TempDir()
	input := func(name, text string) problem.Case {
		c := problem.Case{Name: name, In: filepath.Join(dir, name+".in"), Ans: filepath.Join(dir, name+".ans")}
		if os.WriteFile(c.In, []byte(text), 0o666) != nil || os.WriteFile(c.Ans, []byte("2\n"), 0o666) != nil {
			t.Fatal("no files")
		}
		return c
	}
	good, bad := input("good", "1\n"), input("bad", "x\n")
	const head = "class Solution:\n    def f(self, a):\n"
	for _, test := range []struct {
		name, text    string
		c             problem.Case
		want          result.Verdict
		said, printed string
	}{
		{"right", head + "        print('hm')\n        return a + 1\n", good, "AC", "", "hm\nhm\n"},
		{"wrong", head + "        return a\n", good, "WA", "", ""},
		{"another type", head + "        return 'two'\n", good, "WA", "it returned a str where int is asked for", ""},
		{"left behind", "n = 0\n" + head + "        global n\n        n += 1\n        return a + n\n", good, "WA",
			"called again with the arguments of call 1, it gives another answer: something is left behind between the calls, in a global or static variable", ""},
		{"ends", "import os\n" + head + "        os._exit(0)\n", good, "RE", "the program ended before the function returned", ""},
		{"raises", head + "        print('hm')\n        return a[0]\n", good, "RE", "", "hm\n"},
		{"data that is wrong", head + "        return a\n", bad, "JE", "", ""},
		{"another name", "class Solution:\n    def g(self, a):\n        return a\n", good, "CE", "a.py: no function f, which is what the problem asks for; there is only g: write def f(self, a: int) -> int:", ""},
	} {
		s, err := solution.Of("a.py", "python", language.File{Path: "a.py", Text: test.text})
		if err != nil {
			t.Fatal(err)
		}
		prepared, err := g.Prepare(t.Context(), Entry{Problem: p, Solution: s, Cases: []problem.Case{test.c}})
		if err != nil {
			t.Fatal(err)
		}
		got := result.Case{Verdict: prepared.Refused, Message: prepared.Why()}
		if got.Verdict == "" {
			got = prepared.Run(t.Context(), test.c, 1)
		}
		if got.Verdict != test.want || test.said != "" && got.Message.String() != test.said || got.Printed != test.printed {
			t.Errorf("%s: %s %q, want %s %q", test.name, got.Verdict, got.Message, test.want, test.said)
		}
	}
}
