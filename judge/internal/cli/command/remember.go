package command

import (
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/engine/grade"
)

// news reports whether a fact is another than it was when it was last told, and remembers it. Where nothing
// can be remembered, everything is news.
func news(name, fact string) bool {
	cache, err := os.UserCacheDir()
	if err != nil {
		return true
	}
	file := filepath.Join(cache, "sudokuoj", "told", name)
	if old, err := os.ReadFile(file); err == nil && string(old) == fact {
		return false
	}
	if os.MkdirAll(filepath.Dir(file), 0o777) == nil {
		os.WriteFile(file, []byte(fact), 0o666)
	}
	return true
}

// stressable reports whether judge stress is worth naming to the author of a solution that failed on a problem. For a
// function it can make inputs too, but without a second program nothing says which answer is right.
func stressable(entries []grade.Entry) func(id string) bool {
	return func(id string) bool {
		return slices.ContainsFunc(entries, func(e grade.Entry) bool {
			return e.Problem.ID == id && (e.Problem.Gen != "" || e.Problem.Check.Kind == "sudoku")
		})
	}
}
