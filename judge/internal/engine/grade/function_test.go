package grade_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// judging judges the text of a program, or of a function, on a case with the answer 2.
func judging(t *testing.T, tool, file string) func(p problem.Problem, text, input string, args ...string) result.Case {
	t.Helper()
	must.Have(t, tool)
	g := grader.Open(t)
	return func(p problem.Problem, text, input string, args ...string) result.Case {
		t.Helper()
		one := grader.Problem(t, p.Check.Kind, map[string][2]string{"1": {input, "2\n"}})
		limit := cmp.Or(p.Limits.Time, one.Limits.Time)
		p.ID, p.Cases, p.Limits = "asks", one.Cases, one.Limits
		p.Limits.Time = limit
		p.Limits.Memory = 512 << 20
		p.Cases[0].Args = args
		s := grader.Program(t, file, text)
		s.Path = filepath.Join("x", file)
		prepared, err := g.Prepare(t.Context(), grade.Entry{Problem: p, Solution: s, Cases: p.Cases})
		must.Succeed(t, err)
		if prepared.Refused != "" {
			return result.Case{Verdict: prepared.Refused, Message: prepared.Why}
		}
		got := prepared.Try(t.Context(), p.Cases[0]) // not alone, because other judges may be timing
		if out, _, err := prepared.Output(t.Context(), p.Cases[0]); got.Verdict == result.AC && (err != nil || out != "2\n") {
			t.Errorf("accepted, with the output %q, %v", out, err)
		}
		return got
	}
}

// told reports whether a case has this verdict, and a message that begins so; no message if that is "".
func told(c result.Case, want result.Verdict, said string) bool {
	return c.Verdict == want && strings.HasPrefix(c.Message.String(), said) && c.Message.Said() == (said != "")
}

// asking is a problem that asks for a function, which is called twice.
func asking(t *testing.T, heading string, check problem.Check) problem.Problem {
	t.Helper()
	asked := must.Get(function.Parse(heading))(t)
	asked.Calls = 2
	if check.Type = asked.Answer(); check.Kind == "" {
		check.Kind = "value"
	}
	return problem.Problem{Function: &asked, Check: check}
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
		said          string
	}{
		{"", "", "- - 1", "AC", ""},
		{"in.txt", "", "in.txt - 1", "AC", ""},
		{"", "out.txt", "- out.txt 1", "AC", ""},
		{"in.txt", "out.txt", "in.txt out.txt 1", "AC", ""},
		{"in.txt", "", "- - 1", "RE", "exit status 1"},
		{"", "out.txt", "- - 1", "WA", "it printed to standard output"},
		{"", "out.txt", "- other.txt 1", "RE", "exit status 2"},
		{"", "", "- - 2", "WA", ""},
		{"", "out.txt", "- out.txt 1000000", "OLE", "printed more than 1 MiB"},
	} {
		p := problem.Problem{Check: problem.Check{Kind: "lines"}, InputFile: test.input, OutputFile: test.output}
		got := judged(p, adds, "1\n", strings.Fields(test.args)...)
		if !told(got, test.want, test.said) || (got.Input == "1\n") != (test.want != "AC") {
			t.Errorf("%+v: %s %d %q", test, got.Verdict, got.Exit, got.Message)
		}
	}
}

// TestHabits: what programs bring along from elsewhere is named where they fail.
func TestHabits(t *testing.T) {
	judged := judging(t, "g++", "a.cpp")
	const head = "#include <cstdio>\nint main() { int n = 1; "
	const three = `scanf("%d", &n); printf("3\n"); }`
	for _, test := range []struct {
		name, text, input, output string
		want                      result.Verdict
		said                      string // its beginning
	}{
		{"freopen", head + `freopen("o.txt", "w", stdout); printf("%d\n", n + 1); }`, "", "", "WA", "it opens a file with freopen"},
		{"freopen, asked for", head + `freopen("o.txt", "w", stdout); printf("%d\n", n); }`, "", "o.txt", "WA", ""},
		{"freopen of the input", head + `freopen("i.txt", "r", stdin); printf("%d\n", n); }`, "i.txt", "", "WA", ""},
		{"fopen beside a right answer", head + `fopen("o.txt", "r"); printf("%d\n", n + 1); }`, "", "", "AC", ""},
		{"freopen at home", head + "\n#ifdef LOCAL\nfreopen(\"i.txt\", \"r\", stdin);\n#endif\n" + three, "", "", "WA", ""},
		{"freopen that nobody calls", "#define file freopen(\"i.txt\", \"r\", stdin)\n" + head + three, "", "", "WA", ""},
		{"freopen, and a right line", head + `puts("2"); puts("x"); fflush(stdout); freopen("o.txt", "w", stdout); }`, "", "", "WA", ""},
		{"out of memory", head + `scanf("%d", &n); fprintf(stderr, "malloc: Cannot allocate memory\n"); return 3; }`, "", "", "MLE",
			"wanted more than its 512 MiB of memory (exit status 3)"},
		{"a full-width semicolon", head + "n++；}", "", "", "CE", "line 2 has a full-width ；"},
		{"UTF-16", "\xff\xfei\x00n\x00t\x00", "", "", "CE", "a.cpp is written in UTF-16\nhint: save it as UTF-8"},
		{"GBK", "// \xca\xfd\nint main() { m; }", "", "", "CE", "a.cpp:2:14: error: "},
	} {
		p := problem.Problem{Check: problem.Check{Kind: "lines"}, InputFile: test.input, OutputFile: test.output}
		got := judged(p, test.text, "1\n")
		if !told(got, test.want, test.said) {
			t.Errorf("%s: %s %q, want %s: %q", test.name, got.Verdict, got.Message, test.want, test.said)
		}
		if test.name == "GBK" && !strings.HasSuffix(got.Message.String(), "; a.cpp is written in GBK\nhint: save it as UTF-8") {
			t.Errorf("%s: %s", test.name, got.Message)
		}
	}
}

// TestFunctions judges the returned value, and shows the printed text beside it. The argument says what the function does.
func TestFunctions(t *testing.T) {
	p := asking(t, "int f(int a)", problem.Check{})
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
			"called again with the arguments of call 1, it gives another answer: something is left behind between the calls, in a global", ""},
		{"ends", acts, "4\n", "RE", "the program ended before the function returned", ""},
		{"aborts", acts, "5\n", "RE", "killed by SIGABRT", "hm\n"},
		{"data that is wrong", acts, "x\n", "JE", "", ""},
		{"another type", "void f(int a) { }\n", "1\n", "CE", "the judge calls it as the problem asks for it: int f(int a)", ""},
		{"its own mistake", "int f(int a) { return b; }\n", "1\n", "CE", "x/a.c:1:23: error: ", ""},
		{"another name", "int g(int a) { return a; }\n", "1\n", "CE",
			"x/a.c: no function f, which is what the problem asks for; there is only g", ""},
	} {
		got := judged(p, test.text, test.input)
		if got.Verdict != test.want || !strings.HasPrefix(got.Message.String(), test.said) || got.Printed != test.printed {
			t.Errorf("%s: %s %q, want %s %q", test.name, got.Verdict, got.Message, test.want, test.said)
		}
	}
}

// TestPython: what only Python allows.
func TestPython(t *testing.T) {
	judged := judging(t, "python3", "a.py")
	program := problem.Problem{Check: problem.Check{Kind: "lines"}}
	number := asking(t, "int f(int a)", problem.Check{})
	const method = "calls = []\nclass Solution:\n    def f(self, a):\n        calls.append(a)\n        return "
	for _, test := range []struct {
		name, text string
		p          problem.Problem
		want       result.Verdict
		said       string
	}{
		{"Python 2", "print(int(raw_input()) + 1)\n", program, "RE", "exit status 1; this is Python 2"},
		{"reading on", "input()\ninput()\n", program, "RE", "exit status 1; it reads on where the input has ended"},
		{"another type", method + "'two'\n", number, "WA", "it returned a str where int is asked for"},
		{"another answer", method + "2 if len(calls) == 1 else 3\n", number, "WA",
			"called again with the arguments of call 1, it gives another answer"},
	} {
		got := judged(test.p, test.text, "1\n")
		if got.Verdict != test.want || !strings.HasPrefix(got.Message.String(), test.said) {
			t.Errorf("%s: %s %q", test.name, got.Verdict, got.Message)
		}
	}
}

// TestNearTheLimit: a function that takes more than half of its limit is called once, and its time is that of one call.
func TestNearTheLimit(t *testing.T) {
	judged := judging(t, "g++", "a.cpp")
	const spin = `#include <ctime>
struct Solution {
	int f(int a) {
		for (clock_t t = clock(); clock() - t < %d * (CLOCKS_PER_SEC / 100);) {}
		return a + 1;
	}
};
`
	for hundredths, most := range map[int]time.Duration{15: 25 * time.Second / 100, 60: time.Second} {
		p := asking(t, "int f(int a)", problem.Check{})
		p.Limits.Time = time.Second
		got := judged(p, fmt.Sprintf(spin, hundredths), "1\n")
		if got.Verdict != result.AC || got.CPU > most {
			t.Errorf("%d0 ms: %s %s %q", hundredths, got.Verdict, got.CPU, got.Message)
		}
	}
}

// TestAlone: what is right in a run of its own, and wrong after another call or board, suffers from what that left.
func TestAlone(t *testing.T) {
	g := grader.Open(t)
	solved, _ := sudoku.Empty().Solve()
	first, second := solved.Clone(), solved.Shuffled(sudoku.NewRand(1))
	answers := sudoku.AcWing.Text(first) + sudoku.AcWing.Text(second)
	first.Cells[0], second.Cells[0] = 0, 0
	boards := grader.Problem(t, "sudoku", map[string][2]string{"1": {sudoku.AcWing.Join([]sudoku.Board{first, second}), answers}})
	boards.Check.Format = "acwing"
	const class = "seen = []\nclass Solution:\n    def f(self, a):\n        seen.append(a[0])\n        a[0] = "
	calls := asking(t, "void f(int[] a)", problem.Check{Kind: "lines"})
	must.Succeed(t, calls.Function.InPlace("a"))
	made := grader.Problem(t, "lines", map[string][2]string{"1": {"[1]\n[4]\n", "[2]\n[5]\n"}})
	calls.ID, calls.Cases, calls.Limits = made.ID, made.Cases, made.Limits
	solve := "text = '''" + answers + "'''.split()\nleft = ''\nwhile (line := input()) != 'end':\n" +
		"    left = %s next(s for s in text if all(a in (b, '.') for a, b in zip(line, s)))\n    print(left)\n"
	for _, test := range []struct {
		p          problem.Problem
		text, said string
	}{
		{calls, class + "seen[0] + 1\n", "alone this call is right: something is left from a call before it"},
		{calls, class + "a[0]\n", "the function leaves a as it was"},
		{calls, class + "a[0] + 1 if a[0] == 1 else 3\n", ""},
		{boards, fmt.Sprintf(solve, "left or"), "alone this board is right: something is left from a board before it"},
		{boards, fmt.Sprintf(solve, "line if line[1] != '2' else"), ""},
	} {
		p, err := g.Prepare(t.Context(), grade.Entry{Problem: test.p, Solution: grader.Program(t, "a.py", test.text)})
		must.Succeed(t, err)
		if got := p.Try(t.Context(), test.p.Cases[0]); !told(got, "WA", test.said) {
			t.Errorf("%s\n%s %q, want %q", test.text, got.Verdict, got.Message, test.said)
		}
	}
}

// TestUntouched: a function that is to change its argument and changes another list hears so.
func TestUntouched(t *testing.T) {
	p := asking(t, "void f(int[] a)", problem.Check{Kind: "lines"})
	must.Succeed(t, p.Function.InPlace("a"))
	judged := judging(t, "python3", "a.py")
	for body, said := range map[string]string{
		"return [2]":                    "the function leaves a as it was\nhint: change what is in it",
		"a = [2]":                       "the function leaves a as it was",
		"a[0] = 9":                      "",
		"if a[0] == 1: a.append(a[-1])": "",
	} {
		if got := judged(p, "class Solution:\n    def f(self, a):\n        "+body+"\n", "[1]\n[4]\n"); !told(got, "WA", said) {
			t.Errorf("%s: %s %q, want %q", body, got.Verdict, got.Message, said)
		}
	}
}
