package stress_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

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
