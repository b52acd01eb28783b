package java

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

// TestSources: maps of cells for each digit are refused before anything is compiled; all else is tried, and there is no
// such language here that could be compiled.
func TestSources(t *testing.T) {
	byDigit, byCell := []solution.Map{{Variable: "maps", Path: "[digit]"}}, []solution.Map{{Variable: "fits", Path: "[cell]"}}
	for _, test := range []struct {
		name    string
		maps    []solution.Map
		want    record.Kind
		refused bool
	}{
		{"no maps", nil, record.Board, false}, {"maps of cells", byDigit, record.Board, true}, {"candidates", byCell, record.Board, false}, {"lines", byDigit, record.Lines, false},
	} {
		_, err := Recorder{}.Sources(t.Context(), &build.Builder{}, solution.Solution{Maps: test.maps}, build.Source{Language: "nosuch"}, test.want)
		if _, refused := errors.AsType[*record.Cannot](err); refused != test.refused || err == nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

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
