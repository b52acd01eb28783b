package skeleton

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/problem"
)

// TestEveryLanguageBegins holds a new language to its other two places: a text here, and a row in room function.
// The page of a problem shows what each begins as, and fails where one is missing.
func TestEveryLanguageBegins(t *testing.T) {
	program := problem.Loose("sum")
	asked, err := function.Parse("int[] twoSum(int[] nums, int target)")
	if err != nil {
		t.Fatal(err)
	}
	holds := problem.Loose("twosum")
	holds.Function = &asked
	for _, l := range language.All() {
		for _, p := range []problem.Problem{program, holds} {
			begun, err := Of(l, "mine", p)
			if err != nil {
				t.Errorf("%s for %s: %v", l.Name, p.ID, err)
				continue
			}
			if !strings.HasSuffix(begun.Head, l.Comment+"judge:problem "+p.ID+"\n") || begun.Code == "" {
				t.Errorf("%s for %s begins with %q and %q", l.Name, p.ID, begun.Head, begun.Code)
			}
		}
	}
}
