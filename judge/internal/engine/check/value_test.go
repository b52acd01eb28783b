package check_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

func TestValues(t *testing.T) {
	number := function.Type{Kind: function.Int}
	numbers := function.Type{Kind: function.Array, Elem: &number}
	rows := function.Type{Kind: function.Array, Elem: &numbers}
	tests := []struct {
		name      string
		spec      problem.Check
		want, got string
		verdict   result.Verdict
		text      string
	}{
		{"blanks", problem.Check{Kind: "value", Type: numbers}, "[1, 2]\n", "[1,2]\r\n", result.AC, ""},
		{"a number", problem.Check{Kind: "value", Type: numbers}, "[1,2]\n[3]\n", "[1,2]\n[4]\n", result.WA, "line 2: item 1: expected 3, got 4"},
		{"any order", problem.Check{Kind: "any-order", Type: numbers}, "[1,2]\n", "[2,1]\n", result.AC, ""},
		{"any order outside", problem.Check{Kind: "any-order", Type: rows}, "[[1,2],[3]]\n", "[[3],[1,2]]\n", result.AC, ""},
		{"another order inside", problem.Check{Kind: "any-order", Type: rows}, "[[1,2],[3]]\n", "[[3],[2,1]]\n", result.WA,
			"line 1: [1,2] is missing"},
		{"any order inside", problem.Check{Kind: "any-order", Levels: "all", Type: rows}, "[[1,2],[3]]\n", "[[3],[2,1]]\n", result.AC, ""},
		{"no such value", problem.Check{Kind: "value", Type: numbers}, "[1]\n", "[1.5]\n", result.WA,
			"line 1: column 2: an int, such as -7, is expected, not 1.5]"},
		{"null", problem.Check{Kind: "value", Type: numbers}, "[]\n", "null\n", result.WA, "line 1: expected [], got null"},
		{"too few lines", problem.Check{Kind: "value", Type: numbers}, "[1]\n[2]\n", "[1]\n", result.WA, "nothing where line 2 was expected"},
		{"too many lines", problem.Check{Kind: "value", Type: numbers}, "[1]\n", "[1]\n[2]\n", result.WA, "extra line 2"},
		{"nothing", problem.Check{Kind: "value", Type: numbers}, "[1]\n", "", result.WA, "nothing was printed"},
		{"nothing asked", problem.Check{Kind: "value", Type: numbers}, "", "", result.AC, ""},
		{"a tolerance", problem.Check{Kind: "value", Type: function.Type{Kind: function.Double}, Absolute: 0.1}, "2.5\n", "2.45\n", result.AC,
			""},
		{"a tree", problem.Check{Kind: "value", Type: function.Type{Kind: function.TreeNode}}, "[1,null,2,null]\n", "[1,null,2]\n", result.AC,
			""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := checked(t, test.spec, "", test.want, test.got)
			text := ""
			if r.Difference != nil {
				text = r.Difference.Text.String()
			}
			must.Equal(t, test.verdict, r.Verdict)
			must.Equal(t, test.text, text)
		})
	}
	c, err := check.New(problem.Check{Kind: "value", Type: numbers}, nil)
	must.Succeed(t, err)
	if _, err := c.Check(t.Context(), files(t, "", "[x]\n", "[1]\n")); err == nil || !strings.Contains(err.Error(), ":1: column 2: an int") {
		t.Errorf("an answer that cannot be read: %v", err)
	}
}

// TestDeepValue: endless brackets are not a value, and the judge goes on.
func TestDeepValue(t *testing.T) {
	deep := strings.Repeat("[", 8<<20)
	for _, kind := range []string{"value", "any-order"} {
		r := checked(t, problem.Check{Kind: kind, Type: function.Type{Kind: function.Any}}, "", "[1]\n", deep)
		if r.Verdict != result.WA || r.Difference == nil || !strings.Contains(r.Difference.Text.String(), "10000 lists within each other") {
			t.Errorf("%s: %.300v", kind, r)
		}
	}
}
