package stress_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// If the program whose answers count as right fails, nobody knows the right answer, so no case is saved.
func TestNothingToSave(t *testing.T) {
	mine := &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: "mine"}}}
	a := &stress.Grading{Problem: problem.Problem{ID: "p", Data: t.TempDir()}, Programs: []*grade.Prepared{mine, mine}}
	if err := tempfile.WriteNew(map[string]string{filepath.Join(a.Problem.Data, "secret", "07-old.in"): "", filepath.Join(a.Problem.Data,
		"secret", "x99.in"): ""}); err != nil {
		t.Fatal(err)
	}
	for program, saved := range []bool{false, true} {
		found := stress.Finding{Program: program, Result: result.Case{Verdict: result.RE}, Input: "x\n"}
		name, err := a.Save(say.Of("seed %d, number %d", 1, 3), &found)
		if (err == nil) != saved || saved && filepath.Base(name) != "08-stress-mine" {
			t.Errorf("the failure of program %d: %q, %v", program, name, err)
		}
		if about, _ := os.ReadFile(name + ".yaml"); saved != strings.Contains(string(about), "the answer is what mine printed") {
			t.Errorf("the failure of program %d is described by %s", program, about)
		}
	}
	byRule := &stress.Grading{Problem: problem.Problem{ID: "p", Data: t.TempDir(), Check: problem.Check{Kind: "sudoku", Format: "acwing"}},
		Programs: a.Programs}
	name, err := byRule.Save(say.Of("seed %d, number %d", 1, 3), &stress.Finding{Input: "x\n"})
	if about, _ := os.ReadFile(name + ".yaml"); err != nil || filepath.Base(name) != "01-stress-mine" || strings.Contains(string(about),
		"answer") {
		t.Errorf("by the rules: %s, %v\n%s", name, err, about)
	}
	a.Problem.Data = filepath.Join(a.Problem.Data, "secret", "08-stress-mine.in") // a file
	must.Fail(t, must.Err(a.Save(say.Of("seed %d, number %d", 1, 3), &stress.Finding{Program: 1})), "mkdir ", "below a file")
}

// TestFolderIsGone: if an input cannot be written, no program runs.
func TestFolderIsGone(t *testing.T) {
	must.Have(t, "python3")
	g, p := grader.Open(t), grader.Problem(t, "tokens", nil)
	p.Gen = filepath.Join(t.TempDir(), "gen.py")
	must.Succeed(t, tempfile.WriteNew(map[string]string{p.Gen: "print(1)\n"}))
	a := must.Get(stress.NewGrading(t.Context(), g, p, []solution.Solution{grader.Program(t, "right.py", "print(1)\n")}))(t)
	a.Close()
	for name, do := range map[string]func(context.Context) error{
		"Try":      func(ctx context.Context) error { _, err := a.Try(ctx, 0, "", ""); return err },
		"Answer":   func(ctx context.Context) error { _, _, err := a.Answer(ctx, ""); return err },
		"Generate": func(ctx context.Context) error { _, err := a.Generate(ctx, 1); return err },
		"Explain": func(ctx context.Context) error {
			return a.Explain(ctx, &stress.Finding{Result: result.Case{Verdict: result.RE}})
		},
	} {
		if err := do(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "open ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNoGenerator: a generator that is missing or cannot be built is reported before the search.
func TestNoGenerator(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	g := grader.Open(t)
	dir := t.TempDir()
	must.Succeed(t, tempfile.WriteNew(map[string]string{filepath.Join(dir, "gen.rs"): "fn main() {}\n"}))
	for file, want := range map[string]string{"gone.rs": "generator: ", "gen.rs": "no rustc here"} {
		if _, err := stress.NewGrading(t.Context(), g, problem.Problem{ID: "p", Gen: filepath.Join(dir, file)}, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
}

func TestByRule(t *testing.T) {
	for name, tt := range map[string]struct {
		p    problem.Problem
		want bool
	}{
		"boards":             {problem.Problem{Check: problem.Check{Kind: "sudoku", Format: "acwing"}}, true},
		"boards of its own":  {problem.Problem{Check: problem.Check{Kind: "sudoku", Format: "acwing"}, Gen: "gen.py"}, false},
		"a conversation":     {problem.Problem{Check: problem.Check{Interactive: true}}, true},
		"anything else":      {problem.Problem{Check: problem.Check{Kind: "tokens"}}, false},
		"boards, and talked": {problem.Problem{Check: problem.Check{Kind: "sudoku", Format: "acwing", MultiPass: true}}, true},
	} {
		must.Equal(t, tt.want, stress.ByRule(tt.p), name)
		mine := &stress.Grading{Problem: tt.p, Programs: []*grade.Prepared{{Entry: grade.Entry{Solution: solution.Solution{Name: "mine"}}}}}
		if got := mine.WhoseAnswer(); got.Said() == tt.want || got.Said() && got.String() != "what mine printed" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestGrading: what the arena's programs print and how it is judged, on files that every run writes anew.
func TestGrading(t *testing.T) {
	for _, name := range []string{"python3", "gcc"} {
		must.Have(t, name)
	}
	g, p := grader.Open(t), grader.Problem(t, "tokens", nil)
	p.Gen = filepath.Join(t.TempDir(), "gen.py")
	const generator = "import sys\nprint(sys.argv[1])\nif sys.argv[1] == '13': sys.exit('too odd')\n"
	must.Succeed(t, tempfile.WriteNew(map[string]string{p.Gen: generator}))
	a, err := stress.NewGrading(t.Context(), g, p, []solution.Solution{
		grader.Program(t, "right.py", "print(2 * int(input()))\n"),
		grader.Program(t, "wrong.c", "#include <stdio.h>\n#include <stdlib.h>\n"+
			"int main(void) { int n; if (scanf(\"%d\", &n) == 1) printf(\"%d\\n\", n + n / (n - 4)); }\n"),
	})
	must.Succeed(t, err)
	defer a.Close()
	must.Equal(t, "right.py wrong.c", strings.Join(a.Names(), " "), "the programs are")
	a.Programs[1].Limits.CPU = time.Second
	must.Equal(t, time.Second, a.Limit(), "the limit")
	if boards := (&stress.Grading{Task: &sudoku.Task{}}).Count(2).String(); boards != "2 boards" || a.Count(2).String() != "2 inputs" {
		t.Errorf("%s, %s", boards, a.Count(2))
	}
	for seed, want := range map[uint64]string{3: "3\n", 13: "gen.py 13: runtime error"} {
		if text, err := a.Generate(t.Context(), seed); err == nil && text != want || err != nil && (!strings.Contains(err.Error(), want) ||
			!strings.HasSuffix(err.Error(), "\ntoo odd")) {
			t.Errorf("seed %d: %q, %v", seed, text, err)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if text, err := a.Generate(stopped, 3); text != "" || err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("after Ctrl-C: %q, %v", text, err)
	}
	for _, test := range []struct {
		program       int
		input, answer string
		want          result.Verdict
		fault         bool
	}{
		{0, "4\n", "8\n", result.AC, false}, {0, "4\n", "9\n", result.WA, false}, {0, "5\n", "9\n", result.WA, false}, {0, "x\n", "8\n",
			result.RE, false},
		{1, "3\n", "0\n", result.AC, false}, {1, "4\n", "8\n", result.RE, true},
	} {
		r, err := a.Try(t.Context(), test.program, test.input, test.answer)
		must.Succeed(t, err, test)
		must.Equal(t, test.want, r.Verdict, test)
		for _, v := range []result.Verdict{r.Verdict, result.TLE} {
			r.Verdict = v
			found := stress.Finding{Program: test.program, Result: r, Others: make([]result.Case, 2), Input: test.input, Answer: test.answer}
			if err := a.Explain(t.Context(), &found); err != nil || (found.Result.Fault != nil) != (test.fault && v != result.TLE) ||
				found.Others[test.program].Fault != found.Result.Fault {
				t.Errorf("%+v: %s is explained with %v, %v", test, v, found.Result.Fault, err)
			}
		}
	}
	for talks, want := range map[bool]string{false: "8\n", true: ""} {
		a.Problem.Check.Interactive = talks
		if text, r, err := a.Answer(t.Context(), "4\n"); err != nil || text != want || (r.Verdict == result.AC) == talks {
			t.Errorf("it talks: %t: %q, %s, %v", talks, text, r.Verdict, err)
		}
	}
}

// TestTrusted: the answers of a solution count as right if it claims the problem, promises no failure and is right on
// the samples, not on other cases.
func TestTrusted(t *testing.T) {
	must.Have(t, "python3")
	g := grader.Open(t)
	p := grader.Problem(t, "tokens", map[string][2]string{"sample/1": {"sa\n", "sa\n"}, "secret/1": {"se\n", "sa\n"}})
	const right, wrong, broken = "print(input())\n", "print('se')\n", "print(\n"
	program := func(name, text string) solution.Solution {
		s := grader.Program(t, name+".py", text)
		s.Problems = []string{"other", "sum"}
		return s
	}
	own, fails, other := program("own", right), program("fails", right), program("other", right)
	fails.Expect, other.Problems = make([]solution.Expectation, 1), []string{"other"}
	for want, all := range map[string][]solution.Solution{
		"right": {own, fails, other, program("wrong", wrong), program("broken", broken), program("right", right), program("second", right)},
		"":      {own, fails, other, program("wrong", wrong), program("broken", broken)},
	} {
		names := ""
		for _, s := range stress.Trusted(t.Context(), g, p, all, own) {
			names += strings.TrimSuffix(s.Name, ".py")
		}
		must.Equal(t, want, names, "is trusted")
	}
}

// twoSum finds a pair with that sum whose indices differ by at least a number: the first pair, or the last.
func twoSum(apart int, last bool, none string) func(string) (string, result.Verdict) {
	s, _ := function.Parse("int[] twoSum(int[] nums, int target)")
	return func(input string) (string, result.Verdict) {
		calls, err := s.Read([]byte(input))
		if err != nil {
			return err.Error(), result.RE
		}
		nums, found := calls[0].Args[0].([]any), none
		for i := range nums {
			for j := i + apart; j < len(nums); j++ {
				if nums[i].(int64)+nums[j].(int64) == calls[0].Args[1].(int64) && (last || found == none) {
					found = function.WriteValue([]any{int64(i), int64(j)})
				}
			}
		}
		return found + "\n", result.AC
	}
}

// TestOneAnswer: if a problem promises exactly one answer, inputs with none or two are illegal.
func TestOneAnswer(t *testing.T) {
	s, err := function.Parse("int[] twoSum(int[] nums, int target)")
	must.Succeed(t, err)
	bounds := function.ParseBounds(s, []string{"2 <= nums.length <= 8", "-9 <= nums[i] <= 9", "Only one valid answer exists."})
	first, last, wrong := twoSum(1, false, "[]"), twoSum(1, true, "null"), twoSum(2, false, "[]")
	never := func(string) (string, result.Verdict) { return "null\n", result.AC }
	for _, test := range []struct {
		name     string
		programs []func(string) (string, result.Verdict)
		found    string // the input
		wrong    string
	}{
		{"two that differ where there are two answers", []func(string) (string, result.Verdict){first, last}, "", ""},
		{"a wrong one", []func(string) (string, result.Verdict){last, wrong}, "[2,-3]\n-1\n", ""},
		{"no legal input at all", []func(string) (string, result.Verdict){never, last}, "",
			"100 inputs were generated, but never gives no answer that the problem allows to any of them"},
	} {
		a := &arena{t: t, spec: problem.Check{Kind: "any-order", Type: s.Answer()}, programs: test.programs, generate: func(seed uint64) string {
			text, _ := s.Make(bounds, seed)
			return text
		}}
		ctx := context.Background()
		_, f, err := stress.Search(ctx, ctx, a, stress.Options{Programs: 2, Function: &s, Bounds: bounds, Seed: 1, Count: 300,
			Reference: "never"})
		if test.wrong != "" || err != nil {
			if err == nil || !strings.Contains(err.Error(), test.wrong) || test.wrong == "" {
				t.Errorf("%s: %v, want %q", test.name, err, test.wrong)
			}
			continue
		}
		if f == nil != (test.found == "") || f != nil && f.Input != test.found {
			t.Errorf("%s: found %+v, want %q", test.name, f, test.found)
		}
	}
}

// TestChoose returns the named problem, or the one that all programs claim, and the source of its inputs.
func TestChoose(t *testing.T) {
	root := t.TempDir()
	const about = "problem_format_version: 2025-09\nname: {en: P}\nlimits: {time_limit: 1}\n"
	for name, text := range map[string]string{"problems/plain/problem.yaml": about, "problems/made/problem.yaml": about,
		"problems/made/judge.yaml": "gen: gen.py\n", "problems/made/gen.py": "print(1)\n",
		"testdata/plain/secret/1.in": "1\n", "testdata/plain/secret/1.ans": "1\n", "testdata/made/secret/1.in": "1\n",
		"testdata/made/secret/1.ans": "1\n"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		must.Succeed(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Succeed(t, os.WriteFile(file, []byte(text), 0o600))
	}
	const ours = "../../../.."
	for _, test := range []struct {
		root, id, gen, claims string // by each program
		want, says            string // the problem and its generator, or the error
	}{
		{root, "", "my.py", "plain", "my.py my.py", ""},
		{root, "plain", "my.py", "made", "plain my.py", ""},
		{root, "made", "", "plain", "made gen.py", ""},
		{root, "made", "my.py", "plain", "made my.py", ""},
		{root, "", "", "plain made, made", "made gen.py", ""},
		{root, "", "", "made plain, plain made", "made gen.py", ""},
		{root, "plain", "", "plain", "", "no inputs can be made up for it"},
		{root, "", "", "plain, made", "", "the programs share no problem"},
		{root, "", "", "plain, ", "", "on which problem?"},
		{root, "", "", "", "", "on which problem?"},
		{root, "none", "", "made", "", "none"},
		{ours, "acwing166", "", "made", "acwing166 ", ""},
		{ours, "leetcode36", "", "made", "leetcode36 ", ""},
	} {
		var programs []solution.Solution
		for one := range strings.SplitSeq(test.claims, ", ") {
			programs = append(programs, solution.Solution{Problems: strings.Fields(one)})
		}
		p, err := stress.Choose(test.root, test.id, test.gen, programs)
		got := p.ID + " " + strings.TrimPrefix(filepath.Base(p.Gen), ".")
		if err == nil && (got != test.want || test.says != "") || err != nil && (test.says == "" || !strings.Contains(err.Error(), test.says)) {
			t.Errorf("%+v: %s, %v", test, got, err)
		}
	}
}
