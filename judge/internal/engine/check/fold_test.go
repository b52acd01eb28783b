package check

import (
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

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
	// The arguments of a case come after those of the problem.
	c, err := New(problem.Check{Kind: "kattis"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := files(t, "", "A\n", "a\n")
	if r, err := c.Check(context.Background(), f); err != nil || r.Verdict != result.AC {
		t.Errorf("without arguments: %s, %v", r.Verdict, err)
	}
	f.Args = []string{"case_sensitive"}
	if r, err := c.Check(context.Background(), f); err != nil || r.Verdict != result.WA {
		t.Errorf("case_sensitive: %s, %v", r.Verdict, err)
	}
	f.Args = []string{"float_tolerance"}
	if _, err := c.Check(context.Background(), f); err == nil || err.Error() != "output_validator_args: float_tolerance says no number" {
		t.Errorf("no tolerance: %v", err)
	}
}

// FuzzFold compares with the definition: the words in lower case are the same.
func FuzzFold(f *testing.F) {
	f.Add("Yes no", "yES  NO")
	f.Add("a\nB", "A b c")
	f.Add(strings.Repeat("Ab ", 50_000), strings.Repeat("aB\n", 50_000))
	f.Fuzz(func(t *testing.T, answer, got string) {
		small := func(s string) []string {
			return strings.FieldsFunc(strings.Map(func(r rune) rune {
				if 'A' <= r && r <= 'Z' {
					return r + 'a' - 'A'
				}
				return r
			}, s), func(r rune) bool { return strings.ContainsRune(" \t\r\v\f\n", r) })
		}
		if strings.ToValidUTF8(answer+got, "") != answer+got {
			t.Skip("the definition above reads characters, the checker bytes")
		}
		a, b := small(answer), small(got)
		want := result.AC
		if strings.Join(a, " ") != strings.Join(b, " ") {
			want = result.WA
		}
		if r := checked(t, problem.Check{Kind: "kattis"}, "", answer, got); r.Verdict != want {
			t.Errorf("%q for %q: %s, want %s", got, answer, r.Verdict, want)
		}
	})
}
