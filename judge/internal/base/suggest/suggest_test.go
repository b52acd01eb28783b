package suggest_test

import (
	"testing"

	. "sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/testkit/must"
)

func TestNearest(t *testing.T) {
	words := []string{"lowbit", "naive", "time_limit", "time_resolution", "数独", "-json", "cd", "lowbot"}
	for typed, want := range map[string]string{
		"lowbti": "lowbit", "LOWBIT": "lowbit", "lobit": "lowbit", "time-limit": "time_limit", "数度": "数独",
		"xyzzyplugh": "", "": "", "-jsno": "-json",
		"lowbat": "lowbit", "ab": "", "dc": "cd", "lowibt": "lowbit",
	} {
		must.Equal(t, want, Nearest(typed, words), "Nearest", typed)
	}
}

// TestSuggestions: if no name is near, it says nothing, or where the names are.
func TestSuggestions(t *testing.T) {
	known := []string{"lowbit", "naive"}
	for word, want := range map[string][3]string{
		"lowbti": {"did you mean lowbit?", "did you mean lowbit?", ": did you mean lowbit?"},
		"xyzzy":  {"", "judge list shows them", ""},
	} {
		got := [3]string{Perhaps(word, known).String(), PerhapsListed(word, known).String(), DidYouMean(word, known).String()}
		must.Equal(t, want, got, word)
	}
}

func FuzzNearest(f *testing.F) {
	f.Add("lowbit", "lowbti")
	f.Add("\xff", "")
	f.Fuzz(func(t *testing.T, a, b string) {
		if n := Nearest(a, []string{b}); n != "" && n != b {
			t.Errorf("Nearest(%q, %q) = %q", a, b, n)
		}
	})
}
