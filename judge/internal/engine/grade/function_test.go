package grade

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/workshop"
)

// judging prepares the text of a file, or a function, for a case with the answer 2.
func judging(t *testing.T, tool, file string) func(p problem.Problem, text, input string, args ...string) result.Case {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skip("not here: ", tool)
	}
	lang, _ := language.ByFile(file)
	box, builder := workshop.Open(t)
	g := &Grader{Sandbox: box, Builder: builder}
	return func(p problem.Problem, text, input string, args ...string) result.Case {
		t.Helper()
		p.Limits = problem.Limits{Time: 5 * time.Second, Memory: 512 << 20, Output: 1 << 20}
		dir := t.TempDir()
		c := problem.Case{Name: "1", In: filepath.Join(dir, "1.in"), Ans: filepath.Join(dir, "1.ans"), Args: args}
		if os.WriteFile(c.In, []byte(input), 0o666) != nil || os.WriteFile(c.Ans, []byte("2\n"), 0o666) != nil {
			t.Fatal("no files")
		}
		s, err := solution.Of(file, lang.ID, language.File{Path: filepath.Join("x", file), Text: text})
		if err != nil {
			t.Fatal(err)
		}
		prepared, err := g.Prepare(t.Context(), Entry{Problem: p, Solution: s, Cases: []problem.Case{c}})
		if err != nil {
			t.Fatal(err)
		}
		if prepared.Refused != "" {
			return result.Case{Verdict: prepared.Refused, Message: prepared.Why}
		}
		got := prepared.Try(t.Context(), c) // not alone, because other judges may be timing
		if out, _, err := prepared.Output(t.Context(), c); got.Verdict == result.AC && (err != nil || out != "2\n") {
			t.Errorf("accepted, with the output %q, %v", out, err)
		}
		return got
	}
}

// adds reads a number from a file and writes the next one into another, as often as its arguments say.
const adds = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
	int n, given = strcmp(argv[1], "-") != 0, kept = strcmp(argv[2], "-") != 0;
#ifndef ONLINE_JUDGE
	freopen("input.txt", "r", stdin);
#endif
	FILE *in = given ? fopen(argv[1], "r") : stdin, *out = kept ? fopen(argv[2], "w") : stdout;
	if (!in || fscanf(in, "%d", &n) != 1 || given && getchar() != EOF) return 1;
	if (!out) return 2;
	for (int i = atoi(argv[3]); i > 0; i--) fprintf(out, "%d\n", n + 1);
}
`

// TestFiles: a problem may want its input and output in files.
func TestFiles(t *testing.T) {
	judged := judging(t, "gcc", "a.c")
	for _, test := range []struct {
		input, output string
		args          string // of the program: its input, its output, how many lines
		want          result.Verdict
		exit          int
		said          string
	}{
		{"", "", "- - 1", "AC", 0, ""},
		{"in.txt", "", "in.txt - 1", "AC", 0, ""},
		{"", "out.txt", "- out.txt 1", "AC", 0, ""},
		{"in.txt", "out.txt", "in.txt out.txt 1", "AC", 0, ""},
		{"in.txt", "", "- - 1", "RE", 1, "exit status 1"},
		{"", "out.txt", "- - 1", "WA", 0, "it printed to standard output"},
		{"", "out.txt", "- other.txt 1", "RE", 2, "exit status 2"},
		{"", "", "- - 2", "WA", 0, ""},
		{"", "out.txt", "- out.txt 1000000", "OLE", 0, "printed more than 1 MiB"},
	} {
		p := problem.Problem{ID: "files", Check: problem.Check{Kind: "lines"}, InputFile: test.input, OutputFile: test.output}
		got := judged(p, adds, "1\n", strings.Fields(test.args)...)
		if got.Verdict != test.want || got.Exit != test.exit && test.want != "OLE" || (got.Input == "1\n") != (test.want != "AC") || !strings.HasPrefix(got.Message.String(), test.said) {
			t.Errorf("%+v: %s %d %q", test, got.Verdict, got.Exit, got.Message)
		}
	}
}

// TestHabits: what programs bring along from elsewhere is named where they fail.
func TestHabits(t *testing.T) {
	judged := judging(t, "g++", "a.cpp")
	const head = "#include <cstdio>\nint main() { int n = 1; "
	for _, test := range []struct {
		name, text, input, output string
		want                      result.Verdict
		said, also                string // its beginning and its end
	}{
		{"freopen", head + `freopen("o.txt", "w", stdout); printf("%d\n", n + 1); }`, "", "", "WA", "it opens a file with freopen", ""},
		{"freopen, asked for", head + `freopen("o.txt", "w", stdout); printf("%d\n", n); }`, "", "o.txt", "WA", "", ""},
		{"freopen of the input", head + `freopen("i.txt", "r", stdin); printf("%d\n", n); }`, "i.txt", "", "WA", "", ""},
		{"fopen beside a right answer", head + `fopen("o.txt", "r"); printf("%d\n", n + 1); }`, "", "", "AC", "", ""},
		{"freopen at home", "#include <cstdio>\nint main() {\n#ifdef LOCAL\nfreopen(\"i.txt\", \"r\", stdin);\n#endif\n printf(\"3\\n\"); scanf(\"%*d\"); }\n", "", "", "WA", "", ""},
		{"freopen that nobody calls", "#include <cstdio>\n#define file freopen(\"i.txt\", \"r\", stdin)\nint main() { printf(\"3\\n\"); scanf(\"%*d\"); }\n", "", "", "WA", "", ""},
		{"freopen, and a right line", head + `printf("%d\n", n + 1); puts("x"); fflush(stdout); freopen("o.txt", "w", stdout); }`, "", "", "WA", "", ""},
		{"out of memory", "#include <cstdio>\nint main() { scanf(\"%*d\"); fprintf(stderr, \"malloc: Cannot allocate memory\\n\"); return 3; }\n", "", "", "MLE", "wanted more than its 512 MiB of memory (exit status 3)", ""},
		{"a full-width semicolon", head + "n++；}", "", "", "CE", "line 2 has a full-width ；", ""},
		{"UTF-16", "\xff\xfei\x00n\x00t\x00", "", "", "CE", "a.cpp is written in UTF-16", "a.cpp is written in UTF-16: save it as UTF-8"},
		{"GBK", "// \xca\xfd\nint main() { m; }", "", "", "CE", "x/a.cpp:2:14: error: ", "; a.cpp is written in GBK: save it as UTF-8"},
	} {
		p := problem.Problem{ID: "habits", Check: problem.Check{Kind: "lines"}, InputFile: test.input, OutputFile: test.output}
		got := judged(p, test.text, "1\n")
		if said := got.Message.String(); got.Verdict != test.want || (said != "") != (test.said != "") || !strings.HasPrefix(said, test.said) || !strings.HasSuffix(said, test.also) && test.also != "" {
			t.Errorf("%s: %s %q, want %s: %q", test.name, got.Verdict, got.Message, test.want, test.said)
		}
	}
}

// TestFunctions judges the returned value, and shows the printed text beside it. The argument says what the function does.
func TestFunctions(t *testing.T) {
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
	asked.Calls = 2
	p := problem.Problem{ID: "asks", Function: &asked, Check: problem.Check{Kind: "value", Type: asked.Answer()}}
	const acts = `int f(int a) {
	static int n = 0;
	if (a == 1 || a == 5) puts("hm"), fflush(stdout);
	if (a == 3) return n += 2;
	if (a == 4) exit(0);
	if (a == 5) abort();
	return a == 2 ? 3 : 2;
}
`
	judged := judging(t, "gcc", "a.c")
	for _, test := range []struct {
		name, text    string
		input         string
		want          result.Verdict
		said, printed string
	}{
		{"right", acts, "1\n", "AC", "", "hm\nhm\n"},
		{"wrong", acts, "2\n", "WA", "", ""},
		{"left behind", acts, "3\n", "WA",
			"called again with the arguments of call 1, it gives another answer: something is left behind between the calls, in a global or static variable", ""},
		{"ends", acts, "4\n", "RE", "the program ended before the function returned", ""},
		{"aborts", acts, "5\n", "RE", "killed by SIGABRT", "hm\n"},
		{"data that is wrong", acts, "x\n", "JE", "", ""},
		{"another type", "void f(int a) { }\n", "1\n", "CE", "the judge calls it as the problem asks for it: int f(int a)", ""},
		{"its own mistake", "int f(int a) { return b; }\n", "1\n", "CE", "x/a.c:1:23: error: ", ""},
		{"another name", "int g(int a) { return a; }\n", "1\n", "CE", "x/a.c: no function f, which is what the problem asks for; there is only g", ""},
	} {
		got := judged(p, test.text, test.input)
		if got.Verdict != test.want || !strings.HasPrefix(got.Message.String(), test.said) || got.Printed != test.printed {
			t.Errorf("%s: %s %q, want %s %q", test.name, got.Verdict, got.Message, test.want, test.said)
		}
	}
}

// TestPython: what only Python allows.
func TestPython(t *testing.T) {
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
	asked.Calls = 2
	judged := judging(t, "python3", "a.py")
	for _, test := range []struct {
		name, text string
		p          problem.Problem
		want       result.Verdict
		said       string
	}{
		{"Python 2", "print(int(raw_input()) + 1)\n", problem.Problem{Check: problem.Check{Kind: "lines"}}, "RE", "exit status 1; this is Python 2"},
		{"reading on", "input()\ninput()\n", problem.Problem{Check: problem.Check{Kind: "lines"}}, "RE", "exit status 1; it reads on where the input has ended\nhint: see how the input ends, and stop there"},
		{"another type", "class Solution:\n    def f(self, a):\n        return 'two'\n", problem.Problem{Function: &asked, Check: problem.Check{Kind: "value", Type: asked.Answer()}}, "WA", "it returned a str where int is asked for"},
	} {
		if got := judged(test.p, test.text, "1\n"); got.Verdict != test.want || !strings.HasPrefix(got.Message.String(), test.said) {
			t.Errorf("%s: %s %q", test.name, got.Verdict, got.Message)
		}
	}
}

// TestDirty: a function gives the same answer again, in the problem's sense.
func TestDirty(t *testing.T) {
	list := func(items ...any) []any { return items }
	one, other := list(int64(1), int64(2)), list(int64(2), int64(1))
	for _, tt := range []struct {
		name   string
		check  problem.Check
		passes [][]any
		call   int
	}{
		{"called once", problem.Check{}, [][]any{{one}}, 0},
		{"the same", problem.Check{}, [][]any{{one, other}, {one, other}}, 0},
		{"the second call", problem.Check{}, [][]any{{one, one}, {one, other}}, 2},
		{"in any order", problem.Check{Kind: "any-order"}, [][]any{{one}, {other}}, 0},
		{"near enough", problem.Check{Absolute: 0.1}, [][]any{{1.0}, {1.05}}, 0},
		{"a third pass", problem.Check{}, [][]any{{one}, {one}, {other}}, 1},
	} {
		k := called{rules: tt.check.Rules()}
		if call, dirty := k.dirty(function.Answers{Passes: tt.passes}); call != tt.call || dirty != (tt.call > 0) {
			t.Errorf("%s: call %d, %v", tt.name, call, dirty)
		}
	}
}

// TestUntouched: a function that is to change its argument and changes another list hears so.
func TestUntouched(t *testing.T) {
	asked, err := function.Parse("void f(int[] a)")
	if err == nil {
		err = asked.InPlace("a")
	}
	if err != nil {
		t.Fatal(err)
	}
	p := problem.Problem{ID: "asks", Function: &asked, Check: problem.Check{Kind: "lines"}}
	judged := judging(t, "python3", "a.py")
	for body, said := range map[string]string{
		"return [2]":                    "the function leaves a as it was\nhint: change what is in it",
		"a = [2]":                       "the function leaves a as it was",
		"a[0] = 9":                      "",
		"if a[0] == 1: a.append(a[-1])": "",
	} {
		got := judged(p, "class Solution:\n    def f(self, a):\n        "+body+"\n", "[1]\n[4]\n")
		if got.Verdict != "WA" || got.Message.Said() != (said != "") || !strings.Contains(got.Message.String(), said) {
			t.Errorf("%s: %s %q, want %q", body, got.Verdict, got.Message, said)
		}
	}
}
