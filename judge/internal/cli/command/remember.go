package command

import (
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

// isNewIsolation reports whether the isolation of a run differs from the last one that was shown, and remembers it. If
// nothing can be saved, it is always new.
func isNewIsolation(run result.Run) bool {
	file, err := remembered("isolation")
	if err != nil {
		return true
	}
	fact := say.English.Text(run.Host.Isolation) + say.English.Text(run.Host.MemoryMethod)
	if old, err := os.ReadFile(file); err == nil && string(old) == fact {
		return false
	}
	os.WriteFile(file, []byte(fact), 0o666)
	return true
}

// remembered is a file that later commands of this user find.
func remembered(name string) (string, error) {
	cache, err := os.UserCacheDir()
	file := filepath.Join(cache, "sudokuoj", "told", name)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o777)
	}
	return file, err
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
