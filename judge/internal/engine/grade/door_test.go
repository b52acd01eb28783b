package grade_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
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
	"sudokuoj/judge/internal/testkit/short"
)

// of returns a solution of one file.
func of(t *testing.T, name, id, text string) solution.Solution {
	t.Helper()
	s, err := solution.Of(name, id, language.File{Path: name, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRefused: entries that are refused before a compiler runs.
func TestRefused(t *testing.T) {
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
	program := of(t, "a.py", "python", "print(input())\n")
	for _, test := range []struct {
		name     string
		e        grade.Entry
		refused  result.Verdict
		why, not string // in one line, and for a caller who needs the program
	}{
		{"no program to be had", grade.Entry{Solution: program, Without: &grade.Without{result.SK, say.Of("gone")}}, result.SK, "gone", "a.py: gone"},
		{"too long", grade.Entry{Solution: program, Problem: problem.Problem{Limits: problem.Limits{Code: 14}}}, result.CE, "the source has 15 bytes, and the problem takes 14", "a.py does not compile:\nthe source has 15 bytes"},
		{"as long as allowed", grade.Entry{Solution: of(t, "a.py", "python", "class Solution:\n    def f(self, a):\n        return a\n"), Problem: problem.Problem{Limits: problem.Limits{Code: 53}}}, result.CE, "a.py: holds a function", "a.py does not compile:\n"},
		{"a function for a program", grade.Entry{Solution: of(t, "a.py", "python", "class Solution:\n    def f(self, a):\n        return a\n")}, result.CE, "a.py: holds a function", "a.py does not compile:\n"},
		{"another function", grade.Entry{Solution: of(t, "a.py", "python", "class Solution:\n    def g(self, a):\n        return a\n"), Problem: problem.Problem{Function: &asked}}, result.CE, "a.py: no function f", "a.py does not compile:\n"},
	} {
		test.e.Cases = []problem.Case{{Name: "secret/1"}}
		p, err := (&grade.Grader{}).Prepare(t.Context(), test.e)
		if err != nil {
			t.Fatal(err)
		}
		if p.Refused != test.refused || !strings.HasPrefix(p.Why.String(), test.why) || !strings.HasPrefix(p.NotBuilt().Error(), test.not) {
			t.Errorf("%s: %s %s, %v", test.name, p.Refused, p.Why, p.NotBuilt())
		}
		if r := p.Result(); r.Verdict != test.refused || r.Cases[0].Verdict != test.refused || r.Cases[0].AsExpected != (test.refused == result.SK) {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
}

// TestBeyondTheSite: any verdict is expected of a case beyond the site, except JE and those that a directive excludes.
func TestBeyondTheSite(t *testing.T) {
	for _, test := range []struct {
		verdict  result.Verdict
		promise  result.Promise
		expected result.Promise
		as       bool
	}{{"WA", "", "", true}, {"JE", "", "", false}, {"WA", "AC", "AC", false}, {"TLE", "TLE", "TLE", true}} {
		e := grade.Entry{Problem: problem.Problem{ID: "p"}}
		if test.promise != "" {
			e.Solution.Expect = []solution.Expectation{{Promise: test.promise, Pattern: "p/beyond/1"}}
		}
		c := result.Case{Case: "beyond/1", Verdict: test.verdict}
		if e.Expect(&c); c.Expected != test.expected || c.AsExpected != test.as {
			t.Errorf("%+v: expected %s, %v", test, c.Expected, c.AsExpected)
		}
	}
	e := grade.Entry{Problem: problem.Problem{ID: "p", Cases: []problem.Case{{Name: "1"}, {Name: "2"}}}, Solution: solution.Solution{Files: []language.File{{}}, Expect: []solution.Expectation{{Promise: "WA"}}}, Cases: []problem.Case{{Name: "2"}}}
	if b := e.Blank(); b.Expected != "WA" || b.Cases[0].Number != 2 {
		t.Errorf("%+v", b)
	}
	if got := grade.Limits(problem.Problem{Limits: problem.Limits{Time: time.Second, Wall: 5 * time.Second, Multipliers: map[string]float64{"python": 0}}}, "python"); got.CPU != time.Second || got.Wall != 5*time.Second {
		t.Errorf("limits %+v", got)
	}
	var done atomic.Int64
	if grade.Each(2, 5, func(i int) { done.Add(1 << (8 * i)) }); done.Load() != 0x0101010101 {
		t.Errorf("done %x", done.Load())
	}
}

// TestProblemsAreToldOnce: a problem that cannot be checked is named once, however many solutions it has.
func TestProblemsAreToldOnce(t *testing.T) {
	g, err := grade.Open(sandbox.Options{}, build.Options{NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	odd := problem.Check{Kind: "odd"}
	_, err = g.Grade(t.Context(), []grade.Entry{{Problem: problem.Problem{ID: "p", Check: odd}}, {Problem: problem.Problem{ID: "p", Check: odd}}, {Problem: problem.Problem{ID: "q", Check: odd}}},
		grade.Options{}, func(result.Event) {})
	if err == nil || strings.Count(err.Error(), "problem p: ") != 1 || strings.Count(err.Error(), "problem q: ") != 1 {
		t.Errorf("%v", err)
	}
}

// TestReplacedOutputFile: without walls, a program can put something else in the place of its output file. The judge
// neither waits for the other end of a pipe nor follows a link: the program has printed nothing.
func TestReplacedOutputFile(t *testing.T) {
	short.Skip(t)
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	g, err := grade.Open(sandbox.Options{MaxStep: 4}, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	dir := t.TempDir()
	c := problem.Case{Name: "1", In: filepath.Join(dir, "in"), Ans: filepath.Join(dir, "ans")}
	if err := errors.Join(os.WriteFile(c.In, nil, 0o600), os.WriteFile(c.Ans, []byte("42\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for name, does := range map[string]string{"a pipe": `mkfifo("out.txt", 0600);`, "a link": `symlink("` + c.Ans + `", "out.txt");`, "nothing": ""} {
		s := of(t, "a.c", "c", "#include <unistd.h>\n#include <sys/stat.h>\nint main(void) { unlink(\"out.txt\"); "+does+" return 0; }\n")
		p := problem.Problem{ID: "p", Check: problem.Check{Kind: "lines"}, OutputFile: "out.txt", Limits: problem.Limits{Time: time.Second, Memory: 256 << 20, Output: 1 << 20}, Cases: []problem.Case{c}}
		ready, err := g.Prepare(t.Context(), grade.Entry{Problem: p, Solution: s, Cases: p.Cases})
		if err != nil {
			t.Fatal(err)
		}
		if got := ready.Try(t.Context(), c); got.Verdict != result.WA || !strings.Contains(got.Message.String(), "it has removed the file out.txt") {
			t.Errorf("%s: %s %s", name, got.Verdict, got.Message)
		}
	}
}
