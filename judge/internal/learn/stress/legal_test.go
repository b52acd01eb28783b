package stress

import (
	"testing"

	"sudokuoj/judge/internal/model/function"
)

// TestLegal: an answer of another kind than the signature's says that the input is none of the problem's.
func TestLegal(t *testing.T) {
	s, err := function.Parse("int[] twoSum(int[] nums, int target)")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		programs int
		answer   string
		want     bool
	}{{2, "[0,1]\n", true}, {2, "null\n", false}, {2, "[]\n", true}, {2, "false\n", false}, {1, "null\n", true}} {
		if got := (&search{Options: Options{Programs: test.programs, Function: &s}}).legal(test.answer); got != test.want {
			t.Errorf("%d programs, %q: legal %v", test.programs, test.answer, got)
		}
	}
}
