package glob_test

import (
	"testing"

	. "sudokuoj/judge/internal/base/glob"
	"sudokuoj/judge/internal/testkit/must"
)

func TestCase(t *testing.T) {
	tests := []struct {
		pattern, name string
		want          bool
	}{
		{"secret/01-easy", "secret/01-easy", true},
		{"acwing166/secret/01-easy", "secret/01-easy", true},
		{"01-easy", "secret/01-easy", true},
		{"*easy*", "secret/01-easy", true},
		{"secret/*", "secret/01-easy", true},
		{"secret", "secret/01-easy", true},
		{"acwing166", "secret/01-easy", true},
		{"acwing*/secret", "secret/01-easy", true},
		{"secret/*", "secret/group1/01", true}, // the folder matches, so everything in it does
		{"group1", "secret/group1/01", false},  // a folder is named by its full path
		{"sample", "secret/01-easy", false},
		{"other/secret/01-easy", "secret/01-easy", false},
		{"secret/01", "secret/01-easy", false},
		{"[", "secret/01-easy", false},
		{"secret/a[b]c", "secret/a[b]c", true}, // taken literally
		{"a[b]c", "secret/abc", true},
		{"a[b]c", "secret/group/a[b]c", true},
		{"", "secret/01-easy", false},
		{`secret\01-easy`, "secret/01-easy", true}, // as on Windows
		{`secret\*`, "secret/01-easy", true},
		{`acwing166\secret`, "secret/01-easy", true},
		{`secret\a\[b]c`, "secret/a[b]c", true},
	}
	for _, test := range tests {
		if got := Case(test.pattern, "acwing166", test.name); got != test.want {
			t.Errorf("Case(%q, acwing166, %q) = %v", test.pattern, test.name, got)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, name := range []string{"01-easy", "what? [a-z]*", `back\slash`, "[", "数独?"} {
		pattern := "secret/" + Quote(name)
		must.Be(t, Valid(pattern) && Case(pattern, "acwing166", "secret/"+name), "%q does not pick %q", pattern, name)
		if other := "secret/what? bX"; Case(pattern, "acwing166", other) {
			t.Errorf("%q picks %q", pattern, other)
		}
	}
}
