package command

import (
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/engine/grade"
)

// News reports whether a fact has changed since it was last shown, and remembers it. If nothing can be saved,
// everything is news.
func News(name, fact string) bool {
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

// stressable reports whether the advice to run judge stress helps the author of a failed solution. For a function it
// can make inputs too, but only a second program shows which answer is right.
func stressable(entries []grade.Entry) func(id string) bool {
	return func(id string) bool {
		return slices.ContainsFunc(entries, func(e grade.Entry) bool {
			return e.Problem.ID == id && (e.Problem.Gen != "" || e.Problem.Check.Kind == "sudoku")
		})
	}
}
