package check_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestKattis: the default validator of the Kattis format.
func TestKattis(t *testing.T) {
	tests := []struct {
		name, args, answer, got string
		want                    result.Verdict
		text                    string
	}{
		{"A for a", "", "Yes it IS\n", "yes IT is", "AC", ""},
		{"other blanks", "", "a b\nc\n", "  A\tb c\n\n", "AC", ""},
		{"another letter", "", "Yes\n", "Yet\n", "WA", `line 1: expected "Yes", got "Yet"`},
		{"a longer word", "", "ab\n", "ABC\n", "WA", `line 1: expected "ab", got "ABC"`},
		{"a shorter word", "", "ABC\n", "ab\n", "WA", `line 1: expected "ABC", got "ab"`},
		{"two words for one", "", "abcd\n", "AB CD\n", "WA", `line 1: expected "abcd", got "AB"`},
		{"case counts", "case_sensitive", "Yes\n", "yes\n", "WA", `line 1: expected "Yes", got "yes"`},
		{"blanks count, case does not", "space_change_sensitive", "A b\n", "a B\n", "AC", ""},
		{"blanks count", "space_change_sensitive", "a b\n", "A  b\n", "WA", "line 1: other blanks at character 3"},
		{"numbers", "float_tolerance 1e-3", "Area 1.5 E\n", "area 1.5004E0\ne", "AC", ""},
		{"numbers too far apart", "float_absolute_tolerance 1e-3", "x 1000\n", "X 1000.5\n", "WA", `line 1: expected "1000", got "1000.5"`},
		{"relative", "float_relative_tolerance 1e-3", "1000\n", "1000.5\n", "AC", ""},
		{"1E5", "float_tolerance 0", "1E5\n", "1e+5\n", "AC", ""},
		{"letters outside ASCII are themselves", "", "É\n", "é\n", "WA", `line 1: expected "É", got "é"`},
		{"the last letter", "", "Zz\n", "zZ\n", "AC", ""},
		{"@ is no letter", "", "@\n", "`\n", "WA", ""},
		{"[ is no letter", "", "[\n", "{\n", "WA", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			spec := problem.Check{Kind: "kattis", Args: strings.Fields(test.args)}
			r := checked(t, spec, "", test.answer, test.got)
			if r.Verdict != test.want || test.text != "" && r.Difference.Text.String() != test.text {
				t.Errorf("%s %v, want %s %s", r.Verdict, r.Difference, test.want, test.text)
			}
		})
	}
	for _, test := range []struct{ arg, want, err string }{ // those of a case come after those of the problem
		{"", "AC", ""}, {"case_sensitive", "WA", ""}, {"float_tolerance", "", "output_validator_args: float_tolerance says no number"},
	} {
		c := must.Get(check.New(problem.Check{Kind: "kattis"}, nil))(t)
		f := files(t, "", "A\n", "a\n")
		f.Args = strings.Fields(test.arg)
		r, err := c.Check(t.Context(), f)
		if string(r.Verdict) != test.want || (err != nil) != (test.err != "") || err != nil && err.Error() != test.err {
			t.Errorf("%s: %s, %v", test.arg, r.Verdict, err)
		}
	}
}
