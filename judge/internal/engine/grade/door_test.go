package grade_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestRefused: entries that are refused before a compiler runs.
func TestRefused(t *testing.T) {
	asked, err := function.Parse("int f(int a)")
	must.Succeed(t, err)
	const method = "class Solution:\n    def f(self, a):\n        return a\n"
	const notBuilt = "a.py does not compile:\n"
	atMost := func(bytes int64) problem.Problem { return problem.Problem{Limits: problem.Limits{Code: bytes}} }
	holds, other := grader.Program(t, "a.py", method), grader.Program(t, "a.py", strings.Replace(method, " f(", " g(", 1))
	program := grader.Program(t, "a.py", "print(input())\n")
	for _, test := range []struct {
		name     string
		e        grade.Entry
		refused  result.Verdict
		why, not string // in one line, and for a caller who needs the program
	}{
		{"no program to be had", grade.Entry{Solution: program, Without: &grade.Without{result.SK, say.Of("gone")}}, result.SK,
			"gone", "a.py: gone"},
		{"too long", grade.Entry{Solution: program, Problem: atMost(14)}, result.CE,
			"the source has 15 bytes, and the problem takes 14", notBuilt + "the source has 15 bytes"},
		{"as long as allowed", grade.Entry{Solution: holds, Problem: atMost(53)}, result.CE, "a.py: holds a function", notBuilt},
		{"a function for a program", grade.Entry{Solution: holds}, result.CE, "a.py: holds a function", notBuilt},
		{"another function", grade.Entry{Solution: other, Problem: problem.Problem{Function: &asked}}, result.CE,
			"a.py: no function f", notBuilt},
	} {
		test.e.Cases = []problem.Case{{Name: "secret/1"}}
		p, err := (&grade.Grader{}).Prepare(t.Context(), test.e)
		must.Succeed(t, err)
		if p.Refused != test.refused || !strings.HasPrefix(p.Why.String(), test.why) || !strings.HasPrefix(p.NotBuilt().Error(), test.not) {
			t.Errorf("%s: %s %s, %v", test.name, p.Refused, p.Why, p.NotBuilt())
		}
		r, skipped := p.Result(), test.refused == result.SK
		if r.Verdict != test.refused || r.Cases[0].Verdict != test.refused || r.Cases[0].AsExpected != skipped {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
}

// TestExpectations: what directives promise, and whether it came true. Any verdict is expected of a case beyond the site,
// except JE and those that a directive excludes.
func TestExpectations(t *testing.T) {
	type cases = map[string]result.Verdict
	whole := func(v result.Promise) []solution.Expectation { return []solution.Expectation{{Promise: v}} }
	on := func(v result.Promise, pattern string) []solution.Expectation {
		return []solution.Expectation{{Promise: v, Pattern: pattern}}
	}
	tests := []struct {
		name       string
		expect     []solution.Expectation
		cases      cases
		surprising []string // the cases that are not as expected
		asExpected bool
	}{
		{"nothing said, all right", nil, cases{"a": result.AC}, nil, true},
		{"nothing said, one wrong", nil, cases{"a": result.AC, "b": result.WA}, []string{"b"}, false},
		{"a pattern that comes true", on("TLE", "p/b"), cases{"a": result.AC, "b": result.TLE}, nil, true},
		{"an unexpected AC fails", on("TLE", "p/b"), cases{"a": result.AC, "b": result.AC}, []string{"b"}, false},
		{"another verdict than promised", on("TLE", "p/b"), cases{"a": result.AC, "b": result.RE}, []string{"b"}, false},
		{"wrong as a whole, wrong somewhere", whole("WA"), cases{"a": result.AC, "b": result.WA}, nil, true},
		{"wrong as a whole, but right everywhere", whole("WA"), cases{"a": result.AC, "b": result.AC}, nil, false},
		{"wrong as a whole, but it crashes", whole("WA"), cases{"a": result.WA, "b": result.RE}, []string{"b"}, false},
		{"one of two comes true", on("TLE|RE", "p/b"), cases{"a": result.AC, "b": result.RE}, nil, true},
		{"neither of two comes true", on("TLE|RE", "p/b"), cases{"a": result.AC, "b": result.AC}, []string{"b"}, false},
		{"one of two as a whole", whole("TLE|RE"), cases{"a": result.AC, "b": result.RE, "c": result.TLE}, nil, true},
		{"neither of two as a whole", whole("TLE|RE"), cases{"a": result.AC, "b": result.WA}, []string{"b"}, false},
		{"one of two as a whole, but right everywhere", whole("TLE|RE"), cases{"a": result.AC}, nil, false},
		{"right or slow, and right", whole("AC|TLE"), cases{"a": result.AC, "b": result.AC}, nil, true},
		{"right or slow, and slow", whole("AC|TLE"), cases{"a": result.AC, "b": result.TLE}, nil, true},
		{"skipped says nothing", nil, cases{"a": result.SK}, nil, true},
		{"skipped breaks no promise", whole("WA"), cases{"a": result.SK}, nil, true},
		{"any verdict beyond the site", nil, cases{"beyond/1": result.WA}, nil, true},
		{"the judge's failure beyond the site", nil, cases{"beyond/1": result.JE}, []string{"beyond/1"}, false},
		{"another verdict than promised beyond the site", on("AC", "p/beyond/1"), cases{"beyond/1": result.WA}, []string{"beyond/1"}, false},
		{"as promised beyond the site", on("TLE", "p/beyond/1"), cases{"beyond/1": result.TLE}, nil, true},
		{"the judge's failure is never expected", nil, cases{"a": result.JE}, []string{"a"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := grade.Entry{Problem: problem.Problem{ID: "p"}, Solution: solution.Solution{Expect: test.expect, Files: []language.File{{}}}}
			r := e.Blank()
			for name, v := range test.cases {
				c := result.Case{Case: name, Verdict: v}
				e.Expect(&c)
				r.Cases = append(r.Cases, c)
			}
			r.Conclude("")
			must.Equal(t, test.asExpected, r.AsExpected, "as")
			for _, c := range r.Cases {
				if c.AsExpected == slices.Contains(test.surprising, c.Case) {
					t.Errorf("case %s: %s as expected: %v", c.Case, c.Verdict, c.AsExpected)
				}
			}
		})
	}
}

// TestBlank: a result that was not run yet says what is promised and which cases of the problem it has; limits grow with
// the language; and Each does each thing once.
func TestBlank(t *testing.T) {
	e := grade.Entry{
		Problem:  problem.Problem{ID: "p", Cases: []problem.Case{{Name: "1"}, {Name: "2"}}},
		Solution: solution.Solution{Files: []language.File{{}}, Expect: []solution.Expectation{{Promise: "WA"}}},
		Cases:    []problem.Case{{Name: "2"}},
	}
	if b := e.Blank(); b.Expected != "WA" || b.Cases[0].Number != 2 {
		t.Errorf("%+v", b)
	}
	limits := problem.Limits{Time: time.Second, Wall: 5 * time.Second, Multipliers: map[string]float64{"python": 0, "java": 3}}
	if got := grade.Limits(problem.Problem{Limits: limits}, "python"); got.CPU != time.Second || got.Wall != 5*time.Second {
		t.Errorf("limits %+v", got)
	}
	limits.Wall = 0
	if got := grade.Limits(problem.Problem{Limits: limits}, "java"); got.CPU != 3*time.Second || got.Wall != 7*time.Second {
		t.Errorf("limits of a slow language: %+v", got)
	}
	var done atomic.Int64
	if grade.Each(2, 5, func(i int) { done.Add(1 << (8 * i)) }); done.Load() != 0x0101010101 {
		t.Errorf("done %x", done.Load())
	}
}

// TestProblemsAreToldOnce: a problem that cannot be checked is named once, however many solutions it has.
func TestProblemsAreToldOnce(t *testing.T) {
	g := grader.Open(t)
	odd := problem.Check{Kind: "odd"}
	p, q := grade.Entry{Problem: problem.Problem{ID: "p", Check: odd}}, grade.Entry{Problem: problem.Problem{ID: "q", Check: odd}}
	_, err := g.Grade(t.Context(), []grade.Entry{p, p, q}, grade.Options{}, func(result.Event) {})
	if err == nil || strings.Count(err.Error(), "problem p: ") != 1 || strings.Count(err.Error(), "problem q: ") != 1 {
		t.Errorf("%v", err)
	}
}

// TestReplacedOutputFile: without walls, a program can put something else in the place of its output file. The judge
// neither waits for the other end of a pipe nor follows a link: the program has printed nothing.
func TestReplacedOutputFile(t *testing.T) {
	short.Skip(t)
	must.Have(t, "gcc")
	g := must.Get(grade.Open(sandbox.Options{MaxStep: 4}, build.Options{}))(t)
	defer g.Close()
	p := grader.Problem(t, "lines", map[string][2]string{"1": {"", "42\n"}})
	p.OutputFile = "out.txt"
	c := p.Cases[0]
	for name, does := range map[string]string{
		"a pipe": `mkfifo("out.txt", 0600);`, "a link": `symlink("` + c.Ans + `", "out.txt");`, "nothing": "",
	} {
		s := grader.Program(t, "a.c", "#include <unistd.h>\n#include <sys/stat.h>\nint main(void) { unlink(\"out.txt\"); "+does+" return 0; }\n")
		ready := must.Get(g.Prepare(t.Context(), grade.Entry{Problem: p, Solution: s, Cases: p.Cases}))(t)
		got := ready.Try(t.Context(), c)
		if got.Verdict != result.WA || !strings.Contains(got.Message.String(), "it has removed the file out.txt") {
			t.Errorf("%s: %s %s", name, got.Verdict, got.Message)
		}
	}
}

// TestNotBuilt: no program, and why.
func TestNotBuilt(t *testing.T) {
	g, e := entered(t, "int main(void) {}\n")
	e.Solution.Language = "klingon"
	if p, err := g.Prepare(t.Context(), e); err != nil || p.Refused != result.JE || !strings.Contains(p.Why.String(), "klingon") {
		t.Errorf("no such language: %v, %s", err, p.Why)
	}
	e.Solution = grader.Program(t, "a.rs", "fn main() {}\n")
	t.Setenv("PATH", t.TempDir())
	if p, err := g.Prepare(t.Context(), e); err != nil || p.Refused != result.SK || !strings.HasPrefix(p.Why.String(), "no rustc here") {
		t.Errorf("no compiler: %v, %s %s", err, p.Refused, p.Why)
	}
}

// TestCheckerSource: the headers of a checker, and of those headers, come from the first place that has them. If there is no
// testlib.h, the message says where to put it.
func TestCheckerSource(t *testing.T) {
	home, own, root := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("TESTLIB", filepath.Join(own, "testlib.h"))
	dir := filepath.Join(root, "problems", "p")
	checker := filepath.Join(dir, "checker", "main.cpp")
	p := problem.Problem{ID: "p", Dir: dir, Check: problem.Check{Program: checker}}
	put := func(file, text string) {
		t.Helper()
		must.Succeed(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)))
	}
	included := func(text string) (files []string, err error) {
		put(checker, text)
		src, err := grade.CheckerSource(p)
		for _, f := range src.Files {
			if f.Path != checker {
				files = append(files, f.Path)
			}
		}
		return files, err
	}
	a := ""
	for _, folder := range []string{filepath.Join(home, "testlib"), own, root, dir, filepath.Dir(checker)} {
		a = filepath.Join(folder, "a.h")
		put(a, "//\n")
		if got, err := included("#include <vector>\n#include \"a.h\"\n#include \"a.h\"\n"); err != nil || !slices.Equal(got, []string{a}) {
			t.Errorf("%q, %v, want %s", got, err, a)
		}
	}
	c := filepath.Join(dir, "c.h")
	put(c, "#include \"a.h\"\n")
	must.Succeed(t, os.Mkdir(filepath.Join(dir, "b.h"), 0o777))
	for text, want := range map[string][]string{
		"#include \"x/a.h\"\n#include \"gone.h\"\n": nil,
		"#include \"b.h\"\n":                        nil, // a folder
		"#include \"c.h\"\n":                        {c, a},
	} {
		if got, err := included(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := os.Stat("/usr/include/testlib.h"); err != nil {
		must.Fail(t, must.Err(included("#include \"testlib.h\"\n")), "testlib.h, and it is not here", "without testlib.h")
	}
}

// TestEmptied: a program that opens its standard output by a name, each time anew, is told what was lost.
func TestEmptied(t *testing.T) {
	g := grader.Open(t)
	e := grade.Entry{Problem: grader.Problem(t, "lines", map[string][2]string{"secret/1": {"", "1\n2\n"}}),
		Solution: grader.Program(t, "a.py", "open('/dev/stdout', 'w').write('1\\n')\nopen('/dev/stdout', 'w').write('2\\n')\n")}
	e.Cases = e.Problem.Cases
	p := must.Get(g.Prepare(t.Context(), e))(t)
	must.Succeed(t, p.NotBuilt())
	c := p.Run(t.Context(), e.Cases[0], 1)
	if c.Verdict != result.WA || !strings.Contains(c.Message.String(), "what it had printed before was lost") {
		t.Errorf("%s: %s", c.Verdict, c.Message)
	}
}

// TestSamplesDecide: Luogu P1784 and P1074 both give 81 numbers. What a program prints for their samples shows which of
// the two it is for.
func TestSamplesDecide(t *testing.T) {
	root, err := filepath.Abs("../../../..")
	must.Succeed(t, err)
	g := grader.Open(t)
	// answering is a program that knows the answers of a problem's samples.
	answering := func(id string) string {
		text := "import sys\nboard = [int(c) for c in sys.stdin.read().split()]\nbox = board[0] // 3 + 9 * (9 > board[1])\nknown = {}\n"
		inputs, _ := filepath.Glob(filepath.Join(root, "testdata", id, "sample", "*.in"))
		for _, in := range inputs {
			asked, err := os.ReadFile(in)
			answer, err2 := os.ReadFile(strings.TrimSuffix(in, "in") + "ans")
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			board := strings.Join(strings.Fields(string(asked)), ",")
			text += fmt.Sprintf("known[tuple([%s])] = %q\n", board, answer)
		}
		return text + "print(known.get(tuple(board), 0), end='')\n"
	}
	for _, test := range []struct{ name, path, text, want, why string }{
		{"a board", "a.py", answering("luogup1784"), "luogup1784", "it passes its samples"},
		{"a score", "a.py", answering("acwing183"), "acwing183", "it passes its samples"},
		{"neither", "a.py", answering("none"), "luogup1784", "it reads one board as 81 numbers"},
		{"a score, in a folder of its name", "P1074/a.py", answering("none"), "acwing183", "its name says"},
		{"another site's name", "poj3074.py", "", "acwing166", "its name says"},
		{"a name without its letter", "luogu1784.py", "", "luogup1784", "its name says"},
		{"a Korean site's", "boj2580.py", "", "luogup1784", "its name says"},
	} {
		s := solution.Solution{Path: test.path, Language: "python", Files: []language.File{{Path: test.path, Text: test.text}}}
		all, said := []solution.Solution{s}, ""
		passes := func(p problem.Problem, s solution.Solution) bool { return g.PassesSamples(t.Context(), p, s) }
		grade.Recognise(root, all, passes, func(what say.Message) { said = what.String() })
		if got := strings.Join(all[0].Problems, " "); got != test.want || !strings.Contains(said, test.why) {
			t.Errorf("%s: %q, %s; want %s, as %s", test.name, got, said, test.want, test.why)
		}
	}
}
