package java

import (
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
)

// TestPut: the rewritten text takes the place of the user's, and what it calls stands beside it.
func TestPut(t *testing.T) {
	made := put([]build.Made{{Name: "A.java", Text: "a"}, {Name: "B.java", Text: "b"}}, 1, "rewritten", "table")
	var got []string
	for _, m := range made {
		got = append(got, m.Name+" "+m.Text)
	}
	if want := []string{"A.java a", "B.java rewritten", "Watch.java " + watch, "Table.java table"}; !slices.Equal(got, want) {
		t.Errorf("%.80q", got)
	}
	if args := transform("text", "lines").Args(language.Toolchain{}, "", "out"); strings.Join(args, " ") != "./Input.java out lines" {
		t.Errorf("%q", args)
	}
}
