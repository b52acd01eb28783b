package history

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
)

// place makes the file before SQLite does, readable for this user alone, if it is not there yet. It returns the name
// under which it is locked: links lead to one file. A file with several hard links is refused, since none of its names
// is the one.
func place(path string) (string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", say.Errorf("%s: it is a folder", path).Hint("name a file in it: -db %s", filepath.Join(path, "history.db"))
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", say.Errorf("%s: %w", path, say.Cause(err)).Hint("make the folder first, or take another file with -db")
	case err != nil:
		return "", say.Errorf("%s: it cannot be opened for writing: %w", path, say.Cause(err)).Hint("make it writable, or take another file with -db")
	}
	f.Close()
	file, err := filepath.EvalSymlinks(path)
	if err == nil {
		file, err = filepath.Abs(file)
	}
	if err == nil && names(file) > 1 {
		err = say.Errorf("%s: it has %d names (hard links), so two serves could open it under different names", path, names(file)).
			Hint("copy it, and remove the others")
	}
	return file, err
}
