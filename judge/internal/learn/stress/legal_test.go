package stress_test

import (
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
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
