package match

import (
	"strings"
	"testing"
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
		{"secret/*", "secret/group1/01", true}, // the folder is picked, so all in it
		{"group1", "secret/group1/01", false},  // a folder is named from the top
		{"sample", "secret/01-easy", false},
		{"other/secret/01-easy", "secret/01-easy", false},
		{"secret/01", "secret/01-easy", false},
		{"[", "secret/01-easy", false},
		{"secret/a[b]c", "secret/a[b]c", true}, // as it stands
		{"a[b]c", "secret/abc", true},
		{"a[b]c", "secret/group/a[b]c", true},
		{"", "secret/01-easy", false},
		{`secret\01-easy`, "secret/01-easy", true}, // as Windows writes it
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
		if !Valid(pattern) || !Case(pattern, "acwing166", "secret/"+name) {
			t.Errorf("%q does not pick %q", pattern, name)
		}
		if other := "secret/what? bX"; Case(pattern, "acwing166", other) {
			t.Errorf("%q picks %q", pattern, other)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"lowbit", "naive", "time_limit", "time_resolution", "数独", "-json"}
	for typed, want := range map[string]string{
		"lowbti": "lowbit", "LOWBIT": "lowbit", "lobit": "lowbit", "time-limit": "time_limit", "数度": "数独",
		"xyzzyplugh": "", "": "", "-jsno": "-json",
	} {
		if got := Nearest(typed, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", typed, got, want)
		}
	}
}

// TestSuggestions: where nothing is near, nothing is said, or where the names are.
func TestSuggestions(t *testing.T) {
	known := []string{"lowbit", "naive"}
	for word, want := range map[string][3]string{
		"lowbti": {"did you mean lowbit?", "did you mean lowbit?", ": did you mean lowbit?"},
		"xyzzy":  {"", "judge list shows them", ""},
	} {
		got := [3]string{Perhaps(word, known).String(), PerhapsListed(word, known).String(), DidYouMean(word, known).String()}
		if got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abcd", "acbd", 1}, {"数独", "数", 1}, {strings.Repeat("a", 101), "b", 100}} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := distance(test.b, test.a); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.b, test.a, got, test.want)
		}
	}
}

func FuzzNearest(f *testing.F) {
	f.Add("lowbit", "lowbti")
	f.Add("\xff", "")
	f.Fuzz(func(t *testing.T, a, b string) {
		if n := Nearest(a, []string{b}); n != "" && n != b {
			t.Errorf("Nearest(%q, %q) = %q", a, b, n)
		}
		Case(a, "p", b)
	})
}
