package tempfile

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/base/say"
)

// IsThere is the error of writing over something that exists.
func IsThere(path string) error {
	return say.Errorf("%s is there already", path).Hint("choose another name, or remove it")
}

// WriteNew writes files that must not be there yet, all or none.
func WriteNew(files map[string]string) error {
	paths := slices.Sorted(maps.Keys(files))
	for _, path := range paths {
		if _, err := os.Lstat(path); err == nil {
			return IsThere(path)
		}
	}
	for i, path := range paths {
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, []byte(files[path]), 0o644)
		}
		if err != nil {
			for _, begun := range paths[:i+1] {
				os.Remove(begun)
			}
			return err
		}
	}
	return nil
}
