package trace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// sample returns a file of testdata as a solution.
func sample(t testing.TB, name string) solution.Solution {
	t.Helper()
	path := filepath.Join("testdata", name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l, ok := language.ByFile(path)
	if !ok {
		t.Fatalf("%s is in no language", name)
	}
	s, err := solution.Of(name, l.ID, language.File{Path: path, Text: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// replayOf watches a program, and skips the test if there is no compiler.
func replayOf(t *testing.T, tr *Tracer, s solution.Solution, puzzle string) (*result.Replay, error) {
	t.Helper()
	r, err := tr.Replay(t.Context(), s, sudoku.AcWing, line(t, puzzle))
	if _, missing := errors.AsType[*build.Missing](err); missing {
		t.Skip(err)
	}
	return r, err
}
