package function_test

import (
	"slices"
	"testing"

	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/testkit/must"
)

// TestSamplesOfASite reads samples as statements show them: each means the same as one value a line.
func TestSamplesOfASite(t *testing.T) {
	twoSum := mustParse(t, "int[] twoSum(int[] nums, int target)")
	board := mustParse(t, "boolean isValidSudoku(char[][] board)")
	swap := mustParse(t, "String swap(String s, String[] words)")
	lru, err := function.ParseClass("LRUCache", []string{"LRUCache(int capacity)", "int get(int key)"})
	must.Succeed(t, err)
	for _, test := range []struct {
		name    string
		s       function.Signature
		in, out string
	}{
		{"names", twoSum, "nums = [2,7,11,15], target = 9\n", "[2,7,11,15]\n9\n"},
		{"a word before", twoSum, "Input: nums = [3,3], target = 6\n", "[3,3]\n6\n"},
		{"a word above", twoSum, "Input\nnums =\n[3,3]\ntarget =\n6\n", "[3,3]\n6\n"},
		{"Chinese", twoSum, "输入：nums = [3,3], target = 6\n", "[3,3]\n6\n"},
		{"two calls", twoSum, "nums = [3,3], target = 6\n[1,2]\n3\n", "[3,3]\n6\n[1,2]\n3\n"},
		{"a board over lines", board, "board =\n[[\"5\",\"3\"]\n,[\".\",\"]\"]]\n", `[["5","3"],[".","]"]]` + "\n"},
		{"commas and signs in texts", swap, "s = \"a = [1, b\", words = [\"x,y\",\"\\\"]\"]\n", "\"a = [1, b\"\n[\"x,y\",\"\\\"]\"]\n"},
		{"a class", lru, "Input\n[\"LRUCache\", \"get\"]\n[[2], [1]]\n", "[\"LRUCache\",\"get\"]\n[[2],[1]]\n"},
	} {
		calls, err := test.s.Read([]byte(test.in))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		must.Equal(t, test.out, test.s.Write(calls), test.name)
	}
	for in, want := range map[string]string{
		"[2,7\n9\n":                            "line 2, int[] nums: column 1: \",\" or \"]\" is expected, not 9",
		"nums = [2,7], target = x\n":           "line 1, int target",
		"nums = [2,7], target = 9\n[1,2]\n":    "line 2: 1 line too few",
		"nums = [2,7], goal = [9]\n":           "line 1, int target",
		"nums = [2,\n7], target = 9\n[1]\nx\n": "line 4, int target",
	} {
		must.Fail(t, must.Err(twoSum.Read([]byte(in))), want, in)
	}
	for in, want := range map[string][]string{
		"Output: [0,1]\n":     {"[0,1]"},
		"[[1,2],\n[3]]\n[]\n": {"[[1,2], [3]]", "[]"},
		"输出：true\nfalse":      {"true", "false"},
		"Output\n[1]\n\n":     {"[1]"},
		"\"output\"\n":        {"\"output\""},
	} {
		if got := function.Values([]byte(in)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
