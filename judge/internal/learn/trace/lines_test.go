package trace_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/learn/trace/javascript"
	"sudokuoj/judge/internal/testkit/must"
)

// counted has known counts of everything.
const counted = `package main

import "os"

type pile struct{ height int }

func (p *pile) push() { p.height++ }

func (p pile) nothing() {}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

var double = func(n int) int { return 2 * n }

func main() {
	var p pile
	for i := 0; i < 5; i++ {
		p.push()
	}
	var dfs func(n int)
	dfs = func(n int) {
		if n > 0 {
			dfs(n - 1)
		}
	}
	dfs(3)
	p.nothing()
	double(fib(6))
	func() {
		// never()
	}()
	switch {
	case p.height == 5:
		os.Exit(3)
	default:
		print("never")
	}
}
`

// TestWork: the lines and calls of a program in Go are counted, and are the same each time.
func TestWork(t *testing.T) {
	tr := tracer(t)
	s, in := written(t, "tried.go", counted), write(t, "")
	got := must.Get(tr.Work(t.Context(), s, in, trace.WorkTime))(t)
	want := map[string]int64{
		"main": 1, "pile.push": 5, "pile.nothing": 1, "fib": 25, "main.dfs": 4, "double": 1, "main.line 34": 1,
	}
	must.Equal(t, want, got.Calls, "calls")
	lines := map[int]int64{1: -1, 7: 5, 9: 1, 11: 25, 12: 25, 13: 13, 14: -1, 15: 12, 18: 1, 20: 1, 22: 1, 23: 5, 24: -1,
		26: 4, 27: 4, 28: 3, 31: 1, 34: 1, 35: -1, 37: 1, 39: 1, 41: 0}
	for n, want := range lines {
		must.Equal(t, want, got.Lines[n-1], "line", n)
	}
	again := must.Get(tr.Work(t.Context(), s, in, trace.WorkTime))(t)
	must.Equal(t, got, again, "the second run counts otherwise")
}

// TestManyFunctions: calls are told by name as far as the record has room: 2,000 functions, names of 200 bytes, and lines
// up to 65535. Names of Go's own may be the program's.
func TestManyFunctions(t *testing.T) {
	long := strings.Repeat("n", 200)
	text := "package main\n\nvar time, sync, os, strconv, syscall, print, cap, close, copy, new, delete, real int\n\n" +
		"func main() { max(); min(); " + long + "(); x" + long + "(); f0() }\nfunc max() {}\nfunc min() {}\nfunc clear() {}\nfunc abs() {}\n" +
		"func " + long + "() {}\nfunc x" + long + "() {}\nfunc x" + strings.Repeat("数", 100) + "() {}\n"
	for i := range 2000 {
		text += fmt.Sprintf("func f%d() {}\n", i)
	}
	text += strings.Repeat("\n", 65534-strings.Count(text, "\n")) + "func init() { f1() }\nfunc init() { f1() }\n"
	tr, s, in := tracer(t), written(t, "tried.go", text), write(t, "")
	work, err := tr.Work(t.Context(), s, in, trace.WorkTime)
	must.Succeed(t, err)
	got := map[string]int64{"of all": int64(len(work.Calls)), "statements": work.Statements}
	for _, name := range []string{"main", "max", long, "x" + long, "f0", "f1", "f1999"} {
		if n, ok := work.Calls[name]; ok {
			got[name] = n
		}
	}
	want := map[string]int64{"of all": 2000, "statements": 7, "main": 1, "max": 1, long: 1, "f0": 1, "f1": 2}
	must.Equal(t, want, got)
	must.Equal(t, 1, work.Lines[65534], "line 65535 ran", "times")
	if _, err := tr.Search(t.Context(), s, in, trace.WorkTime); err != nil {
		t.Error(err)
	}
}

// TestCounts: the counts of a small program in each language, statement by statement.
func TestCounts(t *testing.T) {
	tests := []struct {
		name, text string
		lines      []int64
		calls      map[string]int64
	}{
		{"count.py", "import sys\ndef f(n):\n    \"\"\"No statement.\"\"\"\n    if n > 1: return f(n - 1) + 1\n    return 1\n" +
			"for i in range(4):\n    x = f(3)\nelse:\n    sys.exit(3)\n",
			[]int64{1, 1, -1, 12, 4, 1, 4, -1, 1, -1}, map[string]int64{"f": 12}},
		{"Count.java", "public class Count {\n  static int f(int n) {\n    if (n > 1) return f(n - 1) + 1;\n    return 1;\n  }\n" +
			"  public static void main(String[] a) {\n    for (int i = 0; i < 4; i++)\n      f(3);\n" +
			"    switch (a.length) { case 0 -> f(1); default -> { f(2); } }\n    System.exit(3);\n  }\n}\n",
			[]int64{-1, -1, 13, 5, -1, -1, 1, 4, 1, 1, -1, -1, -1}, map[string]int64{"Count.f": 13, "Count.main": 1}},
		{"count.js", "const f = (n) => n > 1 ? f(n - 1) + 1 : 1;\nfor (let i = 0; i < 4; i++)\n  f(3)\nfunction g() {\n" +
			"  throw new Error('no')\n}\ng()\n",
			[]int64{12, 1, 4, -1, 1, -1, 1, -1}, map[string]int64{"f": 12, "g": 1}},
		{"count.cpp", "#include <functional>\nint main() {\n    std::function<int(int)> f = [&](int n) { return n > 1 ? f(n - 1) + 1 : 1; };\n" +
			"    f(3);\n    return 0;\n}\n", []int64{-1, 1, 3, 1, -1, -1, -1}, map[string]int64{"f": 3, "main": 1}},
		{"count.rs", "fn f(n: u32) -> u32 {\n    if n > 1 { return f(n - 1) + 1; }\n    1\n}\nfn main() {\n    for i in 0..4 {\n" +
			"        let a = i * 2;\n        let b = a + 1;\n        f(3 + 0 * b);\n    }\n    std::process::exit(3);\n}\n",
			[]int64{12, 12, 4, 12, 1, 5, 4, 4, 4, -1, 1, -1, -1}, map[string]int64{"f": 12, "main": 1}},
	}
	tr := tracer(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := written(t, tt.name, tt.text)
			work, err := tr.Work(t.Context(), s, write(t, ""), trace.WorkTime)
			skipMissing(t, err)
			must.Succeed(t, err)
			if diff := cmp.Diff(tt.lines, work.Lines) + cmp.Diff(tt.calls, work.Calls); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// loops never end and repeat the same steps.
var loops = map[string]string{
	"loop.go": "package main\nvar n int\nfunc main() {\n\tfor n >= 0 {\n\t\tn++\n\t}\n}\n",
	"loop.py": "n = 0\nwhile True:\n    n += 1\n",
	"Loop.java": "public class Loop {\n    static long n;\n    public static void main(String[] args) {\n        while (true) n++;\n" +
		"    }\n}\n",
	"loop.js": "let n = 0;\nwhile (true) n++;\n",
	"loop.rs": "fn main() {\n    let mut n = 0u64;\n    loop {\n        n += 1;\n    }\n}\n",
}

// TestLinesOfStoppedProgram: if a program does not end, the counts of its lines until then are reported.
func TestLinesOfStoppedProgram(t *testing.T) {
	tr := tracer(t)
	for name, text := range loops {
		t.Run(name, func(t *testing.T) {
			work, err := tr.Work(t.Context(), written(t, name, text), write(t, ""), 300*time.Millisecond)
			skipMissing(t, err)
			must.Succeed(t, err)
			if most := slices.Max(work.Lines); work.Stopped == 0 || most < 1000 || work.Statements < most {
				t.Errorf("stopped after %s: %d statements, lines %v", work.Stopped, work.Statements, work.Lines)
			}
		})
	}
}

// TestUncounted: a message says why a program is not counted.
func TestUncounted(t *testing.T) {
	tr := tracer(t)
	for _, test := range []struct{ file, text, want string }{
		{"tried.go", "func solve(string) bool { syscall.Kill(os.Getpid(), syscall.SIGKILL); time.Sleep(time.Minute); return true }\n",
			"it ended before it could write its counters: SIGKILL"},
		{"tried.cs", "class A { static void Main() {} }\n", "tried cannot be traced: C#: its programs are not watched"},
	} {
		_, err := tr.Work(t.Context(), written(t, test.file, test.text), write(t, ""), 200*time.Millisecond)
		if _, ok := errors.AsType[*trace.Untraceable](err); !ok || !strings.Contains(err.Error(), test.want) {
			t.Errorf("want %q, got %v", test.want, err)
		}
	}
}

// Lines are counted until the program ends, however it ends.
func TestNativeLines(t *testing.T) {
	tr := tracer(t)
	const text = `#include <stdio.h>
#include <stdlib.h>
int write(int x) { return 2 * x; }
static int never(void) {
	return puts("never");
}
int main(void) {
	int sum = getchar() == 'x';
	for (int i = 0; i < 5; i++)
		sum = write(sum) + 1;
	if (sum < 0) never();
	ENDING
}
`
	endings := []string{"return 0;", "exit(3);", "_Exit(3);", "quick_exit(3);", "*(volatile int *)0 = 1;",
		"for (;;) { volatile int x = 1; x++; }"}
	all := "switch (getchar()) {"
	for i, ending := range endings {
		all += fmt.Sprintf(" case %d: %s break;", 'A'+i, ending)
	}
	for i, ending := range endings {
		for _, file := range []string{"tried.c", "tried.cpp"} {
			t.Run(ending+" "+file, func(t *testing.T) {
				t.Parallel()
				work, err := tr.Work(t.Context(), written(t, file, strings.Replace(text, "ENDING", all+" }", 1)), write(t, " "+string(rune('A'+i))),
					300*time.Millisecond)
				skipMissing(t, err)
				must.Succeed(t, err)
				got := fmt.Sprint(work.Lines[2], work.Lines[4], work.Lines[9], work.Lines[0]) // gcov does not record that a stopped main had begun
				if want := "5 0 5 -1"; got != want || work.Stopped > 0 != strings.HasPrefix(ending, "for") || len(work.Lines) != 14 {
					t.Errorf("want %s, got %s, stopped %s, of %d lines", want, got, work.Stopped, len(work.Lines))
				}
			})
		}
	}
}

// TestEveryKindOfStatement: programs with every construct of a language still run to their end after either rewriting.
func TestEveryKindOfStatement(t *testing.T) {
	tr := tracer(t)
	for name, last := range map[string]string{"every.py": "sys.exit", "Every.java": "System.out", "every.js": "the end",
		"every.go": "the end"} {
		t.Run(name, func(t *testing.T) {
			s := sample(t, name)
			if _, err := replayOf(t, tr, s, easy); err == nil || !strings.Contains(err.Error(), "no board was seen in it") ||
				strings.Contains(err.Error(), "exit status 1") {
				t.Errorf("a replay: %v", err)
			}
			work := must.Get(tr.Work(t.Context(), s, write(t, ""), trace.WorkTime))(t)
			lines := strings.Split(s.Text(), "\n")
			at := len(lines) - 1
			for !strings.Contains(lines[at], last) {
				at--
			}
			must.Equal(t, 1, work.Lines[at], "line", at+1, "ran", "times", work.Lines)
		})
	}
}

// TestNodeWithoutParser: if node has no parser inside, that is said.
func TestNodeWithoutParser(t *testing.T) {
	tr := tracer(t)
	trace.Replace(t, "javascript", javascript.Recorder{Blind: true})
	s := written(t, "count.js", "console.log(1)\n")
	_, err := tr.Work(t.Context(), s, write(t, ""), trace.WorkTime)
	skipMissing(t, err)
	must.Fail(t, err, "was built without acorn: JavaScript is not watched", "lines")
	must.Fail(t, must.Err(replayOf(t, tr, s, easy)), "was built without acorn: JavaScript is not watched", "a replay")
}
